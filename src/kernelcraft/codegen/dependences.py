"""What must wait for what: true, anti and output dependences, and the order of memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from kernelcraft.codegen.operation import ALL, Access, Operation, Read, Write


@dataclass(frozen=True)
class Edge:
    """`after` is issued at least `delay` bundles after `before`.

    In a loop `before` is that of as many `iterations` earlier.
    """

    before: int
    after: int
    delay: int
    iterations: int = 0


def straight(operations: Sequence[Operation]) -> list[Edge]:
    """The dependences of code that runs once."""
    return _strongest(_edges(operations, set(), len(operations)))


def looped(operations: Sequence[Operation], renamed: set[str]) -> list[Edge]:
    """The dependences of a loop's body, those to the next iteration included.

    An iteration writes the parts in `renamed` before it reads them; they get registers of their own
    for as long as it needs them, so nothing holds between iterations.
    """
    count = len(operations)
    found = []
    for edge in _edges([*operations, *operations], renamed, count):
        iterations = edge.after // count - edge.before // count
        if edge.before < count:
            found.append(Edge(edge.before, edge.after % count, edge.delay, iterations))
    return _strongest(found)


def defined_first(operations: Sequence[Operation], part: str) -> bool:
    """Whether an iteration writes `part` before it reads it."""
    for each in operations:
        if any(read.part == part for read in each.reads):
            return False
        if any(write.part == part for write in each.writes):
            return True
    return False


def _edges(operations: Sequence[Operation], renamed: set[str], count: int) -> Iterator[Edge]:
    """`count` is the number of operations in an iteration."""
    writers: dict[str, tuple[int, Write]] = {}
    readers: dict[str, list[tuple[int, Read]]] = {}
    for index, each in enumerate(operations):
        for read in each.reads:
            if read.part in writers:
                source, write = writers[read.part]
                yield Edge(source, index, write.before(read))
            readers.setdefault(read.part, []).append((index, read))
        for write in each.writes:
            first = index // count * count if write.part in renamed else 0
            for source, read in readers.get(write.part, []):
                if first <= source != index:
                    yield Edge(source, index, write.after(read))
            if write.part in writers:
                source, old = writers[write.part]
                if source >= first:
                    yield Edge(source, index, old.stage - write.stage + 1)
            writers[write.part] = (index, write)
            readers[write.part] = []
    yield from _memory(operations, count)


def _memory(operations: Sequence[Operation], count: int) -> Iterator[Edge]:
    touching = [(i, access) for i, each in enumerate(operations) for access in each.accesses]
    for position, (source, first) in enumerate(touching):
        for index, second in touching[position + 1 :]:
            same_iteration = source // count == index // count
            if index != source and meet(first, second, same_iteration=same_iteration):
                both = first.area == second.area == ALL
                yield Edge(source, index, 1 if both else first.stage - second.stage + 1)


def meet(first: Access, second: Access, *, same_iteration: bool) -> bool:
    """Whether two accesses must keep their order."""
    if first.area == second.area and first.moves_on and not same_iteration:
        return False
    same = first.area == second.area or ALL in (first.area, second.area)
    return same and (first.writes or second.writes)


def _strongest(edges: Iterator[Edge] | list[Edge]) -> list[Edge]:
    found: dict[tuple[int, int, int], int] = {}
    for edge in edges:
        key = (edge.before, edge.after, edge.iterations)
        found[key] = max(edge.delay, found.get(key, edge.delay))
    return [
        Edge(before, after, delay, iterations)
        for (before, after, iterations), delay in found.items()
    ]


def heights(count: int, edges: Sequence[Edge], interval: int) -> list[int]:
    """For each operation the longest path to the end, when an iteration begins every `interval`."""
    return _longest(count, edges, interval, lambda edge: (edge.before, edge.after))


def depths(count: int, edges: Sequence[Edge], interval: int) -> list[int]:
    """For each operation the longest path from the start."""
    return _longest(count, edges, interval, lambda edge: (edge.after, edge.before))


def _longest(
    count: int,
    edges: Sequence[Edge],
    interval: int,
    ends: Callable[[Edge], tuple[int, int]],
) -> list[int]:
    far = [0] * count
    for _ in range(count + 1):
        changed = False
        for edge in edges:
            near, other = ends(edge)
            length = far[other] + edge.delay - interval * edge.iterations
            if length > far[near]:
                far[near], changed = length, True
        if not changed:
            return far
    raise CycleTooTight(f"no iteration can begin every {interval} bundles")


class CycleTooTight(ValueError):
    """A recurrence takes longer than the iterations that it spans."""


def components(count: int, edges: Sequence[Edge]) -> list[list[int]]:
    """Strongly connected components of more than one operation: recurrences through iterations.

    Found by Kosaraju's algorithm; an example are the operations that move a pointer.
    """
    forth: list[list[int]] = [[] for _ in range(count)]
    back: list[list[int]] = [[] for _ in range(count)]
    for edge in edges:
        forth[edge.before].append(edge.after)
        back[edge.after].append(edge.before)
    seen: set[int] = set()
    order = [index for start in range(count) for index in _reached(start, forth, seen)]
    seen = set()
    found = [_reached(start, back, seen) for start in reversed(order)]
    return [component for component in found if len(component) > 1]


def _reached(start: int, ways: Sequence[Sequence[int]], seen: set[int]) -> list[int]:
    """What is reached from `start` and not seen yet, each after what is reached from it."""
    if start in seen:
        return []
    seen.add(start)
    found: list[int] = []
    stack = [(start, iter(ways[start]))]
    while stack:
        index, rest = stack[-1]
        other = next((each for each in rest if each not in seen), None)
        if other is None:
            found.append(index)
            stack.pop()
        else:
            seen.add(other)
            stack.append((other, iter(ways[other])))
    return found

"""What is made of a sum: the last steps of an expression, and bounds on parts of the sum."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from kernelcraft.proofs.expressions import operands
from kernelcraft.proofs.wholes import Integers, number, operation
from kernelcraft.sim.symbolic.graph import CODE, OPERATIONS, RING, Graph, Range
from kernelcraft.sim.symbolic.rules import SPANS

MOST: Final = 1 << 62  # what lies beyond has no place in 64 bits
BOUNDS: Final = ("smaller", "larger")


@dataclass(frozen=True)
class Cut:
    """A bound on a part of a sum. Where it is the first one that changes that part, the sum is in
    `made`, and would be in `uncut` without bounds."""

    made: Range
    uncut: Range


@dataclass(frozen=True)
class Tail:
    """What is made of one number, such as a sum: `nodes` from the oldest to the result.

    Where none of its `cuts` changes it, the sum is the polynomial `whole`, and in `span`.
    """

    graph: Graph
    sum: int
    nodes: tuple[int, ...]
    whole: int
    span: Range
    cuts: tuple[Cut, ...] = ()

    def __call__(self, sums: Integers) -> Integers:
        """The results; raises Strange."""
        graph, found = self.graph, {self.sum: sums}
        for node in self.nodes:
            x, y = (self._operand(found, each, sums) for each in (graph.a[node], graph.b[node]))
            found[node] = operation(graph, node, x, y)
        return found[self.nodes[-1]] if self.nodes else sums

    def _operand(self, found: Mapping[int, Integers], node: int, like: Integers) -> Integers:
        if node in found:
            return found[node]
        return np.full_like(like, number(self.graph, node) if node else 0)

    def same_result(self) -> tuple[object, ...]:
        """Equal for tails that are the same function."""
        graph, names = self.graph, {self.sum: -1}
        key: list[object] = []
        for place, node in enumerate(self.nodes):
            names[node] = -2 - place
            pair = (graph.a[node], graph.b[node])
            key.append((graph.op[node], *(names.get(each, each) for each in pair)))
        return tuple(key)

    def rises(self) -> bool:
        """Whether a larger sum surely never gives a smaller result."""
        graph, rising = self.graph, {self.sum}
        for node in self.nodes:
            a, b, name = graph.a[node], graph.b[node], OPERATIONS[graph.op[node]]
            both = a in rising and b in rising
            if name in ("add", "smaller", "larger"):
                good = both or a in rising or b in rising
            elif name in ("sub", "shr"):
                good = a in rising and b not in rising
            elif name == "mul":
                other = b if a in rising else a
                good = not both and graph.span(other)[0] >= 0
            else:
                good = False
            if not good:
                return False
            rising.add(node)
        return True

    def fits(self) -> bool:
        """Whether all that it comes to has 64 bits."""
        spans = [self.graph.span(each) for each in (self.sum, *self.nodes)]
        return all(low > -MOST and high < MOST for low, high in spans)


def tails(graph: Graph, node: int, polynomial: npt.NDArray[np.bool_]) -> list[Tail]:
    """The last steps of an expression, down to one polynomial, in all ways there are.

    A polynomial times a number, plus a number, may be a step, too. Where there is no polynomial,
    one with bounds on parts of it will do; without that there is no tail.
    """
    found = _steps(graph, node, polynomial, lambda each: bool(polynomial[each]))
    if found:
        some = _inner(graph, *found)
        return [Tail(graph, low, steps, low, graph.span(low)) for low, steps in some]
    found = _steps(
        graph, node, polynomial, lambda each: _parts(graph, each, polynomial) is not None
    )
    some = _inner(graph, *found) if found else []
    parts = [(low, steps, _parts(graph, low, polynomial)) for low, steps in some]
    return [_bounded(graph, low, steps, each) for low, steps, each in parts if each]


def _inner(graph: Graph, lowest: int, above: list[int]) -> list[tuple[int, tuple[int, ...]]]:
    """A sum and the steps above it; and the same without what numbers do to it last."""
    found = [(lowest, tuple(sorted(above)))]
    while graph.op[lowest] in RING:
        one, other = graph.a[lowest], graph.b[lowest]
        numbers = [graph.op[each] == CODE["constant"] for each in (one, other)]
        if not any(numbers):
            break
        above.append(lowest)
        lowest = other if numbers[0] else one
        found.append((lowest, tuple(sorted(above))))
    return found


def _steps(
    graph: Graph, node: int, polynomial: npt.NDArray[np.bool_], is_sum: Callable[[int], bool]
) -> tuple[int, list[int]] | None:
    """The first sum that all of an expression is made of, and the steps above it."""
    waiting, seen, above = [-node], {node}, list[int]()
    while waiting and not (len(waiting) == 1 and is_sum(-waiting[0])):
        latest = -heapq.heappop(waiting)
        if polynomial[latest] or graph.op[latest] <= CODE["time"]:
            return None
        above.append(latest)
        for each in operands(graph, latest):
            if each not in seen and graph.op[each] != CODE["constant"]:
                seen.add(each)
                heapq.heappush(waiting, -each)
    return (-waiting[0], above) if waiting else None


def _bounded(
    graph: Graph, lowest: int, above: tuple[int, ...], parts: list[tuple[str, int]]
) -> Tail:
    """What is made of a sum with bounds on parts of it."""
    (_, whole), *steps = parts
    span, cuts = graph.span(whole), list[Cut]()
    for at, (name, other) in enumerate(steps):
        within = graph.span(other)
        if name in BOUNDS:
            low, high = graph.span(whole)
            bound = within[0]
            uncut = (bound + 1, high) if name == "smaller" else (low, bound - 1)
            cuts.append(_cut(graph, steps[at + 1 :], within, uncut))
        else:
            whole = graph.node(graph.whole(name, graph.symbol(whole), graph.symbol(other)))
        span = SPANS[name](span, within)
    return Tail(graph, lowest, above, whole, span, tuple(cuts))


def _cut(graph: Graph, after: list[tuple[str, int]], made: Range, uncut: Range) -> Cut:
    """A bound, from what a part of a sum is made and would be, and the steps after it."""
    for name, other in after:
        made = SPANS[name](made, graph.span(other))
        uncut = uncut if name in BOUNDS else SPANS[name](uncut, graph.span(other))
    return Cut(made, uncut)


def _parts(
    graph: Graph, node: int, polynomial: npt.NDArray[np.bool_]
) -> list[tuple[str, int]] | None:
    """A polynomial, and what is done to it: others are added, or it is bounded by numbers."""
    steps: list[tuple[str, int]] = []
    constant = CODE["constant"]
    while not polynomial[node]:
        name, pair = OPERATIONS[graph.op[node]], (graph.a[node], graph.b[node])
        if name not in (*BOUNDS, "add"):
            return None
        fit = [polynomial[each] and (name == "add" or graph.op[each] == constant) for each in pair]
        if not any(fit):
            return None
        other, node = pair if fit[0] else pair[::-1]
        steps.append((name, other))
    return [("add", node), *reversed(steps)]

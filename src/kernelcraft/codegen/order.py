"""Orders of operations for machines that issue them one after another: list scheduling.

What a good order is differs: a machine says what each operation would cost now.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import Protocol


class Cost(Protocol):
    """What a machine knows of the operations issued so far, by their numbers."""

    def of(self, index: int) -> tuple[float, ...]:
        """The cost of issuing an operation next; the least is chosen, the first of equals."""
        ...

    def take(self, index: int) -> None:
        """Issue an operation."""
        ...


def predecessors(
    touches: Iterable[tuple[Collection[Hashable], Collection[Hashable]]],
) -> list[set[int]]:
    """For each operation those that must come before it, from what each reads and writes.

    True, anti and output dependences; those that follow from others are left out where an
    operation in between writes the same.
    """
    writer: dict[Hashable, int] = {}
    readers: dict[Hashable, list[int]] = defaultdict(list)
    found: list[set[int]] = []
    for index, (reads, writes) in enumerate(touches):
        before = {writer[key] for key in (*reads, *writes) if key in writer}
        for key in writes:
            before.update(readers.pop(key, ()))
            writer[key] = index
        for key in reads:
            readers[key].append(index)
        found.append(before - {index})
    return found


def ordered(before: Sequence[Collection[int]], cost: Cost, window: int | None = None) -> list[int]:
    """The cheapest next operation each time, among the first `window` that are ready, or all."""
    followers: list[list[int]] = [[] for _ in before]
    for index, earlier in enumerate(before):
        for each in earlier:
            followers[each].append(index)
    waiting = [len(earlier) for earlier in before]
    ready = [index for index, count in enumerate(waiting) if not count]
    order: list[int] = []
    while ready:
        candidates = ready if window is None else heapq.nsmallest(window, ready)
        chosen = min(candidates, key=lambda index: (cost.of(index), index))
        ready.remove(chosen)
        cost.take(chosen)
        order.append(chosen)
        for follower in followers[chosen]:
            waiting[follower] -= 1
            if not waiting[follower]:
                ready.append(follower)
    return order

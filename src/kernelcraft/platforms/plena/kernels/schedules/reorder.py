"""Puts independent steps in an order in which addresses and special registers are used again."""

from __future__ import annotations

import heapq
import random
from collections import OrderedDict, defaultdict
from collections.abc import Sequence

from kernelcraft.platforms.plena.kernels.schedules.emit import needs
from kernelcraft.platforms.plena.kernels.schedules.steps import Key, Step

TRANSFER: Key = ("transfer", 0)  # what all transfers write where they keep their order
REGISTERS = 14  # numbers that are likely to be in a register still


def reordered(
    steps: Sequence[Step],
    rng: random.Random,
    window: int,
    restlessness: float,
    *,
    transfers_stay: bool = False,
) -> list[Step]:
    """The same steps, each after all that it depends on.

    The next step is one of the first `window` that could run, the one with the fewest numbers that
    are not in registers; `restlessness` adds up to so many numbers by chance. With `transfers_stay`
    the transfers keep their order, on which their cycles depend.
    """
    followers, waiting = _dependencies(steps, transfers_stay)
    ready = [index for index, count in enumerate(waiting) if not count]
    heapq.heapify(ready)
    recent: OrderedDict[int, None] = OrderedDict()
    special: dict[str, int] = {}
    order: list[Step] = []
    while ready:
        candidates = [heapq.heappop(ready) for _ in range(min(window, len(ready)))]
        chosen = min(
            candidates,
            key=lambda i: (_cost(steps[i], recent, special) + rng.random() * restlessness, i),
        )
        for index in candidates:
            if index != chosen:
                heapq.heappush(ready, index)
        _remember(steps[chosen], recent, special)
        order.append(steps[chosen])
        for follower in followers[chosen]:
            waiting[follower] -= 1
            if not waiting[follower]:
                heapq.heappush(ready, follower)
    return order


def _dependencies(
    steps: Sequence[Step], transfers_stay: bool
) -> tuple[dict[int, set[int]], list[int]]:
    """For each step the ones that must come after it, and how many it must wait for."""
    followers: dict[int, set[int]] = defaultdict(set)
    writer: dict[Key, int] = {}
    readers: dict[Key, list[int]] = defaultdict(list)
    for index, step in enumerate(steps):
        transfer = transfers_stay and step.instruction.unit == "dma"
        writes = (*step.writes, TRANSFER) if transfer else step.writes
        before = {writer[key] for key in (*step.reads, *writes) if key in writer}
        for key in writes:
            before.update(readers.pop(key, ()))
            writer[key] = index
        for key in step.reads:
            readers[key].append(index)
        for earlier in before - {index}:
            followers[earlier].add(index)
    waiting = [0] * len(steps)
    for after in followers.values():
        for index in after:
            waiting[index] += 1
    return followers, waiting


def _cost(step: Step, recent: OrderedDict[int, None], special: dict[str, int]) -> float:
    missing = sum(number not in recent for number in needs(step))
    return missing + sum(special.get(name, value) != value for name, value in _special(step))


def _remember(step: Step, recent: OrderedDict[int, None], special: dict[str, int]) -> None:
    special.update(_special(step))
    for number in needs(step):
        recent[number] = None
        recent.move_to_end(number)
    while len(recent) > REGISTERS:
        recent.popitem(last=False)


def _special(step: Step) -> list[tuple[str, int]]:
    context = step.context
    pairs = (("scale", context.scale), ("stride", context.stride), ("v_mask", context.v_mask))
    return [(name, value) for name, value in pairs if value is not None]

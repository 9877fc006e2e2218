"""How many bundles an executed program would take if one kind of constraint were gone.

Each operation is issued as soon as what is left allows, in the order of its slot. Nothing passes
the end of a branch's delay slots; iterations of a loop without a branch may overlap, as far as
registers allow. Loads and stores are taken to be of different addresses. So what goes is the most
that can be gained: an order of bundles that does so need not be right.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kernelcraft.codegen.attribution import IDLE, NAMES
from kernelcraft.codegen.executed import Executed, Kind

SLOTS: Final = "slots and ports"
_Most = Mapping[Kind, int | None]
"""Of constraints of some kinds: so many bundles at most, None for no constraint at all."""
APART: Final[_Most] = {Kind.MEMORY: None}
AT_ONCE: Final[_Most] = {Kind.LATENCY: 1, Kind.REGISTER: 1, Kind.PORT: 1}
CAUSES: Final[Mapping[str, _Most]] = {
    NAMES[Kind.LATENCY]: AT_ONCE,  # results land in the order of their instructions
    SLOTS: {Kind.SLOT: None, Kind.PORT: None},
    NAMES[Kind.BRANCH]: {Kind.BRANCH: 1},
    NAMES[Kind.BARRIER]: {Kind.BARRIER: None},
    NAMES[Kind.REGISTER]: {Kind.REGISTER: None},
}
"""What else is gone."""


def gains(run: Executed) -> dict[str, int]:
    """By cause the bundles that would go; those of idle slots would go in all other cases, too."""
    shortest = bundles(run, APART)
    freed = {cause: shortest - bundles(run, {**APART, **most}) for cause, most in CAUSES.items()}
    return {IDLE: len(run.bundles) - shortest, **freed}


def bundles(run: Executed, most: _Most) -> int:
    """Of the shortest order with constraints of no more than some bundles."""
    times: list[int] = []
    end = floor = 0  # the bundle after all so far, and the first one after a branch
    over: list[tuple[int, int]] = []  # branches whose delay slots are not over: that, their bundle
    for each in run.issued:
        while over and each.time > over[0][0]:
            floor = max(floor, over.pop(0)[1], end)
        time = floor
        for before, delay, kind in each.constraints:
            if kind in most:
                limit = most[kind]
                if limit is None:
                    continue
                delay = min(delay, limit)
            if times[before] + delay > time:
                time = times[before] + delay
        times.append(time)
        end = max(end, time + 1)
        slots = each.operation.delay_slots
        if slots is not None:
            over.append((each.time + slots, time + (most.get(Kind.BRANCH) or slots + 1)))
    return max([end, *(least for _, least in over)], default=0)

"""The loops that a run executed, found by the backward jumps that it took."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kernelcraft.sim.run import Profile


@dataclass(frozen=True)
class Loop:
    """Operations `first` to `last` of a program, where `last` jumped back to `first`.

    `cycles` counts everything inside, `own` what is in no loop further inside.
    """

    first: int
    last: int
    iterations: int
    cycles: int
    own: int


def loops(profile: Profile) -> list[Loop]:
    """Every loop, most cycles first; a loop of one iteration never jumps and is none."""
    ends: dict[int, int] = {}
    for last in np.flatnonzero(profile.jumps >= 0).tolist():
        first = int(profile.jumps[last])
        if first <= last:
            ends[first] = max(last, ends.get(first, last))
    spent = np.concatenate([[0], np.cumsum(profile.cycles.sum(axis=1))])
    cycles = {first: int(spent[last + 1] - spent[first]) for first, last in ends.items()}
    own = dict(cycles)
    around: list[int] = []  # the loops that are open, by their first operations
    for first, last in sorted(ends.items()):
        while around and ends[around[-1]] < last:
            around.pop()
        if around:
            own[around[-1]] -= cycles[first]
        around.append(first)
    found = [
        Loop(first, last, int(profile.executions[first]), cycles[first], own[first])
        for first, last in ends.items()
    ]
    return sorted(found, key=lambda loop: (-loop.cycles, loop.first))

"""What the cycles of an instruction wait for: the instruction before it in the queue of a unit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import numpy as np

from kernelcraft.sim.loops import Loop, loops

if TYPE_CHECKING:
    from kernelcraft.sim.run import Profile

Units = Mapping[str, tuple[str, ...]]
"""By reason: the units that have to be done with their work before such a cycle ends."""
NO_UNITS: Final[Units] = MappingProxyType({})


@dataclass(frozen=True)
class Wait:
    """Most cycles of a line are charged under `reason`; `line` is what they wait for, if known."""

    reason: str
    line: int | None = None


def waits(profile: Profile, units: Units) -> dict[int, Wait]:
    """For every line that took cycles.

    The instruction waited for is the last one of the units that was executed before: in the
    innermost loop that has one, the iteration before counts, too.
    """
    around = sorted(loops(profile), key=lambda loop: loop.last - loop.first)
    found: dict[int, Wait] = {}
    most: dict[int, int] = {}
    totals = profile.cycles.sum(axis=1)
    for index in np.flatnonzero(totals).tolist():
        line = int(profile.program.lines[index])
        if totals[index] > most.get(line, 0):
            most[line] = int(totals[index])
            found[line] = _wait(profile, around, units, index)
    return found


def _wait(profile: Profile, around: list[Loop], units: Units, index: int) -> Wait:
    reason = profile.reasons[int(np.argmax(profile.cycles[index]))]
    wanted = units.get(reason, ())
    table = profile.program.isa.table
    for before in _before(around, index) if wanted else ():
        instruction = table[int(profile.program.ops[before, 0])]
        if instruction.unit in wanted and profile.executions[before]:
            return Wait(reason, int(profile.program.lines[before]))
    return Wait(reason)


def _before(around: list[Loop], index: int) -> Iterator[int]:
    """The operations before one, latest first; around a loop, most iterations follow another."""
    end = index
    for loop in (each for each in around if each.first <= index <= each.last):
        yield from range(end - 1, loop.first - 1, -1)
        yield from range(loop.last, index - 1, -1)
        end = min(end, loop.first)
    yield from range(end - 1, -1, -1)

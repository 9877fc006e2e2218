"""How many registers of a file the values of a loop need at a time, and how to need fewer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field

from kernelcraft.platforms.amd_npu.kernels.schedule.operation import Operation
from kernelcraft.platforms.amd_npu.kernels.schedule.registers import KINDS, value_of

MARGIN = 1  # parts that are left over, as lives seldom fit together without gaps


@dataclass(frozen=True)
class Room:
    """The file that each value's parts are of, and how many parts of each file are free."""

    files: Mapping[str, str] = field(default_factory=dict)
    free: Mapping[str, int] = field(default_factory=dict)


def room_for(kinds: Mapping[str, str], taken: Set[str]) -> Room:
    """For values of these kinds; a file goes by the first letter of its parts."""
    parts = {part for kind in KINDS.values() for each in kind for part in each.parts}
    free: dict[str, int] = {}
    for part in parts - taken:
        free[part[0]] = free.get(part[0], 0) + 1
    files = {name: KINDS[kind][0].parts[0][0] for name, kind in kinds.items()}
    return Room(files, {name: count - MARGIN for name, count in free.items()})


class Values:
    """How long the values live that an operation touches, as often as its place is weighed."""

    def __init__(self, operations: Sequence[Operation], interval: int, room: Room) -> None:
        self.interval, self.room = interval, room
        self.touched: dict[str, list[tuple[int, int, int]]] = {}  # by part: who, from when, to when
        self.parts: list[list[str]] = []
        for index, each in enumerate(operations):
            for write in each.writes:
                shown = write.stage - (write.bypass is not None)
                self.touched.setdefault(write.part, []).append((index, shown, write.stage))
            for read in each.reads:
                seen = read.stage - 1
                self.touched.setdefault(read.part, []).append((index, seen, seen))
            parts = {write.part for write in each.writes} | {read.part for read in each.reads}
            self.parts.append(sorted(part for part in parts if value_of(part) is not None))
        self.alive = {file: [0] * interval for file in room.free}

    def life(self, part: str, times: Mapping[int, int]) -> range:
        """The cycles in which a part holds its value."""
        touches = self.touched[part]
        first = min(times[who] + start for who, start, _ in touches)
        return range(first, max(times[who] + end for who, _, end in touches) + 1)

    def lived(self, index: int, times: Mapping[int, int]) -> int:
        """The cycles that the parts of values which an operation touches live, all together."""
        return sum(len(self.life(part, times)) for part in self.parts[index])

    def count(self, parts: Sequence[str], times: Mapping[int, int], by: int) -> None:
        """Note that parts are alive, or with -1 that they are not."""
        for part in parts:
            alive = self.alive.get(self.room.files.get(str(value_of(part)), ""))
            if alive is not None:
                for cycle in self.life(part, times):
                    alive[cycle % self.interval] += by

    def missing(self) -> int:
        """By how much more is alive than there is room for, squared, over all cycles."""
        return sum(
            (count - self.room.free[file]) ** 2
            for file, alive in self.alive.items()
            for count in alive
            if count > self.room.free[file]
        )

    def weigh(self, index: int, times: Mapping[int, int]) -> tuple[int, int]:
        """What is to be small: what is missing, then how long values live."""
        self.count(self.parts[index], times, 1)
        found = self.missing(), self.lived(index, times)
        self.count(self.parts[index], times, -1)
        return found

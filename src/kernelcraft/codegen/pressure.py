"""How many registers of a file the values of a loop need at a time, and how to need fewer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field

from kernelcraft.codegen.operation import Operation
from kernelcraft.codegen.registers import Classes, value_of

MARGIN = 1  # parts that are left over, as live ranges seldom fit together without gaps


@dataclass(frozen=True)
class Room:
    """The file that each value's parts are of, and how many parts of each file are free."""

    files: Mapping[str, str] = field(default_factory=dict)
    free: Mapping[str, int] = field(default_factory=dict)


def room_for(classes: Classes, taken: Set[str]) -> Room:
    """For values of these classes."""
    files = {each.file for each in classes.values()}
    free = {file.name: len(file.parts - taken) - MARGIN for file in files}
    return Room({name: each.file.name for name, each in classes.items()}, free)


class Values:
    """The live ranges of the values that an operation touches, each time its place is weighed."""

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
        self.live = {file: [0] * interval for file in room.free}

    def live_range(self, part: str, times: Mapping[int, int]) -> range:
        """The cycles in which a part holds its value."""
        touches = self.touched[part]
        first = min(times[who] + start for who, start, _ in touches)
        return range(first, max(times[who] + end for who, _, end in touches) + 1)

    def lengths(self, index: int, times: Mapping[int, int]) -> int:
        """The summed live ranges, in cycles, of the parts of values that an operation touches."""
        return sum(len(self.live_range(part, times)) for part in self.parts[index])

    def count(self, parts: Sequence[str], times: Mapping[int, int], by: int) -> None:
        """Count parts as live in these cycles, or with -1 as no longer live."""
        for part in parts:
            live = self.live.get(self.room.files.get(str(value_of(part)), ""))
            if live is not None:
                for cycle in self.live_range(part, times):
                    live[cycle % self.interval] += by

    def missing(self) -> int:
        """The square of the registers that are missing, summed over all cycles."""
        return sum(
            (count - self.room.free[file]) ** 2
            for file, live in self.live.items()
            for count in live
            if count > self.room.free[file]
        )

    def weigh(self, index: int, times: Mapping[int, int]) -> tuple[int, int]:
        """What is minimised: registers that are missing, then the length of live ranges."""
        self.count(self.parts[index], times, 1)
        found = self.missing(), self.lengths(index, times)
        self.count(self.parts[index], times, -1)
        return found

"""Bundles that are filled place by place, where some instructions must stand at a certain time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kernelcraft.kernels.amd_npu.schedule import Operation
from kernelcraft.kernels.amd_npu.schedule.dependences import straight
from kernelcraft.kernels.amd_npu.schedule.layout import Bundle
from kernelcraft.platforms.amd_npu.bundles import BUNDLE

MOST_AHEAD = 200  # bundles of a set-up


class NoRoom(ValueError):
    """An instruction finds no place in time."""


@dataclass
class Timeline:
    """The slots that are taken, by time; times before 0 are fine."""

    slots: dict[int, dict[str, str]] = field(default_factory=dict)

    def has_room(self, unit: str, time: int) -> bool:
        """Whether an instruction of this slot can stand there."""
        taken = self.slots.get(time, {})
        clash = any(BUNDLE.clash(unit, other) for other in taken)
        return not clash and BUNDLE.size(frozenset((unit, *taken))) is not None

    def put(self, unit: str, text: str, time: int) -> None:
        """Let it stand there; raises NoRoom."""
        if not self.has_room(unit, time):
            raise NoRoom(f"{text}: there is no room at {time}")
        self.slots.setdefault(time, {})[unit] = text

    def put_behind(self, unit: str, text: str, time: int) -> int:
        """Let it stand there or at the next place with room, which is returned."""
        while not self.has_room(unit, time):
            time += 1
        self.put(unit, text, time)
        return time

    def bundles(self, first: int, last: int, labels: Mapping[int, str]) -> list[Bundle]:
        """Those from one time to another, that one left out."""
        return [
            Bundle(dict(self.slots.get(time, {})), (labels[time],) if time in labels else ())
            for time in range(first, last)
        ]


def set_up(
    line: Timeline, before: Sequence[Operation], pinned: Mapping[int, Sequence[Operation]], end: int
) -> int:
    """Put `before` ahead of and between instructions that stand at their times; gives the first.

    Each as early as it can be, in their order, all of them before `end`; raises NoRoom.
    """
    order = [(time, each) for time in sorted(pinned) for each in pinned[time]]
    edges = [
        edge
        for edge in straight([*before, *(each for _, each in order)])
        if edge.before < len(before)
    ]
    for start in range(0, -MOST_AHEAD, -1):
        trial = Timeline({time: dict(slots) for time, slots in line.slots.items()})
        times = [start] * len(before) + [time for time, _ in order]
        for index, each in enumerate(before):
            ready = [times[e.before] + e.distance for e in edges if e.after == index]
            times[index] = trial.put_behind(each.unit, each.text, max([start, *ready]))
        kept = all(times[e.after] >= times[e.before] + e.distance for e in edges)
        if kept and max(times[: len(before)], default=start) < end:
            line.slots = trial.slots
            return start
    raise NoRoom("a set-up finds no place before what it is for")

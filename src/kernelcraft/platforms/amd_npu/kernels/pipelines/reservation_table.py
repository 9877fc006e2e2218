"""A reservation table: which slot of which bundle is taken, where some issue times are fixed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kernelcraft.codegen.bundle import Bundle
from kernelcraft.codegen.dependences import Edge, straight
from kernelcraft.codegen.operation import Operation
from kernelcraft.platforms.amd_npu.machine.bundles import BUNDLE

MOST_AHEAD = 200  # bundles of a set-up


class NoRoom(ValueError):
    """An instruction finds no place in time."""


@dataclass
class ReservationTable:
    """The slots that are taken, by time; times before 0 are fine."""

    slots: dict[int, dict[str, str]] = field(default_factory=dict)

    def has_room(self, unit: str, time: int) -> bool:
        """Whether an instruction of this slot can issue at this time."""
        return BUNDLE.has_room(unit, self.slots.get(time, {}))

    def put(self, unit: str, text: str, time: int) -> None:
        """Issue it at this time; raises NoRoom."""
        if not self.has_room(unit, time):
            raise NoRoom(f"{text}: there is no room at {time}")
        self.slots.setdefault(time, {})[unit] = text

    def put_after(self, unit: str, text: str, time: int) -> int:
        """Issue it then or in the next bundle with room, whose time is returned."""
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
    line: ReservationTable,
    before: Sequence[Operation],
    pinned: Mapping[int, Sequence[Operation]],
    end: int,
    loop_set: int,
) -> int:
    """Put `before` ahead of and between instructions with fixed issue times; gives the first time.

    What is needed first is issued first, all of it before `end`, the registers of a loop not after
    `loop_set`; raises NoRoom.
    """
    order = [(time, each) for time in pinned for each in pinned[time]]
    order.sort(key=lambda placed: placed[0] + placed[1].lands)  # a register keeps its old value
    count = len(before)
    edges = straight([*before, *(each for _, each in order)])
    edges = [edge for edge in edges if edge.before < count]
    due = [min(loop_set, end - 1) if _sets_loop(each) else end - 1 for each in before]
    due += [time for time, _ in order]
    for edge in sorted(edges, key=lambda each: -each.before):
        due[edge.before] = min(due[edge.before], due[edge.after] - edge.delay)
    inner = [edge for edge in edges if edge.after < count]
    for start in range(0, -MOST_AHEAD, -1):
        found = _placed(line, before, inner, due, start)
        if found is not None:
            line.slots = found.slots
            return start
    raise NoRoom("a set-up finds no place before what it is for")


def _sets_loop(operation: Operation) -> bool:
    return any(write.part in ("ls", "le", "lc") for write in operation.writes)


def _placed(
    line: ReservationTable,
    before: Sequence[Operation],
    edges: Sequence[Edge],
    due: Sequence[int],
    start: int,
) -> ReservationTable | None:
    """With `before` from `start` on, the most urgent first; None where one comes too late."""
    trial = ReservationTable({time: dict(slots) for time, slots in line.slots.items()})
    times: dict[int, int] = {}
    time = start
    while len(times) < len(before):
        waiting = sorted((due[index], index) for index in range(len(before)) if index not in times)
        if waiting[0][0] < time:
            return None
        for _, index in waiting:
            sources = [edge for edge in edges if edge.after == index]
            ready = all(
                edge.before in times and times[edge.before] + edge.delay <= time for edge in sources
            )
            if ready and trial.has_room(before[index].unit, time):
                trial.put(before[index].unit, before[index].text, time)
                times[index] = time
        time += 1
    return trial

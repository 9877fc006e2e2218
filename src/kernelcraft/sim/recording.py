"""What a machine did over a window of time, and the same in the Trace Event Format.

That is the JSON that Perfetto and Chrome's about:tracing read. Its times are microseconds: one of
them stands for one cycle. Source: "Trace Event Format", the document of the Chromium project.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from kernelcraft.sim.activity import Level
from kernelcraft.sim.timeline import Event

SCALE: Final = "1 us stands for 1 cycle"


@dataclass(frozen=True)
class Track:
    """Events in the order of time, none of which overlap."""

    name: str
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Group:
    """Tracks that belong together."""

    name: str
    tracks: tuple[Track, ...]


@dataclass(frozen=True)
class Recording:
    """From cycle `begin` to `end` of a run of `cycles`: the first group has the instructions, one
    after the other, the second why time passed; both add up to the window.

    `message` says why a run ended early, `missing` what is not known of it.
    """

    message: str = ""
    cycles: int = 0
    begin: int = 0
    end: int = 0
    groups: tuple[Group, ...] = ()
    levels: tuple[Level, ...] = ()
    missing: str = ""

    @property
    def count(self) -> int:
        """How many events it has, levels aside."""
        return sum(len(track.events) for group in self.groups for track in group.tracks)


def tracks(events: Iterable[Event]) -> tuple[Track, ...]:
    """A track for each `who`, in the order of their first events; more where they overlap."""
    by_who: dict[str, list[Event]] = {}
    for event in events:
        by_who.setdefault(event.who, []).append(event)
    found = ((who, _apart(each)) for who, each in by_who.items())
    return tuple(
        Track(who if len(rows) == 1 else f"{who} {number}", tuple(row))
        for who, rows in found
        for number, row in enumerate(rows, start=1)
    )


def _apart(events: list[Event]) -> list[list[Event]]:
    """As few rows as there are events at a time, each event in the first row that is free."""
    rows: list[list[Event]] = []
    free: list[int] = []  # rows, lowest first
    busy: list[tuple[int, int]] = []  # until when, and which row
    for event in sorted(events, key=lambda each: (each.begin, each.end)):
        while busy and busy[0][0] <= event.begin:
            heapq.heappush(free, heapq.heappop(busy)[1])
        if not free:
            heapq.heappush(free, len(rows))
            rows.append([])
        row = heapq.heappop(free)
        rows[row].append(event)
        heapq.heappush(busy, (event.end, row))
    return rows


def trace_events(recording: Recording) -> Iterator[Mapping[str, Any]]:
    """The elements of `traceEvents`: a group is a process, a track is a thread."""
    for pid, group in enumerate(recording.groups, start=1):
        yield _named("process_name", pid, 0, {"name": group.name})
        yield _named("process_sort_index", pid, 0, {"sort_index": pid})
        for tid, track in enumerate(group.tracks, start=1):
            yield _named("thread_name", pid, tid, {"name": track.name})
            yield _named("thread_sort_index", pid, tid, {"sort_index": tid})
            for event in track.events:
                yield _complete(event, pid, tid)
    pid = len(recording.groups) + 1
    for level in recording.levels:
        yield {
            "name": level.who,
            "ph": "C",
            "ts": level.at,
            "pid": pid,
            "args": {level.who: level.value},
        }
    if recording.levels:
        yield _named("process_name", pid, 0, {"name": "levels"})


def _named(name: str, pid: int, tid: int, args: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"name": name, "ph": "M", "ts": 0, "pid": pid, "tid": tid, "args": args}


def _complete(event: Event, pid: int, tid: int) -> Mapping[str, Any]:
    args: dict[str, object] = dict(event.notes)
    if event.line is not None:
        args["line"] = event.line
    if event.text:
        args["text"] = event.text
    if event.moved:
        args["bytes"] = event.moved
    return {
        "name": event.what,
        "cat": event.kind or event.who,
        "ph": "X",
        "ts": event.begin,
        "dur": event.end - event.begin,
        "pid": pid,
        "tid": tid,
        "args": args,
    }

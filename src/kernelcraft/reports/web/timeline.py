"""What a kernel's timeline shows, embedded once in its page for the script that draws it."""

from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from kernelcraft.reports.web.text import visible

MOST: Final = 4_000
"""Instructions, or bundles, of a timeline: what begins first."""

Json = str | int | None | Sequence["Json"] | dict[str, "Json"]


class Event(Protocol):
    """From cycle `begin` to before `end` something did `what`, which `line` says."""

    @property
    def what(self) -> str: ...
    @property
    def begin(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def line(self) -> int | None: ...


class Track(Protocol):
    """Events in the order of time that do not overlap."""

    @property
    def name(self) -> str: ...
    @property
    def events(self) -> Sequence[Event]: ...


class Group(Protocol):
    """Tracks that belong together."""

    @property
    def name(self) -> str: ...
    @property
    def tracks(self) -> Sequence[Track]: ...


class Level(Protocol):
    """From cycle `at` on, `who` is at `value`."""

    @property
    def who(self) -> str: ...
    @property
    def at(self) -> int: ...
    @property
    def value(self) -> int: ...


class Recording(Protocol):
    """Cycles `begin` to `end` of a run of `cycles`; `missing` says what is not known of it."""

    @property
    def cycles(self) -> int: ...
    @property
    def begin(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def groups(self) -> Sequence[Group]: ...
    @property
    def levels(self) -> Sequence[Level]: ...
    @property
    def missing(self) -> str: ...


def sheet(found: Recording, kernel: str) -> dict[str, Json]:
    """The data of a timeline. An event is four numbers: cycles since the end of the one before it,
    its cycles, its name, and its line, 0 for none."""
    names: dict[str, int] = {}
    groups: list[Json] = []
    shown: set[int] = set()
    for group in found.groups:
        tracks: list[Json] = []
        for track in group.tracks:
            shown.update(each.line for each in track.events if each.line is not None)
            events = list(_events(track.events, names))
            tracks.append({"name": visible(track.name), "events": events})
        groups.append({"name": group.name, "tracks": tracks})
    text = kernel.split("\n")
    lines = {str(line): visible(text[line - 1].strip()[:80]) for line in sorted(shown)}
    return {
        "cycles": found.cycles,
        "begin": found.begin,
        "end": found.end,
        "names": [visible(name) for name in names],
        "groups": groups,
        "levels": _levels(found),
        "lines": dict[str, Json](lines),
    }


def _events(events: Iterable[Event], names: dict[str, int]) -> Iterable[list[int]]:
    before = 0
    for each in events:
        name = names.setdefault(each.what, len(names))
        yield [each.begin - before, each.end - each.begin, name, each.line or 0]
        before = each.end


def _levels(found: Recording) -> list[Json]:
    points: dict[str, list[Json]] = {}
    for level in found.levels:
        points.setdefault(level.who, []).append([level.at, level.value])
    return [{"name": name, "points": each} for name, each in points.items()]

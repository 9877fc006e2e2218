"""Compares the lines of `episodes.jsonl` with the `.eval` logs that lie beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kernelcraft.records import digests, logs
from kernelcraft.records.episode import Episode, Key
from kernelcraft.records.jsonl import Unreadable

LARGEST: Final = 4 << 20  # bytes of a log; larger ones are for `replay`
ALL: Final = 32 << 20  # bytes of all logs of a folder


@dataclass(frozen=True)
class Compared:
    """The episodes in their order, doubtful ones with the reason; `notes` are sentences."""

    episodes: tuple[Episode, ...]
    notes: tuple[str, ...]


def compare(log_dir: Path, episodes: Iterable[Episode]) -> Compared:
    """Marks every line whose log says something else or is damaged, and says so.

    Digests are checked before a log is opened. Logs that are not there say nothing.
    """
    lines = tuple(episodes)
    by_log: dict[str, list[Episode]] = {}
    for episode in lines:
        by_log.setdefault(episode.log, []).append(episode)
    doubts, notes, unread, room = dict[Key, str](), list[str](), list[str](), ALL
    beside = {path.name: path for path in log_dir.glob("*.eval")}
    for name in sorted(by_log.keys() & beside.keys()):
        path, size = beside[name], beside[name].stat().st_size
        if size > min(LARGEST, room):
            unread.append(name)
            continue
        room -= size
        damage, held = _held(path)
        notes += [f"{name}: its lines are not compared with it: {damage}"] if damage else []
        for line in by_log[name]:
            if doubt := f"{name} {damage}" if damage else _doubt(line, held):
                doubts[line.key] = doubt
                shown = f"{line.cell}, {line.agent}, epoch {line.epoch}"
                notes += [] if damage else [f"{shown}: {doubt}"]
    if unread:
        notes.append(f"too large to be compared with its lines, use replay: {', '.join(unread)}")
    marked = (each.model_copy(update={"doubt": doubts.get(each.key, "")}) for each in lines)
    return Compared(tuple(marked), tuple(notes))


def _held(path: Path) -> tuple[str, dict[Key, Episode]]:
    """What is wrong with a log, and its records by key."""
    reason = digests.damage(path)
    if reason is not None:
        return reason, {}
    try:
        return "", {episode.key: episode for episode in logs.read(path)}
    except Unreadable as unreadable:
        return str(unreadable), {}


def _doubt(line: Episode, held: Mapping[Key, Episode]) -> str:
    logged = held.get(line.key)
    if logged is None:
        return f"the line disagrees with {line.log}, which holds no such episode"
    changed = _changed(line, logged)
    return f"the line disagrees with {line.log} in {', '.join(changed)}" if changed else ""


def _changed(line: Episode, logged: Episode) -> list[str]:
    ours, theirs = line.model_dump(mode="json"), logged.model_dump(mode="json")
    return [name for name in ours if ours[name] != theirs[name]]

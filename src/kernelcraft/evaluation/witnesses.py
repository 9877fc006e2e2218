"""Compares the lines of `episodes.jsonl` with the `.eval` logs that lie beside them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from kernelcraft.agents.eval_logs import Unreadable
from kernelcraft.evaluation import digests, logs
from kernelcraft.evaluation.records import Episode

LARGEST: Final = 4 << 20  # bytes of a log; larger ones are for `replay`
ALL: Final = 32 << 20  # bytes of all logs of a folder


def disagreements(log_dir: Path, episodes: Iterable[Episode]) -> tuple[str, ...]:
    """A sentence for every line whose log says something else, and for logs not compared.

    Digests are checked before a log is opened. Logs that are not there say nothing.
    """
    by_log: dict[str, list[Episode]] = {}
    for episode in episodes:
        by_log.setdefault(episode.log, []).append(episode)
    found, unread, room = list[str](), list[str](), ALL
    beside = {path.name: path for path in log_dir.glob("*.eval") if path.is_file()}
    for name in sorted(by_log.keys() & beside.keys()):
        path, lines = beside[name], by_log[name]
        size = path.stat().st_size
        if size > min(LARGEST, room):
            unread.append(name)
            continue
        room -= size
        found += _compared(path, lines)
    if unread:
        found.append(f"too large to be compared with its lines, use replay: {', '.join(unread)}")
    return tuple(found)


def _compared(path: Path, lines: Iterable[Episode]) -> Iterator[str]:
    reason = digests.damage(path)
    if reason is not None:
        yield f"{path.name}: its lines are not compared with it: {reason}"
        return
    try:
        held = {episode.key: episode for episode in logs.read(path)}
    except Unreadable as unreadable:
        yield f"{path.name}: its lines are not compared with it: {unreadable}"
        return
    for line in lines:
        name = f"{line.cell}, {line.agent}, epoch {line.epoch}"
        logged = held.get(line.key)
        if logged is None:
            yield f"{name}: the line disagrees with {path.name}, which holds no such episode"
        elif changed := _changed(line, logged):
            yield f"{name}: the line disagrees with {path.name} in {', '.join(changed)}"


def _changed(line: Episode, logged: Episode) -> list[str]:
    ours, theirs = line.model_dump(mode="json"), logged.model_dump(mode="json")
    return [name for name in ours if ours[name] != theirs[name]]

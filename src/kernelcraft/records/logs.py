"""What a log folder holds: finished episodes, `.eval` logs that they are rebuilt from, visits."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from kernelcraft.records import jsonl
from kernelcraft.records.episode import Episode, Key
from kernelcraft.records.eval_logs import samples
from kernelcraft.records.jsonl import Recorded, Unreadable

EPISODE = "episode"  # the key of a score's metadata that holds the record
VISITS = "visits"  # the folder of journals, each of a visit whose episodes are not yet in a log


def load(log_dir: Path) -> Recorded:
    """The finished episodes of a log folder; `episodes.jsonl` is rebuilt from the logs if missing.

    Logs and lines that cannot be read are named and left out, never fatal.
    """
    path = log_dir / jsonl.FILE
    if path.exists():  # a pipe, too: nothing is written over it
        return jsonl.read(path)
    found = rebuild(log_dir)
    if found.episodes:
        jsonl.write(path, found.episodes)
    return found


def waiting(log_dir: Path) -> list[Path]:
    """The journals of a log folder, oldest first."""
    return sorted((log_dir / VISITS).glob("*.jsonl"))


def rebuild(log_dir: Path) -> Recorded:
    """The episodes that the folder's logs hold, oldest log first; the last of equals counts."""
    episodes: dict[Key, Episode] = {}
    unreadable: list[str] = []
    for path in sorted(log_dir.glob("*.eval")):
        try:
            found = read(path)
        except Unreadable as reason:
            unreadable.append(f"{path}: {reason}")
            continue
        episodes.update((episode.key, episode) for episode in found)
    return Recorded(tuple(episodes.values()), tuple(unreadable))


def read(path: Path) -> list[Episode]:
    """The records that a log holds, in its order; raises Unreadable."""
    found = []
    for sample in samples(path):
        for score in (sample.scores or {}).values():
            record = (score.metadata or {}).get(EPISODE)
            try:
                found.append(Episode.model_validate(record))
            except ValidationError:
                continue  # some other program's score, or another schema version
    return found

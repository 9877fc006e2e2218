"""Rebuilds the episodes' records from the `.eval` logs of a folder."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from kernelcraft.evaluation import records
from kernelcraft.evaluation.records import Episode, Key, Recorded

EPISODE = "episode"  # the key of a score's metadata that holds the record


def load(log_dir: Path) -> Recorded:
    """The finished episodes of a log folder; `episodes.jsonl` is rebuilt from the logs if missing.

    Logs and lines that cannot be read are named and left out, never fatal.
    """
    path = log_dir / records.FILE
    if path.exists():
        return records.read(path)
    found = rebuild(log_dir)
    if found.episodes:
        records.write(path, found.episodes)
    return found


def rebuild(log_dir: Path) -> Recorded:
    """The episodes that the folder's logs hold, oldest log first; the last of equals counts."""
    episodes: dict[Key, Episode] = {}
    unreadable: list[str] = []
    for path in sorted(log_dir.glob("*.eval")):
        try:
            found = _episodes(path)
        except Exception as error:  # whatever decompressors and parsers make of damaged bytes
            unreadable.append(f"{path}: cannot be read: {_line(error)}")
            continue
        episodes.update((episode.key, episode) for episode in found)
    return Recorded(tuple(episodes.values()), tuple(unreadable))


def _line(error: Exception) -> str:
    """The first line of what an error says."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def _episodes(path: Path) -> list[Episode]:
    from inspect_ai.log import read_eval_log_samples

    samples = read_eval_log_samples(
        path.as_posix(), all_samples_required=False, exclude_fields={"events", "store"}
    )
    found = []
    for sample in samples:
        for score in (sample.scores or {}).values():
            record = (score.metadata or {}).get(EPISODE)
            try:
                found.append(Episode.model_validate(record))
            except ValidationError:
                continue  # some other program's score, or another schema version
    return found

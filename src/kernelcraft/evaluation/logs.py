"""Rebuilds the episodes' records from the `.eval` logs of a folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from kernelcraft.evaluation import records
from kernelcraft.evaluation.records import Episode, Key, Recorded

if TYPE_CHECKING:
    from inspect_ai.log import EvalSample

EPISODE = "episode"  # the key of a score's metadata that holds the record
_BULK = frozenset({"events", "store"})  # what records do not need


class Unreadable(Exception):
    """A log of which nothing can be made; the message is a sentence."""


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
        except Unreadable as reason:
            unreadable.append(f"{path}: {reason}")
            continue
        episodes.update((episode.key, episode) for episode in found)
    return Recorded(tuple(episodes.values()), tuple(unreadable))


def samples(path: Path, without: frozenset[str]) -> list[EvalSample]:
    """What a log holds, but for the fields `without`; raises Unreadable."""
    from inspect_ai.log import read_eval_log_samples

    try:
        found = read_eval_log_samples(
            path.as_posix(),
            all_samples_required=False,
            resolve_attachments=True,
            exclude_fields=set(without),
        )
        return list(found)
    except Exception as error:  # whatever decompressors and parsers make of damaged bytes
        reason = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise Unreadable(f"cannot be read: {reason}") from error


def _episodes(path: Path) -> list[Episode]:
    found = []
    for sample in samples(path, _BULK):
        for score in (sample.scores or {}).values():
            record = (score.metadata or {}).get(EPISODE)
            try:
                found.append(Episode.model_validate(record))
            except ValidationError:
                continue  # some other program's score, or another schema version
    return found

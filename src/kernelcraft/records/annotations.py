"""The file of a log folder that holds what people say of its episodes: `annotations.jsonl`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from kernelcraft.records import jsonl
from kernelcraft.records.annotation import Annotation
from kernelcraft.records.episode import Episode, Key

FILE: Final = "annotations.jsonl"


class Line(BaseModel):
    """One line of the file: whom it is about and what is said."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: Literal[1] = 1
    key: Key
    annotation: Annotation


@dataclass(frozen=True)
class Annotated:
    """The episodes in their order, each with its annotations; `notes` are sentences."""

    episodes: tuple[Episode, ...]
    notes: tuple[str, ...] = ()


def append(log_dir: Path, line: Line) -> None:
    """Add a line and wait until it is on the disk. Raises OSError."""
    jsonl.append(log_dir / FILE, line)


def annotated(log_dir: Path, episodes: Iterable[Episode]) -> Annotated:
    """What the folder's file says of them; of several by one person on an episode the last counts.

    Lines that cannot be read, or are about no episode of these, are named and left out.
    """
    path = log_dir / FILE
    known = tuple(each.model_copy(update={"annotations": ()}) for each in episodes)
    if not path.exists():
        return Annotated(known)
    said: dict[Key, dict[str, Annotation]] = {each.key: {} for each in known}
    notes: list[str] = []
    try:
        for number, text in jsonl.lines(path):
            try:
                line = Line.model_validate_json(text)
            except ValidationError as error:
                notes.append(f"{path}: line {number}: {jsonl.first(error)}")
                continue
            if line.key not in said:
                notes.append(f"{path}: line {number}: is about no episode of this folder")
                continue
            said[line.key][line.annotation.who] = line.annotation
    except jsonl.Unreadable as reason:
        notes.append(f"{path}: {reason}")
    found = (
        each.model_copy(update={"annotations": tuple(said[each.key].values())}) for each in known
    )
    return Annotated(tuple(found), tuple(notes))

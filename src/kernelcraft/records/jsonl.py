"""The file that holds one line for each episode: `episodes.jsonl`."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ValidationError

from kernelcraft.records.episode import Episode, Key

FILE: Final = "episodes.jsonl"
MOST_LINE: Final = 16 << 20
"""Bytes of one record; a thousand attempts take 60 kB."""
MOST_FILE: Final = 1 << 30
"""Bytes of all records."""


class Unreadable(Exception):
    """A file of records, or a log, of which nothing can be made; the message is a sentence."""


@dataclass(frozen=True)
class Recorded:
    """What a file of episodes holds; `unreadable` are sentences about lines that were left out."""

    episodes: tuple[Episode, ...]
    unreadable: tuple[str, ...] = ()


def read(path: Path) -> Recorded:
    """The episodes of a file; a torn last line is dropped, any other bad line is reported.

    Of several lines with one key the last counts.
    """
    found: dict[Key, Episode] = {}
    unreadable = []
    try:
        for number, line in lines(path):
            try:
                episode = Episode.model_validate_json(_whole_line(line))
            except ValidationError as error:
                unreadable.append(f"{path}: line {number}: {first(error)}")
            except Unreadable as reason:
                unreadable.append(f"{path}: line {number}: {reason}")
            else:
                found[episode.key] = episode
    except Unreadable as reason:
        unreadable.append(f"{path}: {reason}")
    return Recorded(tuple(found.values()), tuple(unreadable))


def lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """The file's lines and their numbers from 1, one in memory at a time; raises Unreadable.

    A line longer than `MOST_LINE` is cut there: it has no end, like a torn one.
    """
    if not path.is_file():
        raise Unreadable("is no file")
    size = path.stat().st_size
    if size > MOST_FILE:
        raise Unreadable(f"is not opened: {size:,} bytes are more than {MOST_FILE:,}")
    with path.open("rb") as file:
        number = 0
        while line := file.readline(MOST_LINE):
            number += 1
            yield number, line
            while len(line) == MOST_LINE and not line.endswith(b"\n"):
                line = file.readline(MOST_LINE)  # the rest of it is not kept


def _whole_line(line: bytes) -> bytes:
    if line.endswith(b"\n"):
        return line[:-1]
    if len(line) < MOST_LINE:
        raise Unreadable("cut in the middle, dropped")
    raise Unreadable(f"longer than {MOST_LINE:,} bytes, dropped")


def append(path: Path, record: BaseModel) -> None:
    """Add one line and wait until it is on the disk; a torn last line is removed before.

    Evaluations of other processes may add to the same file.
    """
    rest = _line(record)
    with path.open("ab", buffering=0) as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # closing the file gives it back
        size = _whole(path)
        if size != path.stat().st_size:
            file.truncate(size)
        try:
            while rest:
                rest = rest[file.write(rest) :]
            os.fsync(file.fileno())
        except OSError:
            with contextlib.suppress(OSError):
                file.truncate(size)  # half a line; the next call would remove it, too
            raise


def write(path: Path, episodes: Iterable[Episode]) -> None:
    """Write the whole file anew, in one step."""
    beside = path.with_suffix(".new")
    with beside.open("wb") as file:
        for episode in episodes:
            file.write(_line(episode))
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def _line(record: BaseModel) -> bytes:
    return record.model_dump_json().encode() + b"\n"


def _whole(path: Path) -> int:
    """Bytes up to the end of the last complete line."""
    size = path.stat().st_size
    with path.open("rb") as file:
        end = size
        while end > 0:
            start = max(0, end - 65536)
            file.seek(start)
            newline = file.read(end - start).rfind(b"\n")
            if newline >= 0:
                return start + newline + 1
            end = start
    return 0


def first(error: ValidationError) -> str:
    """Where a record is wrong, and what is."""
    fault = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in fault["loc"])
    return f"{where}: {fault['msg']}" if where else str(fault["msg"])

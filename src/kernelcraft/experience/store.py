"""The store: a SQLite file of evidence, counted by lessons; what is written stays as it was.

A lesson is what the same change has brought in the same place (platform, unit, family, cause).
Checks are added and never replace anything, so that a store can be read as it was at any time.
"""

from __future__ import annotations

import contextlib
import json
import math
import re
import secrets
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal

from kernelcraft.experience.evidence import Evidence, Origin, Place, digest

VERSION: Final = 1
PATIENCE: Final = 30.0  # seconds that a writer waits for another one
Outcome = Literal["holds", "refuted", "other machine"]
"""Of a replay: the cycles are what was written; they are not; the platform is another by now."""

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS store (id TEXT, version INTEGER);
CREATE TABLE IF NOT EXISTS kernel (digest TEXT PRIMARY KEY, text BLOB);
CREATE TABLE IF NOT EXISTS place (
    id INTEGER PRIMARY KEY, platform TEXT, family TEXT, unit TEXT, cause TEXT, mix TEXT,
    UNIQUE (platform, family, unit, cause, mix)
);
CREATE TABLE IF NOT EXISTS evidence (
    number INTEGER PRIMARY KEY AUTOINCREMENT, place INTEGER REFERENCES place, cell TEXT,
    move TEXT, change TEXT, before TEXT REFERENCES kernel, after TEXT REFERENCES kernel,
    cycles_before INTEGER, cycles_after INTEGER, failure TEXT,
    agent TEXT, model TEXT, seed INTEGER, version TEXT, code TEXT,
    UNIQUE (cell, move, change, before, after)
);
CREATE TABLE IF NOT EXISTS checked (
    number INTEGER PRIMARY KEY AUTOINCREMENT, evidence INTEGER REFERENCES evidence,
    outcome TEXT, found TEXT, code TEXT
);
"""
_ROWS: Final = """
SELECT e.*, (
    SELECT c.outcome FROM checked c WHERE c.evidence = e.number AND c.number <= ?
    ORDER BY c.number DESC LIMIT 1
)
FROM evidence e WHERE e.number <= ? ORDER BY e.number
"""


class StoreFault(ValueError):
    """A file is no store of lessons; the message is a sentence for the user."""


@dataclass(frozen=True)
class Point:
    """How much of a store was read: up to which evidence and which check."""

    store: str
    evidence: int
    checks: int

    def __str__(self) -> str:
        return f"{self.store}@{self.evidence}.{self.checks}"

    @classmethod
    def parse(cls, text: str) -> Point:
        """As it prints; raises ValueError."""
        found = re.fullmatch(r"(.*)@([0-9]{1,18})\.([0-9]{1,18})", text)
        if found is None:
            raise ValueError(text)
        return cls(found[1], int(found[2]), int(found[3]))


@dataclass(frozen=True)
class Row(Evidence):
    """One piece of evidence as it is stored: kernels by their digests; what a replay found last."""

    number: int
    checked: Outcome | None

    @property
    def believed(self) -> bool:
        """Whether no replay has refuted it."""
        return self.checked != "refuted"


@dataclass(frozen=True)
class Lesson:
    """What one change has brought in one place.

    rows: all evidence, refuted ones as well. It is retracted when nothing believable is left.
    """

    platform: str
    family: str
    unit: str
    cause: str
    move: str
    change: str
    rows: tuple[Row, ...] = ()

    @property
    def believed(self) -> tuple[Row, ...]:
        """The evidence that counts."""
        return tuple(row for row in self.rows if row.believed)

    @property
    def retracted(self) -> bool:
        """Whether replays have refuted all of it."""
        return not self.believed

    @property
    def n(self) -> int:
        """How often it was measured."""
        return len(self.believed)

    @property
    def paid(self) -> int:
        """How often it paid; the others speak against it."""
        return sum(row.paid for row in self.believed)

    @property
    def gain(self) -> float | None:
        """Geometric mean of how many times as fast kernels became; None without any such pair."""
        ratios = [row.ratio for row in self.believed if row.ratio is not None]
        return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else None

    @property
    def wrong(self) -> int:
        """How often it made a right kernel wrong."""
        return sum(row.broke for row in self.believed)

    @property
    def checked(self) -> int:
        """How many pieces of evidence a replay has confirmed."""
        return sum(row.checked == "holds" for row in self.rows)


class Store:
    """A file of lessons. Several processes may write at once; each call is one transaction."""

    def __init__(self, path: Path) -> None:
        """Raises StoreFault for a file that is none; a missing one is made."""
        self.path = path
        try:
            with self._open() as database:
                database.executescript(_SCHEMA)
                found = database.execute("SELECT id, version FROM store").fetchone()
                if found is None:
                    found = (secrets.token_hex(4), VERSION)
                    database.execute("INSERT INTO store VALUES (?, ?)", found)
        except sqlite3.Error as error:
            raise StoreFault(f"{path}: this is no store of lessons ({error})") from error
        if found[1] != VERSION:
            raise StoreFault(f"{path}: written by another version ({found[1]}, this is {VERSION})")
        self.id = str(found[0])

    def add(self, found: Iterable[Evidence]) -> int:
        """Write what is new; how many pieces were."""
        with self._open() as database:
            count = [_add(database, each) for each in found]
        return sum(count)

    def check(self, number: int, outcome: Outcome, found: str, code: str) -> None:
        """Write what a replay of a piece of evidence found, by code with this hash."""
        with self._open() as database:
            database.execute(
                "INSERT INTO checked (evidence, outcome, found, code) VALUES (?, ?, ?, ?)",
                (number, outcome, found, code),
            )

    def now(self) -> Point:
        """Where the store stands."""
        with self._open() as database:
            return Point(self.id, _last(database, "evidence"), _last(database, "checked"))

    def rows(self, at: Point | None = None) -> tuple[Row, ...]:
        """All evidence up to a point, oldest first."""
        at = at or self.now()
        with self._open() as database:
            places = {each[0]: _place(each) for each in database.execute("SELECT * FROM place")}
            found = database.execute(_ROWS, (at.checks, at.evidence))
            return tuple(_row(each, places) for each in found)

    def kernel(self, digest: str) -> str:
        """A kernel's text; raises KeyError."""
        with self._open() as database:
            found = database.execute("SELECT text FROM kernel WHERE digest = ?", (digest,))
            row = found.fetchone()
        if row is None:
            raise KeyError(digest)
        return zlib.decompress(row[0]).decode("utf-8", "surrogatepass")

    @contextlib.contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        database = sqlite3.connect(self.path, timeout=PATIENCE)
        try:
            with database:
                yield database
        finally:
            database.close()


def lessons(rows: Iterable[Row]) -> list[Lesson]:
    """Evidence by what was changed and where; those with most evidence first."""
    found: dict[Lesson, list[Row]] = {}
    for row in rows:
        at = row.place
        lesson = Lesson(at.platform, at.family, at.unit, at.cause, row.move, row.change)
        found.setdefault(lesson, []).append(row)
    made = [replace(lesson, rows=tuple(each)) for lesson, each in found.items()]
    return sorted(made, key=lambda lesson: (-lesson.n, lesson.platform, lesson.change))


def _add(database: sqlite3.Connection, new: Evidence) -> bool:
    place = new.place
    mix = json.dumps(place.mix, sort_keys=True)
    key = (place.platform, place.family, place.unit, place.cause, mix)
    database.execute(
        "INSERT OR IGNORE INTO place (platform, family, unit, cause, mix) VALUES (?, ?, ?, ?, ?)",
        key,
    )
    (number,) = database.execute(
        "SELECT id FROM place WHERE platform = ? AND family = ? AND unit = ? AND cause = ? "
        "AND mix = ?",
        key,
    ).fetchone()
    for text in (new.before, new.after):
        packed = zlib.compress(text.encode("utf-8", "surrogatepass"))
        database.execute("INSERT OR IGNORE INTO kernel VALUES (?, ?)", (digest(text), packed))
    origin = new.origin
    before = database.total_changes
    database.execute(
        "INSERT OR IGNORE INTO evidence (place, cell, move, change, before, after, cycles_before, "
        "cycles_after, failure, agent, model, seed, version, code) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            number,
            new.cell,
            new.move,
            new.change,
            digest(new.before),
            digest(new.after),
            new.cycles_before,
            new.cycles_after,
            new.failure,
            origin.agent,
            origin.model,
            origin.seed,
            origin.version,
            origin.code,
        ),
    )
    return database.total_changes > before


def _last(database: sqlite3.Connection, table: str) -> int:
    (number,) = database.execute(f"SELECT COALESCE(MAX(number), 0) FROM {table}").fetchone()
    return int(number)


def _place(found: Sequence[Any]) -> Place:
    _, platform, family, unit, cause, mix = found
    return Place(platform, family, unit, cause, json.loads(mix))


def _row(found: Sequence[Any], places: Mapping[int, Place]) -> Row:
    """In the order of the table's columns."""
    number, place, cell, move, change, before, after, *numbers = found
    cycles_before, cycles_after, failure, agent, model, seed, version, code, checked = numbers
    return Row(
        places[place],
        cell,
        move,
        change,
        before,
        after,
        cycles_before,
        cycles_after,
        failure,
        Origin(agent, model, seed, version, code),
        number,
        checked,
    )

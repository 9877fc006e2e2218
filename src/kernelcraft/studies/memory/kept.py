"""Courses that were run before, in a folder: they are run again only where something differs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

from pydantic import BaseModel

from kernelcraft.experience.advice import Advice
from kernelcraft.experience.evidence import digest
from kernelcraft.grading.hashes import strategies_hash
from kernelcraft.studies.memory.experiment import Course, Kind, course
from kernelcraft.studies.memory.table import Table


class Kept(BaseModel):
    """Courses by their seeds: cycles of the compiler's kernel, then of every attempt."""

    key: str
    courses: dict[int, tuple[int | None, ...]] = {}


def kept(
    folder: Path | None,
    table: Table,
    agent: str,
    kind: Kind,
    advice: Advice | None,
    most: int,
) -> Callable[[int], Course]:
    """A course by its seed: as it was, or run now and written down."""
    if folder is None:
        return lambda seed: course(table, agent, kind, seed, advice, most)
    name = f"courses_{table.cell.name.replace('/', '_')}_{agent}_{kind.replace(' ', '_')}.json"
    file, known = folder / name, Kept(key=_key(advice, most))
    if file.is_file():
        found = Kept.model_validate_json(file.read_bytes())
        known = found if found.key == known.key else known

    def run(seed: int) -> Course:
        if seed not in known.courses:
            made = course(table, agent, kind, seed, advice, most)
            known.courses[seed] = (made.start, *made.cycles)
            file.write_text(known.model_dump_json(), encoding="utf-8")
        start, *cycles = known.courses[seed]
        return Course(table.cell.name, agent, kind, seed, start or 0, tuple(cycles))

    return run


def _key(advice: Advice | None, most: int) -> str:
    """Of everything that decides a course, but for its cell, agent and seed."""
    rows = () if advice is None else advice.rows
    told = [
        (row.cell, row.move, row.change, digest(row.before), digest(row.after), row.cycles_after)
        for row in rows
    ]
    text = json.dumps([strategies_hash(), advice is None, most, told])
    return hashlib.sha256(text.encode()).hexdigest()

"""Log folders as data: the rows, what was left out, and the files that hold them."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from pydantic import BaseModel

from kernelcraft.dataset import card, pairs
from kernelcraft.dataset.contamination import ALL_SIZES, DRAWN, HELD_OUT, PUBLISHED
from kernelcraft.dataset.rows import Example, Preference, Trajectory
from kernelcraft.dataset.trajectories import done_again
from kernelcraft.evaluation import transcripts
from kernelcraft.evaluation.replaying import CANNOT
from kernelcraft.evaluation.transcripts import Transcript
from kernelcraft.generators.program import GeneratorFault
from kernelcraft.grading.job import Grader
from kernelcraft.records.jsonl import Unreadable
from kernelcraft.records.verdict import Rules

CARD: Final = "README.md"
KINDS: Final = ("trajectories", "examples", "preferences")
"""Of rows; each has a file."""
SIZES_ONLY: Final = frozenset((DRAWN, PUBLISHED, HELD_OUT, ALL_SIZES))


@dataclass(frozen=True)
class Collection:
    """All rows; `left_out` has a sentence for each episode, log or group of rows that is not in."""

    trajectories: tuple[Trajectory, ...]
    examples: tuple[Example, ...]
    preferences: tuple[Preference, ...]
    left_out: tuple[str, ...]

    @property
    def tables(self) -> dict[str, Sequence[BaseModel]]:
        """The rows by the name of their file."""
        return dict(zip(KINDS, (self.trajectories, self.examples, self.preferences), strict=True))

    def write(self, folder: Path, *, parquet: bool = False) -> list[Path]:
        """A JSONL file for each kind of row, a Parquet file beside it if asked, and the card."""
        folder.mkdir(parents=True, exist_ok=True)
        written = []
        for name, rows in self.tables.items():
            path = folder / f"{name}.jsonl"
            path.write_text("".join(row.model_dump_json() + "\n" for row in rows), "utf-8")
            written.append(path)
            if parquet and rows:
                written.append(_as_parquet(folder / f"{name}.parquet", rows))
        path = folder / CARD
        counts = {name: len(rows) for name, rows in self.tables.items()}
        path.write_text(card.text(self.trajectories, counts, self.left_out), "utf-8")
        return [*written, path]


def collect(
    logs: Sequence[Path],
    grader: Grader,
    rules: Rules = "strict",
    shape: str = "default",
    *,
    clean: bool = False,
    at_once: int = 1,
) -> Collection:
    """The rows of `.eval` logs, `at_once` episodes at a time.

    With `clean` an episode is left out whose right kernels are like an expert's or hold the
    benchmark's canary.
    """
    left_out, known = [], list[Transcript]()
    for path in logs:
        try:
            known += transcripts.read(path)
        except Unreadable as reason:
            left_out.append(f"{path.name}: {reason}")
    with ThreadPoolExecutor(at_once) as threads:
        work = partial(_row, grader=grader, rules=rules, shape=shape)
        found = list(threads.map(work, known))
    left_out += [each for each in found if isinstance(each, str)]
    rows = [each for each in found if isinstance(each, Trajectory)]
    if clean:
        dirty = [row for row in rows if not SIZES_ONLY.issuperset(row.contaminates)]
        left_out += [f"{_name(row)}: {', '.join(row.contaminates)}" for row in dirty]
        rows = [row for row in rows if SIZES_ONLY.issuperset(row.contaminates)]
    return collection(rows, left_out)


def collection(rows: Sequence[Trajectory], left_out: Sequence[str]) -> Collection:
    """Trajectories with the pairs that follow from them."""
    return Collection(
        tuple(rows), tuple(pairs.examples(rows)), tuple(pairs.preferences(rows)), tuple(left_out)
    )


def _row(transcript: Transcript, grader: Grader, rules: Rules, shape: str) -> Trajectory | str:
    """Its trajectory, or a sentence that says why there is none."""
    episode = transcript.episode
    name = f"{episode.cell}, {episode.agent}, epoch {episode.epoch}"
    if episode.doubt:
        return f"{name}: the record is not believed: {episode.doubt}"
    try:
        found = done_again(transcript, grader, rules, shape)
    except (*CANNOT, GeneratorFault) as error:
        return f"{name}: cannot be done again: {error}"
    return f"{name}: nothing was evaluated" if found is None else found


def _name(row: Trajectory) -> str:
    return f"{row.cell}, {row.author}, epoch {row.epoch}"


def _as_parquet(path: Path, rows: Sequence[BaseModel]) -> Path:
    import pyarrow  # type: ignore[import-untyped]
    from pyarrow import parquet

    table = pyarrow.Table.from_pylist([row.model_dump(mode="json") for row in rows])
    parquet.write_table(table, path, compression="zstd")
    return path

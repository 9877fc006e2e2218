"""A cell's kernels as a table: what the moves make of which kernel, and what the simulator says.

Each kernel is made, run and profiled once, when it is first asked for; then searches cost nothing.
A move's chances are three draws, of which a search gets one.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, cast

from pydantic import BaseModel

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, load_cell
from kernelcraft.cells.moves import Move, moves
from kernelcraft.experience.evidence import digest
from kernelcraft.grading.evaluation import Evaluation
from kernelcraft.grading.job import Evaluate, InProcess, Job, Profiled, R
from kernelcraft.grading.profiling import LineCycles, WhatIf, Where
from kernelcraft.records.verdict import Failure

DRAWS: Final = 3
MARK: Final = "@"


class Origin(BaseModel):
    """How a kernel was first made: by which draw of a move, and which of its proposals it is."""

    start: str
    move: str
    draw: int
    place: int


class Graded(BaseModel):
    """What evaluating a kernel gave."""

    cycles: int | None
    failure: Failure | None


class Shown(BaseModel):
    """What of a profile tells kernels apart; `executed` by mnemonic, `gains` by cause."""

    cycles: int
    units: dict[str, int]
    reasons: dict[str, int]
    gains: dict[str, int]
    executed: dict[str, int]


class Held(BaseModel):
    """All that is known of a cell. made: titles and kernels, by start, move and draw."""

    cell: str
    version: str
    origins: dict[str, Origin] = {}
    graded: dict[str, Graded] = {}
    shown: dict[str, Shown] = {}
    made: dict[str, list[tuple[str, str]]] = {}


@dataclass
class Table:
    """A cell's table, which is also its grader: a kernel's text is its title and its digest."""

    cell: Cell
    held: Held
    _texts: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, name: str, folder: Path | None = None) -> Table:
        """As it was saved in a folder, if it was, on the same version of the machine."""
        cell = load_cell(name)
        held = Held(cell=name, version=cell.platform.version)
        file = folder and folder / _file(name)
        if file and file.is_file():
            found = Held.model_validate_json(file.read_bytes())
            held = found if found.version == held.version else held
        return cls(cell, held)

    def save(self, folder: Path) -> None:
        """Write it; the texts are made again when they are needed."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _file(self.cell.name)).write_text(self.held.model_dump_json(), encoding="utf-8")

    @property
    def start(self) -> str:
        """The compiler's kernel."""
        return kernels.baseline(self.cell)

    @property
    def baseline_cycles(self) -> int:
        """Of the compiler's kernel, which is right."""
        graded = self._evaluation(body(self.start))
        assert graded.cycles is not None
        return graded.cycles

    def moves(self, cell: Cell) -> list[Move]:
        """The platform's, which look here first."""
        return [replace(each, propose=Proposals(self, each)) for each in moves(cell)]

    @property
    def chancy(self) -> bool:
        """Whether a move of the compiler's kernel depends on its draw."""
        start = body(self.start)
        return any(
            len({str(self.proposed(move, start, draw)) for draw in range(DRAWS)}) > 1
            for move in moves(self.cell)
        )

    def submit(self, job: Job[R]) -> Future[R]:
        """Evaluate or profile a kernel of the table."""
        future: Future[R] = Future()
        if isinstance(job, Evaluate):
            future.set_result(cast("R", self._evaluation(_known(job.kernel))))
        elif isinstance(job, Profiled):
            future.set_result(cast("R", self._where(_known(job.kernel))))
        else:
            raise TypeError(f"a table does not hold what {type(job).__name__} asks for")
        return future

    def proposed(self, move: Move, start: str, draw: int) -> list[tuple[str, str]]:
        """Titles and digests of what a move makes of a kernel."""
        key = " ".join([start, str(draw), move.name])
        if key not in self.held.made:
            texts = list(move.propose(self.cell, self.text(start), random.Random(draw)))
            found = []
            for place, text in enumerate(texts):
                name = body(text)
                self._texts[name] = text
                origin = Origin(start=start, move=move.name, draw=draw, place=place)
                self.held.origins.setdefault(name, origin)
                found.append((text.partition("\n")[0], name))
            self.held.made[key] = found
        return self.held.made[key]

    def _evaluation(self, name: str) -> Evaluation:
        if name not in self.held.graded:
            found = InProcess().submit(Evaluate(self.cell.name, self.text(name))).result()
            self.held.graded[name] = Graded(cycles=found.cycles, failure=found.failure)
        graded = self.held.graded[name]
        cycles = None if graded.failure else graded.cycles
        if cycles is None:
            return Evaluation(graded.failure, "")
        return Evaluation(
            None,
            "",
            cycles=cycles,
            instructions=0,
            match_rate=1.0,
            mse=0.0,
            normalised_error=0.0,
            tau=1.0,
        )

    def _where(self, name: str) -> Where:
        if name not in self.held.shown:
            found = InProcess().submit(Profiled(self.cell.name, self.text(name))).result()
            executed: Counter[str] = Counter()
            for line in found.lines:
                for word in line.text.split():
                    if word in self.cell.platform.isa.forms:
                        executed[word] += line.executions
            self.held.shown[name] = Shown(
                cycles=found.cycles,
                units=dict(found.by_unit),
                reasons=dict(found.by_reason),
                gains={each.cause: each.gain for each in found.what_if},
                executed=dict(executed),
            )
        return _where(self.held.shown[name])

    def text(self, name: str) -> str:
        """A kernel's text, made again from the compiler's if need be."""
        if name not in self._texts:
            origin = self.held.origins.get(name)
            if origin is None:
                self._texts[name] = self.start
            else:
                move = next(each for each in moves(self.cell) if each.name == origin.move)
                rng = random.Random(origin.draw)
                made = move.propose(self.cell, self.text(origin.start), rng)
                texts = {body(text): text for text in made}
                self._texts.update(texts)
        return self._texts[name]


@dataclass(frozen=True)
class Proposals:
    """A move that looks into a table first."""

    table: Table
    move: Move

    def __call__(self, cell: Cell, text: str, rng: random.Random) -> Iterator[str]:
        draw = rng.randrange(DRAWS)
        for title, name in self.table.proposed(self.move, _known(text), draw):
            yield f"{title}\n{MARK}{name}"


def body(text: str) -> str:
    """What a kernel is known by, whatever its title says."""
    return digest(text.partition("\n")[2])


def _known(text: str) -> str:
    last = text.partition("\n")[2]
    return last.removeprefix(MARK) if last.startswith(MARK) else digest(last)


def _where(shown: Shown) -> Where:
    lines = [LineCycles(1, name, count, 0) for name, count in shown.executed.items()]
    return Where(
        "",
        shown.cycles,
        by_unit=tuple(shown.units.items()),
        by_reason=tuple(shown.reasons.items()),
        lines=tuple(lines),
        what_if=tuple(WhatIf(cause, 0, gain, None) for cause, gain in shown.gains.items()),
    )


def _file(cell: str) -> str:
    return f"moves_{cell.replace('/', '_')}.json"


def tables(cells: Sequence[str], folder: Path | None) -> Mapping[str, Table]:
    """One for each cell."""
    return {name: Table.of(name, folder) for name in cells}


def differences(table: Table, sample: int) -> list[str]:
    """What a new run says differently of one kernel in `sample`; empty where nothing does."""
    found = []
    for number, name in enumerate(sorted(table.held.graded)):
        if number % sample:
            continue
        text, known = table.text(name), table.held.graded[name]
        again = InProcess().submit(Evaluate(table.cell.name, text)).result()
        if (again.failure, again.cycles) != (known.failure, known.cycles):
            found.append(f"{table.cell.name} {name}: {known}, now {again.cycles} {again.failure}")
    return found

"""What a row of the table is made from, and what a check is given."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

from kernelcraft.audit.conformance.records import State
from kernelcraft.audit.trial import SEED
from kernelcraft.cells import platforms
from kernelcraft.cells.cell import Cell, load_cell
from kernelcraft.cells.kernels import baseline, has_baseline
from kernelcraft.cells.protocol import PlacementError, Platform
from kernelcraft.cells.recipes import interpreter
from kernelcraft.cells.sizes import FILE, configurations
from kernelcraft.grading.lockfile import NotLockable
from kernelcraft.grading.verification import grade
from kernelcraft.sim.native import Native, load

FEW = 4  # cells of which all is tried, unless everything is


@dataclass(frozen=True)
class Found:
    """What a check says: a state, and a few words with counts."""

    state: State
    text: str


def ok(text: str) -> Found:
    """It is there and right."""
    return Found("ok", text)


def missing(text: str) -> Found:
    """It is not there, which is no mistake."""
    return Found("missing", text)


def wrong(faults: Sequence[str]) -> Found:
    """It is there and not right: the first fault, and how many there are."""
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return Found("wrong", f"{faults[0]}{more}")


def not_applicable(text: str) -> Found:
    """Such a machine cannot have it."""
    return Found("not applicable", text)


def not_tried(text: str) -> Found:
    """What it needs is not there."""
    return Found("not tried", text)


@dataclass(frozen=True)
class Subject:
    """A platform under examination; `everything` is all of its cells instead of a few."""

    name: str
    everything: bool = False

    @cached_property
    def platform(self) -> Platform:
        """The platform; raises BrokenPackage."""
        return platforms.platform(self.name)

    @cached_property
    def native(self) -> Native | str:
        """The compiled machine, or the sentence that says why there is none."""
        return load(interpreter(self.name))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All cells of the platform's sizes; raises ConfigurationError for a wrong file of them."""
        if platforms.file(self.name, FILE) is None:
            return ()
        tasks = configurations(self.name)
        return tuple(f"{self.name}/{task}/{row}" for task, rows in tasks.items() for row in rows)

    @cached_property
    def placed(self) -> "Placed":
        """The cells that are looked at: the smallest of each task, or all."""
        fits: list[Cell] = []
        faults: list[str] = []
        for name in self.names if self.everything else self._smallest():
            try:
                fits.append(load_cell(name))
            except PlacementError as error:
                faults.append(f"{name}: {error}")
        return Placed(tuple(fits), tuple(faults))

    @cached_property
    def written(self) -> tuple[Cell, ...]:
        """Those of them that have a baseline."""
        return tuple(cell for cell in self.placed.cells if has_baseline(cell))

    @cached_property
    def refused(self) -> Mapping[Cell, str]:
        """Why the baseline is refused, "" for a right one: of the smallest cells, or of all."""
        least = sorted(self.written, key=_elements)[:FEW]
        return {cell: _refusal(cell) for cell in (self.written if self.everything else least)}

    @property
    def right(self) -> tuple[Cell, ...]:
        """Those of them whose baseline is right, on which the later checks are made."""
        return tuple(cell for cell, message in self.refused.items() if not message)

    def _smallest(self) -> list[str]:
        tasks = configurations(self.name) if self.names else {}
        return [f"{self.name}/{task}/{_smallest(rows)}" for task, rows in tasks.items()]


@dataclass(frozen=True)
class Placed:
    """The cells whose tensors have a place, and a sentence for each other."""

    cells: tuple[Cell, ...]
    faults: tuple[str, ...]


@dataclass(frozen=True)
class Check:
    """A row: what it is called and brings, the command (of NAME) and the page, and who looks."""

    name: str
    brings: str
    command: str
    page: str
    find: Callable[[Subject], Found]


def _refusal(cell: Cell) -> str:
    try:
        verdict = grade(cell, baseline(cell), seed=SEED)
    except NotLockable as error:
        return str(error)
    return "" if verdict.correct else f"{cell.name}: the baseline is refused: {verdict.message}"


def _smallest(rows: Mapping[str, Mapping[str, int]]) -> str:
    return min(rows, key=lambda name: prod(rows[name].values()))


def _elements(cell: Cell) -> int:
    return sum(prod(tensor.shape) for tensor in (*cell.inputs, cell.output))

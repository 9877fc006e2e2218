"""What an agent may see of one kernel: its result and its output on the public inputs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import FloatArray
from kernelcraft.grading import lockfile
from kernelcraft.grading.check import Seen, checked
from kernelcraft.grading.examination import Examination, examine
from kernelcraft.grading.input_set import public_set
from kernelcraft.grading.tolerance import Comparison, RowError, WrongElement, strict_rule
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.records.verdict import Failure

FLAT_ROW: Final = 16
"""Elements of an output of one axis that are shown as a row."""


@dataclass(frozen=True)
class Place:
    """A wrong element of the output and where it lies."""

    element: WrongElement
    address: str

    def __str__(self) -> str:
        return f"{self.element} at {self.address}"


@dataclass(frozen=True)
class Evaluation:
    """One kernel on the public inputs; numbers are None where it did not come that far."""

    failure: Failure | None
    message: str
    errors: tuple[str, ...] = ()
    cycles: int | None = None
    instructions: int | None = None
    match_rate: float | None = None
    mse: float | None = None
    normalised_error: float | None = None
    tau: float | None = None
    largest: float | None = None
    worst_rows: tuple[RowError, ...] = ()
    wrong_elements: tuple[Place, ...] = ()

    @property
    def ended(self) -> bool:
        """Whether the kernel ran to its end."""
        return self.match_rate is not None


@dataclass(frozen=True)
class Row:
    """One row of the output beside the reference; of one axis, some elements from `index` on."""

    index: tuple[int, ...]
    found: FloatArray
    expected: FloatArray
    mse: float
    error: float  # normalised by the row's rms


@dataclass(frozen=True)
class Rows:
    """The first rows of the output; `message` is "" or says why there are none."""

    message: str
    rows: tuple[Row, ...] = ()
    total: int = 0


def evaluate(cell: Cell, text: str) -> Evaluation:
    """The strict rule and the memory checks on the public inputs."""
    try:
        found = _examine(cell, text)
    except AssemblyError as error:
        errors = tuple(map(str, error.faults))
        message = f"the kernel does not assemble: {_count(len(errors) + error.more, 'error')}"
        return Evaluation("syntax", message, errors)
    if found.comparison is None:
        return Evaluation(found.failure, found.message)
    comparison = found.comparison
    faults = () if comparison.ok else comparison.faults
    return Evaluation(
        found.failure,
        found.message,
        errors=tuple(fault for fault in faults if fault != found.message),
        cycles=found.run.cycles,
        instructions=found.run.instructions,
        match_rate=comparison.match_rate,
        mse=comparison.mse,
        normalised_error=comparison.normalised_error,
        tau=lockfile.tau(cell, public_set(cell).distribution),
        largest=comparison.largest,
        worst_rows=_worst_rows(comparison),
        wrong_elements=_places(cell, comparison),
    )


def view(cell: Cell, text: str, count: int) -> Rows:
    """The first `count` rows of the output and how far they are from the reference."""
    try:
        found = _examine(cell, text)
    except AssemblyError:
        return Rows("the kernel does not assemble")
    reference = public_set(cell).reference
    scale = float(np.sqrt(np.mean(reference**2)))
    places = _rows(reference.shape)
    rows = tuple(
        _row(index, found.output[where], reference[where], scale) for index, where in places[:count]
    )
    return Rows("" if found.comparison else found.message, rows, len(places))


def _rows(shape: tuple[int, ...]) -> list[tuple[tuple[int, ...], tuple[int, ...] | slice]]:
    """The index of every row and what takes it out of an array."""
    if len(shape) > 1:
        return [(index, index) for index in np.ndindex(*shape[:-1])]
    starts = range(0, shape[0], FLAT_ROW)
    return [((start,), slice(start, start + FLAT_ROW)) for start in starts]


def _examine(cell: Cell, text: str) -> Examination:
    program = cell.platform.assemble(text)
    given = public_set(cell)
    rule = strict_rule(lockfile.tau(cell, given.distribution))
    limits = lockfile.limits(cell)
    found = examine(cell, program, given, rule, limits, honest=True)
    return checked(Seen(cell, program, given, limits, found))


def _worst_rows(comparison: Comparison) -> tuple[RowError, ...]:
    """Those with errors; none where the whole output is one row."""
    if comparison.ok or not comparison.row_errors.ndim:
        return ()
    return tuple(row for row in comparison.worst_rows if row.error)


def _places(cell: Cell, comparison: Comparison) -> tuple[Place, ...]:
    """The wrong elements with their addresses; the first, else those with the largest errors."""
    if comparison.ok:
        return ()
    shown: Sequence[WrongElement] = comparison.wrong or comparison.worst
    placement = cell.memory_map.output
    return tuple(
        Place(element, cell.platform.locate(placement, element.index)) for element in shown
    )


def _row(index: tuple[int, ...], found: FloatArray, expected: FloatArray, scale: float) -> Row:
    finite = bool(np.isfinite(found).all())
    mse = float(np.mean((found - expected) ** 2)) if finite else float("inf")
    size = float(np.sqrt(np.mean(expected**2))) or scale or 1.0
    return Row(index, found, expected, mse, mse**0.5 / size)


def _count(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number} {what}s"

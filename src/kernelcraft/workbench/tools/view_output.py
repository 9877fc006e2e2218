"""The tool `view_output`: rows of the kernel's output beside the reference."""

from collections.abc import Collection, Sequence
from functools import partial

import numpy as np
from pydantic import BaseModel, ConfigDict

from kernelcraft.cells.cell import Cell
from kernelcraft.grading.evaluation import Row, Rows
from kernelcraft.grading.job import View
from kernelcraft.workbench.bench import Bench
from kernelcraft.workbench.offered import Offer
from kernelcraft.workbench.results import NOTHING_WRITTEN, Kind, Result

TOOL = Offer(
    place=4,
    of_paper=True,
    prompt="""\
- view_output(num_rows): rows of the output of the kernel that was run last, beside the reference.
""",
)
MOST_ROWS = 64
FIRST = 16
WHOLE = 2.0**32


class RowView(BaseModel):
    """One row of the output beside the reference; minima and maxima are None for a row of NaN.

    An output of one axis is shown in rows of 16: `row` is the first element's index. `wrong` counts
    elements where the output must equal the reference; it is None elsewhere.
    """

    model_config = ConfigDict(frozen=True)

    row: tuple[int, ...]
    nonzero: int
    not_finite: int
    found_min: float | None
    found_max: float | None
    expected_min: float
    expected_max: float
    mse: float
    normalised_error: float
    first_found: tuple[float, ...]
    first_expected: tuple[float, ...]
    wrong: int | None = None

    def __str__(self) -> str:
        found, expected = (
            _span(self.found_min, self.found_max),
            _span(self.expected_min, self.expected_max),
        )
        state, errors = (
            f"{self.nonzero} non-zero, {self.not_finite} not finite",
            f"MSE {self.mse:.4g}, normalised error {self.normalised_error:.4g}",
        )
        if self.wrong is not None:
            state, errors = f"{self.wrong} wrong, {self.nonzero} non-zero", f"MSE {self.mse:.4g}"
        return (
            f"row {list(self.row)}: {state}, found {found}, expected {expected}, {errors}\n"
            f"    found    {_numbers(self.first_found)}\n"
            f"    expected {_numbers(self.first_expected)}"
        )


class OutputView(Result):
    """Of `view_output`."""

    rows: tuple[RowView, ...] = ()
    total_rows: int = 0

    def details(self) -> list[str]:
        """One paragraph a row."""
        return [str(row) for row in self.rows]

    def changes(self, kinds: Collection[Kind]) -> dict[str, object]:
        """Without rows nothing is shown, without errors not why the run stopped."""
        if "rows" not in kinds:
            message = "rows are not shown in this run"
            return {"success": False, "message": message, "rows": (), "total_rows": 0}
        if "errors" in kinds:
            return {}
        return {"message": f"the first {len(self.rows)} of {self.total_rows} rows"}


def view_output(bench: Bench, num_rows: int = 10) -> OutputView:
    """The first rows of the evaluated kernel's output beside the reference.

    num_rows: how many rows, from 1; 64 at most are shown
    """
    return bench.feedback.shown(_view_output(bench, num_rows))


def _view_output(bench: Bench, num_rows: int) -> OutputView:
    if num_rows < 1:
        message = f"num_rows: expected 1 or more (at most {MOST_ROWS} are shown), got {num_rows}"
        return OutputView(success=False, message=message)
    if bench.code is None:
        return OutputView(success=False, message=NOTHING_WRITTEN)
    if not bench.attempts or bench.attempts[-1].code != bench.code:
        return OutputView(
            success=False, message="this kernel was not run yet: run_evaluation first"
        )
    view = partial(View, count=min(num_rows, MOST_ROWS))
    return viewed(bench.submit(view, bench.code).result(), bench.shown)


def viewed(found: Rows, cell: Cell) -> OutputView:
    """What was found, as the tool's answer."""
    if not found.rows:
        return OutputView(success=False, message=f"there is no output: {found.message}")
    shown = f"the first {len(found.rows)} of {found.total} rows"
    state = f"; the run stopped early: {found.message}" if found.message else ""
    return OutputView(
        success=True,
        message=f"{shown}{state}",
        rows=tuple(_view(row, exact=cell.exact) for row in found.rows),
        total_rows=found.total,
    )


def _view(row: Row, *, exact: bool) -> RowView:
    finite = row.found[np.isfinite(row.found)]
    return RowView(
        row=row.index,
        nonzero=int(np.count_nonzero(row.found)),
        not_finite=row.found.size - finite.size,
        found_min=float(finite.min()) if finite.size else None,
        found_max=float(finite.max()) if finite.size else None,
        expected_min=float(row.expected.min()),
        expected_max=float(row.expected.max()),
        mse=row.mse,
        normalised_error=row.error,
        first_found=tuple(row.found[:FIRST].tolist()),
        first_expected=tuple(row.expected[:FIRST].tolist()),
        wrong=int(np.count_nonzero(row.found != row.expected)) if exact else None,
    )


def _span(low: float | None, high: float | None) -> str:
    return "-" if low is None or high is None else f"{_number(low)}..{_number(high)}"


def _numbers(values: Sequence[float]) -> str:
    return " ".join(map(_number, values))


def _number(value: float) -> str:
    """Whole numbers of any operand as such."""
    whole = abs(value) < WHOLE and value.is_integer()
    return f"{value:.0f}" if whole else f"{value:.4g}"

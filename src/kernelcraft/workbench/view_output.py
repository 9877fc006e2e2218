"""The tool `view_output`: rows of the kernel's output beside the reference."""

from collections.abc import Sequence

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.grading.evaluation import Row, Rows
from kernelcraft.grading.job import Grader, View
from kernelcraft.workbench.attempt import Attempt
from kernelcraft.workbench.results import NOTHING_WRITTEN, OutputView, RowView

MOST_ROWS = 64
FIRST = 16


def view_output(
    cell: Cell, code: str | None, attempts: Sequence[Attempt], grader: Grader, num_rows: int
) -> OutputView:
    """The first `num_rows` rows (64 at most) of the evaluated kernel's output."""
    if num_rows < 1:
        message = f"num_rows: expected 1 or more (at most {MOST_ROWS} are shown), got {num_rows}"
        return OutputView(success=False, message=message)
    if code is None:
        return OutputView(success=False, message=NOTHING_WRITTEN)
    if not attempts or attempts[-1].code != code:
        return OutputView(
            success=False, message="this kernel was not run yet: run_evaluation first"
        )
    found = grader.submit(View(cell.name, code, min(num_rows, MOST_ROWS))).result()
    return viewed(found, cell)


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

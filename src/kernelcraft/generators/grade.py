"""The verdict on a generator: its kernels at the published sizes of a task, and at hidden ones."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from kernelcraft.cells.cell import Cell, find_rows, load_cell
from kernelcraft.cells.held_out import held_out_cells
from kernelcraft.generators.job import Generated
from kernelcraft.grading import lockfile
from kernelcraft.grading.hashes import kernel_hash
from kernelcraft.grading.job import Grade, Grader
from kernelcraft.grading.lockfile import NotLockable
from kernelcraft.grading.verification import derive
from kernelcraft.records import sizes
from kernelcraft.records.verdict import AtSize, Failure, Rules, Verdict

HIDDEN: Final = 6
"""Sizes that nobody knows before: the smallest, a tail, the largest, and three that are drawn."""
_STREAM: Final = 1 << 20
"""Of the seed that decides them; the inputs of each size follow from the next ones."""


def published_cells(cell: Cell) -> list[Cell]:
    """The cells of its task at all published sizes, on the same machine; its own one first."""
    platform, task = cell.platform.name, cell.task.name
    rows = [str(row) for row in find_rows(platform, task=task)]
    cells = [load_cell(f"{row}+{cell.settings}" if cell.settings else row) for row in rows]
    return sorted(cells, key=lambda each: each.name != cell.name)


def sizes_said(cell: Cell) -> str:
    """Such as "C2 (rows=8, width=64)"."""
    said = ", ".join(f"{name}={size}" for name, size in cell.dims.items())
    return f"sizes {said}" if cell.held_out else f"{cell.configuration} ({said})"


def hidden_cells(cell: Cell, seed: int, count: int | None = None) -> list[Cell]:
    """`HIDDEN`, or as many, at unpublished sizes, on the same machine; the seed decides which."""
    wanted = HIDDEN if count is None else count
    drawn = held_out_cells(cell.platform.name, cell.task.name, wanted, derive(seed, _STREAM))
    names = [each.cell.name for each in drawn]
    return [load_cell(f"{name}+{cell.settings}" if cell.settings else name) for name in names]


@dataclass(frozen=True)
class Unjudged:
    """Why no kernel can be judged at a cell's sizes, or "": there the compiler's own kernel fails.

    That is a mistake of ours, and no text of an agent has a part in it: the size is left out.
    """

    cell: str

    def perform(self) -> str:
        """Measure its tolerances and run the baseline."""
        try:
            lockfile.lock(load_cell(self.cell))
        except NotLockable as reason:
            return f"not judged: {reason}"
        return ""

    def failed(self, failure: Failure, message: str) -> str:
        """The reason."""
        return f"{self.cell} was not judged: {message}"


def grade(
    grader: Grader, cell: Cell, text: str, rules: Rules, seed: int, count: int | None = None
) -> Verdict:
    """What a generator is worth at the published sizes of the cell's task and at hidden ones.

    Each size is graded as a kernel of its own, on inputs that nobody knew. Raises NotInstalled.
    """
    known, unknown = published_cells(cell), hidden_cells(cell, seed, count)
    reasons = [grader.submit(Unjudged(each.name)) for each in unknown]
    left_out = [reason.result() for reason in reasons if reason.result()]
    unknown = [each for each, why in zip(unknown, reasons, strict=True) if not why.result()]
    futures = []
    for number, each in enumerate([*known, *unknown], 1):
        make = partial(Grade, rules=rules, seed=derive(seed, _STREAM + number))
        futures.append(grader.submit(Generated(each.name, text, make)))
    found = [future.result() for future in futures]
    results = tuple(
        AtSize(
            cell=each.cell,
            hidden=number >= len(known),
            correct=each.correct,
            failure=each.failure,
            cycles=each.cycles,
            baseline_cycles=each.baseline_cycles,
        )
        for number, each in enumerate(found)
    )
    wrong = next((each for each in found if not each.correct), None)
    chosen = [each for each in found[len(known) :] if each.correct]
    cycles = geometric_mean([each.cycles for each in chosen]) if wrong is None else None
    baseline = geometric_mean([each.baseline_cycles for each in chosen]) if wrong is None else None
    verdict = found[0].model_copy(
        update={
            "cell": cell.name,
            "correct": wrong is None,
            "failure": None if wrong is None else wrong.failure,
            "cycles": cycles,
            "baseline_cycles": baseline,
            **dict.fromkeys(_OF_ONE_SIZE),
            "confirmed_by": (),
            "operands": "",
            "sizes": results,
            "seed": seed,
            "seeds": (),
            "kernel_hash": kernel_hash(text),
        }
    )
    hidden = sizes.hidden(verdict)
    mean = hidden.speedup if wrong is None else None
    message = "; ".join([_message(verdict, wrong), *left_out])
    return verdict.model_copy(update={"speedup": mean, "message": message})


_OF_ONE_SIZE: Final = (
    "cold_cycles",
    "instructions",
    "bound_cycles",
    "sol_score",
    "tau",
    "normalised_error",
)


def geometric_mean(values: Sequence[int | None]) -> int | None:
    """Rounded; None where one is not known, or there is none."""
    known = [value for value in values if value]
    if not known or len(known) < len(values):
        return None
    return round(math.exp(sum(map(math.log, known)) / len(known)))


def _message(verdict: Verdict, wrong: Verdict | None) -> str:
    known, unknown = sizes.published(verdict), sizes.hidden(verdict)
    found = (
        f"right at {known.right} of {known.count} published sizes and "
        f"{unknown.right} of {unknown.count} hidden ones"
    )
    if unknown.speedup is not None and unknown.right:
        worst = unknown.worst
        found += f"; {unknown.speedup:.3f}x as fast as the baseline at hidden ones (geometric mean"
        if wrong is not None:
            found += ", a wrong size counts as 1"
        found += ")"
        if worst is not None and worst.speedup is not None:
            found += f", worst {worst.speedup:.3f}x ({worst.cell.split('/')[-1]})"
    return found if wrong is None else f"{found}; {wrong.cell}: {wrong.message}"

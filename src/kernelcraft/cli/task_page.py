"""The tables of `soundness`, and the page of the docs that they make."""

import math
from collections.abc import Sequence
from typing import Final

from kernelcraft.grading.known import Known, all_known
from kernelcraft.grading.soundness import ACCEPTED, MARGIN, Kind, Soundness, Wrong
from kernelcraft.reports.tables import Column, Table, markdown

CELLS: Final = (
    Column("cell"),
    Column("τ", right=True),
    Column("zeros", right=True),
    Column("constant", right=True),
    Column("axis", right=True, optional=True),
    Column("input", right=True, optional=True),
    Column("tail", right=True, optional=True),
    Column("mistake", right=True),
    Column("baseline", right=True),
    Column("expert", right=True),
)
MISTAKES: Final = (Column("task"), Column("mistake"), Column("least", right=True), Column("at"))

CONFIGURATIONS: Final = 5  # of a task

INTRODUCTION: Final = f"""\
# The tasks, tested as tasks

Written by `kernelcraft soundness --write-docs`, which `make release-check` runs; do not edit.

Is a task a fair question? A kernel that is wrong must fail, and one that is right must not come near the tolerance. Every number here
is in units of τ, the cell's tolerance: the factor by which τ would have to grow before the strict rule (docs/grading.md) accepted the
wrong output. Below 1 it is accepted. It is measured on one seed of each distribution, and the largest counts, because a kernel has to
pass all of them; beyond {MARGIN:g} no further distribution is tried.

* **zeros**, **constant**: an output of zeros, or of the best constant. They must fail by {MARGIN:g}.
* **axis**: the right output averaged along one of its axes: no axis may be constant. The least over the axes.
* **input**: an input drawn anew (a table moved by one row): the output must depend on every input. The least over the inputs.
* **tail**: the last quarter of an input along one axis taken for zeros, as by a kernel that forgets the rest. The least.
* **mistake**: wrong mathematics by name, in float64 (`mistakes` of each file in `src/kernelcraft/tasks/`). The least; all of them are listed below.
* **baseline**, **expert**: the normalised error of a right kernel; in every cell one must be at most {ACCEPTED:g}.

Where outputs are whole numbers (Coral NPU, [quantised.md](quantised.md)) they must equal the reference, and there is no τ. There the numbers are elements that
do not, counted on as many input sets as a strict grading has, up to the first with which they are more than {MARGIN:g}: one is enough to be refused. A right kernel has 0.

An operand that the formula does not use (RoPE's rotation matrix) is an aid, and no output depends on it.
"""  # noqa: E501 - lines of the page


def page(found: Sequence[Soundness]) -> str:
    """The whole page."""
    weak = "".join(map(_known, all_known()))
    return "\n".join(
        [
            INTRODUCTION,
            f"## Known to be too weak\n\n{weak}",
            markdown(cell_table(found)),
            markdown(_mistake_table(found)),
        ]
    )


def cell_table(found: Sequence[Soundness]) -> Table:
    """One row a cell."""
    return Table("Cells", CELLS, tuple(map(row, found)))


def row(found: Soundness) -> tuple[str, ...]:
    """For a table of `CELLS`."""
    errors = {each.writer: number(each.error) for each in found.accepted}
    nothing = {each.name: number(each.factor) for each in found.of("nothing")}
    kinds: tuple[Kind, ...] = ("axis", "input", "tail", "mistake")
    return (
        found.cell,
        " ".join(f"{tau:.3g}" for tau in found.taus.values()) or "exact",
        nothing.get("zeros", "-"),
        nothing.get("constant", "-"),
        *(_least(found.of(kind)) for kind in kinds),
        errors.get("baseline", "-"),
        errors.get("expert", "-"),
    )


def number(factor: float) -> str:
    """Two digits, such as 93 or 0.82."""
    return f"{factor:.0f}" if factor >= 10.0 else f"{factor:.2g}"


def _least(wrong: tuple[Wrong, ...]) -> str:
    return number(min(each.factor for each in wrong)) if wrong else "-"


def _mistake_table(found: Sequence[Soundness]) -> Table:
    """One row a task and mistake: the cell where it comes nearest to passing."""
    least: dict[tuple[str, str], tuple[float, str]] = {}
    for each in found:
        task, configuration = each.cell.rsplit("/", 1)
        for wrong in each.of("mistake"):
            key = (task, wrong.name)
            least[key] = min(least.get(key, (math.inf, "")), (wrong.factor, configuration))
    rows = tuple((task, name, number(f), at) for (task, name), (f, at) in least.items())
    return Table("Mistakes", MISTAKES, rows)


def _known(known: Known) -> str:
    """Such as "`zeros` in plena/mha, plena/gqa C1: the reason."."""
    tasks: dict[str, list[str]] = {}
    for cell in known.cells:
        task, configuration = cell.rsplit("/", 1)
        tasks.setdefault(task, []).append(configuration)
    where = [
        task if len(which) == CONFIGURATIONS else f"{task} {', '.join(which)}"
        for task, which in tasks.items()
    ]
    what = " and ".join(f"`{name}`" for name in known.names) or "errors of right kernels"
    return f"* {what} in {', '.join(where)}: {known.reason}.\n"

"""A mutant that was judged right gets a class, with evidence."""

import pytest

from kernelcraft.audit.mutation import Mutant
from kernelcraft.audit.survivors import classify
from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline

CELL = load_cell("plena/softmax/C1")
TEXT = baseline(CELL)
SCALED = "V_MUL_VF gp1, gp1, f3, 0"


@pytest.mark.parametrize(
    ("before", "after", "kind", "evidence"),
    [
        ("S_ADD_FP f3, f0, f0", "S_MUL_FP f3, f0, f0", "equivalent", "sets, in 126 cycles"),
        ("S_RECI_FP f3, f3", "S_RECI_FP f3, f3\nS_EXP_FP f7, f3", "equivalent", "in 130 for 126"),
        (SCALED, f"{SCALED}\nV_RECI_V gp1, gp1\nV_RECI_V gp1, gp1", "under the error budget", "τ"),
        ("  V_RED_MAX f2, gp1, 0\n", "", "unexplained", "of which refuse it"),
    ],
)
def test_classes(before: str, after: str, kind: str, evidence: str) -> None:
    text = TEXT.replace(before, after)
    program = CELL.platform.assemble(TEXT)
    changed = Mutant(text, program, "another mnemonic", 1, before, after)
    found = classify(CELL, "baseline", program, changed)
    assert found.kind == kind
    assert evidence in found.evidence

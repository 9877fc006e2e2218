"""Which dependences are shown of real kernels, and which are named that a kernel lacks."""

import itertools
from types import SimpleNamespace

import pytest

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, find_cells, load_cell
from kernelcraft.cells.platforms import names
from kernelcraft.grading.evaluation import evaluate
from kernelcraft.grading.input_set import public_set
from kernelcraft.proofs.dependence import NoRun, dependence

SMALL = ["plena/softmax", "coral_npu/conv_block", "amd_npu/rope", "amd_npu/rms_norm", "boom/towers"]
SMALLEST = [cell.name for platform in names() for cell in find_cells(platform, config="C1")]


@pytest.mark.parametrize("writer", [kernels.baseline, kernels.expert])
@pytest.mark.parametrize("name", SMALL)
def test_all_dependences_of_a_right_kernel_are_shown(name: str, writer: object) -> None:
    cell = load_cell(f"{name}/C1")
    assert callable(writer)
    found = dependence(cell, writer(cell))
    assert found.complete
    assert found.right
    assert not found.refuted
    assert found.pairs >= found.tried > 0
    assert not found.surplus


@pytest.mark.sweep
@pytest.mark.parametrize("name", SMALLEST)
def test_no_kernel_of_ours_is_refuted(name: str) -> None:
    cell = load_cell(name)
    for text in (kernels.baseline(cell), kernels.expert(cell)):
        found = dependence(cell, text, seconds=1)
        assert not found.refuted, found.sentence()
        assert found.shown > 0.98 * found.pairs > 0


def without_the_last_lanes() -> tuple[Cell, str]:
    """A mean of squares over all but 32 of 1,024 elements, scaled as if they were all there are."""
    cell = load_cell("amd_npu/rms_norm/rows=4,width=1024")
    before, product, after = kernels.baseline(cell).rpartition("vmac.f bmh3, bmh3, x3, x3, r1")
    assert product
    assert "#16896" in before
    return cell, before.replace("#16896", "#16892") + "nop" + after


def test_a_skipped_term_is_named_that_the_public_inputs_do_not_show() -> None:
    cell, text = without_the_last_lanes()
    assert evaluate(cell, text).failure is None
    found = dependence(cell, text, seconds=20)
    assert found.refuted
    assert found.right
    assert found.missing > 1000
    assert all(pair.input == "x" and pair.element[1] >= 992 for pair in found.listed["missing"])
    assert all(pair.output[0] == pair.element[0] for pair in found.listed["missing"])
    assert "dependences are missing, such as output [" in found.sentence()


def test_a_dependence_too_many_is_listed() -> None:
    cell = load_cell("plena/rms_norm/C1")
    loop, scaled = "; one row of 64", "V_MUL_VF gp1, gp1, f3, 0"
    sum_of_the_first_row = (
        "S_ADD_FP f4, f0, f0\nV_RED_SUM f4, gp0\nS_MUL_FP f4, f4, f1\nS_MUL_FP f4, f4, f1\n"
    )
    text = kernels.baseline(cell)
    assert loop in text
    assert scaled in text
    text = text.replace(loop, sum_of_the_first_row + loop)
    found = dependence(cell, text.replace(scaled, f"{scaled}\nV_ADD_VF gp1, gp1, f4, 0"))
    assert found.right
    assert not found.refuted
    assert found.surplus > 100
    assert all(pair.element[0] == 0 and pair.output[0] > 0 for pair in found.listed["surplus"])


def test_a_kernel_that_knows_the_public_answer_is_refuted_by_the_first_change() -> None:
    cell = load_cell("boom/dotprod/C1")
    answer = int(public_set(cell).reference.flat[0])
    found = dependence(cell, f"kernel:\nli t0, {answer}\nsw t0, 0(a2)\nret\n")
    assert found.right
    assert found.refuted
    assert found.runs == 1
    assert f"output [0] is {answer} instead of " in found.fault


def test_a_kernel_that_does_not_end_shows_nothing() -> None:
    with pytest.raises(NoRun, match="budget"):
        dependence(load_cell("boom/dotprod/C1"), "kernel:\nj kernel\n")


def test_time_that_is_over_leaves_a_share(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = SimpleNamespace(monotonic=itertools.count().__next__)  # a second passes with each look
    monkeypatch.setattr("kernelcraft.proofs.dependence.time", ticks)
    cell = load_cell("coral_npu/gemm/C1")
    found = dependence(cell, kernels.baseline(cell), seconds=50)
    assert 0 < found.tried < found.elements
    assert not found.complete
    assert "%)" in found.sentence()

"""Kernels by hand are graded strictly, and a prompt says all that they need."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernelcraft.cells import platforms
from kernelcraft.cells.cell import UnknownName, find_cells, load_cell
from kernelcraft.cells.sizes import configurations
from kernelcraft.grading.verification import grade
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.platforms.amd_npu.machine.platform import PLATFORM
from kernelcraft.workbench.prompt import render

KERNELS = Path(__file__).parent / "kernels"
CYCLES = {"relu": 33, "gemm": 282, "rms_norm": 413, "softmax": 1_376}


@pytest.mark.parametrize("task", CYCLES)
def test_a_kernel_by_hand_is_right_on_all_inputs(task: str) -> None:
    text = (KERNELS / f"{task}.s").read_text()
    verdict = grade(load_cell(f"amd_npu/{task}/C1"), text, seed=1)
    assert verdict.message.startswith("correct on 1")
    assert verdict.cycles == CYCLES[task]
    assert verdict.confirmed_by == ("a fresh process", "the reference machine")


def test_a_kernel_without_the_bounds_of_its_tables_is_wrong_far_from_zero() -> None:
    text, cell = (KERNELS / "silu.s").read_text(), load_cell("amd_npu/silu/C1")
    accepted = grade(cell, text, rules="paper", seed=1)
    assert (accepted.correct, accepted.cycles) == (True, 1_192)
    assert "(loud): the normalised error is" in grade(cell, text, seed=1).message


def test_a_kernel_that_knows_its_addresses_is_refused() -> None:
    text = (KERNELS / "relu.s").read_text()
    fixed = text.replace("lda p1, [p0, #0]", "movxm p1, #0x74000").replace(
        "lda p2, [p0, #4] ; movx r1, #0", "movxm p2, #0x78000\n  movx r1, #0"
    )
    verdict = grade(load_cell("amd_npu/relu/C1"), fixed, seed=1, second_run=False)
    assert (verdict.correct, verdict.failure) == (False, "fault")
    assert verdict.message.endswith("memory beside the tensors was written at 0x78000 (line 23)")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the text holds no instruction"),
        ("kernel: nop", "there is no ret lr: a kernel ends with it"),
        ("vaddx.8 x0, x0, x0", "line 1: unknown instruction"),
        ("kernel: nopxm\n.p2align 4\nret lr", "the alignment puts an idle bundle of 10 bytes"),
    ],
)
def test_texts_that_are_no_kernel(text: str, message: str) -> None:
    with pytest.raises(AssemblyError) as refused:
        PLATFORM.assemble(text)
    assert message in str(refused.value)


def test_a_prompt_has_the_table_of_operands() -> None:
    prompt = render(load_cell("amd_npu/gemm/C1"))
    assert "This cell is resident" in prompt.task
    assert "p0+4  0x78000  w  64x64  8,192  tiles of 8x4: [K/8][N/4][8][4]" in prompt.task
    assert "r0 = M = 8, r1 = K = 64, r2 = N = 64" in prompt.task
    assert prompt.tokens < 13_000


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("argument block", "Arguments of a kernel"),
        ("exp_fraction", "Tables"),
        ("zero-overhead|without cost", "Loops"),
    ],
)
def test_what_a_reader_looks_for_is_found(words: str, title: str) -> None:
    assert title in {match.title for match in PLATFORM.manual().search(words)}


def test_its_cells_are_listed() -> None:
    with_gemm = {cell.platform.name for cell in find_cells(config="C1", task="gemm")}
    assert with_gemm == {"amd_npu", "coral_npu", "plena"} <= {*platforms.names()}
    assert len(find_cells("amd_npu")) == 5 * len(configurations("amd_npu"))
    assert load_cell("amd_npu/gemm/M=12,K=64,N=32").held_out
    with pytest.raises(UnknownName, match="there is no configuration 'C9'; did you mean"):
        load_cell("amd_npu/gemm/C9")

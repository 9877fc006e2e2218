"""The independent model gives the simulator's memories, bit for bit."""

import ast
from pathlib import Path

import numpy as np
import pytest

from kernelcraft.cells.cell import Cell, load_cell
from kernelcraft.cells.kernels import baseline, expert
from kernelcraft.grading.input_set import input_set
from kernelcraft.grading.lockfile import limits
from kernelcraft.platforms.plena.machine import second_opinion as package
from kernelcraft.platforms.plena.machine.blocks import dequantise, quantise
from kernelcraft.platforms.plena.machine.instructions import plena
from kernelcraft.platforms.plena.machine.second_opinion import LONGEST, second_opinion
from kernelcraft.platforms.plena.machine.second_opinion.formats import decoded, encoded
from kernelcraft.platforms.plena.machine.second_opinion.instructions import STEPS

CELLS = ("silu/C1", "gelu/C2", "softmax/C3", "layer_norm/C4", "rms_norm/C5", "gemv/C1", "rope/C1")
LARGER = ("gemm/C2", "batch_matmul/C1", "swiglu/C1", "flash_attention/C1", "mqa/C1")


def test_every_instruction_has_a_meaning() -> None:
    assert STEPS.keys() == plena.instructions.keys()


def test_no_routine_is_shared() -> None:
    own = f"{package.__name__}."
    allowed = ("kernelcraft.isa", "kernelcraft.sim.state")
    for path in Path(package.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kernelcraft"):
                assert f"{node.module}.".startswith((own, *allowed))


@pytest.mark.parametrize("name", CELLS + LARGER)
@pytest.mark.parametrize("writer", [baseline, expert], ids=["baseline", "expert"])
def test_kernels_leave_the_same_memories(name: str, writer: object) -> None:
    cell = load_cell(f"plena/{name}")
    text = baseline(cell) if writer is baseline else expert(cell)
    if text is not None:
        assert_same(cell, text)


@pytest.mark.parametrize(
    "text",
    [
        "S_RECI_FP f1, f0\nS_SUB_FP f2, f1, f1\nS_MAX_FP f3, f2, f1\nS_ST_FP f3, gp0, 9\n"
        "S_ADDI_INT gp1, gp0, 1024\nS_MAP_V_FP gp1, gp0, 9",
        "S_ADDI_INT gp1, gp0, 1024\nS_SQRT_FP f1, f1\nV_RED_MAX f1, gp1\nV_ADD_VF gp1, gp1, f1",
        "S_ADDI_INT gp1, gp0, 1024\nV_EXP_V gp1, gp1\nV_RECI_V gp1, gp1\nV_MUL_VV gp1, gp1, gp1",
        "S_ADDI_INT gp1, gp0, 1024\nS_ADDI_INT gp2, gp0, 5\nC_SET_V_MASK_REG gp2\n"
        "V_SUB_VF gp1, gp1, f1, 1, 1\nV_RED_SUM f1, gp1, 1\nV_ADD_VF gp1, gp1, f1, 1",
        "S_ADDI_INT gp1, gp0, 8192\nC_SET_SCALE_REG gp1\nS_ADDI_INT gp2, gp0, 1024\n"
        "H_PREFETCH_M gp0, gp0, a0, 0, 1\nH_STORE_V gp2, gp1, a0, 0, 1\n"
        "H_PREFETCH_V gp2, gp1, a0, 0, 0",
    ],
    ids=["nan", "root of garbage", "overflow", "masks", "garbage through HBM"],
)
def test_odd_values_come_out_the_same(text: str) -> None:
    assert_same(load_cell("plena/silu/C1"), text)


def assert_same(cell: Cell, text: str) -> None:
    program = cell.platform.assemble(text)
    for distribution in ("normal", "wide"):
        staged = input_set(cell, distribution, 5, poison=True).staged
        run = cell.platform.run(program, staged.copy(), limits(cell))
        assert run.fault is None
        after = second_opinion(program, staged, run.instructions)
        assert after is not None
        for memory in ("vector_sram", "hbm"):
            assert np.array_equal(after[memory], run.state[memory])


def test_a_long_run_gets_no_opinion() -> None:
    cell = load_cell("plena/silu/C1")
    staged = input_set(cell, "normal", 5, poison=True).staged
    assert second_opinion(cell.platform.assemble(baseline(cell)), staged, LONGEST + 1) is None


def test_the_quantiser_of_any_bf16_row() -> None:
    rng = np.random.default_rng(3)
    patterns = rng.integers(0, 1 << 16, size=(2000, 64), dtype=np.uint16)
    values = (patterns.astype(np.uint32) << 16).view(np.float32)
    with np.errstate(all="ignore"):
        for row in values:
            elements, scales = encoded(row)
            expected = quantise(row)
            assert np.array_equal(elements, expected[0])
            assert np.array_equal(scales, expected[1])


def test_every_element_with_every_scale() -> None:
    elements = np.repeat(np.arange(256, dtype=np.uint8), 8)
    with np.errstate(all="ignore"):
        for scale in range(256):
            scales = np.full(256, scale, np.uint8)
            ours, theirs = decoded(elements, scales), dequantise(elements, scales)
            assert np.array_equal(ours, theirs, equal_nan=True)

"""Rewrites keep every bit of the output, whatever the kernel computes."""

import random

import pytest

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, load_cell
from kernelcraft.grading.input_set import input_set
from kernelcraft.platforms.plena.kernels.moves import rewrites
from kernelcraft.platforms.plena.kernels.moves.trace import trace
from kernelcraft.platforms.plena.kernels.schedules.simplify import without_dead, without_repeated
from kernelcraft.sim.run import Limits
from tests.small_kernels import silu

SILU = load_cell("plena/silu/C1")
CELLS = ("silu/C2", "gelu/C1", "softmax/C2", "layer_norm/C1", "gemm/C2", "gemv/C1", "linear/C1")
LIMITS = Limits(instructions=1_000_000)
FORMS = (
    "V_ADD_VV {rd}, {rs}, {rt}, {mask}",
    "V_MUL_VF {rd}, {rs}, {f}, {mask}",
    "V_SUB_VF {rd}, {rs}, {f}, {mask}, {mask}",
    "V_EXP_V {rd}, {rs}, 0",
    "V_RED_MAX {f}, {rs}, 0",
    "V_RED_SUM {f}, {rs}, {mask}",
    "S_ADD_FP {f}, {f}, {g}",
    "S_LD_FP {f}, gp0, 1",
    "S_ST_FP {f}, {rs}, 3",
    "S_MAP_V_FP {rd}, {rt}, 0",
    "S_ADDI_INT {rd}, {rs}, 64",
    "S_ADDI_INT {rd}, gp0, 128",
    "C_SET_V_MASK_REG {rs}",
    "C_SET_SCALE_REG gp15",
    "H_PREFETCH_V {rd}, gp0, a0, 0, 0",
    "M_BMV 0, gp0, {rs}",
    "M_BMV_WO {rd}, 64",
    "M_MM 0, gp0, {rs}",
    "M_MM_WO {rd}, gp0, 8",
)


def output(cell: Cell, text: str, seed: int) -> bytes:
    """The bits of the output's place after a run on random inputs and garbage."""
    staged = input_set(cell, "wide", seed, poison=True).staged.copy()
    run = cell.platform.run(cell.platform.assemble(text), staged, LIMITS)
    assert run.fault is None, str(run.fault)
    region = cell.memory_map.output.region
    return bytes(run.state[region.memory][region.start : region.end].tobytes())


def cycles(cell: Cell, text: str) -> int:
    staged = input_set(cell, "normal", 1, poison=True).staged.copy()
    return cell.platform.run(cell.platform.assemble(text), staged, LIMITS).cycles


def random_kernel(rng: random.Random) -> str:
    """Addresses of the first rows in gp1..gp3, then anything, part of it in a loop."""
    lines = [f"S_ADDI_INT gp{i}, gp0, {64 * rng.randrange(6)}" for i in (1, 2, 3)]
    lines += [
        "S_ADDI_INT gp15, gp0, 256",
        "C_SET_SCALE_REG gp15",
        "H_PREFETCH_V gp0, gp0, a0, 0, 0",
    ]
    lines += ["H_PREFETCH_M gp0, gp0, a0, 0, 0", "C_LOOP_START gp9, 3"]
    for number in range(rng.randrange(5, 40)):
        names = {key: f"gp{rng.randint(1, 3)}" for key in ("rd", "rs", "rt")}
        scalars = {"f": f"f{rng.randint(1, 3)}", "g": f"f{rng.randint(0, 3)}"}
        lines.append(rng.choice(FORMS).format(**names, **scalars, mask=rng.randint(0, 1)))
        if number == 15:
            lines.append("C_LOOP_END gp9")
    return "\n".join([*lines, *(["C_LOOP_END gp9"] if "C_LOOP_END gp9" not in lines else [])])


@pytest.mark.parametrize("seed", range(60))
def test_random_kernels_keep_their_output(seed: int) -> None:
    rng = random.Random(seed)
    kernel = random_kernel(rng)
    expected = output(SILU, kernel, seed)
    for rewrite in (rewrites.straightened, rewrites.ordered):
        for text in rewrite(SILU, kernel, rng):
            assert output(SILU, text, seed) == expected


@pytest.mark.parametrize("name", CELLS)
def test_baselines_keep_their_output_and_become_faster(name: str) -> None:
    cell = load_cell(f"plena/{name}")
    kernel = kernels.baseline(cell)
    for rewrite in (rewrites.straightened, rewrites.ordered):
        for text in rewrite(cell, kernel, random.Random(1)):
            assert output(cell, text, 7) == output(cell, kernel, 7)
            assert cycles(cell, text) < cycles(cell, kernel)


@pytest.mark.parametrize(
    ("kernel", "left"),
    [
        ("S_LD_FP f1, gp0, 1\nS_LD_FP f1, gp0, 1\nV_ADD_VF gp0, gp0, f1", 2),  # the same again
        ("S_LD_FP f1, gp0, 0\nS_LD_FP f1, gp0, 1\nV_ADD_VF gp0, gp0, f1", 2),  # overwritten
        ("S_LD_FP f1, gp0, 1\nS_LD_FP f2, gp0, 1\nV_ADD_VF gp0, gp0, f1", 2),  # never read
        ("V_RED_SUM f1, gp0\nV_RED_SUM f1, gp0\nV_ADD_VF gp0, gp0, f1", 3),  # it accumulates
        ("H_PREFETCH_V gp0, gp0, a0, 0, 0\nH_PREFETCH_V gp0, gp0, a0, 0, 0", 1),
        ("H_PREFETCH_V gp0, gp0, a0, 0, 0\nV_EXP_V gp0, gp0\nH_PREFETCH_V gp0, gp0, a0, 0, 0", 1),
    ],
)
def test_useless_work_is_left_out(kernel: str, left: int) -> None:
    steps = without_repeated(trace(SILU, kernel))
    assert len(without_dead(steps, [("vector_sram", row) for row in range(4)])) == left


def test_what_is_built_for_addresses_only_disappears() -> None:
    kernel = silu(4)
    (text,) = rewrites.straightened(SILU, kernel, random.Random(0))
    assert "C_LOOP_START" in kernel
    assert "C_LOOP_START" not in text
    assert cycles(SILU, text) < cycles(SILU, kernel)


@pytest.mark.parametrize(
    "kernel",
    [
        "not a kernel",
        "S_ADDI_INT gp1, gp0, 1\nV_EXP_V gp1, gp1",  # faults
        "S_LD_INT gp1, gp0, 0\nV_EXP_V gp1, gp1",  # an address from memory
        "S_ADDI_INT gp1, gp0, 1\nC_LOOP_START gp2, 4000000\nC_LOOP_END gp2",  # too long
    ],
)
def test_kernels_it_cannot_read_are_left_alone(kernel: str) -> None:
    assert not list(rewrites.straightened(SILU, kernel, random.Random(0)))
    assert not list(rewrites.ordered(SILU, kernel, random.Random(0)))


def test_the_same_seed_gives_the_same_orders() -> None:
    cell = load_cell("plena/linear/C1")
    kernel = kernels.baseline(cell)
    first, second = (list(rewrites.ordered(cell, kernel, random.Random(3))) for _ in range(2))
    assert first == second
    assert len(set(first)) > 1

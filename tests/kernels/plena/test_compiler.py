"""The template compiler's kernels are right, readable by the assembler, and unrolled as stated."""

import numpy as np
import pytest

from kernelcraft import kernels, platforms, tasks
from kernelcraft.grading.examination import examine
from kernelcraft.grading.input_set import input_set
from kernelcraft.grading.lockfile import measure_tau
from kernelcraft.grading.tolerance import Tolerance
from kernelcraft.grading.verification import grade
from kernelcraft.isa.assembler import TextLimits
from kernelcraft.kernels.cell import Cell, find_cells, load_cell, make_cell
from kernelcraft.kernels.plena.compiler.templates.assembly import Address, Assembly
from kernelcraft.kernels.plena.compiler.templates.projection import Projection
from kernelcraft.kernels.plena.compiler.templates.transfer import base_registers
from kernelcraft.platforms.platform import FloatArray
from kernelcraft.sim.run import Limits

PLENA = platforms.platform("plena")
SOURCE = 36_864  # vector SRAM, behind the result of GEMM C5
LEVEL_1 = [c for c in find_cells(platform="plena") if c.task.level == 1]
SMALL = [c for c in LEVEL_1 if c.configuration in ("C1", "C2")]


@pytest.mark.parametrize("cell", SMALL, ids=lambda cell: cell.name)
def test_small_cells_are_right(cell: Cell) -> None:
    verdict = grade(cell, kernels.baseline(cell), seed=5, second_run=False)
    assert verdict.correct, verdict.message


@pytest.mark.parametrize("cell", LEVEL_1, ids=lambda cell: cell.name)
def test_every_text_assembles_within_the_caps(cell: Cell) -> None:
    text = kernels.baseline(cell)
    assert TextLimits().complaint(text) is None
    assert PLENA.assemble(text).warnings == ()


@pytest.mark.parametrize(
    ("task", "dims"),
    [
        ("silu", {"rows": 8, "width": 192}),
        ("gelu", {"rows": 8, "width": 128}),
        ("softmax", {"rows": 8, "width": 256}),
        ("layer_norm", {"rows": 8, "width": 256}),
        ("rms_norm", {"rows": 12, "width": 128}),
        ("gemm", {"M": 12, "K": 192, "N": 128}),
        ("gemv", {"M": 64, "N": 320}),
        ("linear", {"n": 4, "h_in": 64, "h_out": 320}),
        ("batch_matmul", {"b": 3, "M": 4, "K": 128, "N": 128}),
    ],
)
def test_other_sizes_are_right(task: str, dims: dict[str, int]) -> None:
    cell = make_cell(PLENA, tasks.load(task), "other", dims)
    given = input_set(cell, "normal", 5, poison=True)
    program, rule = PLENA.assemble(kernels.baseline(cell)), Tolerance(measure_tau(cell))
    found = examine(cell, program, given, rule, Limits(), honest=True)
    assert found.failure is None, found.message


def test_sizes_no_template_covers_are_refused() -> None:
    with pytest.raises(ValueError, match="6 rows are no multiple of 4"):
        kernels.baseline(make_cell(PLENA, tasks.load("silu"), "odd", {"rows": 6, "width": 64}))
    with pytest.raises(ValueError, match="320 rows does not fit 4 tiles"):
        kernels.baseline(make_cell(PLENA, tasks.load("gemm"), "deep", {"M": 4, "K": 320, "N": 64}))


def test_a_loop_over_column_blocks_costs_what_the_kernel_says() -> None:
    looped, unrolled = (_product_cycles(hardware) for hardware in (True, False))
    assert looped - unrolled == 27


def _product_cycles(hardware: bool) -> int:
    """Cycles of the product of GEMM C5, with nothing loaded for it to multiply."""
    cell = load_cell("plena/gemm/C5")
    asm, weights = Assembly("product"), cell.memory_map.input("w")
    bases, columns = base_registers(asm, cell.memory_map), cell.dims["N"]
    product = Projection(bases["w"], weights, SOURCE, 64, 256, columns, 64)
    product.write(asm, Address(), hardware=hardware)
    inputs = {t.name: PLENA.representable(t, _ones(t.shape)) for t in cell.inputs}
    run = PLENA.run(PLENA.assemble(str(asm)), PLENA.stage(cell.memory_map, inputs, None), Limits())
    assert run.fault is None
    return run.cycles


def _ones(shape: tuple[int, ...]) -> FloatArray:
    return np.ones(shape)

"""The template compiler's kernels are right, readable by the assembler, and unrolled as stated."""

from collections.abc import Callable

import numpy as np
import pytest

from kernelcraft import tasks
from kernelcraft.cells import kernels, platforms
from kernelcraft.cells.cell import Cell, find_cells, load_cell, make_cell
from kernelcraft.cells.protocol import FloatArray
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.grading.examination import Examination, examine
from kernelcraft.grading.input_set import input_set
from kernelcraft.grading.inputs import draw
from kernelcraft.grading.lockfile import measure_tau
from kernelcraft.grading.tolerance import Tolerance
from kernelcraft.grading.verification import grade
from kernelcraft.isa.assembler import TextLimits
from kernelcraft.platforms.plena.kernels.assembly import Address, Assembly
from kernelcraft.platforms.plena.kernels.baseline.ffn import ffn
from kernelcraft.platforms.plena.kernels.baseline.templates.composite import BASE, Composite
from kernelcraft.platforms.plena.kernels.baseline.templates.multi_head import multi_head
from kernelcraft.platforms.plena.kernels.baseline.templates.projection import Projection
from kernelcraft.platforms.plena.kernels.baseline.templates.transfer import (
    base_registers,
    load_rows,
)
from kernelcraft.platforms.plena.machine.formats import f32_to_bf16
from kernelcraft.sim.run import Limits

PLENA = platforms.platform("plena")
SOURCE = 36_864  # vector SRAM, after the result of GEMM C5
CELLS = find_cells(platform="plena")
SMALL = [c for c in CELLS if c.configuration in ("C1", "C2")]


@pytest.mark.sweep
@pytest.mark.parametrize("cell", SMALL, ids=lambda cell: cell.name)
def test_small_cells_are_right(cell: Cell) -> None:
    verdict = grade(cell, kernels.baseline(cell), seed=5, second_run=False)
    assert verdict.correct, verdict.message


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.name)
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
        ("rope", {"s": 8, "d": 256}),
        ("ffn", {"n": 4, "h": 320, "h_i": 64}),
        ("swiglu", {"n": 12, "h": 64, "h_i": 576}),
        ("attention", {"s": 48, "h": 64}),
        ("attention", {"s": 80, "h": 192}),
        ("flash_attention", {"s": 16, "h": 64}),
        ("flash_attention", {"s": 144, "h": 128}),
        ("mha", {"s": 80, "h": 128, "n_h": 1}),
        ("gqa", {"s": 16, "h": 384, "n_h": 6, "n_kv": 2}),
        ("mqa", {"s": 48, "h": 256, "n_h": 2}),
        ("decoder_llama", {"s": 16, "h": 128, "n_h": 2, "h_i": 64}),
        ("decoder_t5", {"s": 16, "h": 64, "n_h": 1, "h_i": 320}),
    ],
)
def test_other_sizes_are_right(task: str, dims: dict[str, int]) -> None:
    cell = make_cell(PLENA, tasks.load(task), "other", dims)
    found = _examined(cell, kernels.baseline(cell), measure_tau(cell, "normal"))
    assert found.failure is None, found.message


def _examined(cell: Cell, text: str, tau: float) -> Examination:
    given = input_set(cell, "normal", 5, poison=True)
    return examine(cell, PLENA.assemble(text), given, Tolerance(tau), Limits(), honest=True)


def test_sizes_no_template_covers_are_refused() -> None:
    with pytest.raises(Unwritten, match="6 rows are no multiple of 4"):
        kernels.baseline(make_cell(PLENA, tasks.load("silu"), "odd", {"rows": 6, "width": 64}))
    dims = {"n": 6, "h": 64, "h_i": 64}
    with pytest.raises(Unwritten, match="6 rows are no multiple of 4"):
        kernels.baseline(make_cell(PLENA, tasks.load("ffn"), "odd", dims))
    with pytest.raises(Unwritten, match="320 rows does not fit 4 tiles"):
        kernels.baseline(make_cell(PLENA, tasks.load("gemm"), "deep", {"M": 4, "K": 320, "N": 64}))
    with pytest.raises(Unwritten, match="40 keys are no multiple of 16"):
        kernels.baseline(make_cell(PLENA, tasks.load("attention"), "odd", {"s": 40, "h": 64}))


@pytest.mark.parametrize(
    ("task", "dims", "missing"),
    [
        ("silu", {"rows": 32_764, "width": 64}, "64 elements of vector sram"),
        ("gemm", {"M": 1640, "K": 256, "N": 1024}, "2,304 elements of vector sram"),
        ("flash_attention", {"s": 352, "h": 64}, "35 elements of fp sram"),
    ],
)
def test_sizes_without_room_for_intermediates_are_refused(
    task: str, dims: dict[str, int], missing: str
) -> None:
    with pytest.raises(Unwritten, match=f"{missing}.* missing for intermediates"):
        kernels.baseline(make_cell(PLENA, tasks.load(task), "large", dims))


def _ffn(k: Composite) -> None:
    ffn(k, k.load("x"), k.output)


def _mha(k: Composite) -> None:
    x = k.load("x")
    multi_head(k, x, x, 1, k.output)


@pytest.mark.parametrize(("name", "steps"), [("plena/ffn/C3", _ffn), ("plena/mha/C1", _mha)])
def test_loops_over_results_give_the_same_output_a_little_later(
    name: str, steps: Callable[[Composite], None]
) -> None:
    cell, texts = load_cell(name), []
    for looped in (False, True):
        asm = Assembly("products")
        steps(Composite(asm, cell.memory_map, looped))
        texts.append(str(asm))
    assert len(texts[1]) < len(texts[0]) / 10
    unrolled, looped_too = (_examined(cell, text, measure_tau(cell, "normal")) for text in texts)
    assert np.array_equal(unrolled.output, looped_too.output)
    assert 1.0 < looped_too.run.cycles / unrolled.run.cycles < 1.04


@pytest.mark.parametrize("name", ["plena/mha/C1", "plena/mha/C1+errata=official"])
def test_keys_come_back_from_hbm_as_the_reference_rounds_them(name: str) -> None:
    cell, values = load_cell(name), np.random.default_rng(3).normal(size=(32, 64))
    platform = cell.platform
    values *= np.exp2(np.arange(32) - 16)[:, None]
    asm = Assembly("there and back")
    steps = Composite(asm, cell.memory_map, looped=False)
    keys = steps.matrix(32, 64)
    load_rows(asm, BASE, steps.store(keys, "keys"), 64, steps.output.address)
    state = platform.stage(cell.memory_map, draw(cell.task, cell.dims, "normal", 1), None)
    bits = f32_to_bf16(values.astype(np.float32)).ravel()
    state["vector_sram"][keys.address : keys.address + bits.size] = bits
    run = platform.run(platform.assemble(str(asm)), state, Limits())
    assert run.fault is None
    found = platform.read(cell.memory_map.output, run.state)
    np.testing.assert_array_equal(found, platform.rounding().cache(values))
    padding = run.state["vector_sram"][32 * 64 : 64 * 64]
    assert not padding.any()


def test_a_loop_over_column_blocks_costs_what_the_kernel_says() -> None:
    looped, unrolled = (_product_cycles(hardware) for hardware in (True, False))
    assert looped - unrolled == 27


def _product_cycles(hardware: bool) -> int:
    """Cycles of the product of GEMM C5, with nothing loaded for it to multiply."""
    cell = load_cell("plena/gemm/C5")
    asm, weights = Assembly("product"), cell.memory_map.input("w")
    bases, columns = base_registers(asm, cell.memory_map), cell.dims["N"]
    product = Projection(asm.shape, bases["w"], weights, SOURCE, 64, 256, columns, 64)
    product.write(asm, Address(), hardware=hardware)
    inputs = {t.name: PLENA.representable(t, _ones(t.shape)) for t in cell.inputs}
    run = PLENA.run(PLENA.assemble(str(asm)), PLENA.stage(cell.memory_map, inputs, None), Limits())
    assert run.fault is None
    return run.cycles


def _ones(shape: tuple[int, ...]) -> FloatArray:
    return np.ones(shape)

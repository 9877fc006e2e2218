"""No kernel is below its cell's bound, and ReLU can stand on it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, find_cells, load_cell
from kernelcraft.cells.sizes import configurations
from kernelcraft.grading import inputs
from kernelcraft.grading.verification import grade
from kernelcraft.platforms.amd_npu.kernels.bounds import breakdown, limiting
from kernelcraft.platforms.amd_npu.kernels.bounds.memory import busiest
from kernelcraft.platforms.amd_npu.kernels.bounds.streams import streamed
from kernelcraft.sim.run import Limits, Run

CELLS = find_cells("amd_npu")
SMALL = [cell for cell in CELLS if cell.configuration in ("C1", "C2")]
ROOT = Path(__file__).parents[4]
BY_HAND = Path(__file__).parents[1] / "machine" / "kernels"
LIMITS = Limits(instructions=10_000_000, cycles=100_000_000)


def run(cell: Cell, kernel: str) -> Run:
    """On normal inputs, the tensors where the prompt says."""
    values = inputs.draw(cell.task, cell.dims, "normal", 1)
    state = cell.platform.stage(cell.memory_map, values, None)
    found = cell.platform.run(cell.platform.assemble(kernel), state, LIMITS)
    assert found.fault is None
    return found


def least(cell: Cell) -> int:
    """The bound, which every cell has."""
    bound = kernels.bound(cell)
    assert bound is not None
    return bound


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.name)
def test_a_bound_is_the_sum_of_parts_with_reasons(cell: Cell) -> None:
    parts = breakdown(cell)
    assert sum(part.cycles for part in parts) == least(cell)
    assert all(part.reason and part.cycles > 0 for part in parts)


@pytest.mark.parametrize("cell", SMALL, ids=lambda cell: cell.name)
def test_no_baseline_beats_its_bound(cell: Cell) -> None:
    assert least(cell) <= run(cell, kernels.baseline(cell)).cycles


@pytest.mark.parametrize("task", ["relu", "silu", "softmax", "rms_norm", "gemm"])
def test_no_kernel_by_hand_beats_its_bound(task: str) -> None:
    cell = load_cell(f"amd_npu/{task}/C1")
    assert least(cell) <= run(cell, (BY_HAND / f"{task}.s").read_text("utf-8")).cycles


@given(rows=st.integers(33, 72))
@settings(max_examples=6, deadline=None)
def test_no_relu_of_rows_of_any_number_is_below_its_bound(rows: int) -> None:
    cell = load_cell(f"amd_npu/relu/rows={rows},width=64")
    assert least(cell) <= run(cell, kernels.baseline(cell)).cycles


@pytest.mark.parametrize("task", configurations("amd_npu"))
def test_larger_sizes_have_larger_bounds(task: str) -> None:
    by_sizes = configurations("amd_npu")[task]
    cells = [(dims, load_cell(f"amd_npu/{task}/{name}")) for name, dims in by_sizes.items()]
    for small, one in cells:
        for large, other in cells:
            if small != large and all(small[name] <= large[name] for name in small):
                assert least(one) < least(other), (small, large)


def _relu(cell: Cell) -> str:
    """A ReLU that is told where its tensors lie: a load and a store in each bundle."""
    x, y = cell.memory_map.inputs[0], cell.memory_map.output
    count = x.region.size // 32
    bundles: list[list[str]] = [[] for _ in range(count + 8)]
    bundles[0] += [f"movxm p1, #{x.address}"]
    bundles[1] += [f"movxm p2, #{y.address}"]
    bundles[2] += ["movx r0, #1", "mov s0, #16"]
    bundles[3] += ["movx crSat, r0", "mov r1, #0"]
    bundles[4] += ["movx crSRSSign, r1"]
    for granule in range(count):
        bm = f"bml{granule % 8}"
        bundles[granule + 1] += [f"vlda.conv.fp32.bf16 {bm}, [p1], #32"]
        bundles[granule + 8] += [f"vst.srs.d16.s32 {bm}, s0, [p2], #32"]
    bundles[-6] += ["ret lr"]
    return ".text\n.globl kernel\nkernel:\n" + "\n".join(map(" ; ".join, bundles))


@pytest.mark.parametrize("configuration", ["C1", "C2", "C3"])
def test_a_relu_that_knows_its_addresses_stands_on_its_bound(configuration: str) -> None:
    cell = load_cell(f"amd_npu/relu/{configuration}")
    found = run(cell, _relu(cell))
    given = cell.platform.read(cell.memory_map.inputs[0], found.state)
    seen = cell.platform.read(cell.memory_map.output, found.state)
    assert np.array_equal(seen, np.maximum(given, 0.0))
    assert found.cycles == least(cell)


def test_the_profile_paper_lets_a_kernel_know_its_addresses() -> None:
    cell = load_cell("amd_npu/relu/C1")
    verdict = grade(cell, _relu(cell), "paper", seed=1)
    assert (verdict.correct, verdict.cycles) == (True, verdict.bound_cycles)
    assert not grade(cell, _relu(cell), seed=1, second_run=False).correct


def test_a_bank_serves_one_access_a_cycle() -> None:
    assert _pairs("p1", "p1") == 2 * _pairs("p1", "p3") - 8  # 8 bundles have no loads


def _pairs(one: str, other: str) -> int:
    """The cycles of a hundred bundles with two loads each."""
    lines = ["movxm p1, #0x74000", "movxm p3, #0x78000"]
    lines += [f"vlda wl0, [{one}, #0] ; vldb wl2, [{other}, #32]"] * 100
    return run(load_cell("amd_npu/relu/C1"), "\n".join([*lines, "ret lr", *["nop"] * 5])).cycles


def test_a_tensor_that_reaches_into_a_second_bank_may_have_half_of_it_there() -> None:
    inside, across = load_cell("amd_npu/relu/C1"), load_cell("amd_npu/relu/C5")
    assert busiest(inside.memory_map.inputs[0]) == 16  # of 16 granules, wherever it lies
    assert busiest(across.memory_map.inputs[0]) == 512  # of 1,024


def test_what_limits_a_product_is_the_multiplier() -> None:
    limit = limiting(load_cell("amd_npu/gemm/C1"))
    assert limit is not None
    assert ("vector", 8 * 64 * 64 // 128) in [(part.unit, part.cycles) for part in limit.parts]


def test_a_small_attention_waits_for_its_keys_and_its_softmax() -> None:
    limit = limiting(load_cell("amd_npu/attention/C1"))
    assert limit is not None
    parts = [(part.unit, part.cycles) for part in limit.parts]
    assert parts == [("issue", 1), ("bank", 7), ("latency", 51), ("store", 8)]


def test_heads_divide_by_sums() -> None:
    """GQA C1 has 90,112 products, and 4 heads of 8 rows of 8 powers."""
    limit = limiting(load_cell("amd_npu/gqa/C1"))
    assert limit is not None
    assert ("vector", 90_112 // 128 + 4 * 8 * 8 // 16) in [(p.unit, p.cycles) for p in limit.parts]


def test_the_table_in_the_docs_is_of_today() -> None:
    text = (ROOT / "docs" / "platforms" / "amd_npu.md").read_text(encoding="utf-8")
    for task in configurations("amd_npu"):
        cells = [cell for cell in CELLS if cell.task.name == task]
        row = " | ".join(f"{least(cell):,}" for cell in cells)
        assert f"\n| {cells[0].task.title} | {row} |" in text


def test_what_comes_from_ddr_takes_as_long_as_the_bound_says() -> None:
    """Everything is waited for and given back, nothing computed, and y sent as it is."""
    cell = load_cell("amd_npu/gemv/C4")
    stream = cell.memory_map.stream("A")
    assert stream is not None
    lines = [f"acq #{lock}, r0" for lock in stream.full]
    lines += [f"rel #{lock}, r0" for lock in stream.free]
    text = "\n".join(["movx r0, #1", *lines * stream.pieces, "rel #35, r0", "ret lr", *["nop"] * 5])
    taken = run(cell, text).cycles
    limit = streamed(cell, "vector", 0, 0, "")[1]
    assert limit.cycles < taken < 1.05 * limit.cycles

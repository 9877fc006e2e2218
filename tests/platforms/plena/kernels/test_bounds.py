"""No run is below its cell's bound, and the bound of a transfer is where the DRAM model ends."""

import random
from importlib.resources import files

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelcraft import tasks
from kernelcraft.cells import kernels, platforms
from kernelcraft.cells.cell import Cell, find_cells, load_cell, make_cell
from kernelcraft.cells.sizes import configurations
from kernelcraft.grading import lockfile
from kernelcraft.platforms.plena.kernels.bounds import breakdown
from kernelcraft.platforms.plena.kernels.bounds.products import multiply
from kernelcraft.platforms.plena.kernels.bounds.transfers import (
    TILE_FETCH,
    prefetch,
    scale_buses,
    whole_tile,
)
from kernelcraft.platforms.plena.kernels.bounds.work import Work
from kernelcraft.platforms.plena.machine.configuration import PlenaConfiguration
from kernelcraft.platforms.plena.machine.hbm2 import BL, STATE_WORDS, hbm_cycles
from kernelcraft.platforms.plena.machine.platform import PlenaPlatform
from kernelcraft.sim.run import Limits

CELLS = find_cells("plena")
EXPERTS = {file.name for file in files("kernelcraft.platforms.plena.kernels.experts").iterdir()}
LIMITS = Limits(instructions=10_000_000, cycles=100_000_000)
NO_LOG = np.zeros(1, np.int64)


def cycles(cell: Cell, kernel: str) -> int:
    """Of a run; timing does not depend on data."""
    values = {tensor.name: np.full(tensor.shape, 0.5) for tensor in cell.inputs}
    state = cell.platform.stage(cell.memory_map, values, None)
    run = cell.platform.run(cell.platform.assemble(kernel), state, LIMITS)
    assert run.fault is None
    return run.cycles


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.name)
def test_every_cell_has_a_bound_below_its_baseline(cell: Cell) -> None:
    bound = kernels.bound(cell)
    assert bound is not None
    assert 0 < bound <= _locked(cell)


@pytest.mark.sweep
@pytest.mark.parametrize(
    "cell",
    [c for c in CELLS if c.configuration in ("C1", "C3") and f"{c.task.name}.py" in EXPERTS],
    ids=lambda cell: cell.name,
)
def test_no_expert_is_below_the_bound(cell: Cell) -> None:
    kernel = kernels.expert(cell)
    assert kernel is not None
    bound = kernels.bound(cell)
    assert bound is not None
    assert cycles(cell, kernel) >= bound


@pytest.mark.sweep
@pytest.mark.parametrize("task", ["silu", "softmax", "layer_norm", "rms_norm", "relu", "gelu"])
@given(rows=st.integers(1, 80))
@settings(max_examples=5, deadline=None)
def test_no_kernel_of_rows_of_any_number_is_below_the_bound(task: str, rows: int) -> None:
    dims = {"rows": 4 * rows, "width": 64}
    cell = make_cell(platforms.platform("plena"), tasks.load(task), "any", dims)
    bound = kernels.bound(cell)
    assert bound is not None
    for writer in (kernels.baseline, kernels.expert):
        kernel = writer(cell)
        assert kernel is not None
        assert cycles(cell, kernel) >= bound


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("task", "dims"),
    [
        ("gemm", {"M": 12, "K": 192, "N": 192}),
        ("gemm", {"M": 64, "K": 128, "N": 256}),
        ("batch_matmul", {"b": 3, "M": 20, "K": 64, "N": 256}),
        ("linear", {"n": 132, "h_in": 128, "h_out": 64}),
        ("ffn", {"n": 64, "h": 64, "h_i": 320}),
        ("swiglu", {"n": 128, "h": 128, "h_i": 128}),
        ("attention", {"s": 16, "h": 64}),
        ("attention", {"s": 64, "h": 64}),
        ("attention", {"s": 256, "h": 64}),
        ("mha", {"s": 64, "h": 64, "n_h": 1}),
        ("gqa", {"s": 64, "h": 512, "n_h": 4, "n_kv": 2}),
        ("mqa", {"s": 192, "h": 192, "n_h": 3}),
        ("decoder_t5", {"s": 64, "h": 64, "n_h": 1, "h_i": 64}),
    ],
)
def test_no_expert_of_other_sizes_is_below_the_bound(task: str, dims: dict[str, int]) -> None:
    cell = make_cell(platforms.platform("plena"), tasks.load(task), "any", dims)
    kernel, bound = kernels.expert(cell), kernels.bound(cell)
    assert kernel is not None
    assert bound is not None
    assert cycles(cell, kernel) >= bound


@pytest.mark.parametrize(
    ("rows", "depth", "columns", "addresses"),
    [
        (4, 64, 256, 0),  # four vectors stay in registers
        (64, 256, 64, 256 - 15),  # as many vectors, each used once
        (64, 256, 128, 2 * (256 - 15)),  # matrix SRAM has no room for both blocks of columns
        (64, 128, 128, 128 - 15),  # but for two of half the depth, which share each vector
        (64, 64, 256, 64 - 15),
    ],
)
def test_vectors_of_a_product_need_addresses(
    rows: int, depth: int, columns: int, addresses: int
) -> None:
    work = Work(load_cell("plena/gemm/C1"))
    multiply(work, rows, depth, columns, "x", addressed=True)
    assert work.operands == addresses
    assert work.cycles == rows // 4 * columns // 64 * (depth // 16 + 1) + addresses


def test_256_rows_go_by_batches() -> None:
    work = Work(load_cell("plena/gemm/C1"))
    multiply(work, 256, 256, 64, "x", addressed=True)
    assert work.cycles == 16 * 64 + 1


@pytest.mark.parametrize("task", configurations("plena"))
def test_larger_sizes_have_larger_bounds(task: str) -> None:
    by_sizes = configurations("plena")[task]
    cells = [(dims, load_cell(f"plena/{task}/{name}")) for name, dims in by_sizes.items()]
    for small, one in cells:
        for large, other in cells:
            if small != large and all(small[name] <= large[name] for name in small):
                assert _bound(one) < _bound(other), (small, large)


def _bound(cell: Cell) -> int:
    bound = kernels.bound(cell)
    assert bound is not None
    return bound


def _locked(cell: Cell) -> int:
    lock = lockfile.lock(cell)
    assert lock is not None
    return lock.baseline_cycles


def test_a_bound_is_the_sum_of_parts_with_reasons() -> None:
    cell = load_cell("plena/silu/C5")
    parts = breakdown(cell)
    assert sum(part.cycles for part in parts) == kernels.bound(cell)
    assert all(part.reason for part in parts)
    vector = next(part for part in parts if part.unit == "vector")
    assert vector.cycles == 256 * 5  # exp 1, + 1, reciprocal 2, product 1


def test_a_machine_of_another_shape_has_a_bound_of_its_own() -> None:
    wider = PlenaPlatform(PlenaConfiguration(mlen=128, hlen=32))
    cell = make_cell(wider, tasks.load("silu"), "any", {"rows": 4, "width": 128})
    bound = kernels.bound(cell)
    assert bound is not None
    assert 0 < bound <= cycles(cell, kernels.baseline(cell))


def test_a_machine_with_longer_latencies_has_no_bound() -> None:
    slower = PlenaPlatform(PlenaConfiguration(dc_en=0))
    cell = make_cell(slower, tasks.load("silu"), "any", {"rows": 4, "width": 64})
    assert kernels.bound(cell) is None


def test_a_fetch_keeps_the_busiest_data_bus_busy() -> None:
    assert TILE_FETCH == 31 * BL + 11 == 135
    assert prefetch(8, 0) == 15
    assert prefetch(8, 4) == 23  # four scales on one bus


@pytest.mark.parametrize(("rows", "limit"), [(64, TILE_FETCH), (4, prefetch(8, 0))])
def test_no_sequence_of_fetches_beats_the_limit_and_some_come_near(rows: int, limit: int) -> None:
    found = min(_cheapest(random.Random(seed), rows) for seed in range(120))
    assert limit <= found <= limit * 1.1


def _cheapest(rng: random.Random, rows: int) -> int:
    """The cheapest of 12 fetches with one stride, at related or random addresses."""
    state, now, costs = np.zeros(STATE_WORDS, np.int64), 0, []
    stride = 64 * rng.choice([1, 2, 4, 8, 16, 32, 64, rng.randrange(1, 256)])
    scales = 512 * rng.randrange(1 << 14)
    for index in range(12):
        start = rng.choice([index * rows * 64, index * 64, 64 * rng.randrange(1 << 14)])
        cost = hbm_cycles(state, NO_LOG, 0, now, start, scales + start // 8, stride, rows, 64)
        costs.append(int(cost))
        now += int(cost) + rng.randrange(40)
    return min(costs)


def test_small_tensors_have_their_scales_on_one_bus() -> None:
    small, large = load_cell("plena/silu/C1"), load_cell("plena/silu/C5")
    assert scale_buses(small.memory_map.input("x")) == 1
    assert scale_buses(large.memory_map.input("x")) == 4


@pytest.mark.parametrize("name", ["q", "k", "v"])
def test_a_narrow_tensor_costs_more_than_a_tile_spread_evenly(name: str) -> None:
    """No fetch of a tile that holds every row ends sooner on the DRAM model."""
    tensor = load_cell("plena/attention/C1").memory_map.input(name)
    least, scales = whole_tile(tensor), tensor.detail("scale offset")
    assert TILE_FETCH < least == prefetch(2 * 64, 48) == 199
    for first in range(tensor.detail("rows") - 64, 1):
        state, now = np.zeros(STATE_WORDS, np.int64), 0
        start = tensor.address + 64 * first
        if start < 0:
            continue
        for _ in range(4):
            at = tensor.address + scales + 8 * first
            cost = int(hbm_cycles(state, NO_LOG, 0, now, start, at, 64, 64, 64))
            assert cost >= least
            now += cost


@pytest.mark.parametrize("rows", range(1, 65))
def test_another_stride_meets_half_of_the_rows_of_a_narrow_tensor(rows: int) -> None:
    """Rows that a tile of 64 with a stride of so many rows meets, wherever it begins."""
    met = max(
        len(set(range(start, start + 64 * stride, stride)) & set(range(rows)))
        for stride in range(2, 66)
        for start in range(stride)
    )
    assert met == -(-rows // 2)


def test_rows_of_a_narrow_tensor_come_in_fours_or_in_one_slow_tile() -> None:
    rope, softmax = (breakdown(load_cell(name)) for name in ("plena/rope/C1", "plena/softmax/C3"))
    for parts, names in ((rope, ("x", "cos", "sin")), (softmax, ("x",))):
        dma = {part.reason: part.cycles for part in parts if part.unit == "dma"}
        assert all(dma[f"{name}: 8 fetches of 23 cycles"] == 8 * 23 for name in names)
    norm = breakdown(load_cell("plena/layer_norm/C3"))
    shared = [part.cycles for part in norm if "share a data bus" in part.reason]
    assert shared == [199 - TILE_FETCH]


def test_exponentials_of_all_heads_may_be_summed_up_together() -> None:
    parts = breakdown(load_cell("plena/mha/C4"))
    (sums,) = [part.cycles for part in parts if part.reason.startswith("sums of the exponentials")]
    assert sums == 2 * (64 * 128 // 16 + 1)  # 4 heads of 128 rows in batches of 256, 128 keys


def test_only_narrow_attention_has_its_scales_on_two_buses() -> None:
    narrow, wide = (breakdown(load_cell(f"plena/attention/{name}")) for name in ("C1", "C2"))
    shared = [part.cycles for part in narrow if "share a data bus" in part.reason]
    assert shared == [2 * (199 - TILE_FETCH)]
    assert not any("share a data bus" in part.reason for part in wide)

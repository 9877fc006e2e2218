"""Every schedule gives right kernels, on all three distributions of inputs."""

import random

import numpy as np
import pytest

from kernelcraft import api, tasks
from kernelcraft.cells import kernels, platforms
from kernelcraft.cells.cell import find_cells, load_cell, make_cell
from kernelcraft.cells.moves import moves
from kernelcraft.grading.input_set import input_set
from kernelcraft.grading.verification import grade
from kernelcraft.platforms.plena.kernels.schedules import interleaved, patterns, products
from kernelcraft.platforms.plena.kernels.schedules.left import Few
from kernelcraft.platforms.plena.kernels.schedules.matrices import Unit
from kernelcraft.platforms.plena.kernels.schedules.schedule import Schedule
from kernelcraft.sim.run import Limits
from kernelcraft.tasks.task import FloatArray

REWRITES = ("straighten", "reorder")
SMALL = [c.name for c in find_cells("plena", level=1) if c.configuration in ("C1", "C3")]
TILED = ["plena/silu/C4", "plena/relu/C4", "plena/gelu/C4", "plena/softmax/C4",
         "plena/layer_norm/C4", "plena/rms_norm/C4"]  # fmt: skip


@pytest.mark.parametrize("name", SMALL + TILED)
def test_schedules_are_right(name: str) -> None:
    cell = load_cell(name)
    proposals = [
        (move.name, text)
        for move in moves(cell)
        if move.name not in REWRITES
        for text in move.propose(cell, "", random.Random(0))
    ]
    assert proposals
    for move, text in proposals:
        verdict = grade(cell, text, seed=11, second_run=False)
        assert verdict.correct, f"{move}: {verdict.message}"


def test_interleaving_rounds_no_more_than_the_baseline() -> None:
    cell = load_cell("plena/gemm/C3")
    (schedule,) = interleaved.four_rows_at_once(cell)
    error = grade(cell, schedule.text(), seed=2, second_run=False).normalised_error
    baseline = grade(cell, kernels.baseline(cell), seed=2, second_run=False).normalised_error
    assert error == pytest.approx(baseline, rel=0.02)


def tiles_of(schedule: Schedule) -> FloatArray:
    """Matrix SRAM after the steps, by tile."""
    for tile in (patterns.PERMUTATION, patterns.IDENTITY, 0):  # keeps them alive
        schedule.do("M_BTMV", tile, 0)
    schedule.do("M_BMV_WO", 0, 0)
    cell = schedule.cell
    staged = input_set(cell, "normal", 1, poison=True).staged.copy()
    run = cell.platform.run(cell.platform.assemble(schedule.text()), staged, Limits())
    return run.state["matrix_sram"].reshape(-1, 64, 64).astype(np.float64)


def test_the_permutation_has_one_1_in_every_row_and_column() -> None:
    schedule = Schedule(load_cell("plena/gemm/C1"), "permutation")
    patterns.make(schedule)
    tile = tiles_of(schedule)[patterns.PERMUTATION // 4096]
    for row in range(64):
        assert tile[row, 16 * (row % 4) + row // 4] == 1.0
    assert tile.sum() == 64.0


@pytest.mark.parametrize("number", [1.0, 0.125, patterns.SMALLEST])
def test_the_identity_and_the_ones_are_exact(number: float) -> None:
    schedule = Schedule(load_cell("plena/attention/C1"), "patterns")
    made = patterns.make_for_attention(schedule, number)
    made.fetch_ones(0)
    tiles = tiles_of(schedule)
    assert (tiles[patterns.IDENTITY // 4096] == np.eye(64) * number).all()
    assert (tiles[0] == 1.0).all()


def test_three_passes_of_the_permutation_make_up_for_an_identity() -> None:
    cell = load_cell("plena/attention/C1")
    results = []
    for number in (1.0, None):
        schedule = Schedule(cell, "by heads")
        made = patterns.make_for_attention(schedule, number)
        rows, start = schedule.reserve(4), cell.memory_map.output.address
        schedule.fetch_rows(rows, cell.memory_map.input("q"), 0, 64)
        found = Few(start, 4, 64, 4)
        if made.identity is None:
            found.take_by_heads(schedule, Unit(0, 4, 0, rows))
        else:
            found.take(schedule, Unit(0, 4, 0, rows), patterns.IDENTITY)
        staged = input_set(cell, "normal", 1, poison=True).staged.copy()
        run = cell.platform.run(cell.platform.assemble(schedule.text()), staged, Limits())
        results.append(cell.platform.read(cell.memory_map.output, run.state)[:4])
    assert (results[0] == results[1]).all()
    assert results[0].any()


def test_no_store_of_the_patterns_waits_for_dram() -> None:
    cell = load_cell("plena/gemm/C3")
    lines = api.profile(cell, kernels.expert(cell)).lines
    transfers = [line for line in lines if line.text.startswith("H_")]
    stores = [line.cycles for line in transfers if line.text.startswith("H_STORE_V")]
    assert stores == [3] * (2 + 16 + 4)
    permutation = next(line for line in transfers if line.text.startswith("H_PREFETCH_M"))
    assert permutation.cycles < 100


@pytest.mark.parametrize("dims", [{"M": 4, "K": 320, "N": 64}, {"M": 12, "K": 256, "N": 128}])
def test_sizes_of_no_configuration(dims: dict[str, int]) -> None:
    cell = make_cell(platforms.platform("plena"), tasks.load("gemm"), "C9", dims)
    for schedule in interleaved.four_rows_at_once(cell):
        verdict = grade(cell, schedule.text(), seed=3, second_run=False)
        assert verdict.correct, verdict.message


def test_what_a_schedule_is_not_for_gives_nothing() -> None:
    platform, gemm = platforms.platform("plena"), tasks.load("gemm")
    deep = make_cell(platform, gemm, "C9", {"M": 4, "K": 320, "N": 64})
    assert not list(products.row_by_row(deep))
    odd = make_cell(platform, gemm, "C9", {"M": 6, "K": 64, "N": 64})
    assert not list(interleaved.four_rows_at_once(odd))

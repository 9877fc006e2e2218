"""Every schedule gives right kernels, on all three distributions of inputs."""

import random

import pytest

from kernelcraft import tasks
from kernelcraft.cells import kernels, platforms
from kernelcraft.cells.cell import find_cells, load_cell, make_cell
from kernelcraft.cells.moves import moves
from kernelcraft.grading.input_set import input_set
from kernelcraft.grading.verification import grade
from kernelcraft.platforms.plena.kernels.schedules import interleaved, patterns, products
from kernelcraft.platforms.plena.kernels.schedules.schedule import Schedule
from kernelcraft.sim.run import Limits

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


def test_the_permutation_has_one_1_in_every_row_and_column() -> None:
    cell = load_cell("plena/gemm/C1")
    schedule = Schedule(cell, "permutation")
    patterns.make(schedule)
    schedule.do("M_BTMV", patterns.PERMUTATION, 0)  # keeps the tile alive
    schedule.do("M_BMV_WO", 0, 0)
    staged = input_set(cell, "normal", 1, poison=True).staged.copy()
    run = cell.platform.run(cell.platform.assemble(schedule.text()), staged, Limits())
    tile = run.state["matrix_sram"][patterns.PERMUTATION :].reshape(64, 64)
    for row in range(64):
        assert tile[row, 16 * (row % 4) + row // 4] == 1.0
    assert tile.sum() == 64.0


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

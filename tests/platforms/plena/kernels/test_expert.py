"""The experts are right and never slower than the baseline; `make release-check` has all 50."""

import pytest

from kernelcraft import tasks
from kernelcraft.cells import kernels, platforms
from kernelcraft.cells.cell import Cell, find_cells, load_cell, make_cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.grading.input_set import input_set
from kernelcraft.grading.verification import grade
from kernelcraft.isa.assembler import TextLimits
from kernelcraft.platforms.plena.kernels.schedules.columns import make_patterns
from kernelcraft.platforms.plena.kernels.schedules.schedule import Schedule
from kernelcraft.sim.run import Limits

LEVEL_1 = find_cells(platform="plena", level=1)
SMALL = [c for c in LEVEL_1 if c.configuration in ("C1", "C2")]
BY_TILES = [load_cell(f"plena/{task}/C4") for task in ("gelu", "softmax", "rms_norm", "layer_norm")]


@pytest.mark.sweep
@pytest.mark.parametrize("cell", SMALL + BY_TILES, ids=lambda cell: cell.name)
def test_right_and_never_slower_than_the_baseline(cell: Cell) -> None:
    kernel = kernels.expert(cell)
    assert kernel is not None
    verdict = grade(cell, kernel, seed=7, second_run=False)
    assert verdict.correct, verdict.message
    assert verdict.speedup is not None
    assert verdict.speedup >= 1.0


@pytest.mark.parametrize("cell", BY_TILES, ids=lambda cell: cell.name)
def test_errors_keep_a_distance_from_the_tolerance(cell: Cell) -> None:
    verdict = grade(cell, kernels.expert(cell) or "", seed=8, second_run=False)
    assert verdict.normalised_error is not None
    assert verdict.tau is not None
    assert verdict.normalised_error <= 0.9 * verdict.tau


def test_the_same_text_every_time() -> None:
    cell = load_cell("plena/gelu/C2")
    again = make_cell(cell.platform, cell.task, "C2", cell.dims)
    assert kernels.expert(cell) == kernels.expert(again)


def test_texts_are_within_the_caps() -> None:
    longest = kernels.expert(load_cell("plena/batch_matmul/C5"))
    assert longest is not None
    assert TextLimits().complaint(longest) is None


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("task", "dims"),
    [
        ("silu", {"rows": 64, "width": 64}),
        ("silu", {"rows": 64, "width": 192}),
        ("relu", {"rows": 12, "width": 128}),
        ("gelu", {"rows": 192, "width": 64}),
        ("rms_norm", {"rows": 64, "width": 64}),
        ("layer_norm", {"rows": 192, "width": 64}),
        ("layer_norm", {"rows": 112, "width": 64}),
        ("gemm", {"M": 4, "K": 320, "N": 64}),
        ("linear", {"n": 132, "h_in": 128, "h_out": 64}),
        ("ffn", {"n": 12, "h": 192, "h_i": 320}),
        ("ffn", {"n": 128, "h": 64, "h_i": 192}),
        ("swiglu", {"n": 20, "h": 320, "h_i": 64}),
    ],
)
def test_sizes_of_no_configuration(task: str, dims: dict[str, int]) -> None:
    cell = make_cell(platforms.platform("plena"), tasks.load(task), "C9", dims)
    verdict = grade(cell, kernels.expert(cell) or "", seed=3, second_run=False)
    assert verdict.correct, verdict.message


def test_sizes_that_no_schedule_covers_are_refused() -> None:
    platform = platforms.platform("plena")
    wide = make_cell(platform, tasks.load("softmax"), "C9", {"rows": 4, "width": 128})
    with pytest.raises(Unwritten, match="rows of 64 elements are expected"):
        kernels.expert(wide)
    odd = make_cell(platform, tasks.load("gemm"), "C9", {"M": 6, "K": 64, "N": 64})
    with pytest.raises(Unwritten, match="6 rows are no multiple of 4"):
        kernels.expert(odd)
    large = make_cell(platform, tasks.load("silu"), "C9", {"rows": 8188, "width": 256})
    with pytest.raises(Unwritten, match="lines; at most 200,000 are read"):
        kernels.expert(large)


def test_patterns_pick_rows_columns_and_quarters() -> None:
    cell = load_cell("plena/softmax/C4")
    schedule = Schedule(cell, "patterns")
    patterns = make_patterns(schedule)
    start = cell.memory_map.output.address
    picked = [base + c * 64 for c in range(4) for base in
              (patterns.rows, patterns.columns, patterns.quarters)]  # fmt: skip
    for row, source in enumerate(picked):
        schedule.do("V_ADD_VF", start + row * 64, source, 0, 0)
    staged = input_set(cell, "normal", 1, poison=True).staged.copy()
    run = cell.platform.run(cell.platform.assemble(schedule.text()), staged, Limits())
    found = cell.platform.read(cell.memory_map.output, run.state)[:12]
    for c in range(4):
        rows, columns, quarters = (set(found[3 * c + kind].nonzero()[0]) for kind in range(3))
        assert rows == {16 * c + 5 * head for head in range(4)}
        assert columns == {16 * head + 4 * c + head for head in range(4)}
        assert quarters == {16 * head + 4 * c + i for head in range(4) for i in range(4)}
    assert set(found.ravel()) == {0.0, 1.0}

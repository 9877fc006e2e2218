"""The templates in Starlark write what the compiler writes, at published sizes and at others."""

import pytest

from kernelcraft.cells import kernels, platforms
from kernelcraft.cells.cell import Cell, find_cells, load_cell
from kernelcraft.cells.held_out import held_out_cells
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.generators import program
from kernelcraft.generators.templates import names, template
from kernelcraft.grading import lockfile
from kernelcraft.grading.evaluation import evaluate

ALL = [(platform, task) for platform in platforms.names() for task in names(platform)]
CLANG = "coral_npu"
"""Its baseline is a compiler's, so the templates are ours: its instructions at most sizes."""
CLOSE = 1.02


def instructions(text: str) -> list[str]:
    """The lines of a kernel without those that are comments or empty."""
    lines = [line.strip() for line in text.splitlines()]
    return [line for line in lines if line and not line.startswith((";", "//"))]


def expect_equal(cell: Cell) -> None:
    written = program.kernel(cell, template(cell.platform.name, cell.task.name))
    if cell.platform.name != CLANG:
        assert instructions(written) == instructions(kernels.baseline(cell)), cell.name
        return
    found = evaluate(cell, written)
    assert found.failure is None, (cell.name, found.message)
    locked = lockfile.lock(cell)
    assert locked is not None
    assert found.cycles is not None
    if not cell.held_out:
        assert found.cycles < CLOSE * locked.on_public_inputs, cell.name


def test_there_are_six_on_each_platform_that_has_templates() -> None:
    counted = {platform: len(names(platform)) for platform in dict(ALL)}
    assert counted == {"plena": 20, CLANG: 7, "amd_npu": 6}


@pytest.mark.parametrize(("platform", "task"), ALL)
def test_it_is_the_compilers_at_a_published_size_and_at_others(platform: str, task: str) -> None:
    expect_equal(find_cells(platform, task=task, config="C2")[0])
    for each in held_out_cells(platform, task, 2, seed=11):
        expect_equal(each.cell)


@pytest.mark.parametrize("task", ["attention", "flash_attention", "gqa"])
def test_it_is_the_compilers_for_the_official_assembler_which_loses_masks(task: str) -> None:
    cell = find_cells("plena", task=task, config="C1")[0]
    official = load_cell(f"{cell.name}+errata=official")
    expect_equal(official)
    assert instructions(kernels.baseline(official)) != instructions(kernels.baseline(cell))


@pytest.mark.sweep
@pytest.mark.parametrize(("platform", "task"), ALL)
def test_it_is_the_compilers_everywhere(platform: str, task: str) -> None:
    for cell in find_cells(platform, task=task):
        expect_equal(cell)
    for each in held_out_cells(platform, task, 12, seed=5):
        expect_equal(each.cell)


@pytest.mark.parametrize(("platform", "task"), ALL)
def test_it_is_short_enough(platform: str, task: str) -> None:
    assert program.complaint(template(platform, task)) is None


def test_a_missing_one_says_which_there_are() -> None:
    with pytest.raises(Unwritten, match=r"gemm.*coral_npu.*there are .*gelu"):
        template(CLANG, "gemm")
    with pytest.raises(Unwritten, match="the platform has none"):
        template("boom", "vvadd")


def test_a_variant_has_none() -> None:
    name = "plena~encoding-7"
    assert names(name) == ()
    with pytest.raises(Unwritten, match="the platform has none"):
        template(name, "silu")

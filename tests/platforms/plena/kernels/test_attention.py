"""Attention at sizes of no configuration: few and many rows, odd numbers of keys, shared heads."""

import pytest

from kernelcraft import tasks
from kernelcraft.cells import kernels, platforms
from kernelcraft.cells.cell import Cell, make_cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.grading.input_set import input_set
from kernelcraft.grading.tolerance import normalised_error
from kernelcraft.grading.verification import grade
from kernelcraft.sim.run import Limits
from kernelcraft.tasks.task import FloatArray

KERNEL_ERROR = 0.06  # of the largest output; MXFP8 keys and values are what the reference has, too


def cell_of(task: str, **dims: int) -> Cell:
    return make_cell(platforms.platform("plena"), tasks.load(task), "C9", dims)


def output_of(cell: Cell, text: str, given: dict[str, FloatArray]) -> FloatArray:
    state = cell.platform.stage(cell.memory_map, given, 3)
    run = cell.platform.run(cell.platform.assemble(text), state, Limits())
    assert run.fault is None, run.fault
    return cell.platform.read(cell.memory_map.output, run.state)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("task", "dims"),
    [
        ("attention", {"s": 16, "h": 64}),
        ("attention", {"s": 48, "h": 128}),
        ("attention", {"s": 80, "h": 64}),
        ("attention", {"s": 112, "h": 256}),
        ("attention", {"s": 192, "h": 320}),
        ("flash_attention", {"s": 256, "h": 64}),
        ("mha", {"s": 16, "h": 128, "n_h": 2}),
        ("mha", {"s": 128, "h": 384, "n_h": 3}),
        ("mha", {"s": 128, "h": 128, "n_h": 2}),  # the exponentials of both go together
        ("gqa", {"s": 48, "h": 384, "n_h": 6, "n_kv": 2}),
        ("gqa", {"s": 64, "h": 384, "n_h": 6, "n_kv": 2}),
        ("gqa", {"s": 64, "h": 512, "n_h": 4, "n_kv": 2}),
        ("mqa", {"s": 80, "h": 256, "n_h": 4}),
        ("mqa", {"s": 112, "h": 128, "n_h": 2}),  # two heads are no whole tiles
        ("mqa", {"s": 192, "h": 192, "n_h": 3}),
        ("rope", {"s": 12, "d": 128}),
        ("rope", {"s": 192, "d": 64}),
    ],
)
def test_sizes_of_no_configuration(task: str, dims: dict[str, int]) -> None:
    cell = cell_of(task, **dims)
    verdict = grade(cell, kernels.expert(cell) or "", seed=3, second_run=False)
    assert verdict.correct, verdict.message


def test_scores_that_overflow_without_their_largest_are_subtracted() -> None:
    """Queries of σ = 32: the largest scores are far above 88, where e^x overflows."""
    cell = cell_of("attention", s=64, h=64)
    drawn = input_set(cell, "normal", 4, poison=True).inputs
    given = {**drawn, "q": drawn["q"] * 32.0}
    scores = given["q"] @ given["k"].T / 8.0
    assert scores.max() > 100.0
    found = output_of(cell, kernels.expert(cell) or "", given)
    assert normalised_error(output=found, reference=cell.reference(given)) < KERNEL_ERROR


@pytest.mark.parametrize(
    ("task", "dims", "message"),
    [
        ("attention", {"s": 20, "h": 64}, "20 keys"),
        ("attention", {"s": 264, "h": 64}, "264 rows"),
        ("mha", {"s": 64, "h": 128, "n_h": 4}, "heads of 32"),
        ("rope", {"s": 64, "d": 256}, "rows of 256"),
    ],
)
def test_sizes_that_no_schedule_covers_are_refused(
    task: str, dims: dict[str, int], message: str
) -> None:
    with pytest.raises(Unwritten, match=message):
        kernels.expert(cell_of(task, **dims))

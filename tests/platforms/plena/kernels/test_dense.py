"""The library of products: any size, few and many rows, against numpy."""

import pytest

from kernelcraft import tasks
from kernelcraft.cells import platforms
from kernelcraft.cells.cell import Cell, make_cell
from kernelcraft.grading.input_set import input_set
from kernelcraft.grading.tolerance import normalised_error
from kernelcraft.platforms.plena.kernels.schedules import left, loading, matrices, patterns
from kernelcraft.platforms.plena.kernels.schedules.dense import Into, Weight, multiply
from kernelcraft.platforms.plena.kernels.schedules.left import Few, Many
from kernelcraft.platforms.plena.kernels.schedules.matrices import Matrix
from kernelcraft.platforms.plena.kernels.schedules.schedule import Schedule
from kernelcraft.sim.run import Limits
from kernelcraft.tasks.task import FloatArray

BF16 = 2.0**-8


def cell_of(task: str, **dims: int) -> Cell:
    return make_cell(platforms.platform("plena"), tasks.load(task), "C9", dims)


def output_of(cell: Cell, s: Schedule) -> tuple[dict[str, FloatArray], FloatArray]:
    """The inputs of a run, and its output."""
    given = input_set(cell, "normal", 5, poison=True)
    run = cell.platform.run(cell.platform.assemble(s.text()), given.staged.copy(), Limits())
    assert run.fault is None, run.fault
    return given.inputs, cell.platform.read(cell.memory_map.output, run.state)


def copy(s: Schedule, source: Matrix, target: Matrix) -> None:
    for block in range(source.blocks):
        for row in range(source.rows):
            s.do("V_ADD_VF", target.row(row, block), source.row(row, block), 0, 0)


@pytest.mark.parametrize(
    ("m", "k", "n"),
    [
        (4, 64, 64),
        (12, 320, 128),
        (64, 512, 64),
        (100, 256, 64),
        (116, 192, 128),
        (128, 320, 192),
        (200, 128, 128),
        (256, 64, 64),
    ],
)
@pytest.mark.parametrize("fresh", [True, False])
def test_products(m: int, k: int, n: int, fresh: bool) -> None:
    cell = cell_of("gemm", M=m, K=k, N=n)
    s = Schedule(cell, "product")
    made, y = patterns.make(s), matrices.reserve(s, m, n)
    x, w = cell.memory_map.inputs
    loaded = matrices.reserve(s, m, k)
    list(loading.fetched(s, made, x, loaded))
    factor = left.interleaved(s, loaded)
    assert isinstance(factor, Many if left.is_many(s, m) else Few)
    multiply(s, factor, Weight(w), Into(y))
    if not fresh:
        made.fetch_permutation()
        multiply(s, left.interleaved(s, loaded), Weight(w), Into(y, fresh=False))
    copy(s, y, matrices.output(s))
    given, found = output_of(cell, s)
    expected = given["x"] @ given["w"] * (1 if fresh else 2)
    assert normalised_error(output=found, reference=expected) < BF16

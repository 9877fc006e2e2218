"""The matrix experts: right on small cells and at sizes with tails, and never slower."""

import pytest

from kernelcraft import tasks
from kernelcraft.cells import kernels, platforms
from kernelcraft.cells.cell import Cell, load_cell, make_cell
from kernelcraft.grading.verification import grade

FASTER = {
    "gemv": 1.25,
    "gemm": 2.2,
    "batch_matmul": 2.2,
    "linear": 2.0,
    "ffn": 2.4,
    "swiglu": 2.4,
}
"""Times the speed of the baseline on the smallest cell."""
CORAL = platforms.platform("coral_npu")
CODE = 8 * 1024  # bytes of ITCM


def cell_of(task: str, **dims: int) -> Cell:
    return make_cell(CORAL, tasks.load(task, "int8"), "test", dims)


def name(cell: Cell) -> str:
    return f"{cell.task.name} {'x'.join(map(str, cell.dims.values()))}"


@pytest.mark.parametrize("task", FASTER)
def test_right_and_faster_than_the_baseline(task: str) -> None:
    cell = load_cell(f"coral_npu/{task}/C1")
    verdict = grade(cell, kernels.expert(cell), seed=7, second_run=False)
    assert verdict.correct, verdict.message
    assert verdict.speedup is not None
    assert verdict.speedup >= FASTER[task]


@pytest.mark.sweep
@pytest.mark.parametrize(
    "cell",
    [
        cell_of("gemv", M=8, N=4),  # less than a line
        cell_of("gemv", M=11, N=47),  # an odd number of lines, rows that begin within one
        cell_of("gemv", M=9, N=305),  # more of x than registers keep
        cell_of("gemm", M=2, K=4, N=5),  # less than a tile
        cell_of("gemm", M=3, K=9, N=33),  # a strip of one column, rows of x that need zeros
        cell_of("gemm", M=7, K=31, N=40),
        cell_of("gemm", M=7, K=8, N=16),  # one iteration, and no second tile
        cell_of("gemm", M=128, K=255, N=6),  # x does not fit at once
        cell_of("gemm", M=128, K=256, N=33),  # x fills DTCM, and a tile reads words beyond it
        cell_of("batch_matmul", b=3, M=4, K=5, N=17),
        cell_of("batch_matmul", b=3, M=5, K=12, N=32),  # one strip: scales are kept once
        cell_of("batch_matmul", b=2, M=10, K=20, N=40),  # five rows, a tile and two rows
        cell_of("linear", n=2, h_in=6, h_out=70),
        cell_of("linear", n=3, h_in=21, h_out=19),  # few rows, an odd number of them
        cell_of("linear", n=4, h_in=512, h_out=17),
        cell_of("linear", n=5, h_in=4, h_out=16),  # one row too many for that
        cell_of("linear", n=8, h_in=500, h_out=3),
        cell_of("linear", n=5, h_in=33, h_out=37),  # five rows and no others
        cell_of("linear", n=8, h_in=21, h_out=19),  # less than a strip of 32, more than one of 16
        cell_of("linear", n=11, h_in=9, h_out=65),  # two tiles of the others, with biases of DTCM
        cell_of("linear", n=16, h_in=505, h_out=33),  # rows too long for an address of words
        cell_of("linear", n=20, h_in=300, h_out=130),  # weights that do not fit in DTCM
        cell_of("ffn", n=5, h=9, h_i=33),  # zeros after hidden rows
        cell_of("ffn", n=2, h=70, h_i=4),
        cell_of("ffn", n=10, h=9, h_i=40),  # five rows, then three and two
        cell_of("ffn", n=8, h=120, h_i=250),  # weights that do not fit in DTCM
        cell_of("gemm", M=14, K=70, N=37),  # five rows and others without a bias
        cell_of("swiglu", n=8, h=21, h_i=19),
        cell_of("swiglu", n=10, h=33, h_i=40),  # the last tile begins within the one before
        cell_of("swiglu", n=5, h=33, h_i=9),
    ],
    ids=name,
)
def test_right_at_sizes_with_tails(cell: Cell) -> None:
    verdict = grade(cell, kernels.expert(cell), seed=3, second_run=False)
    assert verdict.correct, verdict.message


@pytest.mark.parametrize("task", FASTER)
def test_the_same_text_every_time(task: str) -> None:
    cell = load_cell(f"coral_npu/{task}/C3")
    again = make_cell(cell.platform, cell.task, "C3", cell.dims)
    assert kernels.expert(cell) == kernels.expert(again)


@pytest.mark.parametrize(
    "cell",
    [
        cell_of("gemv", M=511, N=511),
        cell_of("gemm", M=128, K=256, N=127),
        cell_of("linear", n=32, h_in=512, h_out=511),
        cell_of("swiglu", n=32, h=127, h_i=255),
        cell_of("swiglu", n=14, h=63, h_i=127),
        cell_of("swiglu", n=13, h=64, h_i=120),
        cell_of("ffn", n=31, h=65, h_i=97),
        cell_of("gemm", M=64, K=127, N=127),
    ],
    ids=name,
)
def test_the_longest_texts_fit_the_code_memory(cell: Cell) -> None:
    program = CORAL.assemble(kernels.expert(cell))
    assert 4 * len(program.ops) <= CODE

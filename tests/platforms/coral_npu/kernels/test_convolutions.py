"""The convolutions' experts: right on small cells and at sizes with tails, and never slower."""

import numpy as np
import pytest

from kernelcraft import tasks
from kernelcraft.cells import kernels, platforms
from kernelcraft.cells.cell import Cell, load_cell, make_cell
from kernelcraft.grading.verification import grade
from kernelcraft.platforms.coral_npu.kernels.schedules import requantise
from kernelcraft.platforms.coral_npu.kernels.schedules.streaming import Stream
from kernelcraft.sim.run import Limits

TASKS = ("conv2d", "depthwise_conv", "conv_block")
CORAL = platforms.platform("coral_npu")
CODE = 8 * 1024  # bytes of ITCM


def cell_of(task: str, **dims: int) -> Cell:
    return make_cell(CORAL, tasks.load(task, "int8"), "test", dims)


@pytest.mark.parametrize("task", TASKS)
def test_right_and_never_slower_than_the_baseline(task: str) -> None:
    cell = load_cell(f"coral_npu/{task}/C1")
    verdict = grade(cell, kernels.expert(cell), seed=7, second_run=False)
    assert verdict.correct, verdict.message
    assert verdict.speedup is not None
    assert verdict.speedup >= 1.5


@pytest.mark.parametrize(
    "cell",
    [
        cell_of("conv2d", H=3, c_in=1, c_out=2, k=5),  # fewer pixels than fit
        cell_of("conv2d", H=7, c_in=3, c_out=9, k=3),  # an odd number of steps in a row
        cell_of("conv2d", H=9, c_in=6, c_out=19, k=3),  # blocks overlap, a narrow second strip
        cell_of("conv2d", H=3, c_in=31, c_out=32, k=5),  # no room for the weights
        cell_of("conv_block", H=5, c_in=5, c_out=7, k=1),
        cell_of("conv2d", H=12, c_in=4, c_out=8, k=1),  # two pixels are a vector
        cell_of("conv_block", H=4, c_in=4, c_out=8, k=1),
        cell_of("conv2d", H=8, c_in=2, c_out=8, k=3),  # tiles of four rows
        cell_of("conv_block", H=8, c_in=32, c_out=8, k=3),
        cell_of("conv2d", H=8, c_in=4, c_out=16, k=3),  # tiles of two rows
        cell_of("conv_block", H=8, c_in=28, c_out=32, k=3),
        cell_of("depthwise_conv", H=5, c=2, k=3),  # five pixels in a register
        cell_of("depthwise_conv", H=6, c=21, k=5),
        cell_of("depthwise_conv", H=32, c=33, k=3),  # 16 channels of the image at once
        cell_of("depthwise_conv", H=7, c=8, k=1),
        cell_of("depthwise_conv", H=9, c=32, k=5),  # rows are vectors
        cell_of("depthwise_conv", H=14, c=16, k=5),
        cell_of("depthwise_conv", H=6, c=16, k=3),  # weights stay in registers
        cell_of("depthwise_conv", H=4, c=8, k=3),  # the same, with two pixels in a vector
    ],
    ids=lambda cell: f"{cell.task.name} {'x'.join(map(str, cell.dims.values()))}",
)
def test_right_at_sizes_with_tails(cell: Cell) -> None:
    verdict = grade(cell, kernels.expert(cell), seed=3, second_run=False)
    assert verdict.correct, verdict.message


@pytest.mark.parametrize("task", TASKS)
def test_the_same_text_every_time(task: str) -> None:
    cell = load_cell(f"coral_npu/{task}/C3")
    again = make_cell(cell.platform, cell.task, "C3", cell.dims)
    assert kernels.expert(cell) == kernels.expert(again)


@pytest.mark.parametrize(
    "cell",
    [
        cell_of("conv2d", H=16, c_in=31, c_out=31, k=5),
        cell_of("conv_block", H=8, c_in=32, c_out=8, k=3),
        cell_of("conv_block", H=8, c_in=28, c_out=32, k=3),
        cell_of("depthwise_conv", H=32, c=63, k=5),
        cell_of("depthwise_conv", H=16, c=32, k=5),
        cell_of("depthwise_conv", H=24, c=16, k=3),
        cell_of("depthwise_conv", H=24, c=8, k=3),
    ],
    ids=lambda cell: f"{cell.task.name} {'x'.join(map(str, cell.dims.values()))}",
)
def test_the_longest_texts_fit_the_code_memory(cell: Cell) -> None:
    program = CORAL.assemble(kernels.expert(cell))
    assert 4 * len(program.ops) <= CODE


@pytest.mark.parametrize("bias", [1 << 20, 1 << 21, 1 << 22, 1 << 30, (1 << 31) - (1 << 18)])
def test_biases_far_beyond_the_sums_are_right(bias: int) -> None:
    cell = cell_of("depthwise_conv", H=4, c=16, k=3)
    rng = np.random.default_rng(0)
    inputs = {
        "x": rng.integers(-128, 128, (4, 4, 16)),
        "w": rng.integers(-127, 128, (3, 3, 16)),
        "bias": bias * rng.choice([-1, 1], 16) + rng.integers(-9, 10, 16),
        "multiplier": np.array(requantise.table(cell, "multiplier")),
        "shift": np.array(requantise.table(cell, "shift")),
    }
    given = {name: values.astype(np.float64) for name, values in inputs.items()}
    state = CORAL.stage(cell.memory_map, given, None)
    run = CORAL.run(CORAL.assemble(kernels.expert(cell)), state, Limits(10_000, 10_000))
    assert run.fault is None
    assert np.array_equal(CORAL.read(cell.memory_map.output, state), cell.reference(given))


@pytest.mark.parametrize(
    "cell",
    [
        cell_of("conv2d", H=8, c_in=32, c_out=8, k=3),
        cell_of("conv2d", H=8, c_in=28, c_out=32, k=3),
        cell_of("depthwise_conv", H=16, c=16, k=5),
    ],
    ids=lambda cell: f"{cell.task.name} {'x'.join(map(str, cell.dims.values()))}",
)
@pytest.mark.parametrize("weight", [-127, 127])
def test_the_largest_sums_of_weights_are_right(cell: Cell, weight: int) -> None:
    shapes = {each.tensor.name: each.tensor.shape for each in cell.memory_map.inputs}
    rng = np.random.default_rng(0)
    inputs = {
        "x": rng.integers(-128, 128, shapes["x"]),
        "w": np.full(shapes["w"], weight),
        "bias": rng.integers(-1000, 1000, shapes["bias"]),
        "multiplier": np.array(requantise.table(cell, "multiplier")),
        "shift": np.array(requantise.table(cell, "shift")),
    }
    given = {name: values.astype(np.float64) for name, values in inputs.items()}
    state = CORAL.stage(cell.memory_map, given, None)
    run = CORAL.run(CORAL.assemble(kernels.expert(cell)), state, Limits(200_000, 200_000))
    assert run.fault is None
    assert np.array_equal(CORAL.read(cell.memory_map.output, state), cell.reference(given))


def test_a_stream_loads_an_operand_once_and_before_its_use() -> None:
    stream = Stream([("a", "b"), ("a", "c"), ("b", "d")], pool=[0, 1, 2])
    assert list(stream.missing()) == [("a", 0), ("b", 1)]
    assert stream.take() == [0, 1]
    assert stream.ahead() == ("c", 2)
    assert stream.ahead() is None  # a, b and c are still to be used
    assert stream.take() == [0, 2]
    assert list(stream.missing()) == [("d", 0)]
    assert stream.take() == [1, 0]


def test_a_stream_says_when_its_pool_is_too_small() -> None:
    stream = Stream([("a", "b", "c")], pool=[0, 1])
    with pytest.raises(ValueError, match="more operands than the pool has registers"):
        list(stream.missing())

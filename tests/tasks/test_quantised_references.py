"""Every quantised reference is what plain loops compute, and within a step of torch's operator."""

import numpy as np
import pytest

from kernelcraft import tasks
from kernelcraft.cells.sizes import configurations
from kernelcraft.grading.inputs import DISTRIBUTIONS, Distribution, distributions, draw
from kernelcraft.tasks import Dims, FloatArray, Task
from tests.tasks.loops import LOOPS
from tests.torch_quantised import JUDGES, judged

SMALL: dict[str, list[dict[str, int]]] = {
    "silu": [{"n": 300}],
    "gelu": [{"n": 300}],
    "relu": [{"n": 300}],
    "softmax": [{"rows": 3, "width": 7}, {"rows": 5, "width": 256}],
    "layer_norm": [{"rows": 3, "width": 7}, {"rows": 5, "width": 256}],
    "rms_norm": [{"rows": 3, "width": 7}, {"rows": 5, "width": 256}],
    "gemv": [{"M": 19, "N": 5}],
    "gemm": [{"M": 5, "K": 7, "N": 19}],
    "batch_matmul": [{"b": 3, "M": 4, "K": 5, "N": 9}],
    "linear": [{"n": 3, "h_in": 7, "h_out": 19}],
    "conv2d": [{"H": 5, "c_in": 3, "c_out": 9, "k": k} for k in (1, 2, 3, 5)],
    "depthwise_conv": [{"H": 5, "c": 9, "k": k} for k in (1, 2, 3, 5)],
    "conv_block": [{"H": 4, "c_in": 2, "c_out": 9, "k": k} for k in (1, 3)],
    "ffn": [{"n": 3, "h": 9, "h_i": 17}],
    "swiglu": [{"n": 3, "h": 9, "h_i": 17}],
}
STEP = 1.0


def _given(
    task: Task, dims: Dims, distribution: Distribution, seed: int
) -> tuple[dict[str, FloatArray], dict[str, float], FloatArray]:
    """Inputs, constants and the reference."""
    inputs, constants = draw(task, dims, distribution, seed), task.constants(dims)
    return inputs, constants, task.reference(inputs, constants, dims)


def test_every_quantised_task_has_judges() -> None:
    assert set(JUDGES) == set(LOOPS) == set(SMALL) == set(tasks.names("int8"))


@pytest.mark.parametrize(
    ("name", "dims"), [(name, dims) for name, every in SMALL.items() for dims in every]
)
def test_reference_is_what_plain_loops_compute(name: str, dims: dict[str, int]) -> None:
    task = tasks.load(name, "int8")
    for distribution in distributions(task):
        for seed in range(3):
            inputs, constants, reference = _given(task, dims, distribution, seed)
            assert reference.dtype == np.float64
            assert reference.shape == task.output_shape(task.sizes(dims))
            operands = [inputs[operand.name].astype(np.int64).tolist() for operand in task.inputs]
            expected = LOOPS[name](*operands, *map(int, constants.values()))
            np.testing.assert_array_equal(reference, np.array(expected))


@pytest.mark.parametrize("distribution", DISTRIBUTIONS)
@pytest.mark.parametrize(
    ("name", "configuration"),
    [(name, c) for name in tasks.names("int8") for c in ("C1", "C2", "C3", "C4", "C5")],
)
def test_reference_is_within_a_step_of_torchs_operator(
    name: str, configuration: str, distribution: Distribution
) -> None:
    task = tasks.load(name, "int8")
    dims = configurations("coral_npu")[name][configuration]
    inputs, constants, reference = _given(task, dims, distribution, seed=1)
    errors = np.abs(reference - judged(name, inputs, constants))
    assert errors.max() <= STEP
    assert errors.mean() < 0.3  # of a rounding to nearest: 1/4


@pytest.mark.parametrize("name", tasks.names("int8"))
def test_inputs_are_left_alone(name: str) -> None:
    task = tasks.load(name, "int8")
    dims = SMALL[name][0]
    inputs = draw(task, dims, "normal", seed=2)
    before = {operand: values.copy() for operand, values in inputs.items()}
    task.reference(inputs, task.constants(dims), dims)
    assert all(np.array_equal(before[operand], inputs[operand]) for operand in inputs)


def test_the_table_of_silu_holds_the_byte_minus_1_last() -> None:
    silu = tasks.load("silu", "int8")
    table = draw(silu, {"n": 1}, "normal", 0)["table"]
    x = np.array([-1.0, 0.0, 127.0, -128.0])
    output = silu.reference({"x": x, "table": table}, {})
    np.testing.assert_array_equal(output, table[[255, 0, 127, 128]])
    assert output.tolist() == [-116, -115, 127, -119]


def test_a_row_of_zeros_is_normalised_to_the_bias_alone() -> None:
    """Only ε keeps the divisor from being zero."""
    task, dims = tasks.load("layer_norm", "int8"), {"rows": 1, "width": 4}
    constants = task.constants(dims)
    inputs = {"x": np.zeros((1, 4)), "gamma": np.full(4, 127.0), "beta": np.arange(4.0) * 9e4}
    scale = constants["multiplier"] * 2.0 ** (-31 - constants["shift"])
    expected = np.floor(inputs["beta"] * scale + 0.5) + constants["zero_point"]
    np.testing.assert_array_equal(task.reference(inputs, constants)[0], expected)


def test_a_uniform_row_of_a_softmax() -> None:
    task = tasks.load("softmax", "int8")
    table = draw(task, {"rows": 1, "width": 1}, "normal", 0)["exponentials"]
    assert (table[0], table[1], table[255]) == (65535.0, 63519.0, 23.0)
    for width, code in ((1, 127), (2, 0), (64, -124), (256, -127)):
        output = task.reference({"x": np.full((1, width), 5.0), "exponentials": table}, {})
        assert set(output.ravel()) == {code}

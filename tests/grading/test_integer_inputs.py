"""Drawn operands of quantised tasks: whole, in the range of their element, as described."""

import hashlib
import math

import numpy as np
import pytest

from kernelcraft import tasks
from kernelcraft.cells.sizes import configurations
from kernelcraft.grading.inputs import Distribution, descriptions, distributions, draw
from kernelcraft.tasks import Element, FloatArray
from kernelcraft.tasks.quantised import WEIGHT_RMS

CELLS = [
    (name, configuration)
    for name, rows in configurations("coral_npu").items()
    for configuration in rows
]
RANGES: dict[Element, tuple[int, int]] = {
    "int8": (-128, 127),
    "uint8": (0, 255),
    "int16": (-(2**15), 2**15 - 1),
    "uint16": (0, 2**16 - 1),
    "int32": (-(2**31), 2**31 - 1),
}
NORM = {"rows": 256, "width": 64}


def _x(distribution: Distribution, task: str = "layer_norm", seed: int = 0) -> FloatArray:
    return draw(tasks.load(task, "int8"), NORM, distribution, seed)["x"]


def _drawn(name: str, configuration: str, seed: int) -> list[dict[str, FloatArray]]:
    task = tasks.load(name, "int8")
    dims = configurations("coral_npu")[name][configuration]
    return [draw(task, dims, each, seed) for each in distributions(task)]


@pytest.mark.parametrize(("name", "configuration"), CELLS)
def test_every_value_is_one_that_its_element_holds(name: str, configuration: str) -> None:
    for inputs in _drawn(name, configuration, 1):
        for operand in tasks.load(name, "int8").inputs:
            low, high = RANGES[operand.element]
            values = inputs[operand.name]
            assert np.array_equal(values, np.rint(values))
            assert low <= values.min()
            assert values.max() <= high


@pytest.mark.parametrize(("name", "configuration"), CELLS)
def test_multipliers_and_shifts_are_in_their_ranges(name: str, configuration: str) -> None:
    task = tasks.load(name, "int8")
    dims = configurations("coral_npu")[name][configuration]
    constants = {name: np.array(value) for name, value in task.constants(dims).items()}
    for operand, values in {**draw(task, dims, "normal", 1), **constants}.items():
        if "multiplier" in operand:
            assert 2**30 <= values.min() <= values.max() < 2**31
        if "shift" in operand:
            assert 0 <= values.min() <= values.max() <= 31


@pytest.mark.parametrize(("name", "configuration"), CELLS)
def test_outputs_use_the_range_and_few_are_at_its_ends(name: str, configuration: str) -> None:
    """A ReLU cuts the range, and nearly all elements of a softmax are small."""
    task = tasks.load(name, "int8")
    dims = configurations("coral_npu")[name][configuration]
    inputs = draw(task, dims, "normal", 3)
    output = task.reference(inputs, task.constants(dims), dims)
    assert np.ptp(output) > {"relu": 70, "softmax": 15}.get(name, 100)
    if name != "softmax":
        assert np.mean((output == -128) | (output == 127)) < 0.02


@pytest.mark.parametrize("name", tasks.names("int8"))
def test_over_all_inputs_outputs_reach_both_ends(name: str) -> None:
    """But the least of a ReLU is its zero point, and the least of SiLU and GELU not far from it."""
    task = tasks.load(name, "int8")
    dims = configurations("coral_npu")[name]["C5"]
    outputs = [
        task.reference(draw(task, dims, each, 1), task.constants(dims), dims)
        for each in distributions(task)
    ]
    least = {"relu": -11, "conv_block": 4, "silu": -127, "gelu": -127}.get(name, -128)
    most = {"gelu": 124, "softmax": 60}.get(name, 127)
    assert min(output.min() for output in outputs) == least
    assert max(output.max() for output in outputs) >= most


def test_the_same_numbers_on_every_machine() -> None:
    digest = hashlib.sha256()
    for name in tasks.names("int8"):
        for inputs in _drawn(name, "C1", 7):
            for values in inputs.values():
                digest.update(values.astype("<i8").tobytes())
    assert digest.hexdigest() == "359bd6981f72f3e293ee82fda5fdd6c93aeb2480b44f712d62de7eb5442893b4"


def test_normal_and_shifted() -> None:
    assert _x("normal").std() == pytest.approx(32.0, rel=0.02)
    assert _x("normal").mean() == pytest.approx(0.0, abs=1.0)
    assert _x("shifted").mean() == pytest.approx(32.0, abs=1.0)


def test_wide_has_a_sigma_for_each_row_and_both_ends_of_the_range() -> None:
    x = _x("wide")
    sigma = x.std(axis=-1)
    assert sigma.min() == pytest.approx(8.0, rel=0.3)
    assert sigma.max() > 90.0
    assert (x.min(), x.max()) == (-128.0, 127.0)


def test_a_lone_axis_is_taken_in_rows_of_16() -> None:
    x = draw(tasks.load("silu", "int8"), {"n": 1000}, "wide", 0)["x"]
    sigma = x[:992].reshape(-1, 16).std(axis=-1)
    assert sigma.max() / sigma.min() > 6.0


def test_faint_rows_are_of_the_size_of_epsilon_and_one_is_zero() -> None:
    x = _x("faint")
    assert not x[0].any()
    assert np.mean(x[1:] ** 2) == pytest.approx(0.6, abs=0.1)
    epsilon = tasks.load("layer_norm", "int8").constants(NORM)["epsilon"] / 64**2
    assert epsilon == 0.25


def test_lifted_rows_have_means_of_100_in_turn_and_the_first_no_deviation() -> None:
    x = _x("lifted")
    means = x.mean(axis=-1)
    assert np.abs(means) == pytest.approx(100.0, abs=1.5)
    assert (np.sign(means[1:]) == -np.sign(means[:-1])).all()
    assert np.ptp(x[0]) == 0.0


def test_codes_holds_every_number_in_another_order_each_time() -> None:
    x = draw(tasks.load("silu", "int8"), {"n": 600}, "codes", 0)["x"]
    for part in (x[:256], x[256:512]):
        assert np.array_equal(np.sort(part), np.arange(-128, 128))
    assert not np.array_equal(x[:256], x[256:512])


def test_spiked_rows_have_one_element_above_all_others() -> None:
    x = np.sort(_x("spiked", "softmax"), axis=-1)
    assert (x[:, -1] >= 100).all()
    assert (x[:, -2] < 0).all()
    assert x[:, :-1].mean() == pytest.approx(-100.0, abs=2.0)


def test_extreme_holds_the_ends_of_the_range_alone() -> None:
    x = _x("extreme")
    assert set(np.unique(x)) == {-128.0, 127.0}
    shares = (x == 127).mean(axis=-1)
    assert (shares.min(), shares.max()) == (0.0, 1.0)


def test_weights_and_biases() -> None:
    inputs = draw(tasks.load("linear", "int8"), {"n": 1, "h_in": 256, "h_out": 512}, "wide", 3)
    assert (inputs["w"].min(), inputs["w"].max()) == (-127.0, 127.0)
    assert inputs["w"].std() == pytest.approx(WEIGHT_RMS, rel=0.01)
    assert inputs["bias"].std() == pytest.approx(32 * WEIGHT_RMS * 16 / 2, rel=0.1)
    norm = draw(tasks.load("layer_norm", "int8"), {"rows": 1, "width": 256}, "wide", 3)
    assert norm["beta"].std() == pytest.approx(1024 * WEIGHT_RMS / 2, rel=0.15)


def test_every_eighth_multiplier_is_a_power_of_two_and_all_scales_differ() -> None:
    inputs = draw(tasks.load("gemv", "int8"), {"M": 64, "N": 32}, "normal", 0)
    multiplier, shift = inputs["multiplier"], inputs["shift"]
    assert (multiplier[::8] == 2**30).all()
    others = [multiplier[i] * 2.0 ** -shift[i] for i in range(64) if i % 8]
    assert len(set(others)) == len(others)
    assert max(others) / min(others) == pytest.approx(2.0, rel=0.1)
    middle = 32 / (32 * WEIGHT_RMS * math.sqrt(32)) * 2**31
    assert min(others) < middle < max(others)


def test_what_a_kernel_may_form_in_32_bits() -> None:
    """Every sum of a norm and of a softmax, for the longest row of a held-out cell."""
    dims = {"rows": 64, "width": 256}
    for name in ("layer_norm", "rms_norm"):
        task = tasks.load(name, "int8")
        epsilon = task.constants(dims)["epsilon"]
        for each in distributions(task):
            x = draw(task, dims, each, 5)["x"]
            assert (256 * np.sum(x * x, axis=-1) + epsilon).max() < 2**31
    assert 256 * 256 * 128**2 + 256**2 // 4 < 2**31
    assert 510 * 65_535 + 256 * 65_535 < 2**31


def test_far_biases_take_sums_beyond_24_bits_and_not_beyond_32() -> None:
    task, dims = tasks.load("linear", "int8"), configurations("coral_npu")["linear"]["C1"]
    sizes = np.abs(draw(task, dims, "far biases", 0)["bias"])
    assert np.count_nonzero(sizes >= 2**20) == len(sizes) // 2
    assert 2**28 < sizes.max() <= 2**30


def test_every_distribution_is_described() -> None:
    every = [descriptions(tasks.load(name, "int8")) for name in tasks.names("int8")]
    assert len({words for each in every for words in each.values()}) == 10

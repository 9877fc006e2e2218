"""Every task's reference agrees with torch's own operator in float64."""

import numpy as np
import pytest
import torch

from kernelcraft import tasks
from kernelcraft.grading.inputs import DISTRIBUTIONS, Distribution, draw
from tests.torch_operators import JUDGES


def test_every_task_has_a_judge() -> None:
    assert set(JUDGES) == set(tasks.names())


@pytest.mark.parametrize("distribution", DISTRIBUTIONS)
@pytest.mark.parametrize("name", tasks.names())
def test_reference_is_torchs_operator(name: str, distribution: Distribution) -> None:
    task = tasks.load(name)
    dims = tasks.configurations("plena")[name]["C2"]
    inputs = draw(task, dims, distribution, seed=1)
    output = task.reference(inputs, task.constants(dims))
    judged = JUDGES[name](*(torch.from_numpy(values) for values in inputs.values())).numpy()
    assert output.dtype == np.float64
    assert output.shape == judged.shape == task.output_shape(dims)
    np.testing.assert_allclose(output, judged, rtol=1e-12, atol=1e-14)


def test_gelu_keeps_its_digits_far_below_zero() -> None:
    x = np.array([[-6.0]])
    output = tasks.load("gelu").reference({"x": x}, {})
    assert output[0, 0] == pytest.approx(-5.9195256e-9, rel=1e-6)


def test_epsilon_is_the_one_the_machine_holds() -> None:
    x = np.full((1, 64), 1e-3)
    rms_norm = tasks.load("rms_norm")
    output = rms_norm.reference({"x": x}, {"eps": 3e-6, "inverse_width": 1 / 64})
    np.testing.assert_allclose(output, 0.5)


@pytest.mark.parametrize("name", tasks.names())
def test_inputs_are_left_alone(name: str) -> None:
    task = tasks.load(name)
    dims = tasks.configurations("plena")[name]["C1"]
    inputs = draw(task, dims, "normal", seed=2)
    before = {operand: values.copy() for operand, values in inputs.items()}
    task.reference(inputs, task.constants(dims))
    assert all(np.array_equal(before[operand], inputs[operand]) for operand in inputs)

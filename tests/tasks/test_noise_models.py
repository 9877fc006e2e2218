"""A task's algorithm under a machine's roundings: the error it has, and who passes with it."""

import math
from functools import cache

import ml_dtypes
import numpy as np
import pytest

from kernelcraft import tasks
from kernelcraft.cells.sizes import configurations
from kernelcraft.grading.inputs import DISTRIBUTIONS, Distribution, draw
from kernelcraft.grading.tolerance import (
    Tolerance,
    least_tau,
    needed_tau,
    normalised_error,
    tau_from_noise,
)
from kernelcraft.tasks import EXACT, FloatArray, Rounding, Task, WithCache


class Bf16Machine:
    """bf16 vectors, fp16 scalars, float32 products, caches of 4 significant bits: as on PLENA."""

    def vector(self, values: FloatArray, /) -> FloatArray:
        with np.errstate(over="ignore"):  # infinities are legal on the way
            return values.astype(np.float32).astype(ml_dtypes.bfloat16).astype(np.float64)

    def scalar(self, values: FloatArray, /) -> FloatArray:
        return values.astype(np.float16).astype(np.float64)

    def matmul(self, a: FloatArray, b: FloatArray, /) -> FloatArray:
        return np.asarray(a.astype(np.float32) @ b.astype(np.float32), np.float64)

    def cache(self, values: FloatArray, /) -> FloatArray:
        mantissas, exponents = np.frexp(self.vector(values))
        return np.ldexp(np.round(mantissas * 16.0) / 16.0, exponents)


MACHINE = Bf16Machine()
UNSTORED = WithCache(MACHINE, MACHINE.vector)  # a kernel that needs no cache
KEYED = {"attention", "flash_attention"}
CACHED = {"mha", "gqa", "mqa", "decoder_llama", "decoder_t5"}


def _outputs(
    task: Task, config: str, distribution: Distribution, seed: int, r: Rounding
) -> dict[str, FloatArray]:
    """The arguments of a rule: the output under `r`, and the reference."""
    dims = configurations("plena")[task.name][config]
    inputs, constants = _inputs(task.name, config, distribution, seed), task.constants(dims)
    reference = WithCache(EXACT, MACHINE.cache)
    return {
        "output": task.compute(r, inputs, constants, dims),
        "reference": task.compute(reference, inputs, constants, dims),
    }


def _inputs(name: str, config: str, distribution: Distribution, seed: int) -> dict[str, FloatArray]:
    dims = configurations("plena")[name][config]
    drawn = draw(tasks.load(name), dims, distribution, seed)
    return {operand: MACHINE.vector(values) for operand, values in drawn.items()}


@cache
def _tau(name: str, config: str) -> float:
    task = tasks.load(name)
    if name in KEYED:
        sets = [(each, seed) for each in DISTRIBUTIONS for seed in range(100, 164)]
        needed = [needed_tau(**_outputs(task, config, *s, MACHINE)) for s in sets]
        return tau_from_noise(needed, least_tau(MACHINE))
    errors = [
        normalised_error(**_outputs(task, config, distribution, 100, r))
        for distribution in DISTRIBUTIONS
        for r in (MACHINE, UNSTORED)
    ]
    return tau_from_noise(errors, least_tau(MACHINE))


@pytest.mark.parametrize("name", configurations("plena"))
def test_tau_is_a_small_multiple_of_the_formats_step(name: str) -> None:
    most = 2**-2 if name in CACHED else 2**-3 if name in KEYED else 2**-5
    assert 2**-8 <= _tau(name, "C2") <= most


@pytest.mark.parametrize("distribution", DISTRIBUTIONS)
@pytest.mark.parametrize("name", configurations("plena"))
def test_the_plain_algorithm_passes_on_other_seeds(name: str, distribution: Distribution) -> None:
    rule = Tolerance(_tau(name, "C2"))
    for seed in range(5):
        comparison = rule.compare(**_outputs(tasks.load(name), "C2", distribution, seed, MACHINE))
        assert comparison.ok, comparison.sentence()


@pytest.mark.parametrize("distribution", DISTRIBUTIONS)
@pytest.mark.parametrize("name", sorted(CACHED))
def test_a_kernel_that_never_stores_its_keys_passes(name: str, distribution: Distribution) -> None:
    rule = Tolerance(_tau(name, "C2"))
    for seed in range(5):
        comparison = rule.compare(**_outputs(tasks.load(name), "C2", distribution, seed, UNSTORED))
        assert comparison.ok, comparison.sentence()


@pytest.mark.parametrize("name", sorted(CACHED))
def test_a_kernel_without_attention_is_wrong(name: str) -> None:
    """Every row gets the mean of the values: what scores of zero give."""
    task, dims = tasks.load(name), configurations("plena")[name]["C2"]
    for distribution in DISTRIBUTIONS:
        given = _outputs(task, "C2", distribution, 0, MACHINE)
        inputs = _inputs(name, "C2", distribution, 0)
        flat = task.compute(MACHINE, inputs, {**task.constants(dims), "inverse_root": 0.0}, dims)
        rule = Tolerance(_tau(name, "C2"))
        assert not rule.compare(output=flat, reference=given["reference"]).ok


def _sigmoid(r: tasks.Rounding, u: FloatArray) -> FloatArray:
    return r.vector(1.0 / r.vector(1.0 + r.vector(np.exp(-u))))


def _tanh_gelu(r: tasks.Rounding, x: FloatArray) -> FloatArray:
    constants = tasks.load("gelu").constants({"rows": 1, "width": 64})
    slope = r.vector(r.vector(r.vector(x * x) * constants["tanh_cubic"]) + constants["tanh_linear"])
    return r.vector(x * _sigmoid(r, r.vector(x * slope)))


def _short_gelu(r: tasks.Rounding, x: FloatArray) -> FloatArray:
    return r.vector(x * _sigmoid(r, r.vector(1.702 * x)))


def test_the_published_gelu_constants_make_the_tanh_form() -> None:
    x = np.linspace(-8.0, 8.0, 1001).reshape(1, -1)
    slope = math.sqrt(2.0 / math.pi)
    tanh_form = x / 2 * (1 + np.tanh(slope * (x + 0.044715 * x**3)))
    np.testing.assert_allclose(_tanh_gelu(EXACT, x), tanh_form, atol=1e-12)


@pytest.mark.parametrize("distribution", DISTRIBUTIONS)
def test_gelu_admits_the_tanh_form(distribution: Distribution) -> None:
    rule = Tolerance(_tau("gelu", "C3"))
    for seed in range(5):
        x = _inputs("gelu", "C3", distribution, seed)["x"]
        reference = tasks.load("gelu").reference({"x": x}, {})
        comparison = rule.compare(output=_tanh_gelu(MACHINE, x), reference=reference)
        assert comparison.ok, comparison.sentence()


@pytest.mark.parametrize("distribution", DISTRIBUTIONS)
def test_gelu_rejects_the_short_sigmoid_form(distribution: Distribution) -> None:
    x = _inputs("gelu", "C3", distribution, seed=0)["x"]
    reference = tasks.load("gelu").reference({"x": x}, {})
    rule = Tolerance(_tau("gelu", "C3"))
    assert not rule.compare(output=_short_gelu(EXACT, x), reference=reference).ok


@pytest.mark.parametrize("distribution", DISTRIBUTIONS)
def test_relu_admits_the_sigmoid_form(distribution: Distribution) -> None:
    x = _inputs("relu", "C3", distribution, seed=0)["x"]
    with np.errstate(over="ignore"):  # exp(1000 x)
        output = MACHINE.vector(x * _sigmoid(MACHINE, MACHINE.vector(1000.0 * x)))
    rule = Tolerance(_tau("relu", "C3"))
    comparison = rule.compare(output=output, reference=np.maximum(x, 0.0))
    assert comparison.ok, comparison.sentence()

"""Drawn inputs: the same everywhere for one seed, distributed as named, bounded."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import kernelcraft
from kernelcraft import tasks
from kernelcraft.cells.sizes import configurations
from kernelcraft.grading.inputs import (
    CLIP,
    DISTRIBUTIONS,
    Distribution,
    distributions,
    draw,
)
from kernelcraft.tasks import FloatArray

PACKAGES = Path(kernelcraft.__file__).parents[1]
SOFTMAX_DIMS = {"rows": 256, "width": 64}

CHECKSUM = """
import hashlib, sys
import numpy as np
from kernelcraft import tasks
from kernelcraft.cells.sizes import configurations
from kernelcraft.grading.inputs import DISTRIBUTIONS, draw
digest = hashlib.sha256()
for name in sorted(configurations("plena")):
    dims = configurations("plena")[name]["C1"]
    for distribution in DISTRIBUTIONS:
        for values in draw(tasks.load(name), dims, distribution, seed=7).values():
            digest.update(np.round(values * 2**20).astype("<i8").tobytes())
print(digest.hexdigest())
"""


def _x(distribution: Distribution, seed: int = 0) -> FloatArray:
    return draw(tasks.load("softmax"), SOFTMAX_DIMS, distribution, seed)["x"]


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_another_process_draws_the_same_numbers(hash_seed: str) -> None:
    drawn = subprocess.run(
        [sys.executable, "-c", CHECKSUM],
        env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(PACKAGES)},
        capture_output=True,
        text=True,
        check=True,
    )
    digest = drawn.stdout.strip()
    assert digest == "7d2231a5005491f2f5a7acf9fbc06bda5d6c0ee67b200e24dc8be5a18809e91d"


def test_seeds_distributions_operands_and_tasks_have_streams_of_their_own() -> None:
    drawn = [_x("normal", seed) for seed in range(3)]
    drawn += [_x("shifted") - 1.0]
    drawn += [draw(tasks.load("silu"), SOFTMAX_DIMS, "normal", 0)["x"]]
    square = draw(tasks.load("gemm"), {"M": 256, "K": 256, "N": 256}, "normal", 0)
    drawn += [square["x"][:, :64], square["w"][:, :64] * 16.0]
    prefixes = {values[0, :4].round(6).tobytes() for values in drawn}
    assert len(prefixes) == len(drawn)


def test_normal() -> None:
    x = _x("normal")
    assert x.dtype == np.float64
    assert x.mean() == pytest.approx(0.0, abs=0.03)
    assert x.std() == pytest.approx(1.0, abs=0.03)


def test_shifted() -> None:
    x = _x("shifted")
    assert x.mean() == pytest.approx(1.0, abs=0.03)
    assert x.std() == pytest.approx(1.0, abs=0.03)


def test_wide_has_a_sigma_for_each_row() -> None:
    sigma = _x("wide").std(axis=-1)
    assert sigma.min() == pytest.approx(0.25, rel=0.3)
    assert sigma.max() == pytest.approx(4.0, rel=0.3)
    assert np.median(np.log2(sigma)) == pytest.approx(0.0, abs=0.4)


def test_faint_is_as_small_as_the_eps_of_a_norm() -> None:
    x = _x("faint")
    assert np.mean(x**2) == pytest.approx(1.5e-5, rel=0.05)


def test_loud_is_beyond_what_an_exponential_holds() -> None:
    for name, operand in (("silu", "x"), ("decoder_llama", "w_gate")):
        task = tasks.load(name)
        dims = configurations("plena")[name]["C1"]
        loud: Distribution = "loud" if "loud" in task.edges else "loud gate"
        far, usual = (draw(task, dims, each, 0)[operand] for each in (loud, "normal"))
        assert far.std() / usual.std() == pytest.approx(64.0, rel=0.05)


def test_lifted_has_a_mean_for_each_row() -> None:
    x = _x("lifted")
    means = x.mean(axis=-1)
    assert np.abs(means) == pytest.approx(16, abs=0.6)
    assert abs(np.sign(means).sum()) <= 1
    assert len(set((np.sign(means[1:]) * np.sign(means[:-1])).tolist())) == 2  # at random
    assert (x.T - means).std() == pytest.approx(1.0, abs=0.03)


def test_every_task_with_an_eps_is_tried_where_it_decides() -> None:
    for name in sorted(configurations("plena")):
        task = tasks.load(name)
        dims = configurations("plena")[name]["C1"]
        norm = {"faint", "faint first"} & set(distributions(task))
        assert "eps" not in task.constants(dims) or norm


def test_a_cache_is_drawn_like_an_activation() -> None:
    k = draw(tasks.load("attention"), {"s": 128, "h": 64}, "shifted", 0)["k"]
    assert k.mean() == pytest.approx(1.0, abs=0.05)


def test_a_table_is_not_drawn() -> None:
    rope, dims = tasks.load("rope"), {"s": 8, "d": 64}
    one, other = (draw(rope, dims, "normal", seed) for seed in (1, 2))
    equal = {name: np.array_equal(one[name], other[name]) for name in one}
    assert equal == {"x": False, "cos": True, "sin": True, "rotation": True}


@pytest.mark.parametrize("distribution", DISTRIBUTIONS)
def test_weights_are_scaled_to_their_fan_in(distribution: Distribution) -> None:
    dims = {"n": 4, "h_in": 256, "h_out": 512}
    drawn = draw(tasks.load("linear"), dims, distribution, 3)
    assert drawn["w"].std() == pytest.approx(1 / 16, rel=0.03)
    assert drawn["b"].std() == pytest.approx(1 / 16, rel=0.2)
    assert drawn["w"].mean() == pytest.approx(0.0, abs=1e-3)


def test_the_bound_keeps_a_row_of_squares_below_30000() -> None:
    most = max(4.0 * CLIP, CLIP + 1.0)
    assert 64 * most**2 < 30_000


@pytest.mark.parametrize("distribution", DISTRIBUTIONS)
@pytest.mark.parametrize("name", configurations("plena"))
def test_sums_a_kernel_may_form_in_half_precision(name: str, distribution: Distribution) -> None:
    dims = configurations("plena")[name]["C5"]
    task = tasks.load(name)
    inputs = draw(task, dims, distribution, seed=11)
    for operand in task.inputs:
        values = inputs[operand.name]
        assert np.sum(values**2, axis=-1).max() < 30_000
        assert np.sum(np.abs(values), axis=-1).max() < 30_000
    output = task.reference(inputs, task.constants(dims), dims)
    assert np.abs(output).max() < 30_000


def test_a_negative_seed_is_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        _x("normal", seed=-1)

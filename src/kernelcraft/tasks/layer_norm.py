"""LayerNorm over each row, without γ and β: subtract the mean, divide by the deviation."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from dataclasses import replace
from functools import partial

import numpy as np

from kernelcraft.tasks.mistakes import changed, held, of_x, step, with_constants, zero
from kernelcraft.tasks.quantised import (
    NORMAL_ONE,
    REQUANTISE,
    WEIGHT_RMS,
    norm_constants,
    requantise,
    rounded_quotient,
    whole_root,
)
from kernelcraft.tasks.quantised_mistakes import ROWS, norm, requantised, wrapped
from kernelcraft.tasks.task import Dims, FloatArray, Input, Rounding, Step, Task, row_sum
from kernelcraft.tasks.ties import by_bias


def constants(dims: Dims) -> dict[str, float]:
    """1 / width turns sums into means; ε is used as the machine rounds it."""
    return {"inverse_width": 1.0 / dims["width"], "eps": 1e-5}


def layer_norm(r: Rounding, x: FloatArray, eps: float) -> FloatArray:
    """Two passes: mean first, then the variance of what is left."""
    width = x.shape[-1]
    mean = r.scalar(r.scalar(row_sum(x)) / width)
    d = r.vector(x - mean)
    variance = r.scalar(r.scalar(row_sum(r.vector(d * d))) / width)
    deviation = r.scalar(np.sqrt(r.scalar(variance + eps)))
    return r.vector(d * r.scalar(1.0 / deviation))


def rms(x: FloatArray, axis: int = -1) -> FloatArray:
    """The root of the mean square, without ε."""
    return np.asarray(np.sqrt(np.mean(x * x, axis=axis, keepdims=True)), np.float64)


def centred(x: FloatArray, axis: int = -1) -> FloatArray:
    """x less its mean."""
    return np.asarray(x - np.mean(x, axis=axis, keepdims=True), np.float64)


def _one_pass(x: FloatArray) -> FloatArray:
    """With the mean of squares less the square of the mean, both in half precision."""
    width, half = x.shape[-1], np.float16
    mean = held(row_sum(x) / width, half)
    variance = held(held(row_sum(x * x) / width, half) - held(mean * mean, half), half)
    return np.asarray((x - mean) / np.sqrt(variance + 1e-5), np.float64)


TASK = Task(
    name="layer_norm",
    title="LayerNorm",
    level=1,
    category="normalisation",
    formula="y = (x - µ) / √(σ² + ε),  µ and σ² = mean of (x - µ)² over the row, ε = 1e-5",
    inputs=(Input("x", ("rows", "width")),),
    output=("rows", "width"),
    constants=constants,
    algorithm=layer_norm,
    stages=(
        "µ = sum of the row * inverse_width",
        "d = x - µ",
        "v = sum of d * d over the row * inverse_width",
        "y = d * (1 / sqrt(v + eps))",
    ),
    mistakes=lambda dims: {
        "mean not subtracted": of_x(lambda x: x / rms(centred(x))),
        "not divided": of_x(centred),
        "divided by the variance": of_x(lambda x: centred(x) / rms(centred(x)) ** 2),
        "variance of width - 1": of_x(
            lambda x: centred(x) / rms(centred(x)) * (1.0 - 1.0 / x.shape[-1]) ** 0.5
        ),
        "mean of x² for the variance": of_x(lambda x: centred(x) / rms(x)),
        "over the columns": of_x(lambda x: centred(x, 0) / (rms(centred(x, 0), 0) + 1e-5)),
        "no eps": with_constants(eps=0.0),
    },
    edges={  # ε decides, and the mean must be taken off before squaring
        "faint": {"no eps in the sum": with_constants(eps=0.0)},
        "lifted": {"variance in one pass": of_x(_one_pass)},
    },
)


def deviations(x: FloatArray) -> FloatArray:
    """Times the width."""
    return int(x.shape[-1]) * x - row_sum(x)


def variance(x: FloatArray) -> FloatArray:
    """Times the square of the width."""
    total = row_sum(x)
    return int(x.shape[-1]) * row_sum(x * x) - total * total


def normalised(
    x: FloatArray,
    epsilon: float,
    deviations: Step = deviations,
    variance: Step = variance,
    root: Step = whole_root,
    quotient: Step = rounded_quotient,
) -> FloatArray:
    """The deviations from the mean; 1024 stands for a standard deviation."""
    return quotient(deviations(x) * NORMAL_ONE, root(variance(x) + epsilon))


def quantised(
    r: Rounding,
    x: FloatArray,
    gamma: FloatArray,
    beta: FloatArray,
    epsilon: float,
    multiplier: float,
    shift: float,
    zero_point: float,
    normalised: Step = normalised,
    requantise: Step = requantise,
) -> FloatArray:
    """Mean and variance as whole numbers, both times a power of the width."""
    return requantise(normalised(x, epsilon) * gamma + beta, multiplier, shift, zero_point)


def width_times(x: FloatArray) -> FloatArray:
    """Nothing is taken off."""
    return int(x.shape[-1]) * x


def mean_square(x: FloatArray) -> FloatArray:
    """Times the square of the width."""
    return int(x.shape[-1]) * row_sum(x * x)


QUANTISED = replace(
    TASK,
    formula="y[i, j] = requantise(n[i, j] · gamma[j] + beta[j]),  n = 1024 · (x - µ) / √(σ² + ε)",
    inputs=(
        Input("x", ("rows", "width"), element="int8"),
        Input("gamma", ("width",), "weight", element="int8"),
        Input("beta", ("width",), "weight", element="int32", unit=NORMAL_ONE * WEIGHT_RMS / 2),
    ),
    constants=norm_constants,
    algorithm=quantised,
    stages=(
        "S = sum of the row, Q = sum of x * x over the row",
        "D = width * Q - S * S + epsilon, below 2^31: width² times the variance and its ε",
        "R = √D rounded down",
        "n = (width * x - S) * 1024 / R to nearest: R / 2 (rounded down) is added to a numerator "
        "of 0 or more and subtracted from a negative one, then the division drops the fraction",
        "y = requantise(n * gamma + beta, multiplier, shift, zero_point)",
        REQUANTISE,
    ),
    mistakes=lambda dims: {
        "mean not subtracted": step(normalised=partial(normalised, deviations=width_times)),
        "mean square for the variance": step(normalised=partial(normalised, variance=mean_square)),
        **norm(normalised),
        "no beta": changed(beta=zero),
        "beta of the channel before": changed(beta=lambda beta: np.roll(beta, 1)),
        "beta in 16 bits": changed(beta=lambda beta: wrapped(beta, 16)),
        **ROWS,
        **requantised("one scale for all channels"),  # there is one
    },
    edges={"faint": {}, "lifted": {}, "spiked": {}, "extreme": {}, "ties": {}},
    ties=by_bias("beta"),
    element="int8",
)

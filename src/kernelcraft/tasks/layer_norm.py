"""LayerNorm over each row, without γ and β: subtract the mean, divide by the deviation."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from dataclasses import replace

import numpy as np

from kernelcraft.tasks.quantised import (
    NORMAL_ONE,
    REQUANTISE,
    WEIGHT_RMS,
    norm_constants,
    requantise,
    rounded_quotient,
    whole_root,
)
from kernelcraft.tasks.task import Dims, FloatArray, Input, Rounding, Task, row_sum


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
    edges=("faint", "lifted"),  # ε decides, and the mean must be taken off before squaring
)


def quantised(
    r: Rounding,
    x: FloatArray,
    gamma: FloatArray,
    beta: FloatArray,
    epsilon: float,
    multiplier: float,
    shift: float,
    zero_point: float,
) -> FloatArray:
    """Mean and variance as whole numbers, both times a power of the width."""
    width, total = x.shape[-1], row_sum(x)
    root = whole_root(width * row_sum(x * x) - total * total + epsilon)
    normal = rounded_quotient((width * x - total) * 1024.0, root)
    return requantise(normal * gamma + beta, multiplier, shift, zero_point)


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
    edges=("faint", "lifted", "spiked", "extreme", "ties"),
    element="int8",
)

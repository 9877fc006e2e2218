"""RMSNorm over each row, without γ: divide by the root of the mean square."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from dataclasses import replace
from functools import partial

import numpy as np

from kernelcraft.tasks import layer_norm
from kernelcraft.tasks.layer_norm import centred, mean_square, rms, width_times
from kernelcraft.tasks.mistakes import of_x, step, with_constants
from kernelcraft.tasks.quantised import (
    REQUANTISE,
    norm_constants,
    requantise,
)
from kernelcraft.tasks.quantised_mistakes import ROWS, norm, requantised
from kernelcraft.tasks.task import Dims, FloatArray, Input, Rounding, Step, Task, row_sum
from kernelcraft.tasks.ties import by_factor


def constants(dims: Dims) -> dict[str, float]:
    """1 / width turns sums into means; ε is used as the machine rounds it."""
    return {"inverse_width": 1.0 / dims["width"], "eps": 1e-5}


def rms_norm(r: Rounding, x: FloatArray, eps: float) -> FloatArray:
    """Squares, their mean, and one scalar for each row."""
    mean_square = r.scalar(r.scalar(row_sum(r.vector(x * x))) / x.shape[-1])
    root = r.scalar(np.sqrt(r.scalar(mean_square + eps)))
    return r.vector(x * r.scalar(1.0 / root))


TASK = Task(
    name="rms_norm",
    title="RMSNorm",
    level=1,
    category="normalisation",
    formula="y = x / √(mean of x² over the row + ε),  ε = 1e-5",
    inputs=(Input("x", ("rows", "width")),),
    output=("rows", "width"),
    constants=constants,
    algorithm=rms_norm,
    stages=(
        "q = sum of x * x over the row * inverse_width",
        "y = x * (1 / sqrt(q + eps))",
    ),
    mistakes=lambda dims: {
        "mean subtracted": of_x(lambda x: centred(x) / rms(centred(x))),
        "no root": of_x(lambda x: x / rms(x) ** 2),
        "sum for mean": of_x(lambda x: x / (rms(x) * x.shape[-1] ** 0.5)),
        "over the columns": of_x(lambda x: x / (rms(x, 0) + 1e-5)),
        "no eps": with_constants(eps=0.0),
    },
    edges={"faint": {"no eps in the sum": with_constants(eps=0.0)}},  # ε decides there
)


normalised = partial(layer_norm.normalised, deviations=width_times, variance=mean_square)
"""The mean square as a whole number, times the square of the width; nothing is taken off."""


def quantised(
    r: Rounding,
    x: FloatArray,
    gamma: FloatArray,
    epsilon: float,
    multiplier: float,
    shift: float,
    zero_point: float,
    normalised: Step = normalised,
    requantise: Step = requantise,
) -> FloatArray:
    """Every column has its own γ, and all have one scale."""
    return requantise(normalised(x, epsilon) * gamma, multiplier, shift, zero_point)


QUANTISED = replace(
    TASK,
    formula="y[i, j] = requantise(n[i, j] · gamma[j]),  n = 1024 · x / √(mean of x² + ε)",
    inputs=(
        Input("x", ("rows", "width"), element="int8"),
        Input("gamma", ("width",), "weight", element="int8"),
    ),
    constants=norm_constants,
    algorithm=quantised,
    stages=(
        "Q = sum of x * x over the row",
        "D = width * Q + epsilon, below 2^31: width² times the mean square and its ε",
        "R = √D rounded down",
        "n = width * x * 1024 / R to nearest: R / 2 (rounded down) is added to a numerator "
        "of 0 or more and subtracted from a negative one, then the division drops the fraction",
        "y = requantise(n * gamma, multiplier, shift, zero_point)",
        REQUANTISE,
    ),
    mistakes=lambda dims: {
        "mean subtracted": step(normalised=layer_norm.normalised),
        **norm(normalised),
        **ROWS,
        **requantised("one scale for all channels"),  # there is one
    },
    edges={"faint": {}, "extreme": {}, "ties": {}},
    ties=by_factor("gamma"),
    element="int8",
)

"""ConvBlock: Conv2D, then BatchNorm folded into its scales and biases, then ReLU."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

import numpy as np

from kernelcraft.tasks.conv2d import (
    INPUTS,
    STAGES,
    SUM,
    mistakes,
    patch,
    quantised,
    quantised_constants,
    window_products,
)
from kernelcraft.tasks.mistakes import step, zero
from kernelcraft.tasks.quantised import REQUANTISE, requantise
from kernelcraft.tasks.quantised_mistakes import requantised
from kernelcraft.tasks.task import FloatArray, Rounding, Step, Task
from kernelcraft.tasks.ties import by_bias


def conv_block(
    r: Rounding,
    x: FloatArray,
    w: FloatArray,
    bias: FloatArray,
    multiplier: FloatArray,
    shift: FloatArray,
    input_zero_point: float,
    zero_point: float,
    requantise: Step = requantise,
    sums: Step = window_products,
    relu: Step = np.maximum,
) -> FloatArray:
    """What stands for less than 0 becomes what stands for 0."""
    scale = (multiplier, shift)
    u = quantised(r, x, w, bias, *scale, input_zero_point, zero_point, requantise, sums)
    return relu(u, zero_point)


def _left(u: FloatArray, zero_point: float) -> FloatArray:
    """Not cut off."""
    return u


def _cut_first(
    x: FloatArray, w: FloatArray, bias: FloatArray, input_zero_point: float
) -> FloatArray:
    """Sums cut off at 0, then the bias."""
    return np.maximum(window_products(x, w, zero(bias), input_zero_point), 0.0) + bias


QUANTISED = Task(
    name="conv_block",
    title="ConvBlock",
    level=3,
    category="cnn",
    formula=f"y[i, j, o] = max(requantise({SUM}), zero_point),  p = ⌊(k - 1) / 2⌋",
    inputs=INPUTS,
    output=("H", "H", "c_out"),
    constants=quantised_constants,
    algorithm=conv_block,
    stages=(
        *STAGES[:-1],
        "u = requantise(a, multiplier, shift, zero_point), the scale of the output's channel",
        "y = max(u, zero_point)",
        REQUANTISE,
    ),
    derived={"patch": patch},
    mistakes=lambda dims: {
        **mistakes(dims),
        "no ReLU": step(relu=_left),
        "ReLU at 0": step(relu=lambda u, zero_point: np.maximum(u, 0.0)),
        "ReLU before the bias": step(sums=_cut_first, relu=_left),
        **requantised("ties away from zero", "saturated to -127"),  # both below the zero point
    },
    edges={"extreme": {}, "ties": {}, "far biases": {}},
    ties=by_bias(least=0.0),  # what a ReLU does not hide
    element="int8",
)

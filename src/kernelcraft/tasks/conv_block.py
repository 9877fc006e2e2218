"""ConvBlock: Conv2D, then BatchNorm folded into its scales and biases, then ReLU."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

import numpy as np

from kernelcraft.tasks.conv2d import INPUTS, STAGES, SUM, patch, quantised, quantised_constants
from kernelcraft.tasks.quantised import REQUANTISE
from kernelcraft.tasks.task import FloatArray, Rounding, Task


def conv_block(
    r: Rounding,
    x: FloatArray,
    w: FloatArray,
    bias: FloatArray,
    multiplier: FloatArray,
    shift: FloatArray,
    input_zero_point: float,
    zero_point: float,
) -> FloatArray:
    """What stands for less than 0 becomes what stands for 0."""
    u = quantised(r, x, w, bias, multiplier, shift, input_zero_point, zero_point)
    return np.maximum(u, zero_point)


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
    edges=("extreme", "ties", "far biases"),
    element="int8",
)

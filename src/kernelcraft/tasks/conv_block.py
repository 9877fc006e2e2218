"""ConvBlock: Conv2D, then BatchNorm folded into a scale and a bias of each channel, then ReLU."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

import numpy as np

from kernelcraft.tasks import conv2d
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
from kernelcraft.tasks.mistakes import changed, step, zero
from kernelcraft.tasks.quantised import REQUANTISE, requantise
from kernelcraft.tasks.quantised_mistakes import requantised
from kernelcraft.tasks.task import FloatArray, Input, Rounding, Step, Task, no_constants
from kernelcraft.tasks.ties import by_bias


def folded(
    r: Rounding, a: FloatArray, scale: FloatArray, bias: FloatArray, relu: Step = np.maximum
) -> FloatArray:
    """Scale, bias and ReLU of sums; each step is stored."""
    return relu(r.vector(r.vector(a * scale) + bias), 0.0)


def conv_block(
    r: Rounding,
    x: FloatArray,
    w: FloatArray,
    scale: FloatArray,
    bias: FloatArray,
    norm: Step = folded,
) -> FloatArray:
    """The sums are stored before they are scaled."""
    return norm(r, conv2d.conv2d(r, x, w), scale, bias)


def _bias_first(r: Rounding, a: FloatArray, scale: FloatArray, bias: FloatArray) -> FloatArray:
    """The bias is scaled, too."""
    return np.maximum((a + bias) * scale, 0.0)


def _relu_first(r: Rounding, a: FloatArray, scale: FloatArray, bias: FloatArray) -> FloatArray:
    """Cut off at 0, then the bias."""
    return np.maximum(a * scale, 0.0) + bias


def _no_relu(r: Rounding, a: FloatArray, scale: FloatArray, bias: FloatArray) -> FloatArray:
    """Not cut off."""
    return a * scale + bias


def _before(values: FloatArray) -> FloatArray:
    """That of the channel before."""
    return np.roll(values, 1)


TASK = Task(
    name="conv_block",
    title="ConvBlock",
    level=3,
    category="cnn",
    formula=(
        "y[i, j, o] = max(0, scale[o] · Σ_abc x[i + a - p, j + b - p, c] · w[a, b, c, o]"
        " + bias[o]),  p = ⌊(k - 1) / 2⌋"
    ),
    inputs=(
        *conv2d.TASK.inputs,
        Input("scale", ("c_out",), "weight", fan_in="patch"),
        Input("bias", ("c_out",), "weight", fan_in="patch"),
    ),
    output=("H", "H", "c_out"),
    constants=no_constants,
    algorithm=conv_block,
    stages=(
        conv2d.TASK.stages[0],
        "a[i, j] = sum over the taps of x[i + a - p, j + b - p] · w[a, b]",
        "u = a · scale + bias, those of the output's channel",
        "y = max(0, u)",
    ),
    derived={"patch": patch},
    mistakes=lambda dims: {
        "no ReLU": step(norm=_no_relu),
        "ReLU before the bias": step(norm=_relu_first),
        "bias before the scale": step(norm=_bias_first),
        "no bias": changed(bias=zero),
        "bias of the channel before": changed(bias=_before),
        "scale of the channel before": changed(scale=_before),
    },
    part="product",
)


def quantised_block(
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
    sums: FloatArray = np.maximum(window_products(x, w, zero(bias), input_zero_point), 0.0)
    return sums + bias


QUANTISED = Task(
    name="conv_block",
    title="ConvBlock",
    level=3,
    category="cnn",
    formula=f"y[i, j, o] = max(requantise({SUM}), zero_point),  p = ⌊(k - 1) / 2⌋",
    inputs=INPUTS,
    output=("H", "H", "c_out"),
    constants=quantised_constants,
    algorithm=quantised_block,
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

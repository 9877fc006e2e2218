"""DepthwiseConv, a window of weights over each channel alone: stride 1, SAME padding, NHWC."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from dataclasses import replace

import numpy as np

from kernelcraft.tasks.quantised import REQUANTISE, bias, patches, requantise, scales
from kernelcraft.tasks.quantised_mistakes import convolution, requantised
from kernelcraft.tasks.task import (
    Dims,
    FloatArray,
    Input,
    Rounding,
    Step,
    Task,
    no_constants,
    whole,
)
from kernelcraft.tasks.ties import by_bias


def patch(dims: Dims) -> int:
    """The products of one sum."""
    return dims["k"] ** 2


def depthwise_conv(r: Rounding, x: FloatArray, w: FloatArray) -> FloatArray:
    """For each channel a product of what the window sees with the window; stored once."""
    channels = x.shape[-1]
    seen = np.moveaxis(patches(x, len(w), 0.0), 4, 0).reshape(channels, w[..., 0].size, -1)
    taps = np.moveaxis(w, 2, 0).reshape(channels, 1, -1)
    return r.vector(r.matmul(taps, seen).reshape(channels, -1).T.reshape(x.shape))


OUTSIDE = "p rows above and columns to the left, k - 1 - p below and to the right"
TASK = Task(
    name="depthwise_conv",
    title="DepthwiseConv",
    level=1,
    category="spatial",
    formula="y[i, j, c] = Σ_ab x[i + a - p, j + b - p, c] · w[a, b, c],  p = ⌊(k - 1) / 2⌋",
    inputs=(
        Input("x", ("H", "H", "c")),
        Input("w", ("k", "k", "c"), "weight", fan_in="patch"),
    ),
    output=("H", "H", "c"),
    constants=no_constants,
    algorithm=depthwise_conv,
    stages=(
        f"x is 0 outside of the image: {OUTSIDE}",
        "y[i, j] = sum over the taps of x[i + a - p, j + b - p] * w[a, b]",
    ),
    derived={"patch": patch},
)


def quantised_constants(dims: Dims) -> dict[str, float]:
    """The codes that stand for 0; the input's is folded into the bias, and is the padding."""
    return {"input_zero_point": 15.0, "zero_point": -8.0}


@whole
def channel_products(
    x: FloatArray, w: FloatArray, bias: FloatArray, input_zero_point: float
) -> FloatArray:
    """A product of channels for each tap of the window, and the bias."""
    seen = patches(x, len(w), input_zero_point)
    return np.asarray(np.einsum("abijc,abc->ijc", seen, w) + bias)


def quantised(
    r: Rounding,
    x: FloatArray,
    w: FloatArray,
    bias: FloatArray,
    multiplier: FloatArray,
    shift: FloatArray,
    input_zero_point: float,
    zero_point: float,
    requantise: Step = requantise,
) -> FloatArray:
    """Every channel has its own scale."""
    return requantise(channel_products(x, w, bias, input_zero_point), multiplier, shift, zero_point)


QUANTISED = replace(
    TASK,
    formula="y[i, j, c] = requantise(Σ_ab x[i + a - p, j + b - p, c] · w[a, b, c] + bias[c]),  "
    "p = ⌊(k - 1) / 2⌋",
    inputs=(
        Input("x", ("H", "H", "c"), element="int8"),
        Input("w", ("k", "k", "c"), "weight", element="int8"),
        bias("bias", "c", "patch"),
        *scales("c", "patch"),
    ),
    constants=quantised_constants,
    algorithm=quantised,
    stages=(
        f"x is input_zero_point outside of the image: {OUTSIDE}",
        "a[i, j] = sum over the taps of x[i + a - p, j + b - p] * w[a, b], + bias, in int32",
        "y = requantise(a, multiplier, shift, zero_point), the scale of the channel",
        REQUANTISE,
    ),
    mistakes=lambda dims: {**convolution(dims), **requantised()},
    edges={"extreme": {}, "ties": {}, "far biases": {}},
    ties=by_bias(),
    element="int8",
)

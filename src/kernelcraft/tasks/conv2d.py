"""Conv2D, a window of weights over all channels of an image: stride 1, SAME padding, NHWC."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from dataclasses import replace

import numpy as np

from kernelcraft.tasks.mistakes import changed, transposed
from kernelcraft.tasks.quantised import REQUANTISE, bias, patches, requantise, scales
from kernelcraft.tasks.quantised_mistakes import convolution, requantised
from kernelcraft.tasks.task import (
    Dims,
    FloatArray,
    Input,
    Mistakes,
    Rounding,
    Step,
    Task,
    no_constants,
    whole,
)
from kernelcraft.tasks.ties import by_bias


def patch(dims: Dims) -> int:
    """The products of one sum."""
    return dims["k"] ** 2 * dims["c_in"]


def conv2d(r: Rounding, x: FloatArray, w: FloatArray) -> FloatArray:
    """A product of matrices whose rows are what the window sees; stored once."""
    height, width, _ = x.shape
    seen = np.moveaxis(patches(x, len(w), 0.0), (0, 1), (2, 3)).reshape(height, width, -1)
    return r.vector(r.matmul(seen, w.reshape(-1, w.shape[-1])))


OUTSIDE = "p rows above and columns to the left, k - 1 - p below and to the right"
TASK = Task(
    name="conv2d",
    title="Conv2D",
    level=1,
    category="spatial",
    formula="y[i, j, o] = Σ_abc x[i + a - p, j + b - p, c] · w[a, b, c, o],  p = ⌊(k - 1) / 2⌋",
    inputs=(
        Input("x", ("H", "H", "c_in"), part="left"),
        Input("w", ("k", "k", "c_in", "c_out"), "weight", fan_in="patch", part="right"),
    ),
    output=("H", "H", "c_out"),
    constants=no_constants,
    algorithm=conv2d,
    stages=(
        f"x is 0 outside of the image: {OUTSIDE}",
        "y[i, j] = sum over the taps of x[i + a - p, j + b - p] · w[a, b]",
    ),
    derived={"patch": patch},
    part="product",
)


def quantised_constants(dims: Dims) -> dict[str, float]:
    """The codes that stand for 0; the input's is folded into the bias, and is the padding."""
    return {"input_zero_point": -20.0, "zero_point": 4.0}


@whole
def window_products(
    x: FloatArray, w: FloatArray, bias: FloatArray, input_zero_point: float
) -> FloatArray:
    """A product of matrices for each tap of the window, and the bias."""
    seen = patches(x, len(w), input_zero_point)
    return np.asarray(np.einsum("abijc,abco->ijo", seen, w, optimize=True) + bias)


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
    sums: Step = window_products,
) -> FloatArray:
    """Every channel of the output has its own scale."""
    return requantise(sums(x, w, bias, input_zero_point), multiplier, shift, zero_point)


SUM = "Σ_abc x[i + a - p, j + b - p, c] · w[a, b, c, o] + bias[o]"
INPUTS = (
    Input("x", ("H", "H", "c_in"), element="int8"),
    Input("w", ("k", "k", "c_in", "c_out"), "weight", element="int8"),
    bias("bias", "c_out", "patch"),
    *scales("c_out", "patch"),
)
STAGES = (
    f"x is input_zero_point outside of the image: {OUTSIDE}",
    "a[i, j] = sum over the taps of x[i + a - p, j + b - p] · w[a, b], + bias, in int32",
    "y = requantise(a, multiplier, shift, zero_point), the scale of the output's channel",
)


def mistakes(dims: Dims) -> Mistakes:
    """Those of windows, and channels in another order."""
    return {**convolution(dims), "channels of w swapped": changed(w=transposed)}


QUANTISED = replace(
    TASK,
    formula=f"y[i, j, o] = requantise({SUM}),  p = ⌊(k - 1) / 2⌋",
    inputs=INPUTS,
    constants=quantised_constants,
    algorithm=quantised,
    stages=(*STAGES, REQUANTISE),
    mistakes=lambda dims: {**mistakes(dims), **requantised()},
    edges={"extreme": {}, "ties": {}, "far biases": {}},
    ties=by_bias(),
    element="int8",
)

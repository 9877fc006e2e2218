"""A linear layer: Y = X·W + b, the bias added to every row."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from dataclasses import replace

import numpy as np

from kernelcraft.tasks.mistakes import changed, transposed, zero
from kernelcraft.tasks.quantised import REQUANTISE, bias, requantise, scales
from kernelcraft.tasks.quantised_mistakes import BIAS, LAYER, clipped, requantised
from kernelcraft.tasks.task import Dims, FloatArray, Input, Rounding, Step, Task, no_constants
from kernelcraft.tasks.ties import by_bias


def linear(r: Rounding, x: FloatArray, w: FloatArray, b: FloatArray) -> FloatArray:
    """The product is stored before the bias is added."""
    return r.vector(r.vector(r.matmul(x, w)) + b)


TASK = Task(
    name="linear",
    title="Linear",
    level=1,
    category="matrix",
    formula="y[i, j] = Σ_k x[i, k] · w[k, j] + b[j]",
    inputs=(
        Input("x", ("n", "h_in"), part="left"),
        Input("w", ("h_in", "h_out"), "weight", fan_in="h_in", part="right"),
        Input("b", ("h_out",), "weight", fan_in="h_in"),
    ),
    output=("n", "h_out"),
    constants=no_constants,
    algorithm=linear,
    stages=("p = x · w", "y = p + b"),
    mistakes=lambda dims: {
        "w transposed": changed(w=transposed),
        "no bias": changed(b=zero),
        "bias subtracted": changed(b=np.negative),
        "bias shifted by 64": changed(b=lambda b: np.roll(b, 64)),
    },
    part="product",
)


def quantised_constants(dims: Dims) -> dict[str, float]:
    """The code of the output that stands for 0; the input's is folded into the bias."""
    return {"zero_point": -9.0}


def quantised(
    r: Rounding,
    x: FloatArray,
    w: FloatArray,
    bias: FloatArray,
    multiplier: FloatArray,
    shift: FloatArray,
    zero_point: float,
    requantise: Step = requantise,
) -> FloatArray:
    """The bias is added before the sum is scaled."""
    return requantise(x @ w + bias, multiplier, shift, zero_point)


QUANTISED = replace(
    TASK,
    formula="y[i, j] = requantise(Σ_k x[i, k] · w[k, j] + bias[j])",
    inputs=(
        Input("x", ("n", "h_in"), element="int8"),
        Input("w", ("h_in", "h_out"), "weight", element="int8"),
        bias("bias", "h_out", "h_in"),
        *scales("h_out", "h_in"),
    ),
    constants=quantised_constants,
    algorithm=quantised,
    stages=(
        "a = x · w + bias in int32",
        "y = requantise(a, multiplier, shift, zero_point) with the scale of its column",
        REQUANTISE,
    ),
    mistakes=lambda dims: {
        **LAYER,
        **BIAS,
        "bias after the scale": lambda g: clipped(changed(bias=zero)(g) + g.inputs["bias"]),
        **requantised(),
    },
    edges={"extreme": {}, "ties": {}, "far biases": {}},
    ties=by_bias(),
    element="int8",
)

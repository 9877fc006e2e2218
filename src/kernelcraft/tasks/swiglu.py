"""SwiGLU, a gated perceptron: one linear layer times the SiLU of another, then a third."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from dataclasses import replace

import numpy as np

from kernelcraft.tasks.ffn import components
from kernelcraft.tasks.mistakes import changed, reading, sigmoid, step, transposed, zero
from kernelcraft.tasks.quantised import (
    ACTIVATION_RMS,
    GATED_RMS,
    REQUANTISE,
    bias,
    codes,
    look_up,
    one_scale,
    requantise,
    scales,
    table_of,
)
from kernelcraft.tasks.quantised_mistakes import HIDDEN, ROWS, requantised, wrapped
from kernelcraft.tasks.silu import HIDDEN_EDGES, constants, silu
from kernelcraft.tasks.task import EXACT, Dims, FloatArray, Input, Rounding, Step, Task


def swiglu(
    r: Rounding,
    x: FloatArray,
    w_gate: FloatArray,
    w_up: FloatArray,
    w_down: FloatArray,
    silu: Step = silu,
    gated: Step = np.multiply,
) -> FloatArray:
    """Both layers are stored before they are multiplied."""
    gate = silu(r, r.vector(r.matmul(x, w_gate)))
    up = r.vector(r.matmul(x, w_up))
    return r.vector(r.matmul(r.vector(gated(gate, up)), w_down))


TASK = Task(
    name="swiglu",
    title="SwiGLU",
    level=2,
    category="mlp",
    formula="y = ((x · w_up) * SiLU(x · w_gate)) · w_down,  SiLU(u) = u / (1 + exp(-u))",
    inputs=(
        Input("x", ("n", "h"), part="left"),
        Input("w_gate", ("h", "h_i"), "weight", fan_in="h", part="right"),
        Input("w_up", ("h", "h_i"), "weight", fan_in="h", part="right"),
        Input("w_down", ("h_i", "h"), "weight", fan_in="h_i", part="right"),
    ),
    output=("n", "h"),
    part="product",
    passes=((("x",), ("w_gate", "w_up"), ("w_down",)),),
    constants=constants,
    algorithm=swiglu,
    stages=(
        "u = x · w_gate and g = u / (1 + exp(-u))",
        "p = (x · w_up) * g",
        "y = p · w_down",
    ),
    mistakes=lambda dims: {
        "gate and up swapped": reading(w_gate="w_up", w_up="w_gate"),
        "no activation": step(silu=lambda r, u: u),
        "no gate": step(gated=lambda gate, up: silu(EXACT, up)),
        "only the sigmoid": step(silu=lambda r, u: sigmoid(u)),
        "w_down transposed": changed(w_down=transposed),
    },
    edges=HIDDEN_EDGES,
    components=lambda dims: components(dims, first=2),
    glue="the product of gate and up",
)


GATE_ZERO_POINT = -24.0


def quantised_constants(dims: Dims) -> dict[str, float]:
    """The codes that stand for 0, where it is not 0, and the scale of the gated product."""
    multiplier, shift = one_scale(ACTIVATION_RMS * GATED_RMS)
    return {
        "gate_zero_point": GATE_ZERO_POINT,
        "product_multiplier": multiplier,
        "product_shift": shift,
        "zero_point": -7.0,
    }


def quantised(
    r: Rounding,
    x: FloatArray,
    w_gate: FloatArray,
    bias_gate: FloatArray,
    multiplier_gate: FloatArray,
    shift_gate: FloatArray,
    table: FloatArray,
    w_up: FloatArray,
    bias_up: FloatArray,
    multiplier_up: FloatArray,
    shift_up: FloatArray,
    w_down: FloatArray,
    bias_down: FloatArray,
    multiplier_down: FloatArray,
    shift_down: FloatArray,
    gate_zero_point: float,
    product_multiplier: float,
    product_shift: float,
    zero_point: float,
    requantise: Step = requantise,
    look_up: Step = look_up,
    gated: Step = np.multiply,
    up_zero_point: float = 0.0,
) -> FloatArray:
    """int8 after every product, but for the gated one, which is int16 before it is scaled."""
    gate = requantise(x @ w_gate + bias_gate, multiplier_gate, shift_gate, gate_zero_point)
    up = requantise(x @ w_up + bias_up, multiplier_up, shift_up, up_zero_point)
    product = gated(look_up(table, gate), up)
    hidden = requantise(product, product_multiplier, product_shift, 0.0)
    return requantise(hidden @ w_down + bias_down, multiplier_down, shift_down, zero_point)


QUANTISED = replace(
    TASK,
    formula="y = requantise(p · w_down + bias_down),  p = requantise(table[u & 255] * v),  "
    "u = requantise(x · w_gate + bias_gate),  v = requantise(x · w_up + bias_up)",
    inputs=(
        Input("x", ("n", "h"), element="int8"),
        Input("w_gate", ("h", "h_i"), "weight", element="int8"),
        bias("bias_gate", "h_i", "h"),
        *scales("h_i", "h", suffix="_gate"),
        table_of(
            lambda x: silu(EXACT, x),
            scale=1 / 16,
            zero_point=GATE_ZERO_POINT,
            output_scale=1 / 13,
        ),
        Input("w_up", ("h", "h_i"), "weight", element="int8"),
        bias("bias_up", "h_i", "h"),
        *scales("h_i", "h", suffix="_up"),
        Input("w_down", ("h_i", "h"), "weight", element="int8"),
        bias("bias_down", "h", "h_i"),
        *scales("h", "h_i", suffix="_down"),
    ),
    constants=quantised_constants,
    algorithm=quantised,
    stages=(
        "u = requantise(x · w_gate + bias_gate, multiplier_gate, shift_gate, gate_zero_point)",
        "g = table[u & 255], SiLU in int8: the index is the byte of u read as unsigned",
        "v = requantise(x · w_up + bias_up, multiplier_up, shift_up, 0)",
        "p = requantise(g * v, product_multiplier, product_shift, 0), g * v in int16",
        "y = requantise(p · w_down + bias_down, multiplier_down, shift_down, zero_point)",
        REQUANTISE,
    ),
    derived={"codes": codes},
    mistakes=lambda dims: {
        **HIDDEN,
        "gate and up swapped": reading(w_gate="w_up", w_up="w_gate"),
        "biases of gate and up swapped": reading(bias_gate="bias_up", bias_up="bias_gate"),
        "zero point of the gate for up, too": step(up_zero_point=GATE_ZERO_POINT),
        "product in 8 bits": step(gated=lambda gate, up: wrapped(gate * up, 8)),
        "no gate": step(gated=lambda gate, up: up * GATED_RMS),
        "no bias_gate": changed(bias_gate=zero),
        "no bias_up": changed(bias_up=zero),
        "no bias_down": changed(bias_down=zero),
        "w_down transposed": changed(w_down=transposed),
        **ROWS,
        **requantised(),
    },
    edges={"extreme": {}, "far biases": {}},
    element="int8",
)

"""SwiGLU, a gated perceptron: one linear layer times the SiLU of another, then a third."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from dataclasses import replace

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
from kernelcraft.tasks.silu import constants, silu
from kernelcraft.tasks.task import EXACT, Dims, FloatArray, Input, Rounding, Task


def swiglu(
    r: Rounding, x: FloatArray, w_gate: FloatArray, w_up: FloatArray, w_down: FloatArray
) -> FloatArray:
    """Both layers are stored before they are multiplied."""
    gate = silu(r, r.vector(r.matmul(x, w_gate)))
    up = r.vector(r.matmul(x, w_up))
    return r.vector(r.matmul(r.vector(gate * up), w_down))


TASK = Task(
    name="swiglu",
    title="SwiGLU",
    level=2,
    category="mlp",
    formula="y = ((x · w_up) * SiLU(x · w_gate)) · w_down,  SiLU(u) = u / (1 + exp(-u))",
    inputs=(
        Input("x", ("n", "h")),
        Input("w_gate", ("h", "h_i"), "weight", fan_in="h"),
        Input("w_up", ("h", "h_i"), "weight", fan_in="h"),
        Input("w_down", ("h_i", "h"), "weight", fan_in="h_i"),
    ),
    output=("n", "h"),
    constants=constants,
    algorithm=swiglu,
    stages=(
        "u = x · w_gate and g = u / (1 + exp(-u))",
        "p = (x · w_up) * g",
        "y = p · w_down",
    ),
    edges=("faint", "loud"),  # right near 0 relative to itself, and beyond what exp can hold
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
) -> FloatArray:
    """int8 after every product, but for the gated one, which is int16 before it is scaled."""
    gate = requantise(x @ w_gate + bias_gate, multiplier_gate, shift_gate, gate_zero_point)
    up = requantise(x @ w_up + bias_up, multiplier_up, shift_up, 0.0)
    hidden = requantise(look_up(table, gate) * up, product_multiplier, product_shift, 0.0)
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
    edges=("extreme", "far biases"),
    element="int8",
)

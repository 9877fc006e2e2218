"""FFN, the two-layer perceptron of a transformer: linear, SiLU, linear, without biases."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from dataclasses import replace

import numpy as np

from kernelcraft.tasks import gemm
from kernelcraft.tasks.mistakes import changed, step, transposed, with_constants, zero
from kernelcraft.tasks.quantised import (
    GATED_RMS,
    REQUANTISE,
    bias,
    codes,
    look_up,
    requantise,
    scales,
    table_of,
)
from kernelcraft.tasks.quantised_mistakes import HIDDEN, ROWS, requantised
from kernelcraft.tasks.silu import HIDDEN_EDGES, constants, silu
from kernelcraft.tasks.task import (
    EXACT,
    Component,
    Dims,
    FloatArray,
    Input,
    Mistakes,
    Rounding,
    Step,
    Task,
    normal_cdf,
)
from kernelcraft.tasks.ties import by_bias


def ffn(
    r: Rounding, x: FloatArray, w1: FloatArray, w2: FloatArray, silu: Step = silu
) -> FloatArray:
    """The hidden layer is stored before and after its activation."""
    hidden = silu(r, r.vector(r.matmul(x, w1)))
    return r.vector(r.matmul(hidden, w2))


def components(dims: Dims, first: int = 1) -> tuple[Component, ...]:
    """As many first layers, the activation of one, the last layer."""
    n, h, hidden = dims["n"], dims["h"], dims["h_i"]
    activation = Component("silu", {"rows": n, "width": hidden})
    return gemm.component(n, h, hidden, first), activation, gemm.component(n, hidden, h)


OF_LAYERS: Mistakes = {
    "w1 transposed": changed(w1=transposed),
    "w2 transposed": changed(w2=transposed),
}
TASK = Task(
    name="ffn",
    title="FFN",
    level=2,
    category="mlp",
    formula="y = SiLU(x · w1) · w2,  SiLU(u) = u / (1 + exp(-u))",
    inputs=(
        Input("x", ("n", "h"), part="left"),
        Input("w1", ("h", "h_i"), "weight", fan_in="h", part="right"),
        Input("w2", ("h_i", "h"), "weight", fan_in="h_i", part="right"),
    ),
    output=("n", "h"),
    part="product",
    passes=((("x",), ("w1",), ("w2",)),),
    constants=constants,
    algorithm=ffn,
    stages=("u = x · w1", "g = u / (1 + exp(-u))", "y = g · w2"),
    mistakes=lambda dims: {
        "no activation": step(silu=lambda r, u: u),
        "ReLU for SiLU": step(silu=lambda r, u: np.maximum(u, 0.0)),
        "GELU for SiLU": step(silu=lambda r, u: u * normal_cdf(u)),
        **OF_LAYERS,
    },
    edges=HIDDEN_EDGES,
    components=components,
)


HIDDEN_ZERO_POINT = -24.0


def quantised_constants(dims: Dims) -> dict[str, float]:
    """The codes that stand for 0; those of the inputs of both layers are folded into the biases."""
    return {"hidden_zero_point": HIDDEN_ZERO_POINT, "zero_point": 6.0}


def quantised(
    r: Rounding,
    x: FloatArray,
    w1: FloatArray,
    bias1: FloatArray,
    multiplier1: FloatArray,
    shift1: FloatArray,
    table: FloatArray,
    w2: FloatArray,
    bias2: FloatArray,
    multiplier2: FloatArray,
    shift2: FloatArray,
    hidden_zero_point: float,
    zero_point: float,
    requantise: Step = requantise,
    look_up: Step = look_up,
) -> FloatArray:
    """int8 after every product; SiLU is a table."""
    hidden = requantise(x @ w1 + bias1, multiplier1, shift1, hidden_zero_point)
    return requantise(look_up(table, hidden) @ w2 + bias2, multiplier2, shift2, zero_point)


QUANTISED = replace(
    TASK,
    formula="y = requantise(g · w2 + bias2),  g = table[u & 255],  u = requantise(x · w1 + bias1)",
    inputs=(
        Input("x", ("n", "h"), element="int8"),
        Input("w1", ("h", "h_i"), "weight", element="int8"),
        bias("bias1", "h_i", "h"),
        *scales("h_i", "h", suffix="1"),
        table_of(
            lambda x: silu(EXACT, x),
            scale=1 / 16,
            zero_point=HIDDEN_ZERO_POINT,
            output_scale=1 / 13,
        ),
        Input("w2", ("h_i", "h"), "weight", element="int8"),
        bias("bias2", "h", "h_i", GATED_RMS),
        *scales("h", "h_i", suffix="2", rms=GATED_RMS),
    ),
    constants=quantised_constants,
    algorithm=quantised,
    stages=(
        "u = requantise(x · w1 + bias1, multiplier1, shift1, hidden_zero_point)",
        "g = table[u & 255], SiLU in int8: the index is the byte of u read as unsigned",
        "y = requantise(g · w2 + bias2, multiplier2, shift2, zero_point)",
        REQUANTISE,
    ),
    derived={"codes": codes},
    mistakes=lambda dims: {
        **HIDDEN,
        "no bias1": changed(bias1=zero),
        "no bias2": changed(bias2=zero),
        "zero point of the hidden layer left out": with_constants(hidden_zero_point=0.0),
        **OF_LAYERS,
        **ROWS,
        **requantised(),
    },
    edges={"extreme": {}, "ties": {}, "far biases": {}},
    ties=by_bias("bias2"),
    element="int8",
)

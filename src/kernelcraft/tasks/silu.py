"""SiLU, the sigmoid-weighted unit of gated MLPs: elementwise x·σ(x)."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from dataclasses import replace

import numpy as np

from kernelcraft.tasks.mistakes import of_x, sigmoid, step, unbounded_sigmoid
from kernelcraft.tasks.quantised import codes, look_up, table_of
from kernelcraft.tasks.quantised_mistakes import TABLE
from kernelcraft.tasks.task import (
    EXACT,
    Dims,
    Edge,
    FloatArray,
    Input,
    Mistakes,
    Rounding,
    Task,
    no_constants,
)


def constants(dims: Dims) -> dict[str, float]:
    """The 1 of 1 + exp(-x)."""
    return {"one": 1.0}


def silu(r: Rounding, x: FloatArray) -> FloatArray:
    """x / (1 + exp(-x)), each step stored."""
    e = r.vector(np.exp(r.vector(-x)))
    s = r.vector(1.0 / r.vector(1.0 + e))
    return r.vector(x * s)


OFF = 2.0**-11
"""An error of a function's table or polynomial that hardly shows where values are near 1."""
NO_BOUND = "exp(x) / (1 + exp(x)) for every x"


def silu_off(r: Rounding, x: FloatArray) -> FloatArray:
    """Hardly wrong where x is not near 0."""
    return silu(r, x) + OFF


def silu_unbounded(r: Rounding, x: FloatArray) -> FloatArray:
    """NaN where the exponential is infinite."""
    return x * unbounded_sigmoid(x)


HIDDEN_EDGES: dict[Edge, Mistakes] = {
    "faint": {"SiLU 0.0005 too much near 0": step(silu=silu_off)},
    "loud": {NO_BOUND: step(silu=silu_unbounded)},
}
"""Of a task whose step is SiLU."""

TASK = Task(
    name="silu",
    title="SiLU",
    level=1,
    category="activation",
    formula="y = x · σ(x) = x / (1 + exp(-x))",
    inputs=(Input("x", ("rows", "width")),),
    output=("rows", "width"),
    constants=constants,
    algorithm=silu,
    stages=("e = exp(-x)", "s = 1 / (1 + e)", "y = x * s"),
    mistakes=lambda dims: {
        "x itself": of_x(lambda x: x),
        "only the sigmoid": of_x(sigmoid),
        "exp(x) for exp(-x)": of_x(lambda x: x * sigmoid(-x)),
        "ReLU": of_x(lambda x: np.maximum(x, 0.0)),
        "sigmoid of 1.702 x": of_x(lambda x: x * sigmoid(1.702 * x)),
    },
    edges={  # right near 0 relative to itself, and beyond what exp can hold
        "faint": {"0.0005 too much near 0": of_x(lambda x: silu_off(EXACT, x))},
        "loud": {NO_BOUND: of_x(lambda x: silu_unbounded(EXACT, x))},
    },
)


def quantised(r: Rounding, x: FloatArray, table: FloatArray) -> FloatArray:
    """One entry of the table for each element."""
    return look_up(table, x)


QUANTISED = replace(
    TASK,
    formula="y[i] = table[x[i] & 255]",
    inputs=(
        Input("x", ("n",), element="int8"),
        table_of(
            lambda x: silu(EXACT, x),
            scale=1 / 16,
            zero_point=-4,
            output_scale=1 / 30,
            output_zero_point=-119,
        ),
    ),
    output=("n",),
    constants=no_constants,
    algorithm=quantised,
    stages=(
        "y = table[x & 255]: the index is the byte of x read as unsigned, so table[255] is for -1",
        "table[q & 255] = 30 · x · σ(x) - 119, rounded, for the x = (q + 4) / 16 that q stands for",
    ),
    derived={"codes": codes},
    mistakes=lambda dims: TABLE,
    edges={"codes": {}},
    element="int8",
)

"""GELU, exact: elementwise x·Φ(x) with the normal distribution function Φ."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

import math
from dataclasses import replace

import numpy as np

from kernelcraft.tasks.mistakes import of_output, of_x, sigmoid, unbounded_sigmoid
from kernelcraft.tasks.quantised import codes, look_up, table_of
from kernelcraft.tasks.quantised_mistakes import TABLE
from kernelcraft.tasks.silu import NO_BOUND, OFF
from kernelcraft.tasks.task import (
    EXACT,
    Dims,
    FloatArray,
    Input,
    Rounding,
    Task,
    no_constants,
    normal_cdf,
)

_SLOPE = 2.0 * math.sqrt(2.0 / math.pi)


def constants(dims: Dims) -> dict[str, float]:
    """The tanh form, x·σ(u) with u = x·(tanh_linear + tanh_cubic·x²), is within 5e-4."""
    return {"one": 1.0, "tanh_linear": _SLOPE, "tanh_cubic": 0.044715 * _SLOPE}


def gelu(r: Rounding, x: FloatArray) -> FloatArray:
    """Φ rounded once, as if from a table, then the product."""
    return r.vector(x * r.vector(normal_cdf(x)))


def tanh_form(r: Rounding, x: FloatArray) -> FloatArray:
    """x·σ(u), which kernels may compute instead."""
    c = constants({})
    u = x * (c["tanh_linear"] + c["tanh_cubic"] * x * x)
    return r.vector(x * sigmoid(np.maximum(u, -700.0)))  # where exp is still finite


def gelu_unbounded(x: FloatArray) -> FloatArray:
    """The tanh form, NaN where the exponential is infinite."""
    c = constants({})
    return x * unbounded_sigmoid(x * (c["tanh_linear"] + c["tanh_cubic"] * x * x))


TASK = Task(
    name="gelu",
    title="GELU",
    level=1,
    category="activation",
    formula="y = x · Φ(x) = x/2 · (1 + erf(x / √2))",
    inputs=(Input("x", ("rows", "width")),),
    output=("rows", "width"),
    constants=constants,
    algorithm=gelu,
    approximation=tanh_form,
    stages=(
        "p = Φ(x)",
        "y = x * p",
        "the tanh form is near enough: p = σ(u) = 1 / (1 + exp(-u)) with "
        "u = x * (tanh_linear + tanh_cubic * x * x)",
        "the shorter p = σ(1.702 x) is not",
    ),
    mistakes=lambda dims: {
        "x itself": of_x(lambda x: x),
        "ReLU": of_x(lambda x: np.maximum(x, 0.0)),
        "SiLU": of_x(lambda x: x * sigmoid(x)),
        "sigmoid of 1.702 x": of_x(lambda x: x * sigmoid(1.702 * x)),
        "no cubic term": of_x(lambda x: x * sigmoid(1.5957691 * x)),
        "erf without 1/sqrt(2)": of_x(lambda x: x * normal_cdf(x * 2.0**0.5)),
    },
    edges={  # right near 0 relative to itself, and beyond what exp can hold
        "faint": {"0.0005 too much near 0": of_output(lambda y: y + OFF)},
        "loud": {NO_BOUND: of_x(gelu_unbounded)},
    },
)


def quantised(r: Rounding, x: FloatArray, table: FloatArray) -> FloatArray:
    """One entry of the table for each element."""
    return look_up(table, x)


QUANTISED = replace(
    TASK,
    approximation=None,
    formula="y[i] = table[x[i] & 255]",
    inputs=(
        Input("x", ("n",), element="int8"),
        table_of(
            lambda x: gelu(EXACT, x),
            scale=1 / 32,
            zero_point=7,
            output_scale=1 / 64,
            output_zero_point=-116,
        ),
    ),
    output=("n",),
    constants=no_constants,
    algorithm=quantised,
    stages=(
        "y = table[x & 255]: the index is the byte of x read as unsigned, so table[255] is for -1",
        "table[q & 255] = 64 · x · Φ(x) - 116, rounded, for the x = (q - 7) / 32 that q stands for",
    ),
    derived={"codes": codes},
    mistakes=lambda dims: TABLE,
    edges={"codes": {}},
    element="int8",
)

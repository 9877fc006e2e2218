"""ReLU, negative elements become zero: elementwise max(0, x)."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from dataclasses import replace

import numpy as np

from kernelcraft.tasks.mistakes import of_x, sigmoid, with_constants
from kernelcraft.tasks.quantised_mistakes import ELEMENTS, unsigned
from kernelcraft.tasks.task import Dims, FloatArray, Input, Rounding, Task


def constants(dims: Dims) -> dict[str, float]:
    """For machines without a vector maximum: x·σ(βx) is within 3e-4 of ReLU for β = 1000."""
    return {"one": 1.0, "beta": 1000.0}


def relu(r: Rounding, x: FloatArray) -> FloatArray:
    """The maximum itself; it needs no rounding but the store."""
    return r.vector(np.maximum(x, 0.0))


TASK = Task(
    name="relu",
    title="ReLU",
    level=1,
    category="activation",
    formula="y = max(0, x)",
    inputs=(Input("x", ("rows", "width")),),
    output=("rows", "width"),
    constants=constants,
    algorithm=relu,
    stages=("y = max(0, x)",),
    mistakes=lambda dims: {
        "x itself": of_x(lambda x: x),
        "absolute value": of_x(np.abs),
        "slope 0.01 below zero": of_x(lambda x: np.maximum(x, 0.01 * x)),
        "SiLU": of_x(lambda x: x * sigmoid(x)),
        "beta = 10": of_x(lambda x: x * sigmoid(10.0 * x)),
    },
    without={"vector maximum": "y = x / (1 + exp(-beta * x)); exp may overflow to infinity"},
)


ZERO = -11.0
"""The code that stands for 0."""


def quantised_constants(dims: Dims) -> dict[str, float]:
    """Where codes are cut off."""
    return {"zero_point": ZERO}


def quantised(r: Rounding, x: FloatArray, zero_point: float) -> FloatArray:
    """The maximum of codes is the code of the maximum: input and output have one scale."""
    return np.maximum(x, zero_point)


QUANTISED = replace(
    TASK,
    formula="y[i] = max(x[i], zero_point)",
    inputs=(Input("x", ("n",), element="int8"),),
    output=("n",),
    constants=quantised_constants,
    algorithm=quantised,
    stages=("y = max(x, zero_point), the code that stands for 0",),
    mistakes=lambda dims: {
        "x itself": of_x(lambda x: x),
        "zero for the zero point": with_constants(zero_point=0.0),
        "zero below the zero point": of_x(lambda x: np.where(x > ZERO, x, 0.0)),
        "minimum": of_x(lambda x: np.minimum(x, ZERO)),
        "bytes compared without sign": of_x(
            lambda x: np.where(unsigned(x) > ZERO % 256.0, x, ZERO)
        ),
        **ELEMENTS,
    },
    edges={"codes": {}},
    element="int8",
)

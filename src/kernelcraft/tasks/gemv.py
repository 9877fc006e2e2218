"""GEMV, a matrix times one vector: y = A·x."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from dataclasses import replace

import numpy as np

from kernelcraft.tasks.mistakes import changed, transposed
from kernelcraft.tasks.quantised import REQUANTISE, requantise, scales
from kernelcraft.tasks.quantised_mistakes import ELEMENTS, requantised, unsigned
from kernelcraft.tasks.task import (
    Dims,
    FloatArray,
    Input,
    Mistakes,
    Rounding,
    Step,
    Task,
    no_constants,
)
from kernelcraft.tasks.ties import by_weights


def gemv(r: Rounding, A: FloatArray, x: FloatArray) -> FloatArray:
    """One product, stored once."""
    return r.vector(r.matmul(A, x))


ORDERS: Mistakes = {
    "A transposed": changed(A=transposed),
    "A upside down": changed(A=lambda a: a[::-1]),
    "x reversed": changed(x=lambda x: x[::-1]),
}
TASK = Task(
    name="gemv",
    title="GEMV",
    level=1,
    category="matrix",
    formula="y[i] = Σ_j A[i, j] · x[j]",
    inputs=(
        Input("A", ("M", "N"), "weight", fan_in="N", part="left"),
        Input("x", ("N",)),
    ),
    output=("M",),
    constants=no_constants,
    algorithm=gemv,
    stages=("y = A · x",),
    mistakes=lambda dims: ORDERS,
)


def quantised_constants(dims: Dims) -> dict[str, float]:
    """The code of the output that stands for 0; inputs stand for 0 with 0."""
    return {"zero_point": -6.0}


def quantised(
    r: Rounding,
    A: FloatArray,
    x: FloatArray,
    multiplier: FloatArray,
    shift: FloatArray,
    zero_point: float,
    requantise: Step = requantise,
) -> FloatArray:
    """Every row of A has its own scale."""
    return requantise(A @ x, multiplier, shift, zero_point)


QUANTISED = replace(
    TASK,
    formula="y[i] = requantise(Σ_j A[i, j] · x[j])",
    inputs=(
        Input("A", ("M", "N"), "weight", element="int8"),
        Input("x", ("N",), element="int8"),
        *scales("M", "N"),
    ),
    constants=quantised_constants,
    algorithm=quantised,
    stages=(
        "a = A · x in int32",
        "y = requantise(a, multiplier, shift, zero_point) with the scale of its row",
        REQUANTISE,
    ),
    mistakes=lambda dims: {
        **ORDERS,
        "x without sign": changed(x=unsigned),
        "A without sign": changed(A=unsigned),
        **ELEMENTS,
        **requantised(),
    },
    edges={"extreme": {}, "ties": {}},
    ties=by_weights("A", one=np.s_[0], weights=np.s_[:, 0], sums=np.s_[:]),
    element="int8",
)

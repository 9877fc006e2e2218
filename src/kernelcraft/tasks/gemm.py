"""GEMM, an activation matrix times a weight matrix: Y = X·W."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from dataclasses import replace

import numpy as np

from kernelcraft.tasks.mistakes import changed, transposed
from kernelcraft.tasks.quantised import REQUANTISE, requantise, scales
from kernelcraft.tasks.quantised_mistakes import LAYER, requantised
from kernelcraft.tasks.task import (
    Component,
    Dims,
    FloatArray,
    Input,
    Rounding,
    Step,
    Task,
    no_constants,
)
from kernelcraft.tasks.ties import by_weights


def gemm(r: Rounding, x: FloatArray, w: FloatArray) -> FloatArray:
    """One product, stored once."""
    return r.vector(r.matmul(x, w))


def component(rows: int, inner: int, columns: int, times: int = 1) -> Component:
    """A product of a (rows, inner) and an (inner, columns) matrix in a composite."""
    return Component("gemm", {"M": rows, "K": inner, "N": columns}, times)


TASK = Task(
    name="gemm",
    title="GEMM",
    level=1,
    category="matrix",
    formula="y[i, j] = Σ_k x[i, k] · w[k, j]",
    inputs=(
        Input("x", ("M", "K"), part="left"),
        Input("w", ("K", "N"), "weight", fan_in="K", part="right"),
    ),
    output=("M", "N"),
    constants=no_constants,
    algorithm=gemm,
    stages=("y = x · w",),
    mistakes=lambda dims: {
        "w transposed": changed(w=transposed),
        "rows of x shifted by one": changed(x=lambda x: np.roll(x, 1, axis=0)),
    },
    part="product",
)


def quantised_constants(dims: Dims) -> dict[str, float]:
    """The code of the output that stands for 0; inputs stand for 0 with 0."""
    return {"zero_point": 9.0}


def quantised(
    r: Rounding,
    x: FloatArray,
    w: FloatArray,
    multiplier: FloatArray,
    shift: FloatArray,
    zero_point: float,
    requantise: Step = requantise,
) -> FloatArray:
    """Every column of w has its own scale."""
    return requantise(x @ w, multiplier, shift, zero_point)


QUANTISED = replace(
    TASK,
    formula="y[i, j] = requantise(Σ_k x[i, k] · w[k, j])",
    inputs=(
        Input("x", ("M", "K"), element="int8"),
        Input("w", ("K", "N"), "weight", element="int8"),
        *scales("N", "K"),
    ),
    constants=quantised_constants,
    algorithm=quantised,
    stages=(
        "a = x · w in int32",
        "y = requantise(a, multiplier, shift, zero_point) with the scale of its column",
        REQUANTISE,
    ),
    mistakes=lambda dims: {
        **LAYER,
        "rows of x shifted by one": changed(x=lambda x: np.roll(x, 1, axis=0)),
        **requantised(),
    },
    edges={"extreme": {}, "ties": {}},
    ties=by_weights("w", one=np.s_[..., 0, 0], weights=np.s_[..., 0, :], sums=np.s_[..., 0, :]),
    element="int8",
)

"""Batched matrix product: each batch has its own activations and its own weights."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from dataclasses import replace

import numpy as np

from kernelcraft.tasks.mistakes import changed, transposed
from kernelcraft.tasks.quantised import REQUANTISE, requantise, scales
from kernelcraft.tasks.quantised_mistakes import LAYER, requantised
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


def batch_matmul(r: Rounding, x: FloatArray, w: FloatArray) -> FloatArray:
    """One product for each batch, stored once."""
    return r.vector(r.matmul(x, w))


OF_BATCHES: Mistakes = {
    "the first w for all": changed(w=lambda w: np.broadcast_to(w[:1], w.shape)),
    "the first x for all": changed(x=lambda x: np.broadcast_to(x[:1], x.shape)),
}
TASK = Task(
    name="batch_matmul",
    title="BatchMatMul",
    level=1,
    category="matrix",
    formula="y[b, i, j] = Σ_k x[b, i, k] · w[b, k, j]",
    inputs=(
        Input("x", ("b", "M", "K"), part="left"),
        Input("w", ("b", "K", "N"), "weight", fan_in="K", part="right"),
    ),
    output=("b", "M", "N"),
    constants=no_constants,
    algorithm=batch_matmul,
    stages=("for each batch b: y[b] = x[b] · w[b]",),
    mistakes=lambda dims: {"w transposed": changed(w=transposed), **OF_BATCHES},
    part="product",
)


def quantised_constants(dims: Dims) -> dict[str, float]:
    """The code of the output that stands for 0; inputs stand for 0 with 0."""
    return {"zero_point": -14.0}


def quantised(
    r: Rounding,
    x: FloatArray,
    w: FloatArray,
    multiplier: FloatArray,
    shift: FloatArray,
    zero_point: float,
    requantise: Step = requantise,
) -> FloatArray:
    """Every column has a scale, the same one in all batches."""
    return requantise(x @ w, multiplier, shift, zero_point)


QUANTISED = replace(
    TASK,
    formula="y[b, i, j] = requantise(Σ_k x[b, i, k] · w[b, k, j])",
    inputs=(
        Input("x", ("b", "M", "K"), element="int8"),
        Input("w", ("b", "K", "N"), "weight", element="int8"),
        *scales("N", "K"),
    ),
    constants=quantised_constants,
    algorithm=quantised,
    stages=(
        "a = x[b] · w[b] in int32, for each batch b",
        "y = requantise(a, multiplier, shift, zero_point) with the scale of its column",
        REQUANTISE,
    ),
    mistakes=lambda dims: {**LAYER, **OF_BATCHES, **requantised()},
    edges={"extreme": {}, "ties": {}},
    ties=by_weights("w", one=np.s_[..., 0, 0], weights=np.s_[..., 0, :], sums=np.s_[..., 0, :]),
    element="int8",
)

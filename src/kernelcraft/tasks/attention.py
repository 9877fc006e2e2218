"""Scaled dot-product attention of one head: softmax(q · kᵀ / √d) · v, without a mask."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

import math

import numpy as np

from kernelcraft.tasks.mistakes import reading, step, with_constants
from kernelcraft.tasks.softmax import not_divided, softmax, without_maximum
from kernelcraft.tasks.task import Dims, Edge, FloatArray, Input, Mistakes, Rounding, Step, Task


def constants(dims: Dims) -> dict[str, float]:
    """1 / √d, for the one head d = h, and where a running maximum starts."""
    return {"inverse_root": 1.0 / math.sqrt(dims["h"]), "neg_max": -65504.0}


def attention(
    r: Rounding,
    q: FloatArray,
    k: FloatArray,
    v: FloatArray,
    inverse_root: float,
    softmax: Step = softmax,
) -> FloatArray:
    """Scores, their softmax and its product with the values, each stored."""
    scores = r.vector(r.vector(r.matmul(q, k.T)) * inverse_root)
    return r.vector(r.matmul(softmax(r, scores), v))


def _causal(r: Rounding, a: FloatArray) -> FloatArray:
    return softmax(r, np.where(np.tri(len(a), a.shape[1], dtype=bool), a, -65504.0))


def bare(r: Rounding, a: FloatArray) -> FloatArray:
    """Without the safeguard: no maximum is taken off, in single precision."""
    return without_maximum(a)


SOFTMAXES: dict[str, Step] = {
    "causal mask": _causal,
    "no softmax": lambda r, a: a,
    "not divided by the sum": lambda r, a: not_divided(a),
    "softmax over the queries": lambda r, a: softmax(r, a.T).T,
}
"""Wrong ones."""
MISTAKES: Mistakes = {
    "no 1/sqrt(d)": with_constants(inverse_root=1.0),
    "k and v swapped": reading(k="v", v="k"),
    **{name: step(softmax=wrong) for name, wrong in SOFTMAXES.items()},
}
EDGES: dict[Edge, Mistakes] = {"peaked": {"no maximum": step(softmax=bare)}}

TASK = Task(
    name="attention",
    title="ScaledDotProduct",
    level=2,
    category="attention",
    formula="y = softmax(q · kᵀ / √h) · v,  softmax over each row of s scores",
    inputs=(
        Input("q", ("s", "h"), part="left"),
        Input("k", ("s", "h"), "cache", part="right transposed"),
        Input("v", ("s", "h"), "cache", part="right"),
    ),
    output=("s", "h"),
    part="product",
    constants=constants,
    algorithm=attention,
    stages=(
        "a = (q · kᵀ) * inverse_root",
        "p = exp(a - max of the row), divided by its sum over the row",
        "y = p · v",
    ),
    mistakes=lambda dims: MISTAKES,
    edges=EDGES,  # the maximum must be taken off there
)

"""Scaled dot-product attention of one head: softmax(q · kᵀ / √d) · v, without a mask."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

import math

from kernelcraft.tasks.softmax import softmax
from kernelcraft.tasks.task import Dims, FloatArray, Input, Rounding, Task


def constants(dims: Dims) -> dict[str, float]:
    """1 / √d, for the one head d = h, and where a running maximum starts."""
    return {"inverse_root": 1.0 / math.sqrt(dims["h"]), "neg_max": -65504.0}


def attention(
    r: Rounding, q: FloatArray, k: FloatArray, v: FloatArray, inverse_root: float
) -> FloatArray:
    """Scores, their softmax and its product with the values, each stored."""
    scores = r.vector(r.vector(r.matmul(q, k.T)) * inverse_root)
    return r.vector(r.matmul(softmax(r, scores), v))


TASK = Task(
    name="attention",
    title="ScaledDotProduct",
    level=2,
    category="attention",
    formula="y = softmax(q · kᵀ / √h) · v,  softmax over each row of s scores",
    inputs=(
        Input("q", ("s", "h")),
        Input("k", ("s", "h"), "cache"),
        Input("v", ("s", "h"), "cache"),
    ),
    output=("s", "h"),
    constants=constants,
    algorithm=attention,
    stages=(
        "a = (q · kᵀ) * inverse_root",
        "p = exp(a - max of the row), divided by its sum over the row",
        "y = p · v",
    ),
    edges=("peaked",),  # the maximum must be taken off there
)

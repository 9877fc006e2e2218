"""Softmax over each row: exp(x - max) divided by its sum."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

import numpy as np

from kernelcraft.tasks.task import Dims, FloatArray, Input, Rounding, Task, row_max, row_sum


def constants(dims: Dims) -> dict[str, float]:
    """Where a running maximum starts: the lowest finite half-precision number."""
    return {"neg_max": -65504.0}


def softmax(r: Rounding, x: FloatArray) -> FloatArray:
    """The row maximum is taken off first, so that exp cannot overflow."""
    m = r.scalar(row_max(x))
    e = r.vector(np.exp(r.vector(x - m)))
    s = r.scalar(row_sum(e))
    return r.vector(e * r.scalar(1.0 / s))


TASK = Task(
    name="softmax",
    title="Softmax",
    level=1,
    category="normalisation",
    formula="y[i, j] = exp(x[i, j] - m[i]) / Σ_j exp(x[i, j] - m[i]),  m[i] = max_j x[i, j]",
    inputs=(Input("x", ("rows", "width")),),
    output=("rows", "width"),
    constants=constants,
    algorithm=softmax,
    stages=("m = max of the row", "e = exp(x - m)", "s = sum of e over the row", "y = e * (1 / s)"),
    edges=("lifted",),  # the maximum must be taken off there
)

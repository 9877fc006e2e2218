"""LayerNorm over each row, without γ and β: subtract the mean, divide by the deviation."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

import numpy as np

from kernelcraft.tasks.task import Dims, FloatArray, Input, Rounding, Task, row_sum


def constants(dims: Dims) -> dict[str, float]:
    """1 / width turns sums into means; ε is used as the machine rounds it."""
    return {"inverse_width": 1.0 / dims["width"], "eps": 1e-5}


def layer_norm(r: Rounding, x: FloatArray, eps: float) -> FloatArray:
    """Two passes: mean first, then the variance of what is left."""
    width = x.shape[-1]
    mean = r.scalar(r.scalar(row_sum(x)) / width)
    d = r.vector(x - mean)
    variance = r.scalar(r.scalar(row_sum(r.vector(d * d))) / width)
    deviation = r.scalar(np.sqrt(r.scalar(variance + eps)))
    return r.vector(d * r.scalar(1.0 / deviation))


TASK = Task(
    name="layer_norm",
    title="LayerNorm",
    level=1,
    category="normalisation",
    formula="y = (x - µ) / √(σ² + ε),  µ and σ² = mean of (x - µ)² over the row, ε = 1e-5",
    inputs=(Input("x", ("rows", "width")),),
    output=("rows", "width"),
    constants=constants,
    algorithm=layer_norm,
    stages=(
        "µ = sum of the row * inverse_width",
        "d = x - µ",
        "v = sum of d * d over the row * inverse_width",
        "y = d * (1 / sqrt(v + eps))",
    ),
    edges=("faint",),  # ε decides there
)

"""Batched matrix product: each batch has its own activations and its own weights."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from kernelcraft.tasks.task import FloatArray, Input, Rounding, Task, no_constants


def batch_matmul(r: Rounding, x: FloatArray, w: FloatArray) -> FloatArray:
    """One product for each batch, stored once."""
    return r.vector(r.matmul(x, w))


TASK = Task(
    name="batch_matmul",
    title="BatchMatMul",
    level=1,
    category="matrix",
    formula="y[b, i, j] = Σ_k x[b, i, k] · w[b, k, j]",
    inputs=(
        Input("x", ("b", "M", "K")),
        Input("w", ("b", "K", "N"), "weight", fan_in="K"),
    ),
    output=("b", "M", "N"),
    constants=no_constants,
    algorithm=batch_matmul,
    stages=("for each batch b: y[b] = x[b] · w[b]",),
)

"""GEMM, an activation matrix times a weight matrix: Y = X·W."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from kernelcraft.tasks.task import FloatArray, Input, Rounding, Task, no_constants


def gemm(r: Rounding, x: FloatArray, w: FloatArray) -> FloatArray:
    """One product, stored once."""
    return r.vector(r.matmul(x, w))


TASK = Task(
    name="gemm",
    title="GEMM",
    level=1,
    category="matrix",
    formula="y[i, j] = Σ_k x[i, k] · w[k, j]",
    inputs=(
        Input("x", ("M", "K")),
        Input("w", ("K", "N"), "weight", fan_in="K"),
    ),
    output=("M", "N"),
    constants=no_constants,
    algorithm=gemm,
    stages=("y = x · w",),
)

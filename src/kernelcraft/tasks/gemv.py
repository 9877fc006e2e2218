"""GEMV, a matrix times one vector: y = A·x."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from kernelcraft.tasks.task import FloatArray, Input, Rounding, Task, no_constants


def gemv(r: Rounding, A: FloatArray, x: FloatArray) -> FloatArray:
    """One product, stored once."""
    return r.vector(r.matmul(A, x))


TASK = Task(
    name="gemv",
    title="GEMV",
    level=1,
    category="matrix",
    formula="y[i] = Σ_j A[i, j] · x[j]",
    inputs=(
        Input("A", ("M", "N"), "weight", fan_in="N"),
        Input("x", ("N",)),
    ),
    output=("M",),
    constants=no_constants,
    algorithm=gemv,
    stages=("y = A · x",),
)

"""A linear layer: Y = X·W + b, the bias added to every row."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from kernelcraft.tasks.task import FloatArray, Input, Rounding, Task, no_constants


def linear(r: Rounding, x: FloatArray, w: FloatArray, b: FloatArray) -> FloatArray:
    """The product is stored before the bias is added."""
    return r.vector(r.vector(r.matmul(x, w)) + b)


TASK = Task(
    name="linear",
    title="Linear",
    level=1,
    category="matrix",
    formula="y[i, j] = Σ_k x[i, k] · w[k, j] + b[j]",
    inputs=(
        Input("x", ("n", "h_in")),
        Input("w", ("h_in", "h_out"), "weight", fan_in="h_in"),
        Input("b", ("h_out",), "weight", fan_in="h_in"),
    ),
    output=("n", "h_out"),
    constants=no_constants,
    algorithm=linear,
    stages=("p = x · w", "y = p + b"),
)

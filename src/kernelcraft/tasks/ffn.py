"""FFN, the two-layer perceptron of a transformer: linear, SiLU, linear, without biases."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from kernelcraft.tasks.silu import constants, silu
from kernelcraft.tasks.task import FloatArray, Input, Rounding, Task


def ffn(r: Rounding, x: FloatArray, w1: FloatArray, w2: FloatArray) -> FloatArray:
    """The hidden layer is stored before and after its activation."""
    hidden = silu(r, r.vector(r.matmul(x, w1)))
    return r.vector(r.matmul(hidden, w2))


TASK = Task(
    name="ffn",
    title="FFN",
    level=2,
    category="mlp",
    formula="y = SiLU(x · w1) · w2,  SiLU(u) = u / (1 + exp(-u))",
    inputs=(
        Input("x", ("n", "h")),
        Input("w1", ("h", "h_i"), "weight", fan_in="h"),
        Input("w2", ("h_i", "h"), "weight", fan_in="h_i"),
    ),
    output=("n", "h"),
    constants=constants,
    algorithm=ffn,
    stages=("u = x · w1", "g = u / (1 + exp(-u))", "y = g · w2"),
)

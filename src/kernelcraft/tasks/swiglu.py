"""SwiGLU, a gated perceptron: one linear layer times the SiLU of another, then a third."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from kernelcraft.tasks.silu import constants, silu
from kernelcraft.tasks.task import FloatArray, Input, Rounding, Task


def swiglu(
    r: Rounding, x: FloatArray, w_gate: FloatArray, w_up: FloatArray, w_down: FloatArray
) -> FloatArray:
    """Both layers are stored before they are multiplied."""
    gate = silu(r, r.vector(r.matmul(x, w_gate)))
    up = r.vector(r.matmul(x, w_up))
    return r.vector(r.matmul(r.vector(gate * up), w_down))


TASK = Task(
    name="swiglu",
    title="SwiGLU",
    level=2,
    category="mlp",
    formula="y = ((x · w_up) * SiLU(x · w_gate)) · w_down,  SiLU(u) = u / (1 + exp(-u))",
    inputs=(
        Input("x", ("n", "h")),
        Input("w_gate", ("h", "h_i"), "weight", fan_in="h"),
        Input("w_up", ("h", "h_i"), "weight", fan_in="h"),
        Input("w_down", ("h_i", "h"), "weight", fan_in="h_i"),
    ),
    output=("n", "h"),
    constants=constants,
    algorithm=swiglu,
    stages=(
        "u = x · w_gate and g = u / (1 + exp(-u))",
        "p = (x · w_up) * g",
        "y = p · w_down",
    ),
)

"""SiLU, the sigmoid-weighted unit of gated MLPs: elementwise x·σ(x)."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

import numpy as np

from kernelcraft.tasks.task import Dims, FloatArray, Input, Rounding, Task


def constants(dims: Dims) -> dict[str, float]:
    """The 1 of 1 + exp(-x)."""
    return {"one": 1.0}


def silu(r: Rounding, x: FloatArray) -> FloatArray:
    """x / (1 + exp(-x)), each step stored."""
    e = r.vector(np.exp(r.vector(-x)))
    sigmoid = r.vector(1.0 / r.vector(1.0 + e))
    return r.vector(x * sigmoid)


TASK = Task(
    name="silu",
    title="SiLU",
    level=1,
    category="activation",
    formula="y = x · σ(x) = x / (1 + exp(-x))",
    inputs=(Input("x", ("rows", "width")),),
    output=("rows", "width"),
    constants=constants,
    algorithm=silu,
    stages=("e = exp(-x)", "s = 1 / (1 + e)", "y = x * s"),
)

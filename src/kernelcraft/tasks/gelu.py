"""GELU, exact: elementwise x·Φ(x) with the normal distribution function Φ."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

import math

from kernelcraft.tasks.task import Dims, FloatArray, Input, Rounding, Task, normal_cdf

_SLOPE = 2.0 * math.sqrt(2.0 / math.pi)


def constants(dims: Dims) -> dict[str, float]:
    """The tanh form, x·σ(u) with u = x·(tanh_linear + tanh_cubic·x²), is within 5e-4."""
    return {"one": 1.0, "tanh_linear": _SLOPE, "tanh_cubic": 0.044715 * _SLOPE}


def gelu(r: Rounding, x: FloatArray) -> FloatArray:
    """Φ rounded once, as if from a table, then the product."""
    return r.vector(x * r.vector(normal_cdf(x)))


TASK = Task(
    name="gelu",
    title="GELU",
    level=1,
    category="activation",
    formula="y = x · Φ(x) = x/2 · (1 + erf(x / √2))",
    inputs=(Input("x", ("rows", "width")),),
    output=("rows", "width"),
    constants=constants,
    algorithm=gelu,
    stages=(
        "p = Φ(x)",
        "y = x * p",
        "the tanh form is near enough: p = σ(u) = 1 / (1 + exp(-u)) with "
        "u = x * (tanh_linear + tanh_cubic * x * x)",
        "the shorter p = σ(1.702 x) is not",
    ),
)

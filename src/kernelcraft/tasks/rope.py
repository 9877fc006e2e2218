"""RoPE, rotary position encoding: every pair of elements turns by an angle of its position."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

import numpy as np

from kernelcraft.tasks.task import Dims, FloatArray, Input, Rounding, Task, no_constants

BASE = 10_000.0
LANES = 64


def angles(sizes: Dims) -> FloatArray:
    """[s][d]: position · BASE^(-2i / d); elements i and i + d/2 are a pair and share an angle."""
    frequencies = BASE ** (-2.0 * np.arange(sizes["d"] // 2) / sizes["d"])
    positions = np.arange(sizes["s"], dtype=np.float64)
    return np.asarray(np.outer(positions, np.tile(frequencies, 2)), np.float64)


def rotation(sizes: Dims) -> FloatArray:
    """Gives (-b, a) for a row (a, b) of 64 elements: what a shuffle of lanes would do."""
    one = np.eye(LANES // 2)
    return np.block([[0.0 * one, one], [-one, 0.0 * one]])


def rope(r: Rounding, x: FloatArray, cos: FloatArray, sin: FloatArray) -> FloatArray:
    """Two products and their sum, each stored."""
    a, b = np.split(x, 2, axis=-1)
    return r.vector(r.vector(x * cos) + r.vector(np.concatenate([-b, a], axis=-1) * sin))


TASK = Task(
    name="rope",
    title="RoPE",
    level=2,
    category="encoding",
    formula="y[p] = x[p] * cos[p] + (-b, a) * sin[p] with x[p] = (a, b), two halves of a row",
    inputs=(
        Input("x", ("s", "d")),
        Input("cos", ("s", "d"), table=lambda sizes: np.cos(angles(sizes))),
        Input("sin", ("s", "d"), table=lambda sizes: np.sin(angles(sizes))),
        Input("rotation", ("lanes", "lanes"), "weight", table=rotation),
    ),
    output=("s", "d"),
    constants=no_constants,
    algorithm=rope,
    stages=(
        "z = (-b, a) for every row x = (a, b) of two halves; for d = 64: z = x · rotation",
        "y = x * cos + z * sin; cos and sin are used as HBM holds them",
    ),
    derived={"lanes": lambda dims: LANES},
)

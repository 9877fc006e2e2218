"""RoPE, rotary position encoding: every pair of elements turns by an angle of its position."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

import numpy as np

from kernelcraft.tasks.mistakes import changed, of_x, step, zero
from kernelcraft.tasks.task import Dims, FloatArray, Input, Rounding, Step, Task, no_constants

BASE = 10_000.0
LANES = 64
SHUFFLE = "shuffle of lanes"


def angles(sizes: Dims) -> FloatArray:
    """[s][d]: position · BASE^(-2i / d); elements i and i + d/2 are a pair and share an angle."""
    frequencies = BASE ** (-2.0 * np.arange(sizes["d"] // 2) / sizes["d"])
    positions = np.arange(sizes["s"], dtype=np.float64)
    return np.asarray(np.outer(positions, np.tile(frequencies, 2)), np.float64)


def rotation(sizes: Dims) -> FloatArray:
    """Gives (-b, a) for a row (a, b) of 64 elements: what a shuffle of lanes would do."""
    one = np.eye(LANES // 2)
    return np.block([[0.0 * one, one], [-one, 0.0 * one]])


def turned(x: FloatArray) -> FloatArray:
    """(-b, a) for rows (a, b)."""
    a, b = np.split(x, 2, axis=-1)
    return np.concatenate([-b, a], axis=-1)


def rope(
    r: Rounding, x: FloatArray, cos: FloatArray, sin: FloatArray, turned: Step = turned
) -> FloatArray:
    """Two products and their sum, each stored."""
    return r.vector(r.vector(x * cos) + r.vector(turned(x) * sin))


def _neighbours(x: FloatArray) -> FloatArray:
    """As if elements 2i and 2i + 1 were a pair."""
    return np.stack([-x[:, 1::2], x[:, ::2]], -1).reshape(x.shape)


def _next(angles: FloatArray) -> FloatArray:
    """Those of the next position."""
    return np.roll(angles, -1, axis=0)


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
        Input("rotation", ("lanes", "lanes"), "weight", table=rotation, without=SHUFFLE),
    ),
    output=("s", "d"),
    constants=no_constants,
    algorithm=rope,
    stages=(
        "z = (-b, a) for every row x = (a, b) of two halves",
        "y = x * cos + z * sin; cos and sin are used as memory holds them",
        "elements i and i + d/2 are a pair: their cos are equal, and so are their sin",
    ),
    mistakes=lambda dims: {
        "not rotated": of_x(lambda x: x),
        "no sines": changed(sin=zero),
        "turned the other way": changed(sin=np.negative),
        "positions from 1": changed(cos=_next, sin=_next),
        "neighbours as pairs": step(turned=_neighbours),
    },
    derived={"lanes": lambda dims: LANES},
    without={SHUFFLE: "for d = 64: z = x · rotation"},
)

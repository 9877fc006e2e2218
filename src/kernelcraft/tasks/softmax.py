"""Softmax over each row: exp(x - max) divided by its sum."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from dataclasses import replace

import numpy as np

from kernelcraft.tasks.quantised import codes, look_up
from kernelcraft.tasks.task import (
    Dims,
    FloatArray,
    Input,
    Rounding,
    Task,
    no_constants,
    row_max,
    row_sum,
)


def constants(dims: Dims) -> dict[str, float]:
    """Where a running maximum starts: the lowest finite half-precision number."""
    return {"neg_max": -65504.0}


def softmax(r: Rounding, x: FloatArray) -> FloatArray:
    """The row maximum is taken off first, so that exp cannot overflow."""
    m = r.scalar(row_max(x))
    e = r.vector(np.exp(r.vector(x - m)))
    s = r.scalar(row_sum(e))
    return r.vector(e * r.scalar(1.0 / s))


TASK = Task(
    name="softmax",
    title="Softmax",
    level=1,
    category="normalisation",
    formula="y[i, j] = exp(x[i, j] - m[i]) / Σ_j exp(x[i, j] - m[i]),  m[i] = max_j x[i, j]",
    inputs=(Input("x", ("rows", "width")),),
    output=("rows", "width"),
    constants=constants,
    algorithm=softmax,
    stages=("m = max of the row", "e = exp(x - m)", "s = sum of e over the row", "y = e * (1 / s)"),
    edges=("lifted", "peaked"),  # the maximum must be taken off there
)


SCALE = 1 / 32  # of the codes, which have a standard deviation of 32 or so


def exponentials(dims: Dims) -> FloatArray:
    """exp(-d · SCALE) for the differences d = 0 to 255, in uint16."""
    return np.asarray(np.rint(65535.0 * np.exp(-SCALE * np.arange(256))), np.float64)


def quantised(r: Rounding, x: FloatArray, exponentials: FloatArray) -> FloatArray:
    """Quotients of whole numbers, to nearest, in steps of 1/255 from -128."""
    e = look_up(exponentials, row_max(x) - x)
    s = row_sum(e)
    return np.asarray(np.floor_divide(510.0 * e + s, 2.0 * s) - 128.0, np.float64)


QUANTISED = replace(
    TASK,
    formula="y[i, j] = ⌊(510 · E[i, j] + S[i]) / (2 · S[i])⌋ - 128,  "
    "E[i, j] = exponentials[max_j x[i, j] - x[i, j]],  S[i] = Σ_j E[i, j]",
    inputs=(
        Input("x", ("rows", "width"), element="int8"),
        Input("exponentials", ("codes",), "weight", table=exponentials, element="uint16"),
    ),
    constants=no_constants,
    algorithm=quantised,
    stages=(
        "m = max of the row, d = m - x from 0 to 255",
        "E = exponentials[d], unsigned: exp(-d / 32) as a multiple of 1/65535",
        "S = sum of E over the row, below 2^31",
        "y = (510 * E + S) / (2 * S) - 128, the division of whole numbers rounded down",
    ),
    derived={"codes": codes},
    edges=("spiked", "extreme"),
    element="int8",
)

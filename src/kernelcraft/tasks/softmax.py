"""Softmax over each row: exp(x - max) divided by its sum."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from kernelcraft.tasks.mistakes import held, of_x, step
from kernelcraft.tasks.quantised import codes, look_up
from kernelcraft.tasks.quantised_mistakes import ROWS, clipped, of_columns, wrapped
from kernelcraft.tasks.task import (
    EXACT,
    Dims,
    FloatArray,
    Input,
    Rounding,
    Step,
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


def not_divided(x: FloatArray) -> FloatArray:
    """The exponentials alone."""
    return np.asarray(np.exp(x - row_max(x)), np.float64)


def without_maximum(x: FloatArray, kind: npt.DTypeLike = np.float32) -> FloatArray:
    """The exponentials of x itself, as far as a format holds them and their sum."""
    e = held(np.exp(x), kind)
    return np.asarray(e / held(row_sum(e), kind), np.float64)


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
    mistakes=lambda dims: {
        "not divided by the sum": of_x(not_divided),
        "2 to the x": of_x(lambda x: softmax(EXACT, x * np.log(2.0))),
        "exp(-x)": of_x(lambda x: softmax(EXACT, -x)),
        "over the columns": of_x(lambda x: softmax(EXACT, x.T).T),
        "x over its sum": of_x(lambda x: x / row_sum(np.abs(x))),
    },
    edges={  # the maximum must be taken off there
        "lifted": {
            "no maximum, sums in half precision": of_x(lambda x: without_maximum(x, np.float16))
        },
        "peaked": {"no maximum": of_x(without_maximum)},
    },
)


SCALE = 1 / 32  # of the codes, which have a standard deviation of 32 or so


def exponentials(dims: Dims) -> FloatArray:
    """exp(-d · SCALE) for the differences d = 0 to 255, in uint16."""
    return np.asarray(np.rint(65535.0 * np.exp(-SCALE * np.arange(256))), np.float64)


def quotient(e: FloatArray, s: FloatArray) -> FloatArray:
    """Of whole numbers, to nearest, in steps of 1/255 from -128."""
    return np.floor_divide(510.0 * e + s, 2.0 * s) - 128.0


def quantised(
    r: Rounding,
    x: FloatArray,
    exponentials: FloatArray,
    highest: Step = row_max,
    quotient: Step = quotient,
) -> FloatArray:
    """Each exponential over the sum of its row."""
    e = look_up(exponentials, highest(x) - x)
    return quotient(e, row_sum(e))


def nearest(e: FloatArray, s: FloatArray) -> FloatArray:
    """That quotient in floats, of sums that may be wrong."""
    return np.floor(255.0 * e / np.maximum(1.0, s) + 0.5)


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
    mistakes=lambda dims: {
        "quotient not rounded": step(quotient=lambda e, s: np.floor(255.0 * e / s) - 128.0),
        "256 for 255": step(
            quotient=lambda e, s: clipped(np.floor((512.0 * e + s) / (2.0 * s)) - 128.0)
        ),
        "a reciprocal of 16 bits": step(
            quotient=lambda e, s: (
                np.floor(e * np.floor(255.0 * 65536.0 / s) / 65536.0 + 0.5) - 128.0
            )
        ),
        "sum in 16 bits": step(
            quotient=lambda e, s: clipped(nearest(e, np.mod(s, 65536.0)) - 128.0)
        ),
        "0 for -128": step(quotient=lambda e, s: np.minimum(nearest(e, s), 127.0)),
        "exponentials with a sign": step(
            quotient=lambda e, s: clipped(nearest(wrapped(e, 16), row_sum(wrapped(e, 16))) - 128.0)
        ),
        "maximum not taken off": step(highest=lambda x: 0.0 * row_max(x)),
        "over the columns": of_columns,
        **ROWS,
    },
    edges={"spiked": {}, "extreme": {}},
    element="int8",
)

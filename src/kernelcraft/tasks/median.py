"""Median, a filter of three taps: every element becomes the middle one of itself and two beside."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

import numpy as np
import numpy.typing as npt

from kernelcraft.tasks.mistakes import step
from kernelcraft.tasks.task import FloatArray, Input, Rounding, Step, Task, no_constants
from kernelcraft.tasks.words import LAST, LATER, low, unsigned, words


def triples(x: FloatArray) -> FloatArray:
    """[n - 2, 3]: what each window sees."""
    return np.lib.stride_tricks.sliding_window_view(x, 3)


def middle(windows: FloatArray) -> FloatArray:
    """The second of three in ascending order."""
    found: FloatArray = np.sort(windows, axis=-1)[:, 1]
    return found


def median(r: Rounding, x: FloatArray, of: Step = middle) -> FloatArray:
    """The first and the last element have no window; they become zero."""
    return np.concatenate(([0.0], of(triples(x)), [0.0]))


def _by_difference(windows: FloatArray) -> FloatArray:
    """The middle one where a comparison is the sign of a difference in 32 bits."""

    def less(a: FloatArray, b: FloatArray) -> npt.NDArray[np.bool_]:
        return np.asarray(low(words(a) - words(b)) < 0.0)

    a, b, c = (windows[:, place] for place in range(3))
    least, most = np.where(less(a, b), a, b), np.where(less(a, b), b, a)
    below = np.where(less(most, c), most, c)
    return np.where(less(least, below), below, least)


def _without_sign(windows: FloatArray) -> FloatArray:
    return low(words(middle(unsigned(windows))))


def bordered(y: FloatArray, x: FloatArray) -> FloatArray:
    """The borders of x for zeros."""
    return np.concatenate((x[:1], y[1:-1], x[-1:]))


PROGRAM = Task(
    name="median",
    title="Median",
    level=1,
    category="program",
    formula="y[i] = the second of x[i-1], x[i], x[i+1] in ascending order, y[0] = y[n-1] = 0",
    inputs=(Input("x", ("n",), element="int32"),),
    output=("n",),
    constants=no_constants,
    algorithm=median,
    stages=("y[i] = the middle one of x[i-1], x[i], x[i+1] with a sign", "y[0] = y[n-1] = 0"),
    mistakes=lambda dims: {
        "the least": step(of=lambda windows: windows.min(axis=-1)),
        "the greatest": step(of=lambda windows: windows.max(axis=-1)),
        "the mean": step(of=lambda windows: np.trunc(windows.mean(axis=-1))),
        "compared without sign": step(of=_without_sign),
        "compared by a difference of 32 bits": step(of=_by_difference),
        "borders as they are": lambda g: bordered(g.output(), g.inputs["x"]),
        "the window one earlier": LATER,
        "the last element left out": LAST,
    },
    edges={
        "extreme": {},
        "sorted": {},
        "equal": {},
        "few": {},
    },
    element="int32",
)

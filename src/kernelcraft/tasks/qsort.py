"""Qsort, numbers in ascending order."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from functools import cmp_to_key

import numpy as np

from kernelcraft.tasks.mistakes import of_x
from kernelcraft.tasks.task import FloatArray, Input, Rounding, Task, no_constants
from kernelcraft.tasks.words import LAST, LATER, low, unsigned, words


def qsort(r: Rounding, x: FloatArray) -> FloatArray:
    """Any way to sort is legal."""
    return np.sort(x)


def _by_difference(x: FloatArray) -> FloatArray:
    """In the order of the signs of differences in 32 bits."""

    def compare(a: float, b: float) -> int:
        return int(low(words(np.array(a - b))))

    return np.array(sorted(x.tolist(), key=cmp_to_key(compare)), np.float64)


def _each_once(x: FloatArray) -> FloatArray:
    found = np.unique(x)
    return np.concatenate((found, np.repeat(found[-1:], len(x) - len(found))))


PROGRAM = Task(
    name="qsort",
    title="Qsort",
    level=2,
    category="program",
    formula="y = the numbers of x in ascending order",
    inputs=(Input("x", ("n",), element="int32"),),
    output=("n",),
    constants=no_constants,
    algorithm=qsort,
    stages=("y = the numbers of x, with a sign, in ascending order; x stays as it is",),
    mistakes=lambda dims: {
        "not sorted": of_x(lambda x: x),
        "descending": of_x(lambda x: np.sort(x)[::-1]),
        "compared without sign": of_x(lambda x: low(words(np.sort(unsigned(x))))),
        "by size": of_x(lambda x: x[np.argsort(np.abs(x), kind="stable")]),
        "by the upper 24 bits": of_x(lambda x: x[np.argsort(words(x) >> 8, kind="stable")]),
        "without the last element": of_x(lambda x: np.append(np.sort(x[:-1]), x[-1])),
        "one place later": LATER,
        "the last element left out": LAST,
    },
    edges={
        "extreme": {"compared by a difference of 32 bits": of_x(_by_difference)},
        "few": {"each number once": of_x(_each_once)},
        "sorted": {},
        "reversed": {},
        "equal": {},
    },
    element="int32",
)

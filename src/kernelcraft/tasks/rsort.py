"""Rsort, numbers without a sign in ascending order; the classic program goes digit by digit."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

import numpy as np

from kernelcraft.tasks.mistakes import of_x
from kernelcraft.tasks.task import FloatArray, Input, Rounding, Task, no_constants
from kernelcraft.tasks.words import LAST, LATER, low, words


def rsort(r: Rounding, x: FloatArray) -> FloatArray:
    """Any way to sort is legal."""
    return np.sort(x)


def by_digits(x: FloatArray, digits: tuple[int, ...], *, turned: bool = False) -> FloatArray:
    """Stable passes over these digits; or passes that turn equal digits round."""
    for digit in digits:
        order = np.argsort((words(x) >> 8 * digit) % 256, kind="stable")
        if turned:
            mirrored = np.argsort((words(x[::-1]) >> 8 * digit) % 256, kind="stable")
            order = len(x) - 1 - mirrored
        x = x[order]
    return x


PROGRAM = Task(
    name="rsort",
    title="Rsort",
    level=2,
    category="program",
    formula="y = the numbers of x in ascending order",
    inputs=(Input("x", ("n",), element="uint32"),),
    output=("n",),
    constants=no_constants,
    algorithm=rsort,
    stages=("y = the numbers of x, without a sign, in ascending order; x stays as it is",),
    mistakes=lambda dims: {
        "not sorted": of_x(lambda x: x),
        "descending": of_x(lambda x: np.sort(x)[::-1]),
        "compared with sign": of_x(lambda x: np.mod(np.sort(low(words(x))), 2.0**32)),
        "the highest digit left out": of_x(lambda x: by_digits(x, (0, 1, 2))),
        "the lowest digit left out": of_x(lambda x: by_digits(x, (1, 2, 3))),
        "digits from the highest": of_x(lambda x: by_digits(x, (3, 2, 1, 0))),
        "passes that are not stable": of_x(lambda x: by_digits(x, (0, 1, 2, 3), turned=True)),
        "without the last element": of_x(lambda x: np.append(np.sort(x[:-1]), x[-1])),
        "one place later": LATER,
        "the last element left out": LAST,
    },
    edges={"extreme": {}, "few": {}, "sorted": {}, "reversed": {}, "equal": {}},
    element="uint32",
)

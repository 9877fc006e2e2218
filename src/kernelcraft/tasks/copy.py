"""Copy, a block of memory moved: elementwise y = x."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

import numpy as np

from kernelcraft.tasks.mistakes import of_x
from kernelcraft.tasks.task import FloatArray, Input, Rounding, Task, no_constants
from kernelcraft.tasks.words import LAST, LATER


def copy(r: Rounding, x: FloatArray) -> FloatArray:
    """Nothing is computed."""
    return x.copy()


def _pairs_swapped(x: FloatArray) -> FloatArray:
    """Halves of 64 bits in the other order."""
    y = x.copy()
    even = len(x) // 2 * 2
    y[0:even:2], y[1:even:2] = x[1:even:2], x[0:even:2]
    return y


PROGRAM = Task(
    name="copy",
    title="Copy",
    level=1,
    category="program",
    formula="y[i] = x[i]",
    inputs=(Input("x", ("n",), element="int32"),),
    output=("n",),
    constants=no_constants,
    algorithm=copy,
    stages=("y[i] = x[i]",),
    mistakes=lambda dims: {
        "halves of 16 bits": of_x(lambda x: np.mod(x, 65536.0)),
        "pairs swapped": of_x(_pairs_swapped),
        "backwards": of_x(lambda x: x[::-1]),
        "one element later": LATER,
        "the last element left out": LAST,
    },
    element="int32",
)

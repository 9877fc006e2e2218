"""Vvadd, the sum of two vectors: elementwise a + b in 32 bits."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

import numpy as np

from kernelcraft.tasks.mistakes import reading
from kernelcraft.tasks.task import FloatArray, Given, Input, Rounding, Task, no_constants
from kernelcraft.tasks.words import LAST, LATER, low, saturated, words


def vvadd(r: Rounding, a: FloatArray, b: FloatArray) -> FloatArray:
    """Sums wrap around."""
    return low(words(a) + words(b))


def _saturated(g: Given) -> FloatArray:
    return saturated(words(g.inputs["a"]) + words(g.inputs["b"]))


def _carried(g: Given) -> FloatArray:
    """Two elements as one number of 64 bits: what the first carries comes to the second."""
    a, b = (words(g.inputs[name]) for name in ("a", "b"))
    carries = (a % 2**32 + b % 2**32) >> 32
    carries[1::2] = 0
    return low(a + b + np.concatenate(([0], carries[:-1])))


PROGRAM = Task(
    name="vvadd",
    title="Vvadd",
    level=1,
    category="program",
    formula="y[i] = a[i] + b[i] modulo 2^32",
    inputs=(Input("a", ("n",), element="int32"), Input("b", ("n",), element="int32")),
    output=("n",),
    constants=no_constants,
    algorithm=vvadd,
    stages=("y[i] = the low 32 bits of a[i] + b[i]",),
    mistakes=lambda dims: {
        "saturated": _saturated,
        "carried into the next element": _carried,
        "a alone": lambda g: g.inputs["a"],
        "b twice": reading(a="b"),
        "one element later": LATER,
        "the last element left out": LAST,
    },
    edges={"extreme": {"saturated": _saturated, "carried into the next element": _carried}},
    element="int32",
)

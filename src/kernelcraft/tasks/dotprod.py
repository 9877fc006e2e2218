"""Dotprod, the inner product of two vectors in 32 bits."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

import numpy as np

from kernelcraft.tasks.mistakes import changed, of_output
from kernelcraft.tasks.task import FloatArray, Given, Input, Rounding, Task, no_constants
from kernelcraft.tasks.words import low, saturated, words


def dotprod(r: Rounding, a: FloatArray, b: FloatArray) -> FloatArray:
    """Products and their sum wrap around."""
    return low(_low_products(a, b).sum(keepdims=True))


def _low_products(a: FloatArray, b: FloatArray) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    return words(low(words(a) * words(b)))


def _saturated(g: Given) -> FloatArray:
    """The sum of products, each cut to 32 bits, cut to 32 bits."""
    products = words(saturated(words(g.inputs["a"]) * words(g.inputs["b"])))
    return saturated(products.sum(keepdims=True))


def _upper_halves(g: Given) -> FloatArray:
    return low(((words(g.inputs["a"]) * words(g.inputs["b"])) >> 32).sum(keepdims=True))


def _without_last(a: FloatArray) -> FloatArray:
    return np.append(a[:-1], 0.0)


PROGRAM = Task(
    name="dotprod",
    title="Dotprod",
    level=1,
    category="program",
    formula="y = Σ_i a[i] * b[i] modulo 2^32",
    inputs=(Input("a", ("n",), element="int32"), Input("b", ("n",), element="int32")),
    output=("sums",),
    constants=no_constants,
    algorithm=dotprod,
    stages=("y = the low 32 bits of the sum of all a[i] * b[i]",),
    derived={"sums": lambda dims: 1},
    mistakes=lambda dims: {
        "saturated": _saturated,
        "upper halves": _upper_halves,
        "b backwards": changed(b=lambda b: b[::-1]),
        "b in 16 bits": changed(b=lambda b: np.mod(b, 65536.0)),
        "begun at one": of_output(lambda y: low(words(y) + 1)),
        "the first product twice": lambda g: low(
            words(g.output()) + _low_products(g.inputs["a"], g.inputs["b"])[:1]
        ),
        "the last element left out": changed(a=_without_last),
    },
    edges={"extreme": {"saturated": _saturated}},
    element="int32",
)

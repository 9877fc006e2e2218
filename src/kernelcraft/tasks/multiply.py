"""Multiply, products without a multiplier in the classic suite: elementwise a·b in 32 bits."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from collections.abc import Callable

from kernelcraft.tasks.mistakes import changed
from kernelcraft.tasks.task import FloatArray, Given, Input, Mistake, Rounding, Task, no_constants
from kernelcraft.tasks.words import LAST, Words, low, saturated, words


def multiply(r: Rounding, a: FloatArray, b: FloatArray) -> FloatArray:
    """The product is what counts: by shifts and additions or by the core's own instruction."""
    return low(words(a) * words(b))


def _otherwise(change: Callable[[Words], FloatArray]) -> Mistake:
    """Another function of the exact products."""

    def made(g: Given) -> FloatArray:
        return change(words(g.inputs["a"]) * words(g.inputs["b"]))

    return made


PROGRAM = Task(
    name="multiply",
    title="Multiply",
    level=1,
    category="program",
    formula="y[i] = a[i] * b[i] modulo 2^32",
    inputs=(Input("a", ("n",), element="int32"), Input("b", ("n",), element="int32")),
    output=("n",),
    constants=no_constants,
    algorithm=multiply,
    stages=("y[i] = the low 32 bits of a[i] * b[i]; any way to the product is legal",),
    mistakes=lambda dims: {
        "saturated": _otherwise(saturated),
        "the upper half": _otherwise(lambda product: low(product >> 32)),
        "31 steps": changed(b=lambda b: b % 2.0**31),
        "16 bits of b": changed(b=lambda b: b % 2.0**16),
        "b shifted by one": changed(b=lambda b: 2.0 * b),
        "the last element left out": LAST,
    },
    edges={"extreme": {"saturated": _otherwise(saturated)}},
    element="int32",
)

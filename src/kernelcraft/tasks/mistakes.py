"""The usual ways to make a mistake of a task: each gives an output that is wrong in one way.

Where a cell is too small for a mistake to change anything, the output is the right one.
"""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from kernelcraft.tasks.task import FloatArray, Mistake, Step


def step(**steps: object) -> Mistake:
    """Other steps of the algorithm: parameters that have a default."""
    return lambda g: replace(g, steps=steps).output()


def with_constants(**values: float) -> Mistake:
    """Other constants."""
    return lambda g: replace(g, constants={**g.constants, **values}).output()


def changed(**changes: Step) -> Mistake:
    """Other values of some inputs, each computed from the right ones."""
    return lambda g: replace(
        g, inputs={**g.inputs, **{name: of(g.inputs[name]) for name, of in changes.items()}}
    ).output()


def reading(**others: str) -> Mistake:
    """Inputs read where others are: `reading(k="v", v="k")` swaps two."""
    return lambda g: replace(
        g, inputs={**g.inputs, **{name: g.inputs[other] for name, other in others.items()}}
    ).output()


def of_x(function: Step) -> Mistake:
    """Another function of the input x."""
    return lambda g: function(g.inputs["x"])


def of_output(change: Step) -> Mistake:
    """A change of the right output."""
    return lambda g: change(g.output())


def transposed(w: FloatArray) -> FloatArray:
    """The last two axes read in the other order, as if the elements lay that way."""
    return w.reshape(*w.shape[:-2], w.shape[-1], w.shape[-2]).swapaxes(-1, -2)


def zero(w: FloatArray) -> FloatArray:
    """Zeros for what is there."""
    return 0.0 * w


def sigmoid(x: FloatArray) -> FloatArray:
    """1 / (1 + exp(-x))."""
    return np.asarray(1.0 / (1.0 + np.exp(-x)), np.float64)


def unbounded_sigmoid(x: FloatArray) -> FloatArray:
    """e to the x over 1 + e to the x: NaN where single precision does not hold them."""
    e = held(np.exp(held(x)))
    return np.asarray(e / (1.0 + e), np.float64)


def held(x: FloatArray, kind: npt.DTypeLike = np.float32) -> FloatArray:
    """As a format holds it, single precision unless told."""
    return x.astype(kind).astype(np.float64)

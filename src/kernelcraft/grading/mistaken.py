"""What a mistake of a task is, and the usual ways to make one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from kernelcraft.cells.cell import Cell
from kernelcraft.tasks import EXACT, Dims, FloatArray, WithCache

Inputs = Mapping[str, FloatArray]


@dataclass(frozen=True)
class Given:
    """What a task's algorithm is given; a mistake changes some of it."""

    cell: Cell
    inputs: Inputs
    constants: Mapping[str, float]
    dims: Dims

    def output(self, algorithm: Callable[..., FloatArray] | None = None) -> FloatArray:
        """Of the task's algorithm, or of another one."""
        task = self.cell.task
        wrong = task if algorithm is None else replace(task, algorithm=algorithm)
        rounding = WithCache(EXACT, self.cell.platform.rounding().cache)
        return wrong.compute(rounding, self.inputs, self.constants, self.dims)


Mistake = Callable[[Given], FloatArray]
"""The wrong output. Where a cell is too small for the mistake to change anything, the right one."""


def with_constants(**values: float) -> Mistake:
    """Other constants."""
    return lambda g: replace(g, constants={**g.constants, **values}).output()


def changed(name: str, change: Callable[[FloatArray], FloatArray]) -> Mistake:
    """Another value of an input."""
    return lambda g: replace(g, inputs={**g.inputs, name: change(g.inputs[name])}).output()


def swapped(one: str, other: str) -> Mistake:
    """Two inputs of one shape taken for one another."""
    return lambda g: replace(
        g, inputs={**g.inputs, one: g.inputs[other], other: g.inputs[one]}
    ).output()


def instead(algorithm: Callable[..., FloatArray]) -> Mistake:
    """Another algorithm."""
    return lambda g: g.output(algorithm)


def of_x(function: Callable[[FloatArray], FloatArray]) -> Mistake:
    """Another function of the input x."""
    return lambda g: function(g.inputs["x"])


def of_output(change: Callable[[FloatArray], FloatArray]) -> Mistake:
    """A change of the right output."""
    return lambda g: change(g.output())


def transposed(w: FloatArray) -> FloatArray:
    """The last two axes read in the other order, as if the elements lay that way."""
    return w.reshape(*w.shape[:-2], w.shape[-1], w.shape[-2]).swapaxes(-1, -2)


def zero(w: FloatArray) -> FloatArray:
    """Zeros for what is there."""
    return 0.0 * w

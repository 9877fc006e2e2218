"""One set of inputs of a cell with the right answer, staged on a machine that is ready to run."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, get_args

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import FloatArray
from kernelcraft.grading.inputs import DISTRIBUTIONS, Distribution, draw
from kernelcraft.sim.state import State
from kernelcraft.tasks.task import Edge

_KINDS: Final[tuple[Distribution, ...]] = (*DISTRIBUTIONS, *get_args(Edge))
PUBLIC_SEED: Final = 20_260_312
"""The inputs that `run_evaluation` shows. Seeds of final verdicts are 2^63 or more, never this."""


@dataclass(frozen=True, eq=False)
class InputSet:
    """`inputs` are the values that the memories really hold; `staged` is never run itself."""

    distribution: Distribution
    seed: int
    inputs: dict[str, FloatArray]
    reference: FloatArray
    staged: State


def input_set(cell: Cell, distribution: Distribution, seed: int, *, poison: bool) -> InputSet:
    """Draw and stage; with `poison` all else holds garbage and the output NaN, otherwise zeros.

    Sets of one seed have garbage of their own: a register's few bits must not be right in all.
    """
    inputs, reference = drawn(cell, distribution, seed)
    garbage = seed + _KINDS.index(distribution)
    staged = cell.platform.stage(cell.memory_map, inputs, garbage if poison else None)
    return InputSet(distribution, seed, inputs, reference, staged)


@lru_cache(maxsize=64)
def kept_set(cell: Cell, distribution: Distribution, seed: int) -> InputSet:
    """That of a seed that comes again, with garbage: made once, and nobody can write into it."""
    made = input_set(cell, distribution, seed, poison=True)
    for array in (made.reference, *made.inputs.values(), *made.staged.arrays.values()):
        array.flags.writeable = False
    return made


def spent_set(cell: Cell, distribution: Distribution, seed: int) -> InputSet:
    """As `kept_set`, for the last time in this process: `staged` may be run, and saves a copy."""
    found = kept_set(cell, distribution, seed)
    kept_set.cache_clear()
    for array in found.staged.arrays.values():
        array.flags.writeable = True
    return found


def drawn(
    cell: Cell, distribution: Distribution, seed: int
) -> tuple[dict[str, FloatArray], FloatArray]:
    """Inputs as the memories hold them, and the right output."""
    values = draw(cell.task, cell.dims, distribution, seed)
    inputs = {
        tensor.name: cell.platform.representable(tensor, values[tensor.name])
        for tensor in cell.inputs
    }
    return inputs, cell.reference(inputs)


@lru_cache(maxsize=8)
def public_set(cell: Cell) -> InputSet:
    """The inputs that every attempt is shown."""
    return input_set(cell, "normal", PUBLIC_SEED, poison=True)

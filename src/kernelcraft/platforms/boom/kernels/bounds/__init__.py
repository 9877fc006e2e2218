"""Cycles that no kernel of a cell can beat: what has to be read, written and computed.

All memory goes through one port, which takes one load or store of at most 8 bytes in a cycle; as
many instructions end in a cycle as the core is wide; one multiplier and one unit for minima and
maxima begin an operation a cycle. Every operand has to be read and every element of the output
written once. What is counted besides is the least that any kernel known to us needs, an argument
and not a proof: there it says *assumed*. Sorts have only the first part, for which reason their
bounds are far below what is possible.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.boom.machine.platform import BoomPlatform
from kernelcraft.tasks.task import Dims

WORD: Final = 8
"""Bytes of the widest access."""
BYTES: Final = {"int32": 4, "uint32": 4, "uint8": 1}
WIDTHS: Final = (1, 2, 3)
"""Instructions that end in a cycle, by the core's size."""
MULTIPLICATION: Final = 6  # cycles to its result; measured


@dataclass(frozen=True)
class Work:
    """What a kernel has to do beside reading its operands once and writing its output once.

    `accesses` need the port for memory, `products` the multiplier, `others` any unit; `chain` are
    cycles of operations that each wait for the one before.
    """

    accesses: float = 0.0
    products: float = 0.0
    others: float = 0.0
    chain: float = 0.0


def bound(cell: Cell) -> int | None:
    """The least cycles of the cell; None for a task that has no bound."""
    if cell.task.name not in _TASKS:
        return None
    assert isinstance(cell.platform, BoomPlatform)
    work = _TASKS[cell.task.name](cell.task.sizes(cell.dims))
    accesses = _once(cell) + work.accesses
    instructions = accesses + work.products + work.others
    width = WIDTHS[cell.platform.configuration.core]
    return math.ceil(max(accesses, work.products, instructions / width, work.chain))


def _once(cell: Cell) -> float:
    """The accesses that read every operand and write every element of the output."""
    tensors = (*cell.inputs, cell.output)
    sizes = [math.prod(each.shape) * BYTES[each.element] for each in tensors]
    return sum(math.ceil(size / WORD) for size in sizes)


def _multiply(dims: Dims) -> Work:
    """A multiplication for each product: *assumed*, no shorter way is known."""
    return Work(products=dims["n"])


def _vvadd(dims: Dims) -> Work:
    """An addition of 64 bits for two sums, and one to undo what the lower carries: *assumed*."""
    return Work(others=dims["n"])


def _copy(dims: Dims) -> Work:
    """Nothing is computed; that not all lines are in the cache is left out."""
    return Work()


def _median(dims: Dims) -> Work:
    """Two neighbours in order serve two windows: three operations a window. *Assumed*."""
    return Work(others=3 * max(dims["n"] - 2, 0))


def _dotprod(dims: Dims) -> Work:
    """A multiplication and an addition for each product. *Assumed*."""
    return Work(products=dims["n"], others=dims["n"])


def _sort(dims: Dims) -> Work:
    """Nothing is counted: how little work a sort can do is not known."""
    return Work()


def _towers(dims: Dims) -> Work:
    """Moves are known beforehand, and most pairs of names can be ready in registers."""
    return Work()


def _dhrystone(dims: Dims) -> Work:
    """From total to total there are a sum, a product for the division, its sign and another sum.

    A run looks up a string, a divisor and a count, and changes the count. All *assumed*.
    """
    return Work(accesses=4 * dims["runs"], chain=(MULTIPLICATION + 3) * dims["runs"])


def _pmp(dims: Dims) -> Work:
    """An access looks up what is decided, by steps that halve the bounds: *assumed*."""
    steps = math.ceil(math.log2(2 * dims["windows"]))
    return Work(accesses=dims["n"] * (1 + steps), others=dims["n"] * steps)


_TASKS: Final[Mapping[str, Callable[[Dims], Work]]] = {
    "multiply": _multiply,
    "vvadd": _vvadd,
    "copy": _copy,
    "median": _median,
    "dotprod": _dotprod,
    "qsort": _sort,
    "rsort": _sort,
    "towers": _towers,
    "dhrystone": _dhrystone,
    "pmp": _pmp,
}

"""The tuner's moves on the Coral NPU: rewrites of any kernel that keep its meaning.

They know what every instruction reads and writes and, from following the kernel with constants
only, which bytes it accesses and how often its loops turn. To add one, write a function of a
kernel and name it in `moves`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import lru_cache

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.moves import Move
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.platforms.coral_npu.kernels.moves.clean import MOST_ROUNDS, cleaned
from kernelcraft.platforms.coral_npu.kernels.moves.hoist import hoisted, without_copies
from kernelcraft.platforms.coral_npu.kernels.moves.join import joined
from kernelcraft.platforms.coral_npu.kernels.moves.kernel import Kernel, read
from kernelcraft.platforms.coral_npu.kernels.moves.layout import aligned
from kernelcraft.platforms.coral_npu.kernels.moves.listing import render
from kernelcraft.platforms.coral_npu.kernels.moves.loops import Loop, innermost, loops, unrolled
from kernelcraft.platforms.coral_npu.kernels.moves.narrow import narrowed
from kernelcraft.platforms.coral_npu.kernels.moves.order import longest_blocks, reordered
from kernelcraft.platforms.coral_npu.kernels.moves.rename import renamed
from kernelcraft.platforms.coral_npu.kernels.moves.tables import gathered

__all__ = ["moves"]

ORDERS = 6  # tried each time
RESTLESSNESS = (0.1, 0.3, 1.0)
IN_ORDER = 1.0  # without a random number: what was first goes first
BLOCKS = 5  # reordered each for itself
COPIES = (2, 4, 8, 16, 32, 64)
LOOPS = 4  # unrolled each for itself: those that run most instructions
CORE = ("alu", "branch", "vset")
MEMORY = ("load", "store", "vload", "vstore")
VECTOR = ("valu", "vmul", "vdiv", "vpermute")

Rewrites = Callable[[Kernel, random.Random], Iterator[tuple[str, Kernel]]]
"""What was done, in a few words that stand in the kernel's title, and the kernel."""


def moves(cell: Cell) -> tuple[Move, ...]:
    """The moves, for every cell the same."""
    return (
        _move("straighten", _straightened, *CORE),
        _move("table", _looked_up, *MEMORY),
        _move("hoist", _hoisted, *MEMORY),
        _move("join bytes", _joined, *MEMORY),
        _move("unroll", _unrolled, *MEMORY, *VECTOR),
        _move("reorder", _ordered, *MEMORY, *VECTOR),
        _move("align", _aligned, *CORE),
    )


def _move(name: str, rewrites: Rewrites, *units: str) -> Move:
    def propose(cell: Cell, text: str, rng: random.Random) -> Iterator[str]:
        kernel = straight(cell, text)
        if kernel is not None:
            for what, found in rewrites(kernel, rng):
                new = render(f"{cell.name}: {name} {what}".rstrip(), found.lines)
                if _assembles(cell, new):
                    yield new

    return Move(name, propose, units)


def _assembles(cell: Cell, text: str) -> bool:
    """No branch is too far, nor is the code too long."""
    try:
        cell.platform.assemble(text)
    except AssemblyError:
        return False
    return True


@lru_cache(maxsize=8)
def straight(cell: Cell, text: str) -> Kernel | None:
    """A kernel without what does nothing; None for one that cannot be followed."""
    kernel = read(cell, text)
    for _ in range(MOST_ROUNDS):
        if kernel is None:
            return None
        shorter = narrowed(cleaned(kernel))
        if shorter.lines == kernel.lines:
            break
        kernel = read(cell, render(cell.name, shorter.lines))
    return kernel


def _straightened(kernel: Kernel, rng: random.Random) -> Iterator[tuple[str, Kernel]]:
    yield "", kernel


def _ordered(kernel: Kernel, rng: random.Random) -> Iterator[tuple[str, Kernel]]:
    new = renamed(kernel)
    yield "all", reordered(new, None, 0.0)
    yield "all, first things first", reordered(new, None, IN_ORDER)
    for number, block in enumerate(longest_blocks(kernel, BLOCKS), 1):
        yield f"block {number}", reordered(kernel, None, 0.0, block)
        yield f"block {number}, first things first", reordered(kernel, None, IN_ORDER, block)
    for _ in range(ORDERS - 1):
        restlessness = rng.choice(RESTLESSNESS)
        yield f"by chance {restlessness}", reordered(new, rng, restlessness)


def _unrolled(kernel: Kernel, rng: random.Random) -> Iterator[tuple[str, Kernel]]:
    """All innermost loops, and every loop for itself."""
    for where, chosen in _chosen(innermost(loops(kernel)), loops(kernel)):
        for copies in COPIES:
            new = _repeated(kernel, chosen, copies)
            if new is not None:
                new = cleaned(new)
                yield f"{where} {copies} times", reordered(renamed(new), None, 0.0)
                words = joined(new)
                if words is not None:
                    what = f"{where} {copies} times, bytes joined"
                    yield what, reordered(renamed(words), None, 0.0)


def _chosen(first: list[Loop], found: list[Loop]) -> Iterator[tuple[str, list[Loop]]]:
    """All of some loops, then each of the busiest."""
    yield "innermost loops", first
    for number, loop in enumerate(found[:LOOPS], 1):
        yield f"loop {number}", [loop]


def _repeated(kernel: Kernel, chosen: list[Loop], copies: int) -> Kernel | None:
    """Loops unrolled from the last to the first; None if none of them can be."""
    new: Kernel | None = None
    for loop in sorted(chosen, key=lambda loop: -loop.head):
        new = unrolled(new or kernel, loop, copies) or new
    return new


def _hoisted(kernel: Kernel, rng: random.Random) -> Iterator[tuple[str, Kernel]]:
    """What does not change in a loop before it: of all innermost loops, then of each."""
    found = innermost(loops(kernel))
    for where, chosen in _chosen(found, found):
        new: Kernel | None = None
        for loop in sorted(chosen, key=lambda loop: -loop.head):
            new = hoisted(new or kernel, loop) or new
        if new is not None:
            new = cleaned(without_copies(new))
            yield f"out of {where}", new
            yield f"out of {where}, reordered", reordered(renamed(new), None, 0.0)


def _joined(kernel: Kernel, rng: random.Random) -> Iterator[tuple[str, Kernel]]:
    """Words instead of bytes."""
    new = joined(kernel)
    if new is not None:
        yield "", new
        yield "and reorder", reordered(renamed(new), None, 0.0)


def _looked_up(kernel: Kernel, rng: random.Random) -> Iterator[tuple[str, Kernel]]:
    """Look-ups from registers."""
    for loop in innermost(loops(kernel)):
        new = gathered(kernel, loop)
        if new is not None:
            yield "", new


def _aligned(kernel: Kernel, rng: random.Random) -> Iterator[tuple[str, Kernel]]:
    heads = sorted({loop.head for loop in loops(kernel)}, reverse=True)
    everywhere = kernel
    for number, head in enumerate(heads, 1):
        everywhere = aligned(everywhere, head)
        yield f"loop {number} from the end", aligned(kernel, head)
    yield "all loops", everywhere

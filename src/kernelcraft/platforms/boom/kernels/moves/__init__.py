"""The tuner's moves on BOOM: loops unrolled and aligned, instructions of 32 bits.

A loop's turns are counted on numbers of a fixed seed; what a move gives is judged like any kernel.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.moves import Move
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.isa.program import Program
from kernelcraft.platforms.boom.kernels.moves.listing import (
    Line,
    Loop,
    heads,
    lines_of,
    loops,
    text_of,
)
from kernelcraft.platforms.boom.kernels.moves.unroll import Unroller, Uses
from kernelcraft.sim.run import Limits

__all__ = ["moves"]

COPIES: Final = (2, 3, 4, 5, 6, 8, 10, 12, 15, 16, 20, 25, 32)
LOOPS: Final = 4  # the busiest
ALIGNED: Final = (3, 4, 6)  # eight bytes are a packet, sixteen two, 64 a line of the cache
UNCOMPRESSED: Final = Line("", ".option norvc")
FIRST: Final = Limits(instructions=4_000_000, cycles=40_000_000)


@dataclass(frozen=True)
class Kernel:
    """A text that can be followed, and its loops."""

    lines: tuple[Line, ...]
    uses: Uses
    loops: tuple[Loop, ...]


Rewrites = Callable[[Kernel], Iterator[tuple[str, list[Line]]]]
"""What was done, in a few words that stand in the kernel's title, and the kernel."""


def moves(cell: Cell) -> tuple[Move, ...]:
    """The moves, for every cell the same."""
    return (
        _move("unroll", _unrolled, "branch", "load", "store", "alu"),
        _move("align", _aligned, "branch", "alu"),
        _move("32 bits", _uncompressed, "alu"),
    )


def _move(name: str, rewrites: Rewrites, *units: str) -> Move:
    def propose(cell: Cell, text: str, rng: random.Random) -> Iterator[str]:
        kernel = read(cell, text)
        for what, lines in rewrites(kernel) if kernel is not None else ():
            new = text_of(f"{cell.name}: {name} {what}", lines)
            if _assembled(cell, new) is not None:
                yield new

    return Move(name, propose, units)


@lru_cache(maxsize=8)
def read(cell: Cell, text: str) -> Kernel | None:
    """A kernel with its loops; None for one that cannot be read or does not end in time."""
    lines = lines_of(text)
    program = None if lines is None else _assembled(cell, text)
    if lines is None or program is None:
        return None
    counts = [_executions(cell, program, fill) for fill in (False, True)]
    if not all(counts):
        return None
    return Kernel(tuple(lines), Uses.of(program), tuple(loops(lines, program, counts)))


def _executions(cell: Cell, program: Program, fill: bool) -> dict[int, int]:
    """How often each line, from 0, runs on zeros or on numbers drawn once; none of a fault."""
    rng = np.random.default_rng(1)
    inputs = {}
    for each in cell.inputs:
        values = rng.normal(0.0, 2.0**20, each.shape) if fill else np.zeros(each.shape)
        inputs[each.name] = cell.platform.representable(each, values)
    run = cell.platform.run(program, cell.platform.stage(cell.memory_map, inputs, 1), FIRST)
    if run.fault is not None:
        return {}
    return {line - 1: times for line, (times, _) in run.profile.by_line().items()}


def _assembled(cell: Cell, text: str) -> Program | None:
    """None where a branch is too far, or the code too long."""
    try:
        return cell.platform.assemble(text)
    except AssemblyError:
        return None


def _unrolled(kernel: Kernel) -> Iterator[tuple[str, list[Line]]]:
    """Each of the busiest loops; a copy with wider accesses, too."""
    for number, loop in enumerate(kernel.loops[:LOOPS], 1):
        unroller = Unroller(kernel.lines, kernel.uses, loop)
        for copies in COPIES:
            for sort, wide in ((True, True), (True, False), (False, False)):
                found = unroller.unrolled(copies, sort=sort, wide=wide)
                if found is not None:
                    how = f"{', sorted' if sort else ''}{', wide' if wide else ''}"
                    yield f"loop {number} {copies} times{how}", found


def _aligned(kernel: Kernel) -> Iterator[tuple[str, list[Line]]]:
    """All heads of loops, then each for itself."""
    found = heads(kernel.lines)
    for number, chosen in enumerate((found, *([head] for head in found))):
        for power in ALIGNED:
            lines = list(kernel.lines)
            for head in reversed(chosen):
                lines.insert(head, Line("", f".p2align {power}"))
            where = f"loop {number}" if number else "all loops"
            yield f"{where} to {1 << power} bytes", lines


def _uncompressed(kernel: Kernel) -> Iterator[tuple[str, list[Line]]]:
    """All instructions of 32 bits, and those of each of the busiest loops."""
    yield "everywhere", [UNCOMPRESSED, *kernel.lines]
    for number, loop in enumerate(kernel.loops[:LOOPS], 1):
        lines = list(kernel.lines)
        lines[loop.branch + 1 : loop.branch + 1] = [Line("", ".option pop")]
        lines[loop.head : loop.head] = [Line("", ".option push"), UNCOMPRESSED]
        yield f"in loop {number}", lines

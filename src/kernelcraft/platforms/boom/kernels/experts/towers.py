"""Towers: every move is known when the kernel is written, the names are not."""

from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.boom.kernels.assembly import FREE, Assembly
from kernelcraft.tasks.towers import moves

MOST: Final = 8
"""Discs: a register for each name and one for the same shifted up, and there are no more."""
READY: Final = ("t0", "t1", "t2", "t3")
"""What two names are put together in, in turn: a store comes some instructions later."""
BEHIND: Final = len(READY) - 1
SPAN: Final = 2040
"""Bytes of moves before the pointer goes on."""


def kernel(cell: Cell) -> str:
    """Two names to a store of 64 bits: one as it is and one that was shifted up."""
    discs = cell.dims["discs"]
    if discs > MOST:
        raise Unwritten(f"{cell.name}: the expert of towers has at most {MOST} discs")
    asm = Assembly(f"{cell.name}: all moves in line, two names to a store")
    low, high = _load(asm, discs)
    asm.phase("the moves")
    names = [
        name
        for disc, start, goal in moves(discs, 0, 1, 2)
        for name in (disc, discs + start, discs + goal)
    ]
    pairs = [(low[one], high[two]) for one, two in zip(names[::2], names[1::2], strict=False)]
    for index in range(len(pairs) + BEHIND):
        if index < len(pairs):
            asm.emit(f"or {READY[index % len(READY)]}, {', '.join(pairs[index])}")
        if index >= BEHIND:
            _store(asm, index - BEHIND)
    asm.emit(f"sw {low[names[-1]]}, {8 * len(pairs) % SPAN}(a2)")
    return str(asm)


def _load(asm: Assembly, discs: int) -> tuple[list[str], list[str]]:
    """Registers with the names of the discs, then of the pegs: as they are, and shifted up."""
    usable = [each for each in FREE if each not in (*READY, "a0", "a1", "a2")]
    registers = [*usable[: 2 * (discs + 3) - 2], "a0", "a1"]
    low, high = registers[: discs + 3], registers[discs + 3 :]
    asm.phase("the names")
    asm.emit(*(f"lwu {low[disc]}, {4 * disc}(a0)" for disc in range(discs)))
    asm.emit(*(f"lwu {low[discs + peg]}, {4 * peg}(a1)" for peg in range(3)))
    asm.emit(*(f"slli {two}, {one}, 32" for one, two in zip(low, high, strict=True)))
    return low, high


def _store(asm: Assembly, pair: int) -> None:
    """The pointer goes on with the last store of a span."""
    offset = 8 * pair % SPAN
    asm.emit(f"sd {READY[pair % len(READY)]}, {offset}(a2)")
    if offset + 8 == SPAN:
        asm.emit(f"addi a2, a2, {SPAN}")

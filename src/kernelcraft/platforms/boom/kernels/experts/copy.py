"""Copy: lines of 64 bytes, both of the next ones asked for before this one is moved."""

from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.boom.kernels.assembly import Assembly

LINE: Final = 64
WORDS: Final = ("t0", "t1", "t2", "t3", "t4", "t5", "t6", "a4")
AHEAD: Final = 2
"""Lines between the one that is moved and the one that is asked for."""


def kernel(cell: Cell) -> str:
    """Source and destination are more than the data cache holds: two misses are in flight.

    A load of the destination brings its line, which the stores then find.
    """
    asm = Assembly(f"{cell.name}: line by line, the next ones asked for")
    size = 4 * cell.dims["n"]
    lines, rest = divmod(size, LINE)
    asked = max(lines - AHEAD, 0)
    if asked:
        asm.emit(f"li a3, {LINE * asked}", "add a3, a3, a0")
        asm.loop("lines")
        asm.emit(f"ld a5, {AHEAD * LINE}(a0)", f"ld a6, {AHEAD * LINE}(a1)")
        _line(asm)
        asm.emit("bne a0, a3, lines")
    for _ in range(lines - asked):
        _line(asm)
    for offset in range(0, rest // 8 * 8, 8):
        asm.emit(f"ld t0, {offset}(a0)", f"sd t0, {offset}(a1)")
    if rest % 8:
        asm.emit(f"lw t0, {rest - 4}(a0)", f"sw t0, {rest - 4}(a1)")
    return str(asm)


def _line(asm: Assembly) -> None:
    asm.emit(*(f"ld {word}, {8 * index}(a0)" for index, word in enumerate(WORDS)))
    asm.emit(*(f"sd {word}, {8 * index}(a1)" for index, word in enumerate(WORDS)))
    asm.emit(f"addi a0, a0, {LINE}", f"addi a1, a1, {LINE}")

"""Softmax of rows that a kernel for it does not take: copied among low numbers, whose powers are 0.

As many rows as have room are copied to longer ones, and their results back. Rows that are no whole
number of vectors are copied element by element, as they begin anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from kernelcraft.cells.cell import Cell, make_cell
from kernelcraft.platforms.amd_npu.kernels.calls import (
    Add,
    Call,
    Loop,
    Operand,
    Scratch,
    Set,
    Step,
    Word,
    driver,
)
from kernelcraft.platforms.amd_npu.kernels.composites.library import VECTOR, copied, filled
from kernelcraft.platforms.amd_npu.kernels.schedule import Memory, core_writer
from kernelcraft.platforms.amd_npu.machine.streaming import BANK, ELEMENT

FROM, TO, SHORT, LONG = (Word(name) for name in ("from", "to", "short rows", "long rows"))
ROOM: Final = BANK // 2  # bytes of a block of longer rows
APART: Final = Memory(apart=("p1", "p2"))


def softmax(cell: Cell, kernel: Callable[[Cell], str], least: int) -> str:
    """The kernel; `kernel` writes one for rows whose length is a multiple of `least`."""
    rows, width = cell.dims["rows"], cell.dims["width"]
    longer = -(-width // least) * least
    high = next(
        high for high in range(rows, 0, -1) if rows % high == 0 and high * longer * ELEMENT <= ROOM
    )
    size = high * longer * ELEMENT
    one, other = Scratch(cell).share(size, size)
    dims = {"rows": high, "width": longer}
    block = make_cell(cell.platform, cell.task, f"rows={high},width={longer}", dims)
    short, long = width * ELEMENT, longer * ELEMENT
    steps = (
        *_rows(high, width, FROM, one, short, long),
        Call(kernel(block), (one, other)),
        *_rows(high, width, other, TO, short, long),
    )
    start: tuple[Step, ...] = (Set(FROM, Operand(0)), Set(TO, Operand(1)))
    return driver([Call(filled(size), (one,)), *start, Loop(rows // high, steps)])


def _rows(
    count: int, width: int, source: Word | int, goal: Word | int, short: int, long: int
) -> Iterator[Step]:
    """Rows to longer ones, or back; a word lies after them then."""
    text = copied(short) if short % VECTOR == 0 else _elements(width)
    words = (SHORT if isinstance(source, Word) else LONG, SHORT if isinstance(goal, Word) else LONG)
    yield Set(words[0], source)
    yield Set(words[1], goal)
    yield Loop(count, (Call(text, words), Add(SHORT, short), Add(LONG, long)))
    outer = source if isinstance(source, Word) else goal
    assert isinstance(outer, Word)
    yield Set(outer, SHORT)


def _elements(count: int) -> str:
    """A kernel that copies as many elements, which may begin anywhere."""
    writer = core_writer(APART)
    writer.straight("lda p1, [p0, #0]\nlda p2, [p0, #4]")
    body = f"lda.u16 %a, [p1], #{ELEMENT}\nst.s16 %a, [p2], #{ELEMENT}"
    writer.loop(body, count, {"a": "r"})
    writer.finish()
    return writer.kernel()

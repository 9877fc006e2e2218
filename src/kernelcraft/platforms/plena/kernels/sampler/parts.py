"""What the kernels share: tensors fetched four positions at a time, numbers made, rows built."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.plena.kernels.assembly import Assembly

ROW: Final = 64
ROWS: Final = 4  # vector rows of a position's logits
FETCHED: Final = 4  # rows of one H_PREFETCH_V
WIDTH: Final = ROW * ROWS
FREE_FP: Final = 64  # FP SRAM from here on is free
MAXIMUM, SUM, LOWEST, COUNT, ONE, ALL = (f"f{index}" for index in range(1, 7))
"""What f registers hold: a running maximum, a sum, where maxima start, k, 1.0, and 256.0."""

PerPosition = Callable[[Assembly, Sequence[str], int], None]
"""Writes what is done for a position: registers with the addresses of its rows, its number in the
group of four."""


def begun(cell: Cell) -> Assembly:
    """An empty kernel; raises Unwritten for other sizes than 64 positions and 256 logits."""
    dims = cell.dims
    if dims["length"] != ROW or dims.get("vocabulary", WIDTH) != WIDTH:
        raise Unwritten(f"{cell.name}: written for length {ROW} and vocabulary {WIDTH}")
    return Assembly(cell.name)


def positions(cell: Cell) -> int:
    """Of all sequences."""
    return cell.dims["batch"] * cell.dims["length"]


def constant(asm: Assembly, cell: Cell, register: str, name: str) -> None:
    """f register = a constant of the task."""
    asm.emit("S_LD_FP", register, "gp0", cell.memory_map.constant(name).address)


def rows_start(cell: Cell) -> int:
    """Where free vector SRAM begins."""
    return next(r.start for r in cell.memory_map.scratch if r.memory == "vector_sram")


def fetch_small(asm: Assembly, cell: Cell, name: str, row: int) -> None:
    """A tensor of up to four rows of 64 into vector SRAM at `row`; uses a1, SCALE and STRIDE."""
    placement = cell.memory_map.input(name)
    with asm.registers(1) as (number,):
        asm.load(number, placement.address)
        asm.emit("C_SET_ADDR_REG", "a1", "gp0", number)
        asm.load(number, placement.detail("scale offset"))
        asm.emit("C_SET_SCALE_REG", number)
        asm.load(number, row)
        asm.emit("H_PREFETCH_V", number, "gp0", "a1", 0, 0)


def each_position(asm: Assembly, cell: Cell, write: PerPosition, *, apart: bool) -> None:
    """Fetch the logits of four positions, do `write` for each, and so on to the last.

    Row c of position p lies at start + 256 c + 64 p. Where rows are named `apart`, each has a
    register; else only the first has one.
    """
    logits, start = cell.memory_map.input("logits"), rows_start(cell)
    count = ROWS if apart else 1
    with asm.registers(ROWS + count * (1 if apart else FETCHED - 1) + 1) as registers:
        blocks, others, offset = registers[:ROWS], registers[ROWS:-1], registers[-1]
        asm.load(offset, logits.address)
        asm.emit("C_SET_ADDR_REG", "a0", "gp0", offset)
        asm.load(offset, logits.detail("scale offset"))
        asm.emit("C_SET_SCALE_REG", offset)
        asm.load(offset, WIDTH)
        asm.emit("C_SET_STRIDE_REG", offset)
        asm.load(offset, 0)
        for index, register in enumerate(blocks):
            asm.load(register, start + index * WIDTH)
        if not apart:
            for index, register in enumerate(others, 1):
                asm.load(register, start + index * ROW)
        with asm.loop(positions(cell) // FETCHED):
            for index, register in enumerate(blocks):
                asm.emit("H_PREFETCH_V", register, offset, "a0", 1, 0)
                last = index == ROWS - 1
                asm.add(offset, FETCHED * WIDTH - (ROWS - 1) * ROW if last else ROW)
            for place in range(FETCHED):
                if apart and place:
                    for register, block in zip(others, blocks, strict=True):
                        asm.emit("S_ADDI_INT", register, block, place * ROW)
                    rows = others
                else:
                    rows = blocks if apart else [(blocks[0], *others)[place]]
                write(asm, rows, place)


@contextmanager
def counting(asm: Assembly, start: int) -> Iterator[str]:
    """A register with an address that goes on by four in each group: see `next_group`."""
    with asm.registers(1) as (register,):
        asm.load(register, start)
        yield register


def next_group(asm: Assembly, register: str, place: int) -> None:
    """After the last position of a group the address goes on."""
    if place == FETCHED - 1:
        asm.add(register, FETCHED)


def confidence_of(asm: Assembly, rows: Sequence[str]) -> None:
    """SUM = 1 / sum of exp(row - MAXIMUM) over the rows, which are spoilt."""
    for row in rows:
        asm.emit("V_SUB_VF", row, row, MAXIMUM, 0, 0)
        asm.emit("V_EXP_V", row, row, 0)
    asm.emit("V_ADD_VV", rows[0], rows[0], rows[1], 0)
    asm.emit("V_ADD_VV", rows[2], rows[2], rows[3], 0)
    asm.emit("V_ADD_VV", rows[0], rows[0], rows[2], 0)
    asm.emit("S_ADD_FP", SUM, "f0", "f0")
    asm.emit("V_RED_SUM", SUM, rows[0], 0)
    asm.emit("S_RECI_FP", SUM, SUM)


def largest_of(asm: Assembly, rows: Sequence[str]) -> None:
    """MAXIMUM = the largest element of the rows."""
    asm.emit("S_ADD_FP", MAXIMUM, LOWEST, "f0")
    for row in rows:
        asm.emit("V_RED_MAX", MAXIMUM, row, 0)


def rows_of_scalars(asm: Assembly, cell: Cell, row: int, scalars: int) -> None:
    """A vector row for each sequence at `row`, from 64 scalars each in FP SRAM at `scalars`."""
    with asm.registers(2) as (target, source):
        for index in range(cell.dims["batch"]):
            asm.load(target, row + index * ROW)
            asm.load(source, scalars + index * ROW)
            asm.emit("S_MAP_V_FP", target, source, 0)

"""Argmax with each set of proposals; the base set cannot bring an index to where it belongs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.assembly import Assembly
from kernelcraft.platforms.plena.kernels.sampler import chosen, parts
from kernelcraft.platforms.plena.kernels.sampler.parts import (
    ALL,
    LOWEST,
    MAXIMUM,
    ONE,
    ROW,
    ROWS,
    SUM,
)

FOUND = "f7"  # 256 less the index


def kernel(cell: Cell) -> str:
    """By the instructions that the machine has."""
    ways = {"V_RED_MAX_IDX4": four_rows, "V_RED_MAX_IDX": row_by_row, "V_GT_VV": by_masks}
    return chosen(cell, ways)


def four_rows(cell: Cell) -> str:
    """One instruction a position."""
    asm = parts.begun(cell)
    with asm.registers(2) as (step, index):
        asm.load(step, parts.WIDTH)
        with parts.counting(asm, cell.memory_map.output.address) as target:

            def position(asm: Assembly, rows: Sequence[str], place: int) -> None:
                asm.emit("V_RED_MAX_IDX4", index, MAXIMUM, rows[0], step)
                asm.emit("S_ST_INT", index, target, place)
                parts.next_group(asm, target, place)

            parts.each_position(asm, cell, position, apart=False)
    return str(asm)


def row_by_row(cell: Cell) -> str:
    """Maximum and index are carried from row to row."""
    asm = parts.begun(cell)
    parts.constant(asm, cell, LOWEST, "neg_max")
    with (
        parts.counting(asm, cell.memory_map.output.address) as target,
        carried(asm) as (index, lanes),
    ):

        def position(asm: Assembly, rows: Sequence[str], place: int) -> None:
            largest(asm, rows, index, lanes)
            asm.emit("S_ST_INT", index, target, place)
            parts.next_group(asm, target, place)

        parts.each_position(asm, cell, position, apart=True)
    return str(asm)


@contextmanager
def carried(asm: Assembly) -> Iterator[tuple[str, Sequence[str]]]:
    """A register for an index, and those with what lane 0 of each row counts as."""
    with asm.registers(ROWS) as (index, *others):
        for number, register in enumerate(others, 1):
            asm.load(register, number * ROW)
        yield index, ("gp0", *others)


def largest(asm: Assembly, rows: Sequence[str], index: str, lanes: Sequence[str]) -> None:
    """MAXIMUM and its index."""
    asm.emit("S_ADD_FP", MAXIMUM, LOWEST, "f0")
    for row, lane in zip(rows, lanes, strict=True):
        asm.emit("V_RED_MAX_IDX", index, MAXIMUM, row, lane)


def by_masks(cell: Cell) -> str:
    """Where no element is less than the maximum, a ramp says which comes first."""
    asm = parts.begun(cell)
    parts.constant(asm, cell, LOWEST, "neg_max")
    masks = Masks(parts.rows_start(cell) + ROWS * parts.WIDTH)
    masks.prepare(asm)
    indices = parts.FREE_FP
    with parts.counting(asm, indices) as scalar:

        def position(asm: Assembly, rows: Sequence[str], place: int) -> None:
            parts.largest_of(asm, rows)
            masks.first(asm, rows)
            asm.emit("S_ST_FP", FOUND, scalar, place)
            parts.next_group(asm, scalar, place)

        parts.each_position(asm, cell, position, apart=True)
    row = masks.free
    parts.rows_of_scalars(asm, cell, row, indices)
    with asm.registers(2) as (target, source):
        for sequence in range(cell.dims["batch"]):
            asm.load(target, cell.memory_map.output.address + sequence * ROW)
            asm.load(source, row + sequence * ROW)
            asm.emit("V_ST_INT", target, source)
    return str(asm)


@dataclass(frozen=True)
class Masks:
    """Rows from `start` on: zeros, two to work in, and four ramps 256 - 64 c - lane."""

    start: int

    @property
    def free(self) -> int:
        """The first row after them."""
        return self.start + (3 + ROWS) * ROW

    def prepare(self, asm: Assembly) -> None:
        """Make the rows, ONE and ALL; uses 64 scalars in FP SRAM."""
        asm.emit("S_EXP_FP", ONE, "f0")
        asm.emit("S_ADD_FP", SUM, ONE, ONE)
        for _ in range(5):
            asm.emit("S_ADD_FP", SUM, SUM, SUM)  # 64
        asm.emit("S_ADD_FP", ALL, SUM, SUM)
        asm.emit("S_ADD_FP", ALL, ALL, ALL)
        asm.emit("S_ADD_FP", FOUND, SUM, "f0")
        with asm.registers(2) as (scalar, row):
            asm.load(scalar, parts.FREE_FP)
            with asm.loop(ROW):
                asm.emit("S_ST_FP", FOUND, scalar, 0)
                asm.emit("S_SUB_FP", FOUND, FOUND, ONE)
                asm.add(scalar, 1)
            asm.load(scalar, parts.FREE_FP)
            asm.load(row, self.start + (3 + ROWS - 1) * ROW)
            asm.emit("S_MAP_V_FP", row, scalar, 0)
            for c in reversed(range(ROWS - 1)):
                asm.load(scalar, self.start + (3 + c) * ROW)
                asm.emit("V_ADD_VF", scalar, row, SUM, 0)
                asm.load(row, self.start + (3 + c) * ROW)
            asm.load(scalar, self.start)
            asm.emit("V_SUB_VV", scalar, row, row, 0)

    def first(self, asm: Assembly, rows: Sequence[str]) -> None:
        """FOUND = the index of the first element that equals MAXIMUM; rows stay."""
        with asm.registers(3) as (top, mask, ramp):
            asm.load(mask, self.start)
            asm.load(top, self.start + ROW)
            asm.emit("V_ADD_VF", top, mask, MAXIMUM, 0)
            asm.load(mask, self.start + 2 * ROW)
            asm.load(ramp, self.start + 3 * ROW)
            asm.emit("S_ADD_FP", FOUND, "f0", "f0")
            for number, row in enumerate(rows):
                asm.emit("V_GT_VV", mask, top, row)
                asm.emit("V_SUB_VF", mask, mask, ONE, 0, 1)
                asm.emit("V_MUL_VV", mask, mask, ramp, 0)
                asm.emit("V_RED_MAX", FOUND, mask, 0)
                if number < ROWS - 1:
                    asm.add(ramp, ROW)
            asm.emit("S_SUB_FP", FOUND, ALL, FOUND)

"""A whole step of the sampler with each set of proposals."""

from __future__ import annotations

from collections.abc import Sequence

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.assembly import Assembly
from kernelcraft.platforms.plena.kernels.sampler import chosen, confidence, parts
from kernelcraft.platforms.plena.kernels.sampler.argmax import FOUND, Masks, carried, largest
from kernelcraft.platforms.plena.kernels.sampler.masked_topk import chosen_row
from kernelcraft.platforms.plena.kernels.sampler.parts import (
    COUNT,
    LOWEST,
    MAXIMUM,
    ROW,
    ROWS,
    SUM,
)
from kernelcraft.platforms.plena.kernels.sampler.token_update import mixed, select


def kernel(cell: Cell) -> str:
    """By the instructions that the machine has."""
    ways = {"V_TOPK_KEEP": keeping, "V_TOPK_MASK": selecting, "V_TOPK_V": as_rows}
    return chosen(cell, ways)


def _free_ints(cell: Cell) -> int:
    """Where INT SRAM is free: past the last tensor and its canary."""
    return cell.memory_map.input("tokens").region.end + ROW


def selecting(cell: Cell) -> str:
    """Candidates and flags in INT SRAM, a choice a token."""
    asm = parts.begun(cell)
    parts.constant(asm, cell, LOWEST, "neg_max")
    parts.constant(asm, cell, COUNT, "count")
    count = parts.positions(cell)
    candidates = _free_ints(cell)
    flags = candidates + count
    with parts.counting(asm, parts.FREE_FP) as scalar, carried(asm) as (index, lanes):

        def position(asm: Assembly, rows: Sequence[str], place: int) -> None:
            largest(asm, rows, index, lanes)
            asm.emit("S_ST_INT", index, scalar, candidates - parts.FREE_FP + place)
            parts.confidence_of(asm, rows)
            asm.emit("S_ST_FP", SUM, scalar, place)
            parts.next_group(asm, scalar, place)

        parts.each_position(asm, cell, position, apart=True)
    scores = parts.rows_start(cell)
    mask = scores + parts.FETCHED * ROW
    parts.rows_of_scalars(asm, cell, scores, parts.FREE_FP)
    parts.fetch_small(asm, cell, "mask", mask)
    with asm.registers(3) as (target, score, masked):
        for sequence in range(cell.dims["batch"]):
            asm.load(target, flags + sequence * ROW)
            asm.load(score, scores + sequence * ROW)
            asm.load(masked, mask + sequence * ROW)
            asm.emit("V_TOPK_MASK", target, score, masked, COUNT)
    tokens = cell.memory_map.input("tokens").address
    select(asm, count, cell.memory_map.output.address, tokens, candidates, flags)
    return str(asm)


def as_rows(cell: Cell) -> str:
    """Candidates, flags and tokens as rows; whole numbers only at both ends."""
    asm = parts.begun(cell)
    parts.constant(asm, cell, LOWEST, "neg_max")
    parts.constant(asm, cell, COUNT, "count")
    masks = Masks(parts.rows_start(cell) + ROWS * parts.WIDTH)
    masks.prepare(asm)
    sure, found = parts.FREE_FP, parts.FREE_FP + parts.positions(cell)
    with parts.counting(asm, sure) as scalar:

        def position(asm: Assembly, rows: Sequence[str], place: int) -> None:
            parts.largest_of(asm, rows)
            masks.first(asm, rows)
            asm.emit("S_ST_FP", FOUND, scalar, found - sure + place)
            parts.confidence_of(asm, rows)
            asm.emit("S_ST_FP", SUM, scalar, place)
            parts.next_group(asm, scalar, place)

        parts.each_position(asm, cell, position, apart=True)
    scores = masks.free
    candidates, mask, token = (scores + parts.FETCHED * ROW * n for n in (1, 2, 3))
    parts.rows_of_scalars(asm, cell, scores, sure)
    parts.rows_of_scalars(asm, cell, candidates, found)
    parts.fetch_small(asm, cell, "mask", mask)
    tokens = cell.memory_map.input("tokens").address
    with asm.registers(5) as (address, flag, yes, no, masked):
        asm.load(no, token)
        for sequence in range(cell.dims["batch"]):
            asm.load(flag, scores + sequence * ROW)
            asm.load(yes, candidates + sequence * ROW)
            asm.load(masked, mask + sequence * ROW)
            chosen_row(asm, flag, masked)
            asm.load(address, tokens + sequence * ROW)
            asm.emit("V_LD_INT", no, address)
            asm.load(address, cell.memory_map.output.address + sequence * ROW)
            mixed(asm, address, flag, yes, no)
    return str(asm)


def keeping(cell: Cell) -> str:
    """Candidates go to the output at once; tokens come back where none is chosen."""
    asm = parts.begun(cell)
    parts.constant(asm, cell, COUNT, "count")
    scores = parts.rows_start(cell) + ROWS * parts.WIDTH
    mask = scores + parts.FETCHED * ROW
    output = cell.memory_map.output.address
    parts.fetch_small(asm, cell, "mask", mask)
    with asm.registers(3) as (step, score, index), parts.counting(asm, output) as target:
        asm.load(step, parts.WIDTH)
        asm.load(score, scores)

        def position(asm: Assembly, rows: Sequence[str], place: int) -> None:
            asm.emit("V_RED_MAX_IDX4", index, MAXIMUM, rows[0], step)
            asm.emit("S_ST_INT", index, target, place)
            parts.next_group(asm, target, place)
            confidence.sure(asm, rows[0], step, score)

        parts.each_position(asm, cell, position, apart=False)
    tokens = cell.memory_map.input("tokens").address
    with asm.registers(3) as (address, score, masked):
        for sequence in range(cell.dims["batch"]):
            asm.load(score, scores + sequence * ROW)
            asm.load(masked, mask + sequence * ROW)
            asm.emit("V_MUL_VV", score, score, masked, 0)
            asm.load(address, output + sequence * ROW)
            asm.load(masked, tokens + sequence * ROW)
            asm.emit("V_TOPK_KEEP", address, score, masked, COUNT)
    return str(asm)

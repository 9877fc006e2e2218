"""Masked top-k with each set of proposals."""

from __future__ import annotations

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.assembly import Assembly
from kernelcraft.platforms.plena.kernels.sampler import chosen, parts
from kernelcraft.platforms.plena.kernels.sampler.parts import COUNT, ROW


def kernel(cell: Cell) -> str:
    """By the instructions that the machine has."""
    return chosen(cell, {"V_TOPK_KEEP": keeping, "V_TOPK_MASK": flags_at_once, "V_TOPK_V": as_rows})


def _begun(cell: Cell) -> tuple[Assembly, int, int]:
    """The two tensors fetched: where rows of confidences and of the mask lie."""
    asm = parts.begun(cell)
    parts.constant(asm, cell, COUNT, "count")
    scores = parts.rows_start(cell)
    mask = scores + parts.FETCHED * ROW
    parts.fetch_small(asm, cell, "confidence", scores)
    parts.fetch_small(asm, cell, "mask", mask)
    return asm, scores, mask


def flags_at_once(cell: Cell) -> str:
    """One instruction a sequence."""
    asm, scores, mask = _begun(cell)
    with asm.registers(3) as (target, score, masked):
        for sequence in range(cell.dims["batch"]):
            asm.load(target, cell.memory_map.output.address + sequence * ROW)
            asm.load(score, scores + sequence * ROW)
            asm.load(masked, mask + sequence * ROW)
            asm.emit("V_TOPK_MASK", target, score, masked, COUNT)
    return str(asm)


def as_rows(cell: Cell) -> str:
    """A mask of a row, and, and a row stored as whole numbers."""
    asm, scores, mask = _begun(cell)
    with asm.registers(3) as (target, score, masked):
        for sequence in range(cell.dims["batch"]):
            asm.load(score, scores + sequence * ROW)
            asm.load(masked, mask + sequence * ROW)
            chosen_row(asm, score, masked)
            asm.load(target, cell.memory_map.output.address + sequence * ROW)
            asm.emit("V_ST_INT", target, score)
    return str(asm)


def chosen_row(asm: Assembly, score: str, masked: str) -> None:
    """The row of scores becomes ones where they are among the first k with a mask of 1."""
    asm.emit("V_MUL_VV", score, score, masked, 0)
    asm.emit("V_TOPK_V", score, score, COUNT)
    asm.emit("V_AND_VV", score, score, masked)


def keeping(cell: Cell) -> str:
    """Ones everywhere, then zeros where nothing is chosen."""
    asm, scores, mask = _begun(cell)
    out = cell.memory_map.output.region
    zeros = out.end + ROW  # past the canary
    with asm.registers(3) as (target, score, masked):
        asm.load(target, 1)
        for address in range(out.start, out.end):
            asm.emit("S_ST_INT", target, "gp0", address)
        for lane in range(ROW):
            asm.emit("S_ST_INT", "gp0", "gp0", zeros + lane)
        for sequence in range(cell.dims["batch"]):
            asm.load(score, scores + sequence * ROW)
            asm.load(masked, mask + sequence * ROW)
            asm.emit("V_MUL_VV", score, score, masked, 0)
            asm.load(target, out.start + sequence * ROW)
            asm.load(masked, zeros)
            asm.emit("V_TOPK_KEEP", target, score, masked, COUNT)
    return str(asm)

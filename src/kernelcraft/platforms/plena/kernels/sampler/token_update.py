"""Token update: with the base set by arithmetic, with proposals by a choice."""

from __future__ import annotations

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.assembly import Assembly
from kernelcraft.platforms.plena.kernels.sampler import chosen, parts
from kernelcraft.platforms.plena.kernels.sampler.parts import ROW


def kernel(cell: Cell) -> str:
    """The fastest that the machine has the instructions for."""
    return chosen(cell, {"V_LD_INT": as_rows, "S_SELECT_INT": selected, "": base})


def _addresses(cell: Cell) -> tuple[int, int, int, int]:
    """Output, tokens, candidates, transfer."""
    map_ = cell.memory_map
    inputs = (map_.input(name).address for name in ("tokens", "candidates", "transfer"))
    tokens, candidates, transfer = inputs
    return map_.output.address, tokens, candidates, transfer


def base(cell: Cell) -> str:
    """token + transfer * (candidate - token)."""
    asm = parts.begun(cell)
    output, tokens, candidates, transfer = _addresses(cell)
    with asm.registers(3) as (flag, yes, no):
        for index in range(parts.positions(cell)):
            asm.emit("S_LD_INT", flag, "gp0", transfer + index)
            asm.emit("S_LD_INT", yes, "gp0", candidates + index)
            asm.emit("S_LD_INT", no, "gp0", tokens + index)
            asm.emit("S_SUB_INT", yes, yes, no)
            asm.emit("S_MUL_INT", yes, yes, flag)
            asm.emit("S_ADD_INT", no, no, yes)
            asm.emit("S_ST_INT", no, "gp0", output + index)
    return str(asm)


def selected(cell: Cell) -> str:
    """One choice a token."""
    asm = parts.begun(cell)
    select(asm, parts.positions(cell), *_addresses(cell))
    return str(asm)


def select(
    asm: Assembly, count: int, output: int, tokens: int, candidates: int, transfer: int
) -> None:
    """INT SRAM at `output` gets a candidate where transfer is not 0, else a token."""
    with asm.registers(3) as (flag, yes, no):
        for index in range(count):
            asm.emit("S_LD_INT", flag, "gp0", transfer + index)
            asm.emit("S_LD_INT", yes, "gp0", candidates + index)
            asm.emit("S_LD_INT", no, "gp0", tokens + index)
            asm.emit("S_SELECT_INT", flag, yes, no)
            asm.emit("S_ST_INT", flag, "gp0", output + index)


def as_rows(cell: Cell) -> str:
    """Whole numbers below 257 are exact in bf16, so that rows can be computed with."""
    asm = parts.begun(cell)
    output, tokens, candidates, transfer = _addresses(cell)
    start = parts.rows_start(cell)
    with asm.registers(4) as (address, flag, yes, no):
        for number, register in enumerate((flag, yes, no)):
            asm.load(register, start + number * ROW)
        for sequence in range(cell.dims["batch"]):
            for register, source in ((flag, transfer), (yes, candidates), (no, tokens)):
                asm.load(address, source + sequence * ROW)
                asm.emit("V_LD_INT", register, address)
            asm.load(address, output + sequence * ROW)
            mixed(asm, address, flag, yes, no)
    return str(asm)


def mixed(asm: Assembly, address: str, flag: str, yes: str, no: str) -> None:
    """INT SRAM = no + flag * (yes - no), of rows; that of `yes` is spoilt."""
    asm.emit("V_SUB_VV", yes, yes, no, 0)
    asm.emit("V_MUL_VV", yes, yes, flag, 0)
    asm.emit("V_ADD_VV", yes, yes, no, 0)
    asm.emit("V_ST_INT", address, yes)

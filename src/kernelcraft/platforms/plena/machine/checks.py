"""Checks beyond single lines: loops must nest; writes to constant registers get a warning."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache

import numpy as np

from kernelcraft.isa.assembler import AssemblyError, AssemblyFault
from kernelcraft.isa.program import Program
from kernelcraft.platforms.plena.machine.instructions import plena
from kernelcraft.platforms.plena.machine.state import Plena
from kernelcraft.sim.tracing import effects

START = plena.instructions["C_LOOP_START"].opcode
END = plena.instructions["C_LOOP_END"].opcode


def check(program: Program, *, official: bool = False) -> tuple[AssemblyFault, ...]:
    """The warnings for a program; raises AssemblyError when its loops do not nest."""
    faults = list(_loop_faults(program))
    if faults:
        raise AssemblyError(faults)
    return tuple(sorted(_constant_writes(program, official), key=lambda warning: warning.line))


def _loop_faults(program: Program) -> Iterator[AssemblyFault]:
    control = np.flatnonzero((program.ops[:, 0] == START) | (program.ops[:, 0] == END))
    open_loops: list[tuple[int, int]] = []  # (register, line)
    counting: defaultdict[int, list[int]] = defaultdict(list)  # the same, lines by register
    for index in control.tolist():
        opcode, register = program.ops[index, :2].tolist()
        line = int(program.lines[index])
        if opcode == START:
            yield from _start_faults(register, line, counting[register])
            open_loops.append((register, line))
            counting[register].append(line)
        elif not open_loops:
            yield AssemblyFault(line, f"C_LOOP_END gp{register}: no loop is open here")
        else:
            counter, start = open_loops.pop()
            counting[counter].pop()
            if counter != register:
                yield AssemblyFault(
                    line,
                    f"C_LOOP_END gp{register}: the innermost open loop (line {start}) counts in "
                    f"gp{counter}; expected C_LOOP_END gp{counter}",
                )
    for register, line in open_loops:
        yield AssemblyFault(line, f"C_LOOP_START gp{register}: the loop is never closed")


def _start_faults(register: int, line: int, same: list[int]) -> Iterator[AssemblyFault]:
    """`same`: lines of the open loops that count in this register, too."""
    if register == 0:
        yield AssemblyFault(
            line, "C_LOOP_START gp0: gp0 is constant; expected gp1..gp15 to count in"
        )
    if same:
        yield AssemblyFault(
            line,
            f"C_LOOP_START gp{register}: the open loop of line {same[-1]} counts in it already; "
            "nested loops need registers of their own",
        )


@cache
def _written_columns() -> dict[int, tuple[tuple[int, str], ...]]:
    """Opcode -> (column of the operand, constant register) for operands that are written."""
    found: dict[int, tuple[tuple[int, str], ...]] = {}
    for instruction in plena.table:
        written = {
            access.operand: f"{access.part}0"
            for access in effects(Plena, instruction)
            if access.write and access.part in ("gp", "f") and access.operand is not None
        }
        names = [operand.name for operand in instruction.operands]
        if written:
            found[instruction.opcode] = tuple(
                (1 + names.index(operand), constant) for operand, constant in written.items()
            )
    return found


def _constant_writes(program: Program, official: bool) -> Iterator[AssemblyFault]:
    """Of arithmetic to f0 nothing stays on the official machine either."""
    for opcode, columns in _written_columns().items():
        for column, constant in columns:
            chosen = (program.ops[:, 0] == opcode) & (program.ops[:, column] == 0)
            for index in np.flatnonzero(chosen)[:50].tolist():
                mnemonic = plena.table[opcode].mnemonic
                stays = official and (constant == "gp0" or mnemonic == "S_LD_FP")
                end = (
                    "the official emulator keeps this write"
                    if stays
                    else "this write has no effect"
                )
                yield AssemblyFault(
                    int(program.lines[index]), f"{mnemonic}: {constant} is constant; {end}"
                )

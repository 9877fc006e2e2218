"""Kernels as text: the GNU syntax, with code and data in places of their own."""

from __future__ import annotations

from collections.abc import Iterator

from kernelcraft.isa.errors import AssemblyError, AssemblyFault
from kernelcraft.isa.gnu import Dialect, Rule
from kernelcraft.isa.gnu import assemble as assemble_text
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.program import Program
from kernelcraft.platforms.boom.machine.configuration import (
    CODE,
    CODE_BYTES,
    DATA,
    DATA_BYTES,
    KERNEL,
    OPERAND_BYTES,
    OPERANDS,
)
from kernelcraft.platforms.boom.machine.instructions import boom
from kernelcraft.riscv.compressed import compress
from kernelcraft.riscv.pseudo import MODIFIERS, PAIRED

NOP, SHORT_NOP = 0x13, b"\x01\x00"
ENTRY = "kernel"


def dialect(isa: Isa = boom, *, outside: bool) -> Dialect:
    """Code first, then data; `.operands` lies where tensors do, if allowed."""
    code = "code", KERNEL, CODE + CODE_BYTES
    data = "data", DATA, DATA + DATA_BYTES
    rules = (
        Rule((".text", ".init", ".fini"), *code),
        Rule((".rodata", ".srodata"), *data),
        Rule((".data", ".sdata"), *data),
        Rule((".bss", ".sbss"), *data),
    )
    operands = Rule((".operands",), "operands", OPERANDS, OPERANDS + OPERAND_BYTES)
    return Dialect(
        boom,
        MODIFIERS,
        PAIRED,
        (*rules, *((operands,) if outside else ())),
        NOP,
        entry=ENTRY,
        compress=compress,
        short_nop=SHORT_NOP,
    ).speaking(isa)


def assemble(text: str) -> Program:
    """Assemble a program; raises AssemblyError with every fault."""
    return assemble_text(dialect(outside=True), text)


def assemble_kernel(text: str, isa: Isa = boom) -> Program:
    """Assemble a kernel: it has the label `kernel`, and its code lies where code does.

    Raises AssemblyError with every fault.
    """
    program = assemble_text(dialect(isa, outside=False), text)
    faults = [*_no_entry(program), *_code_elsewhere(program)]
    if faults:
        raise AssemblyError(faults)
    return program


def _no_entry(program: Program) -> Iterator[AssemblyFault]:
    assert program.image is not None
    if ENTRY not in program.image.symbols:
        last = int(program.lines.max())
        yield AssemblyFault(last, f"there is no label {ENTRY}: a kernel is the function {ENTRY}")


def _code_elsewhere(program: Program) -> Iterator[AssemblyFault]:
    """An executable section of another name can ask for another memory."""
    for window in program.windows:
        if not CODE <= window.address < CODE + CODE_BYTES:
            line = int(program.lines[window.first])
            yield AssemblyFault(line, f"code at {window.address:#x}; code must lie in .text")

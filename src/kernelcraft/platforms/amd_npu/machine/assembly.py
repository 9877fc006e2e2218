"""Kernels as text: bundles and directives, code in program memory, tables in data memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np

from kernelcraft.isa.errors import AssemblyError, AssemblyFault
from kernelcraft.isa.gnu.bundles import BundleDialect
from kernelcraft.isa.gnu.bundles import assemble as assemble_text
from kernelcraft.isa.gnu.sections import Rule
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.lines import code_of, label_and_rest
from kernelcraft.isa.program import Program
from kernelcraft.platforms.amd_npu.machine.instructions import aie2
from kernelcraft.platforms.amd_npu.machine.plan_text import plan_of, split

PROGRAM_BYTES = 16 * 1024
STACK = 0x70000  # where it begins, in bank 0 of the core's own memory; it grows upwards
TABLES, TABLES_END = 0x72000, 0x74000
"""Where `.rodata` and `.data` lie: the upper half of bank 0 of the core's own memory."""

DELAY_SLOTS = 5
ENTRY = "kernel"

IDLE = {
    2: "nop",
    4: "nopx",
    6: "nopxm",
    8: "nopx ; nopm",
    10: "nopb ; nopx ; nopm",
    12: "nopb ; nops ; nopx ; nopm",
    14: "nopb ; nopa ; nops ; nopx ; nopm",
    16: "nopb ; nopa ; nops ; nopxm ; nopv",
}
"""A bundle of each size that does nothing."""

DIALECT = BundleDialect(
    aie2,
    (Rule((".rodata", ".data", ".bss"), "bank 0", TABLES, TABLES_END),),
    PROGRAM_BYTES,
    IDLE,
    ENTRY,
)


def assemble(text: str, isa: Isa = aie2) -> Program:
    """Assemble a program, and check its plan of data movement; raises AssemblyError."""
    plan_of(text)
    program = replace(assemble_text(DIALECT.speaking(isa), split(text)[0]), source=text)
    faults = list(_loads_beside_lookups(program))
    if faults:
        raise AssemblyError(faults)
    return program


def _loads_beside_lookups(program: Program) -> Iterator[AssemblyFault]:
    """A look-up takes both load units, so that nothing else of its bundle can load."""
    lookups, loads = _lookups_and_loads()
    opcodes, lines = program.ops[:, 0], program.lines
    beside = set(lines[np.isin(opcodes, lookups)].tolist())
    for index in np.flatnonzero(np.isin(opcodes, loads)).tolist():
        if int(lines[index]) in beside:
            name = aie2.table[int(opcodes[index])].mnemonic
            message = f"{name} cannot stand beside a table look-up, which takes both load units"
            yield AssemblyFault(int(lines[index]), message)


@cache
def _lookups_and_loads() -> tuple[list[int], list[int]]:
    """Opcodes of look-ups, and of what may not stand beside them."""
    lookups = [each.opcode for each in aie2.table if each.mnemonic.startswith("vldb.4x")]
    loads = [
        each.opcode
        for each in aie2.table
        if each.unit == "lda" and each.mnemonic.startswith(("lda", "vlda", "st"))
    ]
    return lookups, loads


def assemble_kernel(text: str, isa: Isa = aie2) -> Program:
    """Assemble a kernel for grading: what the public sources leave open is a fault.

    Raises AssemblyError with every fault.
    """
    program = assemble(text, isa)
    faults = [*_executed_gaps(program), *_endless(program)]
    if faults:
        raise AssemblyError(faults)
    return program


def _executed_gaps(program: Program) -> Iterator[AssemblyFault]:
    """The vendor's compiler lengthens bundles to align; an assembler fills the gap with bundles."""
    lines = program.source.split("\n")
    bundles = program.lines[np.flatnonzero(program.ends)].tolist()
    for bundle, line in enumerate(bundles):
        if (
            "align" in lines[line - 1]
            and _is_directive(lines[line - 1])
            and not _after_jump(program, bundle)
        ):
            size = int(program.addresses[bundle + 1] - program.addresses[bundle])
            yield AssemblyFault(
                line,
                f"the alignment puts an idle bundle of {size} bytes on the way; what that costs is "
                "not public: make bundles before it longer with nopa, nopb, nops, nopx, nopm, nopv",
            )


def _is_directive(line: str) -> bool:
    label, code = label_and_rest(code_of(line, aie2.syntax))
    while label is not None:
        label, code = label_and_rest(code)
    return code.startswith(".")


def _after_jump(program: Program, bundle: int) -> bool:
    """Whether nothing falls through to a bundle: a jump that is always taken is before it."""
    starts = np.concatenate([[0], np.flatnonzero(program.ends) + 1])
    jump = bundle - DELAY_SLOTS - 1
    if jump < 0:
        return False
    opcodes = program.ops[starts[jump] : starts[jump + 1], 0].tolist()
    return any(aie2.table[opcode].mnemonic in ("j", "ret", "done") for opcode in opcodes)


def _endless(program: Program) -> Iterator[AssemblyFault]:
    returns = [each.opcode for each in aie2.forms["ret"]]
    if not np.isin(program.ops[:, 0], returns).any():
        yield AssemblyFault(int(program.lines.max()), "there is no ret lr: a kernel ends with it")

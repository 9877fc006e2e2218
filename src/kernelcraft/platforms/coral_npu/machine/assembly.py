"""Kernels as text: the GNU syntax, with sections in the core's own memories."""

from __future__ import annotations

from collections.abc import Iterator

from kernelcraft.isa.errors import AssemblyError, AssemblyFault
from kernelcraft.isa.gnu import Dialect, Rule
from kernelcraft.isa.gnu import assemble as assemble_text
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.program import Program
from kernelcraft.platforms.coral_npu.machine.configuration import CoralConfiguration
from kernelcraft.platforms.coral_npu.machine.instructions import coral
from kernelcraft.riscv.pseudo import MODIFIERS, PAIRED

NOP = 0x13


def dialect(configuration: CoralConfiguration, isa: Isa = coral, *, outside: bool) -> Dialect:
    """Code and read-only data in ITCM, data in DTCM; `.extdata` and others `outside` if allowed."""
    places = {
        each.name: (each.name, each.start, each.start + each.size)
        for each in configuration.regions()
    }
    itcm, dtcm, external = places["ITCM"], places["DTCM"], places["external memory"]
    rules = (
        Rule((".init", "._init", ".text"), *itcm),
        Rule((".rodata", ".srodata", ".init_array", ".fini_array"), *itcm),
        Rule((".data", ".sdata"), *dtcm),
        Rule((".bss", ".sbss"), *dtcm),
    )
    further = (Rule((".extdata", ".extbss", ".exttext"), *external),) if outside else ()
    return Dialect(coral, MODIFIERS, PAIRED, (*rules, *further), NOP).speaking(isa)


def assemble(text: str, configuration: CoralConfiguration | None = None) -> Program:
    """Assemble a program; raises AssemblyError with every fault."""
    return assemble_text(dialect(configuration or CoralConfiguration(), outside=True), text)


def assemble_kernel(text: str, configuration: CoralConfiguration, isa: Isa = coral) -> Program:
    """Assemble a kernel: nothing of it lies in external memory, code in ITCM, and it can end.

    Raises AssemblyError with every fault.
    """
    program = assemble_text(dialect(configuration, isa, outside=False), text)
    faults = [*_code_elsewhere(program, configuration), *_endless(program)]
    if faults:
        raise AssemblyError(faults)
    return program


def _code_elsewhere(program: Program, configuration: CoralConfiguration) -> Iterator[AssemblyFault]:
    """An executable section of another name can ask for another memory."""
    itcm = next(each for each in configuration.regions() if each.name == "ITCM")
    for window in program.windows:
        if not itcm.start <= window.address < itcm.start + itcm.size:
            line = int(program.lines[window.first])
            yield AssemblyFault(line, f"code at {window.address:#x}; code must lie in ITCM")


def _endless(program: Program) -> Iterator[AssemblyFault]:
    end = coral.instructions["mpause"].opcode
    if not (program.ops[:, 0] == end).any():
        yield AssemblyFault(
            int(program.lines.max()), "no mpause is in the program: a kernel ends with it"
        )

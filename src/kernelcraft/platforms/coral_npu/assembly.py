"""Kernels as text: the GNU syntax, with sections in the core's own memories."""

from __future__ import annotations

from kernelcraft.isa.gnu import Dialect, Rule
from kernelcraft.isa.gnu import assemble as assemble_text
from kernelcraft.isa.program import Program
from kernelcraft.platforms.coral_npu.configuration import CoralConfiguration
from kernelcraft.platforms.coral_npu.instructions import coral
from kernelcraft.platforms.riscv.pseudo import MODIFIERS, PAIRED, PSEUDOS

NOP = 0x13


def dialect(configuration: CoralConfiguration) -> Dialect:
    """Code and read-only data in ITCM, data in DTCM, `.extdata` and `.extbss` outside."""
    places = {
        each.name: (each.name, each.start, each.start + each.size)
        for each in configuration.regions()
    }
    itcm, dtcm, outside = places["ITCM"], places["DTCM"], places["external memory"]
    rules = (
        Rule((".init", "._init", ".text"), *itcm),
        Rule((".rodata", ".srodata", ".init_array", ".fini_array"), *itcm),
        Rule((".data", ".sdata"), *dtcm),
        Rule((".bss", ".sbss"), *dtcm),
        Rule((".extdata", ".extbss", ".exttext"), *outside),
    )
    return Dialect(coral, PSEUDOS, MODIFIERS, PAIRED, rules, NOP)


def assemble(text: str, configuration: CoralConfiguration | None = None) -> Program:
    """Assemble a kernel; raises AssemblyError with every fault."""
    return assemble_text(dialect(configuration or CoralConfiguration()), text)

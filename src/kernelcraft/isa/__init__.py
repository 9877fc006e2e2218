"""How an instruction set is described, and what follows from the description."""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kernelcraft.isa.assembler import TextLimits, assemble
    from kernelcraft.isa.disassembler import decode, disassemble
    from kernelcraft.isa.errors import AssemblyError, AssemblyFault, DecodeError, IsaError
    from kernelcraft.isa.instruction import Erratum, Instruction
    from kernelcraft.isa.isa import Isa
    from kernelcraft.isa.operand import BranchTarget, Immediate, Operand, Register
    from kernelcraft.isa.program import Program
    from kernelcraft.isa.syntax import BundleFormat, Slot, Syntax

__all__ = [
    "AssemblyError",
    "AssemblyFault",
    "BundleFormat",
    "DecodeError",
    "Erratum",
    "Immediate",
    "Instruction",
    "Isa",
    "IsaError",
    "Operand",
    "Program",
    "Register",
    "Slot",
    "Syntax",
    "BranchTarget",
    "TextLimits",
    "assemble",
    "decode",
    "disassemble",
]

_PLACES = {
    "AssemblyError": "errors",
    "AssemblyFault": "errors",
    "BundleFormat": "syntax",
    "DecodeError": "errors",
    "Erratum": "instruction",
    "Immediate": "operand",
    "Instruction": "instruction",
    "Isa": "isa",
    "IsaError": "errors",
    "Operand": "operand",
    "Program": "program",
    "Register": "operand",
    "Slot": "syntax",
    "Syntax": "syntax",
    "BranchTarget": "operand",
    "TextLimits": "assembler",
    "assemble": "assembler",
    "decode": "disassembler",
    "disassemble": "disassembler",
}


def __getattr__(name: str) -> object:
    """Imported when it is used: who needs one module does not wait for the others."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_PLACES[name]}"), name)

"""How an instruction set is described, and what follows from the description."""

from kernelcraft.isa.assembler import TextLimits, assemble
from kernelcraft.isa.disassembler import decode, disassemble
from kernelcraft.isa.errors import AssemblyError, AssemblyFault, DecodeError, IsaError
from kernelcraft.isa.instruction import Erratum, Instruction
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.operand import Immediate, Operand, Register, Target
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
    "Target",
    "TextLimits",
    "assemble",
    "decode",
    "disassemble",
]

"""An assembler for the syntax of GNU as: sections, symbols, directives, expressions."""

from kernelcraft.isa.gnu.assembler import assemble
from kernelcraft.isa.gnu.dialect import Dialect
from kernelcraft.isa.gnu.sections import Rule

__all__ = ["Dialect", "Rule", "assemble"]

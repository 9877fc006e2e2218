"""The instruction table of BOOM: RV64GC as a program without privileges may use it."""

from __future__ import annotations

from dataclasses import dataclass

from kernelcraft.isa.isa import Isa, Lengths, Syntax
from kernelcraft.platforms.boom.machine.state import Boom
from kernelcraft.riscv import operands
from kernelcraft.riscv.atomic import rv64a
from kernelcraft.riscv.compressed import rv64c
from kernelcraft.riscv.control import zicsr
from kernelcraft.riscv.floating import rv64d, rv64f
from kernelcraft.riscv.integer import rv64i
from kernelcraft.riscv.multiply import rv64m
from kernelcraft.riscv.pseudo64 import PSEUDOS64
from kernelcraft.riscv.user import user_system


@dataclass(frozen=True)
class Told:
    """What a page says of the time of a unit's instructions; the model itself is in core/."""

    text: str

    def __call__(self, m: Boom) -> int:
        """Not used: time passes as the model of the core says."""
        return 0


LATENCY = {  # source: measured on the RTL
    "alu": Told("1 cycle to a dependent instruction"),
    "branch": Told("1 cycle as predicted; about 12 if not, and what the branch waits for"),
    "mul": Told("6 cycles to a dependent instruction, one a cycle"),
    "div": Told("7 to 71 cycles, by the operands; one after the other"),
    "load": Told("4 cycles from the data cache; one access a cycle"),
    "store": Told("one access a cycle"),
    "csr": Told("about 20 cycles: everything before it is done first, everything after it later"),
    "system": Told("about 10 cycles: everything before it is done first"),
    "fpu": Told("7 cycles to a dependent instruction, one a cycle"),
    "fdiv": Told("23 cycles, a square root 31; the next begins 20, 28 cycles later"),
    "atomic": Told("about 15 cycles: everything before it is done first"),
}
UNITS = {
    **{name: operands.UNITS[name] for name in operands.SCALAR_UNITS},
    "atomic": "atomic memory operations",
}

boom = Isa(
    "boom",
    word_bits=32,
    operands=(*operands.INTEGER64, *operands.FLOAT64, *operands.COMPRESSED),
    units=UNITS,
    syntax=Syntax(comments=("#", "//"), labels=True, hexadecimal=True, words=("sp",)),
    lengths=Lengths(16, 0b11),
    pseudos=PSEUDOS64,
)
EXTENSIONS = (rv64i, rv64m, rv64a, zicsr, user_system, rv64f, rv64d, rv64c)

for extension in EXTENSIONS:
    boom.include(extension, LATENCY)

boom.check()

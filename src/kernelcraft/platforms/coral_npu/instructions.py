"""The instruction table of the Coral NPU: shared RISC-V extensions and the core's own."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kernelcraft.isa.extension import Declaration
from kernelcraft.isa.instruction import Erratum
from kernelcraft.isa.isa import Isa, Syntax
from kernelcraft.platforms.coral_npu.machine import STALE, Coral
from kernelcraft.platforms.riscv import operands
from kernelcraft.platforms.riscv.bitmanip import zbb
from kernelcraft.platforms.riscv.control import system, zicsr
from kernelcraft.platforms.riscv.floating import rv32f
from kernelcraft.platforms.riscv.integer import rv32i
from kernelcraft.platforms.riscv.multiply import rv32m
from kernelcraft.platforms.riscv.vector_config import vector_config
from kernelcraft.platforms.riscv.vector_integer import vector_integer
from kernelcraft.platforms.riscv.vector_memory import vector_memory
from kernelcraft.platforms.riscv.vector_permute import vector_permute


@dataclass(frozen=True)
class Latency:
    """What the manual says of a unit; the timing model (issue.py) knows the cycles."""

    text: str

    def __call__(self, m: Coral) -> int:
        """Nothing: the model has counted already."""
        return 0


LINES = "3 cycles a register and one for each line of 16 bytes it touches"
TEXTS = {
    "alu": "1 cycle; two a cycle in straight code",
    "branch": "1 cycle; 4 where it was mispredicted: a forward branch that is taken, a backward one "
    "that is not, and every jalr",
    "mul": "2 cycles, one can begin every cycle",
    "div": "3 cycles and one for each significant bit of the dividend; 34 for a divisor 0",
    "load": "4 cycles to a user, 5 to an address; one access at a time; 1 more in a second line of "
    "16 bytes; the external memory's latency more outside the core",
    "store": "2 cycles of the load/store unit, 1 more in a second line, 3 more outside the core",
    "csr": "2 cycles, after everything older is done",
    "system": "1 cycle; mpause, fence.i and traps wait for accesses and flush the fetch",
    "fpu": "2 cycles (fpu_latency), one after the other",
    "fdiv": "3 to 19 cycles: two bits of the result a cycle until it is exact",
    "vset": "1 cycle; 2 before a vector load or store",
    "vload": f"{LINES}, and 1; one access at a time; outside the core each line takes the read "
    "latency more",
    "vstore": f"{LINES}, less one cycle a register, and 1; 3 more a line outside the core",
    "valu": "2 cycles; half a cycle a register",
    "vmul": "3 cycles; half a cycle a register",
    "vdiv": "3 cycles a register and a third of the most significant bits of a dividend",
    "vpermute": "3 cycles; a comparison or reduction 1 a register (vwredsum 2); slides, gathers "
    "and vcompress 1, 3, 7, 16 for 1, 2, 4, 8 registers; vmv.x.s, vcpop and vfirst give their "
    "scalar after every older vector instruction, 5 or 6 cycles later",
}
LATENCY = {unit: Latency(text) for unit, text in TEXTS.items()}

coral = Isa(
    "coral_npu",
    word_bits=32,
    operands=(*operands.INTEGER, *operands.FLOAT, *operands.VECTOR),
    units=operands.UNITS,
    syntax=Syntax(comments=("#", "//"), labels=True, hexadecimal=True, words=("v0",)),
)
EXTENSIONS = (
    *(rv32i, rv32m, zbb, zicsr, system, rv32f),
    *(vector_config, vector_integer, vector_permute, vector_memory),
)
MEMORY = Erratum(
    "vl = 0",
    "With vl = 0 the core hangs here; the run ends with a fault. The machine setting errata=off "
    "removes it.",
)
ARITHMETIC = Erratum(
    "vl = 0",
    "With vl = 0 and the retirement buffer on, the core hangs at the next CSR instruction; the "
    "run ends with a fault here. The machine setting errata=off removes it.",
)
UNCHECKED = Erratum(
    STALE,
    "The core does not wait for an flw into the second source. With less than 4 cycles between "
    "the two (more where the load waits) it uses the old value; the run ends with a fault. The "
    "machine setting errata=off removes it.",
)
FINE = ("vmv.x.s", "vcpop.m", "vfirst.m")  # work with vl = 0
WHOLE = re.compile(r"v(mv|l|s)[1248]r.*")  # do not look at vl
UNITS = {
    **dict.fromkeys(("vload", "vstore"), MEMORY),
    **dict.fromkeys(("valu", "vmul", "vdiv", "vpermute"), ARITHMETIC),
}


def errata(declaration: Declaration) -> tuple[Erratum, ...]:
    """Where the core differs from the specification. Source: measured on the RTL."""
    mnemonic = declaration.syntax.partition(" ")[0]
    if mnemonic in ("fmadd.s", "fmsub.s", "fnmadd.s", "fnmsub.s"):
        return (UNCHECKED,)
    if mnemonic in FINE or WHOLE.fullmatch(mnemonic) or declaration.unit not in UNITS:
        return ()
    return (UNITS[declaration.unit],)


for extension in EXTENSIONS:
    coral.include(extension, LATENCY, errata)


@coral.instruction("mpause", "0000100 00000 0*13 1110011", unit="system", latency=LATENCY["system"])
def mpause(m: Coral) -> None:
    """Halt without fault, when everything before it is done: the normal end of a program."""
    m.halt()


@coral.instruction(
    "flushat rs1", "0010011 00000 rs1 000 00000 1110111", unit="system", latency=LATENCY["system"]
)
def flushat(m: Coral, rs1: int) -> None:
    """Cache maintenance for one address (all with zero): no work here, there are no caches."""


@coral.instruction(
    "slog rs1, kind",
    "0111100 00000 rs1 0 kind 00000 1110111",
    unit="system",
    latency=LATENCY["system"],
)
def slog(m: Coral, rs1: int, kind: int) -> None:
    """Log a number in a simulation of the hardware; nothing here."""


coral.check()

"""The instruction table of the Coral NPU: shared RISC-V extensions and the core's own."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kernelcraft.isa.extension import Declaration
from kernelcraft.isa.instruction import Erratum
from kernelcraft.isa.isa import Isa, Syntax
from kernelcraft.platforms.coral_npu.machine.state import STALE, Coral
from kernelcraft.riscv import operands
from kernelcraft.riscv.bitmanip import zbb
from kernelcraft.riscv.control import system, zicsr
from kernelcraft.riscv.floating import rv32f
from kernelcraft.riscv.integer import rv32i
from kernelcraft.riscv.multiply import rv32m
from kernelcraft.riscv.pseudo import PSEUDOS
from kernelcraft.riscv.vector_config import vector_config
from kernelcraft.riscv.vector_integer import vector_integer
from kernelcraft.riscv.vector_memory import vector_memory
from kernelcraft.riscv.vector_permute import vector_permute


@dataclass(frozen=True)
class Told:
    """What a page says of the time of a unit's instructions; the model itself is in issue.py."""

    text: str

    def __call__(self, m: Coral) -> int:
        """Not used: time passes as issue.py says."""
        return 0


LATENCY = {  # R: registers that vl needs; source: measured on the RTL
    "alu": Told("1 cycle to a dependent instruction; two a cycle in straight code"),
    "branch": Told("1 cycle as predicted, 4 if not; jumps 2"),
    "mul": Told("2 cycles"),
    "div": Told("3 cycles and one for every significant bit of the dividend"),
    "load": Told("4 cycles in DTCM and ITCM, 14 in external memory"),
    "store": Told("2 cycles in DTCM, 5 in external memory"),
    "csr": Told("2 cycles, when everything before it is done"),
    "system": Told("1 cycle, when everything before it is done"),
    "fpu": Told("2 cycles"),
    "fdiv": Told("6 to 18 cycles, by the operands"),
    "vset": Told("1 cycle; 2 before a vector load or store"),
    "vload": Told("1 + 4 R cycles if aligned in DTCM, 1 + 14 R in external memory"),
    "vstore": Told("1 + 3 R cycles if aligned in DTCM, 1 + 6 R in external memory"),
    "valu": Told("2 cycles to a dependent instruction; R / 2 of a unit, at least 1"),
    "vmul": Told("3 cycles to a dependent instruction; R / 2 of a unit, at least 1"),
    "vdiv": Told("3 + bits / 3 cycles for every register, by the largest dividend"),
    "vpermute": Told(
        "3 cycles to a dependent instruction, 5 or 6 to a scalar one; R of the unit, for slides, "
        "vrgather and vcompress 1 (or 3), 3, 7, 16 for R = 1, 2, 4, 8"
    ),
}

coral = Isa(
    "coral_npu",
    word_bits=32,
    operands=(*operands.INTEGER, *operands.FLOAT, *operands.VECTOR),
    units=operands.UNITS,
    syntax=Syntax(comments=("#", "//"), labels=True, hexadecimal=True, words=("v0",)),
    pseudos=PSEUDOS,
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
NO_TYPE = Erratum(
    "vill",
    "With an illegal vtype, as after reset, the core hangs here, though the access needs none; "
    "the run ends with a fault. The machine setting errata=off removes it.",
)
UNCHECKED = Erratum(
    STALE,
    "The core does not wait for an flw into the second source. With less than 4 cycles between "
    "the two (more where the load waits) it uses the old value; the run ends with a fault. The "
    "machine setting errata=off removes it.",
)
ZEROS = Erratum(
    "vmv.x.s",
    "With SEW 8 or 16 the core fills the upper bits of x[rd] with zeros instead of the sign. The "
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
    if mnemonic == "vmv.x.s":
        return (ZEROS,)
    if WHOLE.fullmatch(mnemonic):
        return (NO_TYPE,) if declaration.unit in ("vload", "vstore") else ()
    if mnemonic in FINE or declaration.unit not in UNITS:
        return ()
    return (UNITS[declaration.unit],)


for extension in EXTENSIONS:
    coral.include(extension, LATENCY, errata)


@coral.instruction("mpause", "0000100 00000 0*13 1110011", unit="system", latency=1)
def mpause(m: Coral) -> None:
    """Halt without fault, when everything before it is done: the normal end of a program."""
    m.halt()


@coral.instruction("flushat rs1", "0010011 00000 rs1 000 00000 1110111", unit="system", latency=1)
def flushat(m: Coral, rs1: int) -> None:
    """Cache maintenance for one address (all with zero): no work here, there are no caches."""


@coral.instruction(
    "slog rs1, kind", "0111100 00000 rs1 0 kind 00000 1110111", unit="system", latency=1
)
def slog(m: Coral, rs1: int, kind: int) -> None:
    """Log a number in a simulation of the hardware; nothing here."""


coral.check()

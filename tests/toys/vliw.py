"""Toy platform: a 3-slot VLIW machine without interlocks, template and fixture for bundles.

A result is visible `latency` bundles after its own; a branch takes effect after two more bundles.
Two memory accesses to the same bank in consecutive bundles cost a cycle.
"""

from __future__ import annotations

from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.isa import BundleFormat, Isa, Slot, Syntax
from kernelcraft.isa.operand import Immediate, Register, Target
from kernelcraft.sim.cause import Cause
from kernelcraft.sim.emit import Target as Compiled
from kernelcraft.sim.machine import Array, Machine, Memory, Parameter, RegisterFile, Scalar
from kernelcraft.sim.routine import routine

DELAY_SLOTS = 2


class Vliw(Machine):
    """Sixteen registers of 32 bits, an address register file, and `words` words of memory."""

    title = "toy VLIW"
    reasons = ("issue", "bank")
    causes = (Cause("bank conflicts", reasons=("bank",)),)
    bundled = True

    r = RegisterFile(16, 32, zero=0, delayed=4)
    p = RegisterFile(4, 16, delayed=2)
    last_bank = Scalar(8)  # 1 + the bank of the last bundle's access, 0 without one
    bank = Scalar(8)  # the same of this bundle
    memory = Memory("uint32", lambda p: p["words"], "memory")
    words = Parameter()

    def issue(self, instruction: Instruction, latency: int) -> None:
        """Operations of a bundle issue together: time passes at its end."""

    def end_bundle(self) -> None:
        """One cycle, and one more if this bundle's bank is still busy."""
        self.spend(1, "issue")
        self.spend((self.bank != 0) & (self.bank == self.last_bank), "bank")
        self.last_bank = self.bank
        self.bank = 0

    def access(self, address: int) -> int:
        """Remember the bank of an address."""
        self.bank = 1 + address % 4
        return address


isa = Isa(
    "vliw",
    word_bits=72,
    operands=[
        Register("rd", 4, "result", file="r", count=16),
        Register("ra", 4, "first source", file="r", count=16),
        Register("rb", 4, "second source", file="r", count=16),
        Register("pd", 2, "address register that is set", file="p", count=4),
        Register("pa", 2, "address register", file="p", count=4),
        Immediate("offset", 6, "words from the address", signed=True),
        Immediate("imm", 12, "signed number", signed=True),
        Immediate("shift", 5, "bits to shift by", low=1),
        Target("target", 8, "where to go on"),
    ],
    units={
        "port": "the load and store port",
        "alu": "arithmetic",
        "move": "constants and the sequencer",
    },
    syntax=Syntax(comments=("//",), labels=True, hexadecimal=True, separator=";"),
    bundle=BundleFormat((Slot("port", 24), Slot("alu", 24), Slot("move", 24))),
)


@routine("uint32_t mix(uint32_t a, uint32_t b)")
def mix(a: int, b: int) -> int:
    """Three rounds of a multiplicative hash."""
    h = a
    for _ in range(3):
        h = ((h ^ b) * 16777619 + (h >> 7)) & 0xFFFFFFFF
    return h


@routine("void reverse(uint32_t *memory, int64_t start, int64_t count)")
def reverse(memory: Array, start: int, count: int) -> None:
    """Turn the order of `count` words round."""
    memory[start : start + count] = memory[start : start + count][::-1].copy()


@isa.instruction("ld rd, [pa, #offset]", "1 0*11 offset pa rd", unit="port", latency=3)
def ld(m: Vliw, rd: int, pa: int, offset: int) -> None:
    """Load: r[rd] = memory[p[pa] + offset]."""
    m.r[rd] = m.memory[m.access(m.p[pa] + offset)]


@isa.instruction("st rd, [pa, #offset]", "01 0*10 offset pa rd", unit="port", latency=1)
def st(m: Vliw, rd: int, pa: int, offset: int) -> None:
    """Store: memory[p[pa] + offset] = r[rd]."""
    m.memory[m.access(m.p[pa] + offset)] = m.r[rd]


@isa.instruction("rev pa, ra", "001 0*15 pa ra", unit="port", latency=1)
def rev(m: Vliw, pa: int, ra: int) -> None:
    """Turn round the order of r[ra] mod 8 words from p[pa]."""
    start, count = m.p[pa], m.r[ra] % 8
    m.memory.reads(start, count)
    reverse(m.memory.array, m.memory.writes(start, count), count)


@isa.instruction("add rd, ra, rb", "1 0*11 rb ra rd", unit="alu", latency=1)
def add(m: Vliw, rd: int, ra: int, rb: int) -> None:
    """r[rd] = r[ra] + r[rb] mod 2^32."""
    m.r[rd] = m.r[ra] + m.r[rb]


@isa.instruction("mul rd, ra, rb", "01 0*10 rb ra rd", unit="alu", latency=2)
def mul(m: Vliw, rd: int, ra: int, rb: int) -> None:
    """r[rd] = r[ra] * r[rb] mod 2^32, two bundles later."""
    m.r[rd] = m.r[ra] * m.r[rb]


@isa.instruction("mix rd, ra, rb", "001 0*9 rb ra rd", unit="alu", latency=3)
def mix_registers(m: Vliw, rd: int, ra: int, rb: int) -> None:
    """r[rd] = a hash of r[ra] and r[rb], three bundles later."""
    m.r[rd] = mix(m.r[ra], m.r[rb])


@isa.instruction("sra rd, ra, #shift", "0001 0*7 shift ra rd", unit="alu", latency=1)
def sra(m: Vliw, rd: int, ra: int, shift: int) -> None:
    """r[rd] = r[ra] as a signed number, divided by 2^shift, rounded down."""
    value = m.r[ra]
    m.r[rd] = (value - ((value & 0x80000000) << 1)) >> shift


@isa.instruction("movi rd, #imm", "1 0*7 imm rd", unit="move", latency=1)
def movi(m: Vliw, rd: int, imm: int) -> None:
    """r[rd] = imm."""
    m.r[rd] = imm


@isa.instruction("movp pd, ra", "01 0*16 pd ra", unit="move", latency=1)
def movp(m: Vliw, pd: int, ra: int) -> None:
    """p[pd] = r[ra] mod 2^16."""
    m.p[pd] = m.r[ra]


@isa.instruction("bnz ra, target", "001 0*9 target ra", unit="move", latency=1)
def bnz(m: Vliw, ra: int, target: int) -> None:
    """Go on at `target`, after the next two bundles, unless r[ra] is 0."""
    if m.r[ra] != 0:
        m.jump(target, after=DELAY_SLOTS)


@isa.instruction("jump target", "0001 0*12 target", unit="move", latency=1)
def jump(m: Vliw, target: int) -> None:
    """Go on at `target` at once, without delay slots."""
    m.jump(target)


@isa.instruction("halt", "00001 0*19", unit="move", latency=1)
def halt(m: Vliw) -> None:
    """End the program after this bundle."""
    m.halt()


@isa.instruction("nop", "000001 0*18", unit="move", latency=1)
def nop(m: Vliw) -> None:
    """Nothing, for one cycle."""


isa.check()
TARGET = Compiled("vliw", isa, Vliw, (mix, reverse))

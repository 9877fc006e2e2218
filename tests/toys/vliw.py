"""Toy platform: a 3-slot VLIW machine without interlocks, template and fixture for bundles.

A result is visible `latency` bundles after its own; a branch takes effect after two more bundles.
Some operands are sampled late, some results meet them on a bypass, some work is done late. Two
memory accesses to the same bank in consecutive bundles cost a cycle.
"""

from __future__ import annotations

import numpy as np

from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.isa import BundleFormat, Isa, Slot, Syntax
from kernelcraft.isa.operand import BranchTarget, Immediate, Register
from kernelcraft.sim.cause import Cause
from kernelcraft.sim.emit import Interpreter
from kernelcraft.sim.machine import Array, Machine, Memory, Parameter, RegisterFile, Scalar
from kernelcraft.sim.parts import Lanes
from kernelcraft.sim.routine import routine

DELAY_SLOTS = 2


class Vliw(Machine):
    """Sixteen registers of 32 bits, an address register file, and `words` words of memory."""

    title = "toy VLIW"
    reasons = ("issue", "bank")
    causes = (Cause("bank conflicts", reasons=("bank",)),)
    bundled = True
    stages = 8
    bypasses = ("ALU",)
    ports = ("write",)

    r = RegisterFile(16, 32, zero=0, delayed=4)
    p = RegisterFile(4, 16, delayed=2)
    v = Lanes(4, 8, delayed=4, results=32, exclusive=True)
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
        Register("rs", 4, "third source", file="r", count=16),
        Register("vd", 2, "result of two words", file="v", count=4),
        Register("va", 2, "first source of two words", file="v", count=4),
        Register("vb", 2, "second source of two words", file="v", count=4),
        Register("pd", 2, "address register that is set", file="p", count=4),
        Register("pa", 2, "address register", file="p", count=4),
        Immediate("offset", 6, "words from the address", signed=True),
        Immediate("imm", 12, "signed number", signed=True),
        Immediate("shift", 5, "bits to shift by", low=1),
        BranchTarget("target", 8, "where to go on"),
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


@routine("void copy(uint8_t *v, int64_t to, uint32_t *memory, int64_t start, int64_t out)")
def copy(v: Array, to: int, memory: Array, start: int, out: int) -> None:
    """Copy two words from memory to lanes, or the other way if `out`."""
    words = v[to : to + 8].view(np.uint32)
    if out:
        memory[start : start + 2] = words
    else:
        words[:] = memory[start : start + 2]


@routine("void add_lanes(uint8_t *v, int64_t to, int64_t a, int64_t b)")
def add_lanes(v: Array, to: int, a: int, b: int) -> None:
    """Add two words to two others."""
    one, other = (v[each : each + 8].view(np.uint32) for each in (a, b))
    v[to : to + 8].view(np.uint32)[:] = one + other


@isa.instruction("ld rd, [pa, #offset]", "1 0*11 offset pa rd", unit="port", latency=3)
def ld(m: Vliw, rd: int, pa: int, offset: int) -> None:
    """Load: r[rd] = memory[p[pa] + offset]."""
    m.r[rd] = m.memory[m.access(m.p[pa] + offset)]


@isa.instruction("st rd, [pa, #offset]", "01 0*10 offset pa rd", unit="port", latency=1)
def st(m: Vliw, rd: int, pa: int, offset: int) -> None:
    """Store: memory[p[pa] + offset] = r[rd]."""
    m.memory[m.access(m.p[pa] + offset)] = m.r[rd]


@isa.instruction(
    "ldp rd, [pa], #offset", "0001 0*8 offset pa rd", unit="port", latency=3, latencies={"pa": 1}
)
def ldp(m: Vliw, rd: int, pa: int, offset: int) -> None:
    """Load and move on: r[rd] = memory[p[pa]]; p[pa] += offset, for the next bundle."""
    address = m.p[pa]
    m.p[pa] = address + offset
    m.r[rd] = m.memory[m.access(address)]


def store_late(m: Vliw, rd: int, address: int) -> None:
    """The third stage of stl."""
    m.memory[address] = m.r[rd]


@isa.instruction(
    "stl rd, [pa, #offset]",
    "00001 0*7 offset pa rd",
    unit="port",
    latency=1,
    stages={"rd": 3},
    late={3: store_late},
)
def stl(m: Vliw, rd: int, pa: int, offset: int) -> None:
    """Store late: memory[p[pa] + offset] = r[rd] as it is two bundles later."""
    m.later(3, address=m.memory.reads(m.access(m.p[pa] + offset), 1))


@isa.instruction("vld vd, [pa, #offset]", "000001 0*8 offset pa vd", unit="port", latency=3)
def vld(m: Vliw, vd: int, pa: int, offset: int) -> None:
    """Load two words: v[vd] = memory[p[pa] + offset] and the next."""
    start, result = m.memory.reads(m.access(m.p[pa] + offset), 2), m.v.result(1)
    copy(m.v.array, result, m.memory.array, start, 0)
    m.v.write(vd, 1, result, "vd")


@isa.instruction(
    "vst va, [pa, #offset]", "0000001 0*7 offset pa va", unit="port", latency=1, stages={"va": 2}
)
def vst(m: Vliw, va: int, pa: int, offset: int) -> None:
    """Store two words, sampled a bundle later, at p[pa] + offset."""
    start, source = m.memory.writes(m.access(m.p[pa] + offset), 2), m.v.read(va, 1, "va")
    copy(m.v.array, source, m.memory.array, start, 1)


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


@isa.instruction("mul rd, ra, rb", "01 0*10 rb ra rd", unit="alu", latency=2, ports={"rd": "write"})
def mul(m: Vliw, rd: int, ra: int, rb: int) -> None:
    """r[rd] = r[ra] * r[rb] mod 2^32, two bundles later."""
    m.r[rd] = m.r[ra] * m.r[rb]


@isa.instruction(
    "mla rd, ra, rb, rs",
    "00001 0*3 rs rb ra rd",
    unit="alu",
    latency=3,
    stages={"rs": 2},
    bypass={"rd": "ALU", "rs": "ALU"},
    ports={"rd": "write"},
)
def mla(m: Vliw, rd: int, ra: int, rb: int, rs: int) -> None:
    """r[rd] = r[rs] + r[ra] * r[rb]; the sum waits one bundle for r[rs], which a bypass brings."""
    m.r[rd] = m.r[rs] + m.r[ra] * m.r[rb]


@isa.instruction(
    "vadd vd, va, vb",
    "000001 0*12 vb va vd",
    unit="alu",
    latency=2,
    bypass={"vd": "ALU", "va": "ALU"},
)
def vadd(m: Vliw, vd: int, va: int, vb: int) -> None:
    """Add two words to two: v[vd] = v[va] + v[vb]; the result meets v[va] on a bypass."""
    result = m.v.result(1)
    add_lanes(m.v.array, result, m.v.read(va, 1, "va"), m.v.read(vb, 1, "vb"))
    m.v.write(vd, 1, result, "vd")


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
INTERPRETER = Interpreter("vliw", isa, Vliw, (mix, reverse, copy, add_lanes))

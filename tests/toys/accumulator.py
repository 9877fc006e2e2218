"""Toy platform: an accumulator machine, as a template for new platforms and a fixture for tests.

One 16-bit accumulator, one data memory, branches to labels. Everything takes the time its
instruction says; nothing overlaps.
"""

from __future__ import annotations

from kernelcraft.isa.isa import Isa, Syntax
from kernelcraft.isa.operand import BranchTarget, Immediate
from kernelcraft.sim.cause import Cause
from kernelcraft.sim.emit import Interpreter
from kernelcraft.sim.machine import Machine, Memory, Parameter, Scalar


class Accumulator(Machine):
    """The accumulator, the flag of the last comparison, and `words` words of data."""

    title = "accumulator machine"
    causes = (
        Cause("memory", units=("memory",)),
        Cause("arithmetic", units=("alu",)),
        Cause("division", mnemonics=("DIV",)),
        Cause("control", units=("control",)),
    )
    watchdog = "the watchdog, set to {patience} instructions, was not fed"

    acc = Scalar(16)
    carry = Scalar(8)
    data = Memory("uint16", lambda p: p["words"], "data memory")
    words = Parameter()
    patience = Parameter()

    def signed(self, value: int) -> int:
        """A 16-bit value as a number -32768..32767."""
        return value - ((value & 0x8000) << 1)


isa = Isa(
    "accumulator",
    word_bits=20,
    operands=[
        Immediate("address", 8, "word of data memory"),
        Immediate("value", 12, "signed number", signed=True),
        BranchTarget("target", 8, "where to go on"),
    ],
    units={"memory": "loads and stores", "alu": "arithmetic", "control": "the sequencer"},
    syntax=Syntax(labels=True, hexadecimal=True),
)


def bank_latency(m: Accumulator, address: int) -> int:
    """2 cycles, 3 at an odd address."""
    return 2 + address % 2


@isa.instruction("LDA [address]", "0*8 address 0001", unit="memory", latency=bank_latency)
def lda(m: Accumulator, address: int) -> None:
    """Load: acc = data[address]."""
    m.acc = m.data[address]


@isa.instruction("STA [address]", "0*8 address 0010", unit="memory", latency=bank_latency)
def sta(m: Accumulator, address: int) -> None:
    """Store: data[address] = acc."""
    m.data[address] = m.acc


@isa.instruction("LDX [address]", "0*8 address 0011", unit="memory", latency=5)
def ldx(m: Accumulator, address: int) -> None:
    """Load through a pointer, which must be even: acc = data[data[address]]."""
    pointer = m.data[address]
    m.check(pointer % 2 == 0, "pointer {pointer} is odd", pointer=pointer)
    m.acc = m.data[pointer]


@isa.instruction("LDI value", "0*4 value 0100", unit="alu", latency=1)
def ldi(m: Accumulator, value: int) -> None:
    """Set: acc = value."""
    m.acc = value


@isa.instruction("ADI value", "0*4 value 0101", unit="alu", latency=1)
def adi(m: Accumulator, value: int) -> None:
    """Add a constant: acc = acc + value; carry = 1 when the unsigned sum leaves 16 bits."""
    total = m.acc + value % 65536
    m.carry = total >> 16
    m.acc = total


@isa.instruction("SUB [address]", "0*8 address 0110", unit="alu", latency=bank_latency)
def sub(m: Accumulator, address: int) -> None:
    """Subtract: acc = acc - data[address]."""
    m.acc = m.acc - m.data[address]


@isa.instruction("DIV [address]", "0*8 address 0111", unit="alu", latency=9)
def div(m: Accumulator, address: int) -> None:
    """Divide signed numbers, rounding down: acc = floor(acc / data[address])."""
    divisor = m.signed(m.data[address])
    m.check(divisor != 0, "data memory address {address} holds 0", address=address)
    m.acc = m.signed(m.acc) // divisor


@isa.instruction("BNZ target", "0*8 target 1000", unit="control", latency=1)
def bnz(m: Accumulator, target: int) -> None:
    """Go on at `target` unless acc is 0; a taken branch needs one cycle more."""
    if m.acc != 0:
        m.spend(1, "execute")
        m.jump(target)


@isa.instruction("BLC target", "0*8 target 1001", unit="control", latency=1)
def blc(m: Accumulator, target: int) -> None:
    """Go on at `target` if acc is negative, or if the last ADI carried."""
    if m.signed(m.acc) < 0 or m.carry > 0:
        m.jump(target)


@isa.instruction("FEED", "0*16 1010", unit="control", latency=0)
def feed(m: Accumulator) -> None:
    """Feed the watchdog: it stops a run that does not feed it again within `patience`."""
    m.watch(m.instructions + m.patience)


@isa.instruction("HALT", "0*16 1011", unit="control", latency=1)
def halt(m: Accumulator) -> None:
    """End the program."""
    m.halt()


isa.check()
INTERPRETER = Interpreter("accumulator", isa, Accumulator)

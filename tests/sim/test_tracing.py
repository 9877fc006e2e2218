"""What a body may say: everything else is refused with a sentence when it is traced."""

from __future__ import annotations

import pytest

from kernelcraft.isa.isa import Isa
from kernelcraft.isa.operand import Immediate, Register
from kernelcraft.sim.machine import Machine, Memory, Parameter, RegisterFile, Scalar
from kernelcraft.sim.routine import routine
from kernelcraft.sim.tracing import Access, Faults, effects, trace_instruction
from tests.toys import accumulator, vliw

small = Isa(
    "small",
    word_bits=16,
    operands=[
        Register("rd", 4, "result", file="r", count=16),
        Register("rs", 4, "source", file="r", count=16),
        Immediate("pc", 4, "named like something in the interpreter"),
    ],
    units={"alu": "arithmetic"},
)


class Small(Machine):
    r = RegisterFile(16, 32)
    total = Scalar(64)
    memory = Memory("uint16", lambda p: p["words"], "memory")
    words = Parameter()


@small.instruction("ranges rd", "0*8 rd 0001", unit="alu", latency=1)
def ranges(m: Small, rd: int) -> None:
    """Loops over an operand."""
    for _ in range(rd):
        m.total = 1


@small.instruction("whiles rd", "0*8 rd 0010", unit="alu", latency=1)
def whiles(m: Small, rd: int) -> None:
    """Loops while a register is not zero."""
    while m.r[rd] > 0:
        m.r[rd] = m.r[rd] - 1


@small.instruction("divides rd", "0*8 rd 0011", unit="alu", latency=1)
def divides(m: Small, rd: int) -> None:
    """True division makes a float."""
    m.r[rd] = m.r[rd] / 2  # type: ignore[assignment]


@small.instruction("adds rd", "0*8 rd 0100", unit="alu", latency=1)
def adds(m: Small, rd: int) -> None:
    """Floats have no place in a body."""
    m.r[rd] = m.r[rd] + 0.5  # type: ignore[assignment]


@small.instruction("counts rd", "0*8 rd 0101", unit="alu", latency=1)
def counts(m: Small, rd: int) -> None:
    """A sentence of five values."""
    m.check(rd < 3, "{a}{b}{c}{d}{e}", a=1, b=2, c=3, d=4, e=5)


@small.instruction("selects rd", "0*8 rd 0110", unit="alu", latency=1)
def selects(m: Small, rd: int) -> None:
    """A list cannot be indexed by what is known only at run time."""
    m.total = [1, 2, 3][rd]


@small.instruction("moves rd, rs, pc", "pc rs rd 1111", unit="alu", latency=1)
def moves(m: Small, rd: int, rs: int, pc: int) -> None:
    """A right one: two decisions, reads and writes."""
    value = m.r[rs] if pc < 3 else m.memory[m.r[rs]]
    m.r[rd] = value if value > 1 else pc


small.check()

REFUSED = [
    ("ranges", "rd is known only at run time: loop over it inside a routine"),
    ("whiles", "the body decides more than 24 times on values known only at run time"),
    ("divides", "unsupported operand"),
    ("adds", "0.5 cannot stand in an instruction body"),
    ("counts", "a check has at most 4 values"),
    ("selects", "rd is known only at run time"),
]


@pytest.mark.parametrize(("mnemonic", "sentence"), REFUSED)
def test_refused(mnemonic: str, sentence: str) -> None:
    with pytest.raises(TypeError, match=sentence):
        trace_instruction(Small, small.instructions[mnemonic], Faults())


def test_a_body_becomes_one_branch_per_decision() -> None:
    code = trace_instruction(Small, small.instructions["moves"], Faults()).code
    assert sum("if (t" in text for text in code) == 3  # pc < 3, and value > 1 on either side
    assert sum("o_pc" in text for text in code) == 3  # compared once, stored twice
    assert sum("goto faulted" in text for text in code) == 1


def test_effects_of_a_body() -> None:
    assert effects(Small, small.instructions["moves"]) == {
        Access("r", "rs", False),
        Access("r", "rd", True),
        Access("memory", None, False),
    }
    assert effects(accumulator.Accumulator, accumulator.isa.instructions["STA"]) == {
        Access("acc", None, False),
        Access("data", None, True),
    }
    assert Access("memory", None, True) in effects(vliw.Vliw, vliw.isa.instructions["rev"])


def test_a_routine_must_match_its_prototype() -> None:
    with pytest.raises(ValueError, match=r"routine wrong\('a',\): its C prototype is right\('a',"):

        @routine("void right(uint32_t a, uint32_t b)")
        def wrong(a: int) -> None: ...

    with pytest.raises(ValueError, match="not a C prototype: 'nonsense'"):
        routine("nonsense")

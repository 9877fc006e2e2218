"""A table that contradicts itself cannot be imported."""

from collections.abc import Callable

import pytest

from kernelcraft.isa.errors import IsaError
from kernelcraft.isa.isa import BundleFormat, Isa, Slot, Syntax
from kernelcraft.isa.operand import BranchTarget, Immediate, Register

RD = Register("rd", 4, "result", file="gp", count=16)
IMM = Immediate("imm", 8, "constant", default=0)


def table() -> Isa:
    isa = Isa("small", word_bits=16, operands=[RD, IMM], units={"alu": "arithmetic"})

    @isa.instruction("SET rd, imm", "imm rd 0001", unit="alu", latency=1)
    def set_(m: object, rd: int, imm: int) -> None:
        """Set a register."""

    return isa


def both(m: object, rd: int, imm: int) -> None:
    """Documented."""


def one(m: object, rd: int) -> None:
    """Documented."""


def undocumented(m: object, rd: int, imm: int) -> None: ...


def alone() -> None:
    """Documented."""


WRONG: list[tuple[str, str, Callable[..., None], str]] = [
    ("ADD rd, imm", "imm rd 001", both, "small: ADD: 15 bits, expected 16"),
    ("ADD rd", "imm rd 0010", both, "syntax has rd but the function takes imm, rd"),
    ("ADD rd, imm", "0*8 rd 0010", both, "syntax has imm, rd but the bits have rd"),
    ("ADD rd, rd", "imm rd 0010", both, "the syntax names an operand twice"),
    ("ADD rd, rx", "imm rd 0010", both, "'rx' is not in the operand table"),
    ("ADD rd, imm", "rx rd 0010", both, "'rx' is not in the operand table"),
    ("ADD rd, imm", "imm rd 0o10", both, "'0o10' is neither binary digits nor an operand"),
    ("ADD rd, imm", "imm[7:4] rd 0*8", both, "each of the 8 bits of imm must stand once"),
    ("ADD rd, imm", "imm[0:7] rd 0010", both, "'imm[0:7]' must name its higher bit first"),
    ("ADD rd, imm", "imm rd 0*90", both, "102 bits are more than 64"),
    ("ADD rd, imm", "imm rd 0010", undocumented, "the function has no docstring"),
    ("ADD rd, imm", "imm rd 0010", alone, "the function must take the machine first"),
    ("SET rd, imm", "imm rd 0010", both, "small: SET: the mnemonic is already taken"),
    ("ADD rd", "0*8 rd 0001", one, "its bits overlap those of SET"),
    ("ADD imm[, rd]", "imm rd 0010", both, "rd is optional but has no default"),
    ("ADD rd[, imm] x", "imm rd 0010", both, "expected one operand in each '[, x]'"),
    ("ADD rd; imm", "imm rd 0010", both, "the syntax contains what begins a comment"),
    ("ADD rd,, imm", "imm rd 0010", both, "nothing stands between two commas"),
]


@pytest.mark.parametrize(("syntax", "bits", "function", "message"), WRONG)
def test_wrong_row(syntax: str, bits: str, function: Callable[..., None], message: str) -> None:
    isa = table()
    with pytest.raises(IsaError) as caught:
        isa.instruction(syntax, bits, unit="alu", latency=1)(function)
    assert message in str(caught.value)
    assert list(isa.instructions) == ["SET"]


def test_unit_and_timing() -> None:
    isa = table()
    with pytest.raises(IsaError, match="the unit 'fpu' is not among alu"):
        isa.instruction("ADD rd", "0*8 rd 0010", unit="fpu", latency=1)(one)
    with pytest.raises(IsaError, match="-1 cycles are less than none"):
        isa.instruction("ADD rd", "0*8 rd 0010", unit="alu", latency=-1)(one)
    with pytest.raises(IsaError, match="a timing function takes the machine and operands, not imm"):
        isa.instruction("ADD rd", "0*8 rd 0010", unit="alu", latency=lambda m, imm: 1)(one)


def test_finished_table() -> None:
    table().check()
    empty = Isa("empty", word_bits=8, operands=[], units={})
    with pytest.raises(IsaError, match="empty: the table holds no instruction"):
        empty.check()
    isa = table()
    isa.units["fpu"] = "floats"
    with pytest.raises(IsaError, match="small: no instruction uses the unit fpu"):
        isa.check()


OPERANDS: list[tuple[Callable[[], object], str]] = [
    (lambda: Register("rd", 3, "", file="gp", count=16), "16 registers need more than its bits"),
    (lambda: Register("r-d", 3, "", file="gp", count=8), "the name is not a Python identifier"),
    (lambda: Immediate("imm", 0, ""), "the width must be at least 1 bit"),
    (lambda: Immediate("imm", 4, "", high=16), "0..16 does not fit 4 bits"),
    (lambda: Immediate("imm", 4, "", low=3, high=2), "no value is allowed"),
    (lambda: Immediate("imm", 4, "", signed=True, default=8), "the default 8 is not allowed"),
    (lambda: Immediate("imm", 32, ""), "its values do not fit 32 signed bits"),
    (lambda: Isa("x", word_bits=8, operands=[RD, RD], units={}), "rd is declared twice"),
    (
        lambda: Isa("x", word_bits=8, operands=[BranchTarget("t", 4, "")], units={}),
        "x: t is a target, but the syntax has no labels",
    ),
    (lambda: Syntax(separator=";"), "';' cannot both divide a bundle and begin a comment"),
]


@pytest.mark.parametrize(("build", "message"), OPERANDS)
def test_wrong_operand(build: Callable[[], object], message: str) -> None:
    with pytest.raises(IsaError) as caught:
        build()
    assert message in str(caught.value)


def wide(bits: int = 24, units: tuple[str, ...] = ("a", "b"), separator: str | None = "|") -> Isa:
    return Isa(
        "wide",
        word_bits=bits,
        operands=[RD],
        units=dict.fromkeys((*units, "outside"), "a slot"),
        syntax=Syntax(separator=separator),
        bundle=BundleFormat((Slot("a", 16), Slot("b", 8))),
    )


def test_wrong_bundles() -> None:
    with pytest.raises(IsaError, match="the slots have 24 bits, not 32"):
        wide(bits=32)
    with pytest.raises(IsaError, match="the slot b is not among the units"):
        wide(units=("a",))
    with pytest.raises(IsaError, match="bundles need a separator"):
        wide(separator=None)
    with pytest.raises(IsaError, match="the unit 'outside' is not a slot"):
        wide().instruction("ADD rd", "0011 rd", unit="outside", latency=1)(one)
    with pytest.raises(IsaError, match="it could look like an unused slot"):
        wide().instruction("ADD rd", "0000 rd", unit="b", latency=1)(one)


def test_the_same_bits_may_stand_in_another_slot() -> None:
    isa = wide()
    isa.instruction("ADD rd", "0011 rd", unit="b", latency=1)(one)
    isa.instruction("ADDA rd", "0*8 0011 rd", unit="a", latency=1)(one)
    with pytest.raises(IsaError, match="ADDB: its bits overlap those of ADD"):
        isa.instruction("ADDB rd", "0011 rd", unit="b", latency=1)(one)

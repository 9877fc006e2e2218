"""Words of two lengths: which is which, what is refused, where each lies, what becomes short."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from kernelcraft.isa.disassembler import disassemble
from kernelcraft.isa.errors import AssemblyError, IsaError
from kernelcraft.isa.gnu import Dialect, Rule, assemble
from kernelcraft.isa.gnu.dialect import Short
from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.isa import Isa, Lengths, Syntax
from kernelcraft.isa.operand import Immediate, Register

OPERANDS = (
    Register("rd", 4, "destination", file="r", count=16),
    Immediate("number", 16, "a number"),
    Immediate("small", 4, "a small number"),
    Immediate("far", 24, "bytes from here", signed=True, step=2, relative=True),
    Immediate("near", 9, "bytes from here", signed=True, step=2, relative=True),
)


def _isa() -> Isa:
    isa = Isa(
        "two",
        word_bits=32,
        operands=OPERANDS,
        units={"alu": "everything"},
        syntax=Syntax(labels=True),
        lengths=Lengths(16, 0b11),
    )

    @isa.instruction("set rd, number", "0000 number 000000 rd 11", unit="alu", latency=1)
    def long(m: object, rd: int, number: int) -> None:
        """Set a register."""

    @isa.instruction("s.set rd, small", "000000 small rd 01", unit="alu", latency=1)
    def short(m: object, rd: int, small: int) -> None:
        """Set a register to a small number."""

    @isa.instruction("go far", "0001 far[23:1] 001 11", unit="alu", latency=1)
    def go(m: object, far: int) -> None:
        """Jump."""

    @isa.instruction("s.go near", "000001 near[8:1] 01", unit="alu", latency=1)
    def short_go(m: object, near: int) -> None:
        """Jump near."""

    @isa.instruction(".two near", "1 000001 near[8:1] 0", unit="alu", latency=1)
    def other(m: object, near: int) -> None:
        """Whatever a guard of zeros is not."""

    @isa.instruction("end", "0*16", unit="alu", latency=1)
    def end(m: object) -> None:
        """Zeros: the guard after code."""

    return isa


ISA = _isa()


def _compress(
    isa: Isa, instruction: Instruction, values: Mapping[str, int], pending: str | None
) -> Short | None:
    if instruction.mnemonic == "set" and values["number"] < 16:
        return Short(isa.instructions["s.set"], {"rd": values["rd"], "small": values["number"]})
    if instruction.mnemonic == "go" and pending == "far":
        return Short(isa.instructions["s.go"], {}, "near")
    return None


DIALECT = Dialect(
    ISA, {}, {}, (Rule((".text",), "code", 0x1000, 0x9000),), nop=3, compress=_compress
)
SIZES = [
    ("set r1, 300", [4]),
    ("set r1, 3", [2]),
    (".option norvc\nset r1, 3", [4]),
    ("set r1, 3\nset r2, 300\nset r3, 4", [2, 4, 2]),
    ("go x\nx:", [2]),
    ("go x\n.zero 252\nx:", [2]),
    ("go x\n.zero 254\nx:", [4]),
    ("x: .zero 256\ngo x", [2]),
    ("x: .zero 258\ngo x", [4]),
]


@pytest.mark.parametrize(("text", "sizes"), SIZES, ids=[text for text, _ in SIZES])
def test_sizes(text: str, sizes: list[int]) -> None:
    program = assemble(DIALECT, text)
    table = [ISA.table[opcode] for opcode in program.ops[:, 0].tolist()]
    assert [each.size for each in table if each.mnemonic != "end"] == sizes


def test_addresses_words_and_listing() -> None:
    program = assemble(DIALECT, "set r1, 3\nset r2, 300\nset r3, 4")
    assert program.addresses.tolist() == [0x1000, 0x1002, 0x1006, 0x1008]  # and the guard
    assert len(program.written) == 3
    words = program.words()
    assert [ISA.width(word) for word in words] == [16, 32, 16]
    assert disassemble(ISA, words) == "s.set r1, 3\nset r2, 300\ns.set r3, 4\n"
    assert [line.split()[1] for line in program.listing().splitlines()[:3]] == [
        "00c5",
        "0012c00b",
        "010d",
    ]


def test_a_jump_that_gets_long_makes_another_long() -> None:
    text = "go x\n.zero 252\ny: go z\nx: .zero 260\nz: set r1, 1"
    program = assemble(DIALECT, text)
    names = [ISA.table[opcode].mnemonic for opcode in program.ops[:, 0].tolist()]
    assert [name for name in names if name != "end"] == ["go", "go", "s.set"]


def test_code_may_begin_at_every_second_byte() -> None:
    with pytest.raises(AssemblyError, match="no multiple of 2; use .balign 2"):
        assemble(DIALECT, ".zero 1\nset r1, 3")


REFUSED = [
    ("x rd", "0*10 rd 11", "16 bits, expected 32"),
    ("x rd", "0*26 rd 01", "32 bits, expected 16"),
    ("x rd", "0*10 rd 01", "its bits overlap those of s.set"),
]


@pytest.mark.parametrize(("syntax", "bits", "message"), REFUSED)
def test_bits_that_contradict_their_length(syntax: str, bits: str, message: str) -> None:
    def body(m: object, rd: int) -> None:
        """Nothing."""

    with pytest.raises(IsaError, match=message):
        _isa().instruction(syntax, bits, unit="alu", latency=1)(body)

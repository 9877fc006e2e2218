"""Forms that share a mnemonic, registers out of a list, operands tied to others, bundle formats."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest

from kernelcraft.isa.assembler import assemble
from kernelcraft.isa.errors import AssemblyError, IsaError
from kernelcraft.isa.isa import BundleFormat, Format, Isa, Slot, Syntax
from kernelcraft.isa.manual import instruction_page
from kernelcraft.isa.operand import Immediate, Register, RegisterNames
from kernelcraft.isa.reader import Forms

PAIRS = ("r1:r0", "r3:r2", "l0", "l1")


def table(*, forms: bool = True) -> Isa:
    """Two slots in bundles of 2 and 4 bytes, and one that takes both places."""
    return Isa(
        "small",
        word_bits=32,
        operands=[
            Register("rd", 3, "result", file="r", count=8),
            Register("ra", 3, "source", file="r", count=8),
            RegisterNames(
                "pair",
                2,
                "64 bits",
                noun="a pair",
                names=PAIRS,
                numbers=(0, 1, 0, 1),
                codes=(3, 2) * 2,
            ),
            RegisterNames(
                "odd",
                2,
                "result",
                noun="r1 or r3",
                names=("r1", "r3"),
                numbers=(1, 3),
                codes=(2, 1),
            ),
            Immediate("imm", 6, "number", signed=True),
            Immediate("row", 8, "bytes", step=4),
        ],
        units={"a": "arithmetic", "b": "memory", "ab": "both"},
        syntax=Syntax(comments=("//",), separator=";", forms=forms),
        bundle=BundleFormat(
            (Slot("a", 13), Slot("b", 13, idle=5), Slot("ab", 26, covers=("a", "b"))),
            (
                Format(2, "a 001"),
                Format(2, "b 010"),
                Format(4, "a 0*2 b 0111"),
                Format(4, "0 ab 0*2 011"),
            ),
        ),
    )


def declared() -> Isa:
    isa = table()

    @isa.instruction("mov rd, #imm", "1 0*3 imm rd", unit="a", latency=1)
    def mov_imm(m: object, rd: int, imm: int) -> None:
        """Set a register."""

    @isa.instruction("mov rd, ra", "01 0*5 ra rd", unit="a", latency=1)
    def mov(m: object, rd: int, ra: int) -> None:
        """Copy a register."""

    @isa.instruction("mov odd, pair", "001 0*6 pair odd", unit="a", latency=1)
    def mov_pair(m: object, odd: int, pair: int) -> None:
        """The sum of two registers."""

    @isa.instruction("ld rd, [ra, #row]", "1 row[7:2] ra rd", unit="b", latency=3)
    def ld(m: object, rd: int, ra: int, row: int) -> None:
        """Load."""

    @isa.instruction("neg rd, ra", "01 0*8 rd", unit="b", latency=1, tied={"ra": "rd"})
    def neg(m: object, rd: int, ra: int) -> None:
        """Change the sign of a register."""

    @isa.instruction("wide rd", unit="ab", latency=1)
    def wide(m: object, rd: int) -> None:
        """Nobody knows its bits."""

    isa.check()
    return isa


SMALL = declared()


def names(text: str) -> list[str]:
    return [SMALL.table[opcode].name for opcode in assemble(SMALL, text).ops[:, 0].tolist()]


def test_the_operands_say_which_form() -> None:
    assert names("mov r1, #-4\nmov r1, r2\nmov r1, l1\nmov r3, r1:r0") == [
        "mov rd, #imm",
        "mov rd, ra",
        "mov odd, pair",
        "mov odd, pair",
    ]
    assert [form.name for form in SMALL.forms["mov"]] == names("mov r1, #1\nmov r1, r2\nmov r1, l0")
    assert "mov" not in SMALL.instructions


def test_without_forms_a_mnemonic_is_taken_once() -> None:
    isa = table(forms=False)

    @isa.instruction("mov rd, ra", "01 0*5 ra rd", unit="a", latency=1)
    def mov(m: object, rd: int, ra: int) -> None:
        """Copy a register."""

    with pytest.raises(IsaError, match="the mnemonic is already taken"):

        @isa.instruction("mov rd, #imm", "1 0*3 imm rd", unit="a", latency=1)
        def mov_imm(m: object, rd: int, imm: int) -> None:
            """Set a register."""


def test_registers_have_numbers_for_machines_and_codes_for_words() -> None:
    program = assemble(SMALL, "mov r3, r3:r2")
    assert program.ops[0, 1:3].tolist() == [3, 1]
    assert program.words() == [0b001_000000_10_01_001]


@pytest.mark.parametrize(
    ("text", "word", "size"),
    [
        ("mov r1, #-1", 0b1_000_111111_001_001, 2),
        ("ld r1, [r2, #8]", 0b1_000010_010_001_010, 2),
        ("ld r1, [r2, #8] ; mov r3, r4", 0b01_00000_100_011_00_1_000010_010_001_0111, 4),
    ],
)
def test_a_bundle_has_the_smallest_format(text: str, word: int, size: int) -> None:
    program = assemble(SMALL, text)
    assert program.words() == [word]
    assert program.addresses is not None
    assert program.addresses.tolist() == [0, size]


def test_an_instruction_without_public_bits_has_a_size() -> None:
    program = assemble(SMALL, "wide r1\nmov r1, r2")
    assert program.addresses is not None
    assert program.addresses.tolist() == [0, 4, 6]
    with pytest.raises(IsaError, match="the bits of wide rd are not known"):
        program.words()
    assert "Encoding" not in instruction_page(SMALL, SMALL.forms["wide"][0]).text


WRONG = [
    ("mov r1, #99", "mov: imm: 99 is outside -32..31 (the nearest of 3 forms is mov rd, #imm)"),
    ("mov r8, r1", "mov: rd: expected a register r0..r7, got 'r8'"),
    ("mov r1, [r2]", "mov:"),
    ("mov r1", "mov:"),
    ("neg r1, r2", "neg: ra and rd must be the same register, got 'r2' and 'r1'"),
    ("wide r1 ; mov r1, r2", "wide and mov need the slots 'ab' and 'a', which overlap"),
    ("mov r1, r2 ; mov r3, #1", "mov and mov both need the slot 'a'"),
    ("ld r1, [r2, #6]", "ld: row:"),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_wrong(text: str, message: str) -> None:
    with pytest.raises(AssemblyError) as caught:
        assemble(SMALL, text)
    assert message in str(caught.value)


def test_formats_that_contradict_the_slots() -> None:
    for bad, message in (
        ("a 0*4", "bad: 'a 0*4' has not the bits of 2 bytes"),
        ("q 0*3", "bad: there is no slot q"),
    ):
        with pytest.raises(IsaError) as caught:
            Isa(
                "bad",
                word_bits=16,
                operands=[],
                units={"a": "arithmetic"},
                syntax=Syntax(separator="|"),
                bundle=BundleFormat((Slot("a", 13),), (Format(2, bad),)),
            )
        assert message in str(caught.value)


def test_threads_that_share_the_lines_read_the_same() -> None:
    lines = [f"mov r{number % 8}, #{number % 32}" for number in range(256)]
    first_lines = (0, 0, 64, 128)

    def read(forms: Forms, start: Barrier, first: int) -> None:
        start.wait()
        for line in lines[first:] + lines[:first]:
            number, value = line[5:].split(", #")
            assert forms.forms[forms[line]].rows[0][1:3] == [int(number), int(value)], line

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(len(first_lines)) as pool:
            for _ in range(50):
                shared = partial(read, Forms(SMALL), Barrier(len(first_lines)))
                list(pool.map(shared, first_lines))
    finally:
        sys.setswitchinterval(interval)

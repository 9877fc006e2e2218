"""GNU syntax: what is understood, and what is said of the rest."""

from __future__ import annotations

import pytest

from kernelcraft.isa.errors import AssemblyError
from kernelcraft.isa.image import Image
from kernelcraft.platforms.coral_npu.machine.assembly import assemble


def image(text: str) -> Image:
    """The image of a text."""
    found = assemble(text).image
    assert found is not None
    return found


def data(text: str) -> bytes:
    """The bytes of section .data."""
    found = image(f"nop\n.data\n{text}").segments
    return next(each.data for each in found if each.address == 0x10000)


def faults(text: str) -> list[str]:
    """The sentences about a wrong text."""
    with pytest.raises(AssemblyError) as caught:
        assemble(text)
    return [str(fault) for fault in caught.value.faults]


DATA = [
    (".byte 1, 'a', -1, 0xff", b"\x01a\xff\xff"),
    (".half 0x1234, -2", b"\x34\x12\xfe\xff"),
    (".word 1 + 2 * 3, (1 + 2) * 3", b"\x07\0\0\0\x09\0\0\0"),
    (
        ".word 1 << 4 | 3, ~0 & 15, 7 % 4, -7 / 2",
        bytes((19, 0, 0, 0, 15, 0, 0, 0, 3, 0, 0, 0)) + b"\xfd\xff\xff\xff",
    ),
    ('.ascii "a\\n\\"", "b # no; comment"', b'a\n"b # no; comment'),
    ('.asciz "ab"', b"ab\0"),
    ('.string "\\x41\\101"', b"AA\0"),
    (".float 1.5", b"\0\0\xc0\x3f"),
    (".zero 3\n.byte 1", b"\0\0\0\x01"),
    (".space 2, 5", b"\x05\x05"),
    (".fill 2, 2, 258", b"\x02\x01\x02\x01"),
    (".byte 1\n.balign 4\n.byte 2", b"\x01\0\0\0\x02"),
    (".byte 1\n.align 2, 9\n.byte 2", b"\x01\x09\x09\x09\x02"),
    (".equ N, 3\n.set M, N * 2\nK = M + 1\n.byte N, M, K", b"\x03\x06\x07"),
    ("a: .byte 1, 2\nb: .word b - a, . - a", b"\x01\x02\x02\0\0\0\x06\0\0\0"),
    (".word later - a\na: .byte 1\nlater:", b"\x01\0\0\0\x01"),
    (".byte 1 /* a comment */ + 2 // more\n", b"\x03"),
    (".byte 0b101, 017, 0x1F", b"\x05\x0f\x1f"),
    (".byte 1\n.balign 4, 9, 2\n.byte 2", b"\x01\x02"),  # three bytes are more than two
    (".byte 1\n.balign 4, , 3\n.byte 2", b"\x01\0\0\0\x02"),
    (".byte 3 == 3, 3 < 2, +4, !1, !0", b"\xff\0\x04\0\x01"),
    (".byte 1\n.pushsection .bss\nz: .zero 4\n.popsection\n.byte 2", b"\x01\x02"),
    (".byte 1\n.text\nnop\n.previous\n.byte 2", b"\x01\x02"),
]


@pytest.mark.parametrize(("text", "expected"), DATA, ids=[text for text, _ in DATA])
def test_data(text: str, expected: bytes) -> None:
    assert data(text)[: len(expected)] == expected


def test_sections_have_places() -> None:
    text = ".bss\nz: .zero 8\n.text\nnop\n.rodata\nr: .word 1\n.data\nd: .word 2\n"
    text += '.section .extdata, "aw"\ne: .word 3'
    symbols = image(text).symbols
    assert symbols == {"z": 0x10004, "r": 4, "d": 0x10000, "e": 0x2000_0000}


def test_the_entry_is_start() -> None:
    assert image("nop\n_start: nop").entry == 4
    assert image("nop\nnop").entry == 0


def test_lines_are_those_of_the_text() -> None:
    program = assemble("# first\nli a0, 0x12345678\n\nnop; nop\n")
    assert program.lines.tolist() == [2, 2, 4, 4, 4]


def test_what_compilers_emit_is_passed_over() -> None:
    text = """\
    .file "x.c"
    .option nopic
    .attribute 4, 16
    .globl f
    .type f, @function
f:  ret
    .cfi_startproc
    .cfi_escape 0x0f, 0x0a, 0x72
    .size f, .-f
    .ident "compiler"
    .section .note.GNU-stack, "", @progbits
    .section .text.g, "ax", @progbits
g:  call f
"""
    assert image(text).symbols == {"f": 0, "g": 4}


def test_symbols_of_merged_variables() -> None:
    text = """\
    lui a0, %hi(x)
    addi a0, a0, %lo(x+4)
    .local .L_MergedGlobals
    .comm .L_MergedGlobals, 300, 16
    .comm later, 4, 64
table = .L_MergedGlobals
x = .L_MergedGlobals+256
"""
    found = assemble(text)
    assert found.words()[:2] == [0x00010537, 0x10450513]
    assert image(text).symbols["later"] == 0x10140


FAULTS = [
    ("addd a0, a1, a2", "unknown instruction 'addd'; did you mean"),
    (".wrd 1", "unknown directive '.wrd'; did you mean '.word'?"),
    ("add a0, a1", "add: expected rd, rs1, rs2, got 2 operands"),
    ("addi a0, a1, 4096", "addi: imm: 4096 is outside -2048..2047"),
    ("add a0, a1, q2", "add: rs2: expected a register x0..x31, got 'q2'; did you mean 'x2'?"),
    ("vadd.vi v1, v2, 99", "vadd.vi: simm5: 99 is outside -16..15"),
    ("vadd.vv v1, v2, v3, v1.t", "vadd.vv: vm: expected v0.t or nothing, got 'v1.t'"),
    ("vsetvli a0, a1, e8, m3", "vsetvli: vtype: expected a vector type such as e8, m1, ta, ma"),
    ("lw a0, 4[a1]", "lw: expected imm(rs1), got '4[a1]'"),
    ("j nowhere\nsomewhere: nop", "j: jump: unknown symbol 'nowhere'; did you mean 'somewhere'?"),
    ("beqz a0, 1f", "beqz: branch: there is no label 1 after this line"),
    ("beqz a0, 1b", "beqz: branch: there is no label 1 before this line"),
    ("a: nop\na: nop", "the label 'a' is already on line 1"),
    ("li a0, x\n.data\nx: .word 1", "li: unknown symbol 'x'"),
    ("addi a0, a0, x\nx:", "addi: imm: expected a number, got an address; write %lo(...)"),
    ("lui a0, %high(x)\nx:", "imm20: unknown relocation operator '%high'; did you mean '%hi'?"),
    (".word 1 +", ".word: expected a number or a symbol, got the end in '1 +'"),
    (".word (1", ".word: expected ')' in '(1'"),
    (".byte 256", ".byte: 256 does not fit 8 bits"),
    (".word 1 / 0", ".word: division by zero"),
    ('.include "x.s"', ".include: this directive is refused: it reads a file"),
    ('.incbin "/etc/passwd"', ".incbin: this directive is refused: it reads a file"),
    (".macro m", ".macro: this directive is refused: there are no macros"),
    (".data\nnop", "nop: an instruction cannot stand in section .data"),
    (".byte 1\nnop", "the address of an instruction is no multiple of 4; use .balign 4"),
    (".zero 9000", "section .text: its 9,000 bytes do not fit ITCM, which ends at 0x2000"),
    (".zero -1", ".zero: expected a number of bytes, got -1"),
    (".zero 1 << 40", ".zero: 1,099,511,627,776 bytes are too many"),
    ("beqz a0, far\n.zero 5000\nfar:", "beqz: branch: the label is too far away: 5004 is outside"),
    (".equ a, b\n.equ b, a\n.word a", "the symbol 'a' is defined by itself"),
    (".section .what, \"aw\"\n.word 1", "section .what has no place; there are"),
    (".word x\n.section .note\nx: .word 1", "section .note has no address"),
    (".fill 1, 9, 0", ".fill: a unit of 9 bytes is outside 0..8"),
    (".balign 3", ".balign: an alignment of 3 bytes is no power of two up to 65536"),
    (".align 17", ".align: 2^17 bytes are no alignment; the power is 0..16"),
    (".popsection", ".popsection: there is no .pushsection before it"),
    (".section", ".section: expected the name of a section"),
    ('.section .x, "aq"', ".section: the flags 'aq' have 'q', which means nothing"),
    ("a: .equ a, 1", ".equ: the symbol 'a' is already a label, on line 1"),
    (".option", ".option: expected one of "),
    (".option rvc", ".option: this core has no compressed instructions"),
    (".word " + "(" * 60 + "1" + ")" * 60, " is nested too deeply"),
    (".word " + "-" * 60 + "1", " is nested too deeply"),
    (".word 1" + "0" * 40, ".word: the number "),
    (".word 08", ".word: '08' is no octal number, as its first 0 says"),
    (".word %lo(1) + 1", ".word: %lo can only stand alone"),
    (".word 1 << 64", ".word: a shift by 64 bits is outside 0..63"),
    (".word -x\nx:", ".word: '-' needs numbers, not the address of a symbol"),
    ("", "the program holds no code"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), FAULTS, ids=[text for text, _ in FAULTS])
def test_faults(text: str, message: str) -> None:
    assert any(message in fault for fault in faults(text)), faults(text)


def test_all_faults_come_at_once() -> None:
    found = faults("bad1\nnop\nadd a0\n.byte 999\n")
    assert [fault.partition(":")[0] for fault in found] == ["line 1", "line 3", "line 4"]

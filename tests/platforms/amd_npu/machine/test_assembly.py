"""AIE2 programs as text: slots, sizes, sections, labels, alignment, and what is wrong with one."""

from __future__ import annotations

from itertools import combinations

import pytest

from kernelcraft.isa.errors import AssemblyError
from kernelcraft.isa.program import Program
from kernelcraft.platforms.amd_npu.machine.assembly import IDLE, assemble, assemble_kernel
from kernelcraft.platforms.amd_npu.machine.bundles import BUNDLE
from kernelcraft.platforms.amd_npu.machine.instructions import aie2

TEXT = """
// adds a table to a vector
        .text
        .globl  kernel
        .p2align 4
kernel: vlda wl0, [p0], #32 ; movxm p1, #table+32
        vlda wl1, [p1] , #-0x20 ; movx r0, #5
.Lrow:  add r0, r0, #-1 ; nopm
        jnz r0, #.Lrow
        mov r17:r16, cntr
        .section .rodata
        .p2align 5
table:  .short 1, -1, 0x10
        .byte 7
        .p2align 2
        .word table, .Lrow
"""


def mnemonics(program: Program) -> list[str]:
    return [aie2.table[opcode].mnemonic for opcode in program.ops[:, 0].tolist()]


def test_a_program() -> None:
    program = assemble(TEXT)
    assert mnemonics(program) == [
        *("vlda", "movxm"),
        *("vlda", "movx"),
        *("add", "nopm"),
        "jnz",
        "mov",
    ]
    assert program.addresses.tolist() == [0, 10, 16, 24, 30, 34]
    assert program.ops[1, 2] == 0x72020
    jump = program.ops[6]
    assert jump[2] == 4, "a target is the first operation of its bundle"
    assert program.entry == 0
    assert program.image is not None
    code, data = program.image.segments
    assert (code.address, code.size, code.executable) == (0, 34, True)
    assert data.address == 0x72000
    assert data.data.hex(" ") == "01 00 ff ff 10 00 07 00 00 20 07 00 10 00 00 00"


def test_the_program_begins_at_kernel() -> None:
    program = assemble("nop\nnop\nkernel: nopx\nret lr")
    assert program.entry == 2


def test_the_listing() -> None:
    assert assemble("add.nc r0, r5, #31 ; nopa\nret lr").listing() == (
        "0x00000  00000002bfed  line 1       nopa ; add.nc r0, r5, #31\n"
        "0x00006  10001819      line 2       ret lr\n"
    )


def test_names_of_numbers() -> None:
    named = assemble(".equ n, 4\nmova r0, #n*2\nvlda wl0, [p0, #n*8]\nmovxm r1, #n\nret lr")
    plain = assemble("mova r0, #8\nvlda wl0, [p0, #32]\nmovxm r1, #4\nret lr")
    assert named.words() == plain.words()


def test_sizes() -> None:
    """Each set of slots takes the smallest format that has them."""
    slots = ("ldb", "lda", "st", "alu", "mv", "vec")
    filler = dict(zip(slots, ("nopb", "nopa", "nops", "nopx", "nopm", "nopv"), strict=True))
    found: dict[int, int] = {}
    for count in range(1, 7):
        for used in combinations(slots, count):
            text = " ; ".join(filler[slot] for slot in used)
            size = int(assemble(text).addresses[-1])
            assert size == BUNDLE.size(frozenset(used))
            found[size] = found.get(size, 0) + 1
    assert found == {4: 6, 6: 8, 8: 10, 10: 17, 12: 14, 14: 5, 16: 3}
    assert int(assemble("nop").addresses[-1]) == 2
    for size, text in IDLE.items():
        assert int(assemble(text).addresses[-1]) == size


def test_alignment_fills_a_gap_with_one_idle_bundle() -> None:
    program = assemble("nopx\n.p2align 4\nloop: nopx")
    assert program.addresses.tolist() == [0, 4, 16, 20]
    assert mnemonics(program)[1:5] == ["nopb", "nops", "nopx", "nopm"]


ONE_EACH = "; a bundle holds one instruction in each slot"
WRONG = [
    (
        "vlda wl2, [p0], #33",
        "vlda: rows: 33 is outside -2048..2016 in steps of 32 "
        "(the nearest of 10 forms is vlda wd, [pa], #rows)",
    ),
    ("mov r0, 6", "mov: expected the form #i10 (mov sd, #i10), got '6'"),
    ("mov r0, #600", "mov: i10: 600 is outside -512..511 (the nearest of 3 forms is mov sd, #i10)"),
    (
        "add r1, r2, q3",
        "add: rb: expected a register r0..r31, got 'q3' (the nearest of 2 forms is add rd, ra, rb)",
    ),
    (
        "mov crsat, r1",
        "mov: sd: expected a scalar register, got 'crsat'; "
        "did you mean 'crSat'? (the nearest of 3 forms is mov sd, sa)",
    ),
    ("vextract.s16 r0, x1, r5", "vextract.s16: index: expected a register r16..r19, got 'r5'"),
    (
        "vmax_lt.bf16 x2, r3, x2, x0",
        "vmax_lt.bf16: mask: expected a mask register r16..r23, got 'r3'; did you mean 'r23'?",
    ),
    (
        "vaddmac cm0, cm1, cm2, x0, x1, r0",
        "vaddmac: cmd and cma must be the same register, got 'cm0' and 'cm1'",
    ),
    (
        "add r0, r1, r2 ; sub r1, r2, r3",
        "add and sub both need the slot 'alu'" + ONE_EACH,
    ),
    (
        "movxm r0, #1 ; vadd.16 x0, x1, x2",
        "movxm and vadd.16 need the slots 'lng' and 'mv', which overlap" + ONE_EACH,
    ),
    (
        "nop ; nopa",
        "nop and nopa need the slots 'nop' and 'lda', which overlap" + ONE_EACH,
    ),
    (
        "vlda wl0, [p0] ; vldb.4x16.lo wl1, wl2",
        "vlda: expected the form [pa, djk] (vlda wd, [pa, djk]), got '[p0]'",
    ),
    (
        "lda r0, [p0, #0] ; vldb.4x16.lo wl1, wl2",
        "lda cannot stand beside a table look-up, which takes both load units",
    ),
    ("vmacc cm0, cm0, x0, x1, r0", "unknown instruction 'vmacc'; did you mean 'vmac'?"),
    ("j #nowhere", "j: target: unknown label 'nowhere'; the text defines no label"),
    ("movxm p0, #table", "movxm: i32: unknown symbol 'table'; the text defines no symbol"),
    (
        '.include "x"',
        ".include: this directive is refused: it reads a file, and a kernel reads none",
    ),
    (".word 1", ".word: data cannot stand in section .text; begin another section before it"),
    (".p2align 5", ".p2align: code can be aligned to 1, 2, 4, ... 16 bytes, not to 32"),
    (".p2aligned 4", ".p2aligned: unknown directive; did you mean '.p2align'?"),
    (".section .rodata\nnop", "nop: an instruction cannot stand in section .rodata"),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_wrong(text: str, message: str) -> None:
    with pytest.raises(AssemblyError) as caught:
        assemble(text)
    line = text.count("\n") + 1
    assert str(caught.value).split("\n")[0] == f"line {line}: {message}"


def test_program_memory_holds_16_kilobytes() -> None:
    assert len(assemble("nop\n" * 8192)) == 8192
    with pytest.raises(
        AssemblyError, match="line 8193: .* beyond the 16,384 bytes of program memory"
    ):
        assemble("nop\n" * 8193)
    with pytest.raises(AssemblyError, match="section .rodata: its 8,193 bytes do not fit bank 0"):
        assemble("nop\n.section .rodata\n.zero 8193")


def test_what_is_not_public_is_a_fault_in_a_kernel() -> None:
    end = "ret lr\n" + "nop\n" * 5
    assert_fault = "line 2: the alignment puts an idle bundle of 12 bytes on the way"
    with pytest.raises(AssemblyError, match=assert_fault):
        assemble_kernel(f"nopx\n.p2align 4\nloop: nopx\n{end}")
    assemble_kernel(f"{end}.p2align 4\nafterwards: nopx")
    with pytest.raises(AssemblyError, match="there is no ret lr: a kernel ends with it"):
        assemble_kernel("nop")

"""What qemu cannot judge: calls, faults, the lengths of instructions; and a few lines to read."""

from __future__ import annotations

import pytest

from kernelcraft.isa.errors import AssemblyError
from kernelcraft.platforms.boom.machine.assembly import assemble, assemble_kernel
from kernelcraft.platforms.boom.machine.configuration import OPERANDS, STACK_END
from tests.platforms.boom.machine.table import ALL, run

BOTH = pytest.mark.parametrize("reference", [False, True], ids=["native", "reference"])

MEANINGS = [
    ("addw a0, a0, a1", {"a0": 0x7FFF_FFFF, "a1": 1}, {"a0": -(1 << 31) & ALL}),
    ("add a0, a0, a1", {"a0": ALL, "a1": 2}, {"a0": 1}),
    ("sltu a0, a1, a2", {"a1": 1, "a2": -1}, {"a0": 1}),
    ("slt a0, a1, a2", {"a1": 1, "a2": -1}, {"a0": 0}),
    ("srl a0, a0, a1", {"a0": -1, "a1": 60}, {"a0": 15}),
    ("sra a0, a0, a1", {"a0": -16, "a1": 66}, {"a0": -4 & ALL}),
    ("mulhu a0, a0, a0", {"a0": -1}, {"a0": ALL - 1}),
    ("mulhsu a0, a0, a1", {"a0": -1, "a1": -1}, {"a0": ALL}),
    ("div a0, a0, a1", {"a0": 1 << 63, "a1": -1}, {"a0": 1 << 63}),
    ("rem a0, a0, a1", {"a0": 1 << 63, "a1": -1}, {"a0": 0}),
    ("divuw a0, a0, a1", {"a0": -1, "a1": 0}, {"a0": ALL}),
    ("li a0, 0x123456789abcdef0", {}, {"a0": 0x1234_5678_9ABC_DEF0}),
    ("li a0, 1 << 63", {}, {"a0": 1 << 63}),
    ("sd a1, -8(sp)\nlw a0, -4(sp)", {"a1": 0x8000_0001 << 32}, {"a0": -0x7FFF_FFFF & ALL}),
    ("sd a1, -8(sp)\nlwu a0, -4(sp)", {"a1": 0x8000_0001 << 32}, {"a0": 0x8000_0001}),
    (
        "li t0, 7\nsd t0, -8(sp)\naddi t1, sp, -8\namoadd.d.aq a0, a1, (t1)\nld a2, (t1)",
        {"a1": 5},
        {"a0": 7, "a2": 12},
    ),
    (
        "addi t1, sp, -8\nlr.d a0, (t1)\nsc.d a1, t1, (t1)\nsc.d a2, t1, (t1)",
        {},
        {"a1": 0, "a2": 1},
    ),
    ("c.lui a0, -1\nc.addi a0, -1", {}, {"a0": -4097 & ALL}),
]


@BOTH
@pytest.mark.parametrize(("text", "given", "left"), MEANINGS, ids=[row[0] for row in MEANINGS])
def test_meanings(text: str, given: dict[str, int], left: dict[str, int], reference: bool) -> None:
    done = run(text, reference=reference, **given)
    assert done.fault == ""
    assert {name: done.x[name] for name in left} == left


@BOTH
def test_a_single_that_is_not_boxed_is_a_nan(reference: bool) -> None:
    done = run("fadd.s fa0, fa1, fa1\nfmv.x.w a0, fa1", reference=reference, fa1=0x3F80_0000)
    assert done.f["fa0"] == 0xFFFF_FFFF_7FC0_0000
    assert done.x["a0"] == 0x3F80_0000
    assert done.flags == 0


@BOTH
def test_a_third_is_inexact(reference: bool) -> None:
    one, three = 0x3FF0 << 48, 0x4008 << 48
    done = run("fdiv.d fa0, fa1, fa2, rup", reference=reference, fa1=one, fa2=three)
    assert (done.f["fa0"], done.flags) == (0x3FD5_5555_5555_5556, 1)


FAULTS = [
    ("ecall", "there is no operating system to call"),
    ("ebreak", "the program stopped itself with an error"),
    (".word 0xffffffff", "this word is no instruction"),
    (".half 0", "these 16 bits are no instruction"),
    ("csrr a0, 0xc00", "there is no such CSR"),
    ("csrr a0, 0x300", "there is no such CSR"),
    ("fsrmi 5\nfadd.d fa0, fa1, fa2", "5 is no rounding mode"),
    ("sd a0, 1(sp)", f"store to {STACK_END + 1:#x}, which is no multiple of 8"),
    ("lw a0, -2(sp)", f"load from {STACK_END - 2:#x}, which is no multiple of 4"),
    ("sd a0, (sp)", f"store to {STACK_END:#x}, where nothing can be written"),
    ("la t0, kernel\nsw a0, (t0)", "store to 0x80000040, where nothing can be written"),
    ("ld a0, (zero)", "load from 0x0, where no memory is"),
    ("li a1, -8\nld a0, (a1)", "load from 0xfffffffffffffff8, where no memory is"),
    ("la t0, kernel\njr 2(t0)", "jump to 0x80000042, where no code is"),
    ("jr zero", "jump to 0x0, where no code is"),
    ("li s1, 5", "the kernel returned with another s1 than it was called with"),
    ("addi sp, sp, -16", "the kernel returned with another sp than it was called with"),
    ("fmv.d.x fs11, sp", "the kernel returned with another fs11 than it was called with"),
    ("j 1f\n1: j 1b", "budget of 1000 instructions"),
]


@BOTH
@pytest.mark.parametrize(("text", "message"), FAULTS, ids=[text for text, _ in FAULTS])
def test_faults(text: str, message: str, reference: bool) -> None:
    assert message in run(text, reference=reference).fault


def test_running_off_the_end_is_a_fault() -> None:
    program = assemble("kernel: nop")
    assert [each.mnemonic for each in (program.isa.table[op] for op in program.ops[:, 0])] == [
        "c.nop",
        ".half",
    ]


REFUSED = [
    ("", "the program holds no code"),
    ("start: ret", "there is no label kernel"),
    ("kernel: ret\n.zero 131072", "section .text: its 131,074 bytes do not fit code"),
    ('kernel: ret\n.section .operands,"aw"\n.word 1', "section .operands has no place"),
    ('kernel: ret\n.section .data.x,"awx"\nnop', "code must lie in .text"),
    ("kernel: c.addi a0, 40\nret", "40 is outside -32..31"),
    ("kernel: c.lw a0, 4(t0)\nret", "expected one of s0, s1, a0..a5, got 't0'"),
    ("kernel: vadd.vv v1, v2, v3\nret", "unknown instruction 'vadd.vv'"),
    ("kernel: beqz a0, far\n.zero 5000\nfar: ret", "the label is too far away"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=[text[:30] for text, _ in REFUSED])
def test_texts_that_are_no_kernel(text: str, message: str) -> None:
    with pytest.raises(AssemblyError) as refused:
        assemble_kernel(text)
    assert message in str(refused.value)


SIZES = [
    ("add a0, a0, a1", 2),
    ("add a0, a1, a2", 4),
    (".option norvc\nadd a0, a0, a1", 4),
    (".option norvc\n.option push\n.option rvc\nadd a0, a0, a1\n.option pop", 2),
    (".option push\n.option norvc\n.option pop\nmv a0, a1", 2),
    ("j 1f\n.zero 2044\n1:", 2 + 2044),
    ("j 1f\n.zero 2046\n1:", 4 + 2046),
    ("beqz a0, 1f\n.zero 252\n1:", 2 + 252),
    ("beqz a0, 1f\n.zero 254\n1:", 4 + 254),
    ("call f\nf:", 4),
]


@pytest.mark.parametrize(("text", "size"), SIZES, ids=[text for text, _ in SIZES])
def test_sizes(text: str, size: int) -> None:
    image = assemble(f"kernel:\n{text}\n").image
    assert image is not None
    assert image.segments[0].size == size


def test_a_jump_that_gets_long_can_make_others_long() -> None:
    """Each waits for the next to be long: the text settles after as many layouts."""
    count = 40
    jumps = [f"t{n}: j t{n + 100}\n.zero 2" for n in range(count)]
    rows = [*jumps, ".zero 1890", *(f"t{n + 100}: nop" for n in range(count))]
    program = assemble("kernel:\n" + "\n".join(rows) + "\nret\n")
    assert program.image is not None
    names = [program.isa.table[op].mnemonic for op in program.ops[:, 0]]
    assert names.count("jal") + names.count("c.j") == count


def test_operands_lie_where_tensors_do() -> None:
    program = assemble('kernel: ret\n.section .operands,"aw"\nx: .dword 1')
    assert program.image is not None
    assert program.image.symbols["x"] == OPERANDS

"""Our assembler writes the words that clang's writes, for every form of every instruction."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest

from kernelcraft.isa.instruction import Instruction
from kernelcraft.platforms.coral_npu.machine.assembly import assemble
from kernelcraft.platforms.coral_npu.machine.configuration import MEMORIES, CoralConfiguration
from kernelcraft.platforms.coral_npu.machine.instructions import coral
from kernelcraft.sim.random_programs import any_value, line
from tests.judges import clang

OWN = ("mpause", "flushat", "slog", ".word", "flushall")  # clang does not know them
KNOWN_CSRS = (1, 2, 3, 8, 9, 10, 0x300, 0x341, 0xB00, 0xC20, 0xC21, 0xC22, 0x7FF)
ROOMY = CoralConfiguration(memories=MEMORIES["highmem"])

SYMBOLS = """\
    .equ SIZE, (3 + 4) * 8 - 1
start:
    li a0, SIZE
    li a1, -1
    li a2, 0x80000000
    li a3, 2047
    li a4, 0x12345678
    li a5, -2049
    li a6, 0xfffff800
    li a7, 'A'
1:  addi t0, t0, SIZE << 2
    bnez t0, 1b
    beqz t0, 2f
    bgt t0, t1, start
    bleu t0, t1, 1b
2:  j start
    jal start
    jal t0, 2b
    jr t0
    jalr t0
    jalr t0, t1
    jalr t0, 4(t1)
    jalr t0, t1, 4
    lw a0, (a1)
    lw a0, SIZE - 55(a1)
    sw a0, -SIZE(a1)
    add a0, a1, 5
    and a0, a1, -1
    sll a0, a1, 3
    .word 1, 2, end - start, ~0
    .half 1, -1
    .byte 'a', '\\n', 255, -128
    .ascii "a\\tb\\"c\\\\d", "e"
    .asciz "end"
    .balign 8
    .p2align 4
    .float 1.5, -0.1
    .zero 3
    .space 5, 7
    .fill 4, 2, 0x1234
    .balign 4
end: vsetvli a0, a1, e32, m2, ta, ma
    vsetvli a0, a1, e8, m1
    vsetivli zero, 4, e16, mf2, tu, mu
    vle8.v v1, 0(a0)
    vmsge.vx v4, v5, a0
    vmsge.vx v4, v5, a0, v0.t
    vmsgeu.vi v4, v5, 3
    vmslt.vi v4, v5, 3, v0.t
    fadd.s fa0, fa1, fa2, rtz
    fence
    fence rw, w
    csrw mscratch, 5
    nop; ret
"""


def _rows(instruction: Instruction, random: Random, count: int) -> Iterator[str]:
    for _ in range(count):
        values = {each.name: any_value(random, each) for each in instruction.operands}
        narrowed = {
            "rm": random.choice((0, 1, 2, 3, 4, 7)),
            "pred": random.randint(1, 15),
            "succ": random.randint(1, 15),
            "csr": random.choice(KNOWN_CSRS),
            "vtype": values.get("vtype", 0) & 0xDB,
            "vtype10": values.get("vtype10", 0) & 0xDB,
        }
        values |= {name: value for name, value in narrowed.items() if name in values}
        if "vd" in values:  # clang refuses some overlaps by the numbers alone
            taken = {values.get("vs1"), values.get("vs2"), 0}
            values["vd"] = random.choice([each for each in range(32) if each not in taken])
        if re.fullmatch(r"v[a-z]+[1248]r.*", instruction.mnemonic):  # whole registers
            groups = {name: value & 24 for name, value in values.items() if name[0] == "v"}
            values |= groups
        yield line(instruction, values)


def _words(text: str) -> list[int]:
    image = assemble(f"    .text\n{text}", ROOMY).image
    assert image is not None
    found: list[int] = np.frombuffer(image.segments[0].data, "<u4").tolist()
    return found


@pytest.mark.judge
def test_every_form(tmp_path: Path) -> None:
    random = Random(1)
    rows = [
        row
        for instruction in coral.table
        if instruction.mnemonic not in OWN
        for row in _rows(instruction, random, 30)
    ]
    text = "\n".join(rows) + "\n"
    expected = clang.words(text, tmp_path)
    wrong = [
        (row, hex(ours), hex(theirs))
        for row, ours, theirs in zip(rows, _words(text), expected, strict=True)
        if ours != theirs
    ]
    assert wrong == []


PSEUDOS = """\
nop; ret; unimp; mv a0, a1; not a0, a1; neg a0, a1; seqz a0, a1; snez a0, a1; sltz a0, a1
sgtz a0, a1; sgt a0, a1, a2; sgtu a0, a1, a2; zext.b a0, a1; beqz a0, x; bnez a0, x; blez a0, x
bgez a0, x; bltz a0, x; bgtz a0, x; bgt a0, a1, x; ble a0, a1, x; bgtu a0, a1, x; bleu a0, a1, x
j x; jal x; jr a0; jr 8(a0); jalr a0; jalr 8(a0); csrr a0, vl; csrw mepc, a0; csrs mepc, a0
csrc mepc, a0; csrwi mepc, 3; csrsi mepc, 3; csrci mepc, 3; frflags a0; fsflags a0; fsflags a0, a1
frrm a0; fsrm a0; fsrm a0, a1; frcsr a0; fscsr a0; fscsr a0, a1; fmv.s fa0, fa1; fabs.s fa0, fa1
fsflagsi 3; fsrmi 2; fneg.s fa0, fa1; fgt.s a0, fa1, fa2; fge.s a0, fa1, fa2
vneg.v v8, v16; vneg.v v8, v16, v0.t; vnot.v v8, v16; vnot.v v8, v16, v0.t
vwcvt.x.x.v v8, v16; vwcvtu.x.x.v v8, v16, v0.t; vncvt.x.x.w v8, v16; vncvt.x.x.w v8, v16, v0.t
vmsgt.vv v8, v16, v24; vmsgtu.vv v8, v16, v24, v0.t; vmsge.vv v8, v16, v24
vmsgeu.vv v8, v16, v24, v0.t; vmmv.m v8, v16; vmclr.m v8; vmset.m v8; vmnot.m v8, v16
vmandnot.mm v8, v16, v24; vmornot.mm v8, v16, v24; vpopc.m a0, v8; vpopc.m a0, v8, v0.t
vl1r.v v8, (a0); vl2r.v v8, (a0); vl4r.v v8, (a0); vl8r.v v8, (a0); vle1.v v8, (a0)
vse1.v v8, (a0); vmsltu.vi v8, v16, 5; vmsge.vi v8, v16, 5; vmsgeu.vx v8, v16, a0
vmsgeu.vx v0, v16, a0, v0.t, v8; fmv.x.s a0, fa0; fmv.s.x fa0, a0; add a0, a1, 5; srl a0, a1, 5
"""


@pytest.mark.judge
def test_pseudo_instructions(tmp_path: Path) -> None:
    text = f"x: {PSEUDOS}"
    assert _words(text) == clang.words(text, tmp_path)


@pytest.mark.judge
def test_directives_and_symbols(tmp_path: Path) -> None:
    assert _words(SYMBOLS) == clang.words(SYMBOLS, tmp_path)

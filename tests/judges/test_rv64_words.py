"""Our assembler writes the bytes that clang's writes for RV64GC, compressed where clang does it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from kernelcraft.isa.instruction import Instruction
from kernelcraft.platforms.boom.machine.assembly import assemble
from kernelcraft.platforms.boom.machine.instructions import boom
from kernelcraft.sim.random_programs import any_value, line
from tests.judges import clang

OWN = (".word", ".half")  # clang has directives of these names
ORDERS = {0: "", 1: ".rl", 2: ".aq", 3: ".aqrl"}
LENGTHS = ("rvc", "norvc")

PSEUDOS = """\
nop; ret; mv a0, a1; not a0, a1; neg a0, a1; negw a0, a1; seqz a0, a1; snez a0, a1; sltz a0, a1
sgtz a0, a1; sgt a0, a1, a2; sgtu a0, a1, a2; zext.b a0, a1; sext.w a0, a1; sext.b a0, a1
sext.h a0, a1; zext.h a0, a1; zext.w a0, a1; jr a0; jalr a0; jr 8(a0); jalr 8(a0)
fmv.s fa0, fa1; fabs.s fa0, fa1; fneg.s fa0, fa1; fmv.d fa0, fa1; fabs.d fa0, fa1; fneg.d fa0, fa1
fgt.s a0, fa1, fa2; fge.s a0, fa1, fa2; fgt.d a0, fa1, fa2; fge.d a0, fa1, fa2
frflags a0; fsflags a0; frrm a0; fsrm a0; frcsr a0; fscsr a0; fsflagsi 3; fsrmi 2; fence
add a0, a1, 5; addw a0, a1, 5; sll a0, a1, 33; sllw a0, a1, 3; and a0, a1, -1; csrr a0, fcsr
add a0, a1, a0; add a0, a0, a1; and s0, s1, s0; addw s0, s1, s0; sub s0, s1, s0; or s0, s0, s1
li a0, 0; li a0, -1; li a0, 31; li a0, 32; li a0, -2048; li a0, 4096; li a0, -4096
li a0, 0x7fffffff; li a0, -0x80000000; li a0, 100000; addi sp, sp, -64; addi sp, sp, 16
addi a0, sp, 8; addi a0, a0, 0; addi a0, a1, 0; ld a0, 8(sp); sd a0, 504(sp); sd a0, 512(sp)
ld s0, 248(s1); ld s0, 256(s1); lw s0, 124(s1); lw s0, 128(s1); lw a0, (sp); fld fa0, (a1)
"""

JUMPS = """\
start:
    beqz a0, near
    beqz a0, far
    bnez t0, near
    beq zero, s0, near
    j near
    j far
    .zero 200
near:
    beqz a0, start
    bnez a0, far
    .zero 300
    bnez a0, start
    j start
    .zero 1800
far:
    j start
    j near
    .p2align 3
    .p2align 4
    ret
"""


def _rows(instruction: Instruction, random: Random) -> Iterator[str]:
    """Operands that clang takes, too: it refuses some of no effect."""
    for _ in range(25):
        values = {
            each.name: any_value(random, each)
            if each.name == "imm"
            else random.choice(each.allowed)
            for each in instruction.operands
        }
        chosen = {
            "rm": random.choice((0, 1, 2, 3, 4, 7)),
            "unrounded": 0,
            "pred": random.randint(1, 15),
            "succ": random.randint(1, 15),
            "csr": random.choice((1, 2, 3)),
            "upper": random.randint(1, 31),
        }
        if instruction.mnemonic == "c.addi":
            chosen["imm6"] = values["imm6"] or 1
        values |= {name: value for name, value in chosen.items() if name in values}
        order = values.pop("order", 0)
        ordered = {"order": 0} if "order" in {each.name for each in instruction.operands} else {}
        name, _, rest = line(instruction, values | ordered).removesuffix(", none").partition(" ")
        yield f"{name}{ORDERS[order]} {rest}".removesuffix(
            ", rne" if "unrounded" in values else "?"
        )


def _code(text: str) -> bytes:
    image = assemble(f"    .text\n{text}").image
    assert image is not None
    return image.segments[0].data


@pytest.mark.judge
@pytest.mark.parametrize("length", LENGTHS)
def test_every_form(length: str, tmp_path: Path) -> None:
    random = Random(1)
    table = [each for each in boom.table if each.mnemonic not in OWN]
    if length == "norvc":
        table = [each for each in table if each.size == 4]
    wrong = []
    rows = {each.mnemonic: list(_rows(each, random)) for each in table}
    for name, texts in rows.items():
        text = f"    .option {length}\n" + "\n".join(texts) + "\n"
        if _code(text) != clang.section(text, tmp_path, 64):
            wrong.append(name)
    assert wrong == []


@pytest.mark.judge
@pytest.mark.parametrize("length", LENGTHS)
def test_pseudo_instructions(length: str, tmp_path: Path) -> None:
    rows = [each.strip() for row in PSEUDOS.splitlines() for each in row.split(";")]
    wrong = []
    for row in rows:
        text = f"    .option {length}\n{row}\n"
        if _code(text) != clang.section(text, tmp_path, 64):
            wrong.append(row)
    assert wrong == []


@pytest.mark.judge
@pytest.mark.parametrize("length", LENGTHS)
def test_jumps_are_as_long_as_clang_makes_them(length: str, tmp_path: Path) -> None:
    text = f"    .option {length}\n{JUMPS}"
    assert _code(text) == clang.section(text, tmp_path, 64)

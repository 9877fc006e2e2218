"""The tuner's moves on BOOM: what a loop becomes, which texts are left alone, what is gained."""

from __future__ import annotations

import random

import pytest

from kernelcraft.agents.agent import Budget
from kernelcraft.agents.tuner import create
from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, load_cell
from kernelcraft.cells.moves import moves
from kernelcraft.platforms.boom.kernels.moves import read
from kernelcraft.platforms.boom.kernels.moves.unroll import Unroller
from kernelcraft.workbench import Workbench

VVADD, COPY = load_cell("boom/vvadd/C1"), load_cell("boom/copy/C1")
SUM = """\
kernel:
    mv t6, a3
head: lw t0, (a0)
    addi a0, a0, 4
    lw t1, (a1)      # beside it
    addi a1, a1, 4
    addw t0, t0, t1
    sw t0, 0(a2)
    addi a2, a2, 4
    addi t6, t6, -1
    bnez t6, head
    ret
"""
COPIES = """\
kernel:
1:  lw t0, 0(a0)
    sw t0, 0(a1)
    addi a0, a0, 4
    addi a1, a1, 4
    addi a2, a2, -1
    bnez a2, 1b
    ret
"""


def unrolled(cell: Cell, text: str, copies: int, *, sort: bool, wide: bool = False) -> str:
    kernel = read(cell, text)
    assert kernel is not None
    (loop,) = kernel.loops
    found = Unroller(kernel.lines, kernel.uses, loop).unrolled(copies, sort=sort, wide=wide)
    return "" if found is None else "; ".join(each.code for each in found if each.code)


def test_turns_are_counted() -> None:
    kernel = read(VVADD, SUM)
    assert kernel is not None
    assert [(loop.turns, loop.runs) for loop in kernel.loops] == [(300, 300)]


def test_a_loop_is_unrolled() -> None:
    assert unrolled(VVADD, SUM, 2, sort=False) == (
        "mv t6, a3; "
        "lw a4, 0(a0); lw a5, 0(a1); addw a4, a4, a5; sw a4, 0(a2); "
        "lw t0, 4(a0); lw t1, 4(a1); addw t0, t0, t1; sw t0, 4(a2); "
        "addi a0, a0, 8; addi a1, a1, 8; addi a2, a2, 8; addi t6, t6, -2; bnez t6, head; ret"
    )


def test_loads_go_first_and_stores_last() -> None:
    assert unrolled(VVADD, SUM, 2, sort=True).split("; ")[1:9] == [
        *("lw a4, 0(a0)", "lw a5, 0(a1)", "lw t0, 4(a0)", "lw t1, 4(a1)"),
        *("addw a4, a4, a5", "addw t0, t0, t1", "sw a4, 0(a2)", "sw t0, 4(a2)"),
    ]


def test_a_copy_gets_wider_accesses() -> None:
    assert unrolled(COPY, COPIES, 2, sort=True, wide=True).startswith(
        "ld a3, 0(a0); sd a3, 0(a1); addi a0, a0, 8"
    )
    assert unrolled(VVADD, SUM, 2, sort=True, wide=True) == ""


def test_turns_that_cannot_be_shared_out_are_left() -> None:
    assert unrolled(VVADD, SUM, 7, sort=True) == ""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("bnez t6, head", "beqz t0, 2f\n2: bnez t6, head"),  # two pieces
        ("addw t0, t0, t1", "frflags t0"),
        ("lw t1, (a1)", "amoadd.w t1, t0, (a2)"),
    ],
)
def test_other_loops_are_left_alone(old: str, new: str) -> None:
    kernel = read(VVADD, SUM.replace(old, new))
    assert kernel is not None
    assert kernel.loops == ()


def test_a_pointer_that_is_used_otherwise_moves_on_in_each_turn() -> None:
    text = unrolled(VVADD, SUM.replace("addw t0, t0, t1", "add t0, t0, a1"), 2, sort=False)
    assert text.count("addi a1, a1, 4") == 2
    assert text.count("addi a0, a0, 8") == 1


@pytest.mark.parametrize("text", ["kernel: nop; ret", "kernel: j kernel", "kernel: lw t0, (zero)"])
def test_texts_that_cannot_be_followed(text: str) -> None:
    found = [new for move in moves(VVADD) for new in move.propose(VVADD, text, random.Random(1))]
    assert found == []


@pytest.mark.parametrize(
    ("name", "at_least"),
    [("vvadd", 1.2), ("multiply", 1.05), pytest.param("dotprod", 1.5, marks=pytest.mark.sweep)],
)
def test_the_compiler_s_kernel_becomes_faster(name: str, at_least: float) -> None:
    workbench = Workbench(load_cell(f"boom/{name}/C1"), seed=5)
    create("")(workbench, Budget(40), 0, lambda line: None)
    assert workbench.attempts[0].code == kernels.baseline(workbench.cell)
    verdict = workbench.verdict().best
    assert verdict is not None
    assert verdict.correct, verdict.message
    assert (verdict.speedup or 0.0) >= at_least

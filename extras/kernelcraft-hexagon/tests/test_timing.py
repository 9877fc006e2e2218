"""Cycles of programs that were counted by hand, by the rules of README.md."""

from __future__ import annotations

import pytest

from kernels import SIMULATED, ran

pytestmark = SIMULATED
R0 = "r0 = ##0x20000000\n"  # one packet

# A kernel's text, and its cycles; the last packet is the return.
COUNTED = {
    "a packet is a cycle": ("r1 = #1\n{ r2 = #2; r3 = r1 }\njumpr r31", 3),
    "nothing but the return": ("jumpr r31", 1),
    "plain arithmetic is there at once": (
        "r1 = #1\nr1 = add(r1,r1)\nr1 = mpyi(r1,r1)\njumpr r31",
        4,
    ),
    "a product is late for a product": ("r1 = mpyi(r2,r3)\nr4 = mpyi(r1,r1)\njumpr r31", 3 + 1),
    "a product is in time for a sum": ("r1 = mpyi(r2,r3)\nr4 = add(r1,r1)\njumpr r31", 3),
    "an accumulator does not wait": ("r1 += mpyi(r2,r3)\nr1 += mpyi(r2,r3)\njumpr r31", 3),
    "a load is late for an address": (
        "r0 = ##c\nr1 = memw(r0+#0)\nr1 = memw(r1+#0)\njumpr r31\n.data\n.p2align 3\nc: .word c",
        4 + 1,
    ),
    "a load is in time for a sum": (R0 + "r1 = memw(r0+#0)\nr1 = add(r1,r0)\njumpr r31", 4),
    "a vector is late for a product": (
        R0 + "v0 = vmem(r0+#0)\nv1.w = vrmpy(v0.b,v0.b)\njumpr r31",
        4 + 1,
    ),
    "a packet between them is enough": (
        R0 + "v0 = vmem(r0+#0)\nnop\nv1.w = vrmpy(v0.b,v0.b)\njumpr r31",
        5,
    ),
    "a vector is in time for a sum": (
        R0 + "v0 = vmem(r0+#0)\nv1.w = vadd(v0.w,v0.w)\nvmem(r0+#4) = v1\njumpr r31",
        5,
    ),
    "sums of products follow each other": (
        "v0.w += vrmpy(v1.b,v2.b)\nv0.w += vrmpy(v1.b,v2.b)\njumpr r31",
        3,
    ),
    "a sum is late for a permutation": (
        "v0.w = vadd(v1.w,v2.w)\nv3 = vror(v0,r1)\njumpr r31",
        3 + 1,
    ),
    "one stall for two late results": (
        "{ v0.w = vadd(v1.w,v2.w); v4.w = vadd(v1.w,v2.w) }\n"
        "{ v3 = vror(v0,r1); v5.w = vasr(v4.w,r1) }\njumpr r31",
        3 + 1,
    ),
    "what is loaded for its own packet": (
        R0 + "{ v0.cur = vmem(r0+#0); v1.w = vrmpy(v0.b,v2.b) }\njumpr r31",
        3,
    ),
    "an unaligned load": (R0 + "v0 = vmemu(r0+#0)\njumpr r31", 3 + 1),
    "a word to a scalar register": ("r1 = #0\nr0 = vextract(v0,r1)\njumpr r31", 3 + 15),
    "a loop costs its packets": ("loop0(1f,#10)\n1: { r1 = add(r1,#1) }:endloop0\njumpr r31", 12),
    "a stall in every turn but the first": (
        "loop0(1f,#10)\n1: { v0.w = vasr(v0.w,r1) }:endloop0\njumpr r31",
        1 + 10 + 9 + 1,
    ),
    "a jump with a right hint": (
        "r1 = #3\n1: { r1 = add(r1,#-1); p0 = cmp.gt(r1,#1); if (p0.new) jump:t 1b }\njumpr r31",
        1 + 3 + 5 + 1,  # the last time the hint is wrong
    ),
    "a jump against its hint": ("p0 = cmp.eq(r1,r1)\nif (p0) jump:nt 1f\nnop\n1: jumpr r31", 3 + 5),
    "a jump without one is not taken": (
        "p0 = cmp.eq(r1,r1)\nif (p0) jump 1f\nnop\n1: jumpr r31",
        3 + 5,
    ),
    "a jump past": ("p0 = cmp.eq(r1,r1)\nif (!p0) jump:nt 1f\nnop\n1: jumpr r31", 4),
    "a call and its return": ("r5 = r31\ncall 1f\njumpr r5\n1: jumpr r31", 4),
}


@pytest.mark.parametrize("name", COUNTED)
def test_cycles(name: str) -> None:
    text, cycles = COUNTED[name]
    run = ran(f"kernel:\n{text}\n")
    assert run.fault is None
    assert run.cycles == cycles


def test_lines_have_their_executions_and_cycles() -> None:
    run = ran("kernel:\n loop0(1f,#10)\n1: { v0.w = vasr(v0.w,r1) }:endloop0\n jumpr r31\n")
    assert run.profile.by_line() == {2: (1, 1), 3: (10, 19), 4: (1, 1)}
    assert run.instructions == 22  # a packet that ends a loop has two, here with a nop


def test_packets_of_several_lines_count_for_their_first_instruction() -> None:
    text = "kernel:\n {\n  r0 = #1\n  r1 = #2\n }\n{ r2 = #3\n r3 = #4 }\n jumpr r31 // { }\n"
    assert ran(text).profile.by_line() == {3: (1, 1), 6: (1, 1), 8: (1, 1)}


def test_a_budget_of_instructions_is_kept() -> None:
    run = ran("kernel:\n loop0(1f,#1000)\n1: { nop }:endloop0\n jumpr r31\n", instructions=500)
    assert run.fault is not None
    assert run.fault.kind == "instruction budget"


def test_the_same_twice() -> None:
    text = f"kernel: {R0} v0 = vmem(r0+#0)\n v1.w = vrmpy(v0.b,v0.b)\n vmem(r0+#6) = v1\n jumpr r31"
    first, second = ran(text), ran(text)
    assert first.cycles == second.cycles
    assert (first.state["contents"] == second.state["contents"]).all()


def test_registers_hold_garbage_at_first() -> None:
    """Of the memory's end: other bytes with another seed, none of the simulator's zeros."""
    run = ran("kernel: r28 = ##0x20000280\n vmem(r28+#0) = v31\n jumpr r31\n")
    assert run.fault is None
    assert len(set(run.state["contents"][0x280:0x300].tolist())) > 40

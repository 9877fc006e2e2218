"""Cycles of single instructions and short sequences, as measured on the RTL of the core.

Numbers: reference measurements on the public RTL of the core with vectors (February 2026) under
Verilator 5.48; the tables of docs/platforms/coral_npu.md.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernelcraft.platforms.coral_npu.configuration import CoralConfiguration
from tests.platforms.coral_npu.table import run

IDEAL = CoralConfiguration(axi_read_latency=1, errata=0)
WITHOUT_BUFFER = replace(IDEAL, retirement_buffer=0)
START = """
    li a0, 0x10000
    li a1, 0x10400
    li a2, 7
    li a3, 64
    li s1, 0x10003
    li s2, 0x20000000
    li s3, 1
"""
WINDOW = 2  # two csrr, one after the other


def window(setup: str, body: str, machine: CoralConfiguration = IDEAL) -> int:
    """Cycles between two csrr mcycle around `body`, less those of nothing."""
    text = f"{START}{setup}\n csrr s10, mcycle\n{body}\n csrr s11, mcycle"
    after = run(text, machine=machine)
    assert after.fault == ""
    return after.x("s11") - after.x("s10") - WINDOW


def slope(setup: str, body: str, machine: CoralConfiguration = IDEAL) -> float:
    """Cycles of one more copy of `body`: (12 copies - 4 copies) / 8.

    {i} in `body` is the copy's number, {x} one of 8 integer registers, {v} one of three groups.
    """
    registers = ("t1", "t2", "s4", "s5", "a4", "a5", "a6", "a7")

    def copies(count: int) -> str:
        return "\n".join(
            body.format(i=i, x=registers[i % 8], v=8 * (i % 3 + 1), f=i % 8) for i in range(count)
        )

    times = [window(setup, copies(count), machine) for count in (4, 12)]
    return (times[1] - times[0]) / 8


def near(found: float, measured: float) -> bool:
    """Within 5 % or half a cycle."""
    return abs(found - measured) <= max(0.5, 0.05 * measured)


SCALAR = [
    ("addi {x}, zero, 1", 0.5),
    ("addi a4, a4, 1", 1),
    ("nop", 1),
    ("mul {x}, a0, a1", 1),
    ("mul a4, a4, a4", 2),
    ("mul a4, a0, a1\nadd a5, a4, a4", 2),
    ("lw {x}, 0(a0)", 4),
    ("lb {x}, 0(a0)", 4),
    ("lw {x}, 16(zero)", 4),
    ("lw {x}, 14(a0)", 5),
    ("lw a0, 0(a0)", 5),
    ("sw a2, 0(a0)", 2),
    ("sb a2, 1(a0)", 2),
    ("sw a2, 14(a0)", 3),
    ("sw a2, 0(a0)\nlw a4, 0(a0)", 6.5),
    ("lw {x}, 0(a0)\naddi t3, zero, 1\naddi t4, zero, 1\naddi t5, zero, 1", 4),
    ("beqz a0, 9f\n9:", 1),
    ("j 9f\n9:", 2),
    ("bnez a0, 9f\nnop\nnop\nnop\n9:", 4),
    ("csrr {x}, mcycle", 2),
    ("fence", 1),
    ("fadd.s f{f}, f8, f9", 2),
    ("fadd.s f8, f8, f9", 2),
    ("fmadd.s f8, f8, f9, f8", 2),
    ("fmv.w.x f{f}, a0", 2),
    ("feq.s {x}, f8, f9", 2),
    ("flw f{f}, 0(a0)", 4),
    ("fsw f8, 0(a0)", 2),
]


@pytest.mark.parametrize(("body", "cycles"), SCALAR, ids=[body for body, _ in SCALAR])
def test_scalar(body: str, cycles: float) -> None:
    assert near(slope("", body), cycles)


DIVIDENDS = [(0, 4), (1, 4), (100, 10), (0xFFFF, 19), (0x7FFFFFFF, 34), (0x80000000, 34)]


@pytest.mark.parametrize(("dividend", "cycles"), DIVIDENDS)
def test_division_takes_a_cycle_for_each_significant_bit(dividend: int, cycles: int) -> None:
    setup = f"li a4, {dividend}"
    both = window(setup, "divu a5, a4, a2\nadd a5, a5, a5")
    assert both - window(setup, "add a5, a4, a4") == cycles


def test_division_by_zero_takes_the_longest() -> None:
    assert near(slope("", "divu a4, a4, zero"), 35)


LOOPS = [(3, 0, 2), (4, 0, 2), (6, 0, 4), (8, 0, 4), (12, 0, 6), (16, 0, 8), (20, 0, 10), (6, 3, 6)]


@pytest.mark.parametrize(("count", "offset", "cycles"), LOOPS)
def test_a_loop_takes_2_cycles_for_each_line_of_code(count: int, offset: int, cycles: int) -> None:
    def loop(times: int) -> str:
        body = "\n".join(f"addi t{3 + i % 3}, zero, 1" for i in range(count - 2))
        pad = "nop\n" * offset
        return f"li a4, {times}\n.balign 16\n{pad}1: addi a4, a4, -1\n{body}\nbnez a4, 1b"

    assert (window("", loop(40)) - window("", loop(8))) / 32 == cycles


E8 = "vsetvli t0, zero, e8, m{m}, ta, ma"
BY_GROUP = [  # cycles for m1, m2, m4, m8
    ("vadd.vv v{v}, v0, v0", (0.75, 1, 2, 4)),
    ("vadd.vv v8, v8, v8", (2, 2, 2, 4)),
    ("vmul.vv v{v}, v0, v0", (0.9, 1, 2, 4)),
    ("vmul.vv v8, v8, v8", (3, 3, 3, 4)),
    ("vmacc.vv v8, v16, v24", (3, 3, 3, 4)),
    ("vmseq.vv v{v}, v0, v0", (1, 2, 4, 8)),
    ("vredsum.vs v{v}, v0, v0", (1, 2, 4, 8)),
    ("vredsum.vs v8, v8, v8", (3, 4, 6, 10)),
    ("vwredsum.vs v{v}, v0, v0", (2, 4, 8, 16)),
    ("vslidedown.vi v{v}, v0, 1", (1, 3, 7, 16)),
    ("vrgather.vv v8, v16, v24", (1, 3, 7, 16)),
    ("vslideup.vi v8, v16, 1", (3, 4, 7, 16)),
    ("vcompress.vm v8, v16, v24", (3, 4, 7, 15)),
    ("vle8.v v{v}, (a0)", (5, 9, 17, 33)),
    ("vle8.v v{v}, (s1)", (6, 11, 21, 41)),
    ("vse8.v v8, (a1)", (4.75, 7, 13, 25)),
    ("vse8.v v8, (s1)", (5.75, 9, 17, 33)),
]
GROUPED = [
    (body, group, cycles)
    for body, row in BY_GROUP
    for group, cycles in zip((1, 2, 4, 8), row, strict=True)
]


@pytest.mark.parametrize(("body", "group", "cycles"), GROUPED)
def test_vector(body: str, group: int, cycles: float) -> None:
    assert near(slope(E8.format(m=group), body), cycles)


WIDENING = [("vwadd.vv v8, v16, v20", 4), ("vwmul.vv v8, v16, v20", 4), ("vwadd.wv v8, v8, v16", 4)]


@pytest.mark.parametrize(("body", "cycles"), WIDENING)
def test_widening_counts_the_registers_of_the_result(body: str, cycles: float) -> None:
    assert near(slope(E8.format(m=4), body), cycles)


OTHERS = [
    ("vmv.x.s a4, v8", 4.5),
    ("vmv.x.s a4, v8\nadd a5, a4, a4", 5),
    ("vcpop.m a4, v8\nadd a5, a4, a4", 6),
    ("vmsbf.m v8, v9\nvmsbf.m v9, v8", 4),
    ("viota.m v{v}, v0", 0.75),
    ("viota.m v8, v0", 2),
    ("vid.v v8", 1),
    ("vmv.s.x v8, a2", 1),
    ("vlse8.v v8, (a0), a3", 20),
    ("vlse8.v v8, (a0), zero", 5),
    ("vsse8.v v8, (a1), zero", 19.5),
    ("vsuxei8.v v8, (a1), v16", 19.5),
    ("vluxei8.v v8, (a0), v16", 5),
    ("vlseg2e8.v v8, (a0)", 11),
    ("vlseg4e8.v v8, (a0)", 29),
    ("vlseg8e8.v v8, (a0)", 89),
    ("vsseg4e8.v v8, (a1)", 25),
    ("vse8.v v8, (a1), v0.t", 3.5),
    ("vdivu.vv v8, v16, v24", 2),
    ("vadd.vv v4, v16, v16\nvmul.vv v5, v16, v16\nvslidedown.vi v6, v16, 1", 2.5),
    ("vle8.v v{v}, (a0)\n" + "vadd.vv v1, v1, v2\nvadd.vv v3, v3, v4\n" * 2, 5),
]


@pytest.mark.parametrize(("body", "cycles"), OTHERS, ids=[body for body, _ in OTHERS])
def test_other_vector_instructions(body: str, cycles: float) -> None:
    assert near(slope(E8.format(m=1), body), cycles)


E32 = [("vlse32.v v8, (a0), a3", 8), ("vle32.v v8, (a0)", 5), ("vdivu.vv v8, v8, v9", 3)]


@pytest.mark.parametrize(("body", "cycles"), E32)
def test_vectors_of_words(body: str, cycles: float) -> None:
    assert near(slope("vsetvli t0, zero, e32, m1, ta, ma", body), cycles)


def test_cost_follows_vl_and_not_the_group_that_was_asked_for() -> None:
    small = slope("li a4, 16\nvsetvli t0, a4, e8, m8, ta, ma", "vle8.v v{v}, (a0)")
    assert small == 5


SINGLE = [  # one operation and vmv.x.s of its result, with the empty window
    ("e8, m1", "", 7),
    ("e8, m1", "vadd.vv v8, v16, v24", 9),
    ("e8, m1", "vmul.vv v8, v16, v24", 10),
    ("e8, m1", "vredsum.vs v8, v16, v24", 10),
    ("e8, m4", "vredsum.vs v8, v16, v24", 13),
    ("e16, m8", "vwredsum.vs v8, v16, v24", 25),
    ("e32, m1", "vle32.v v8, (a0)", 13),
    ("e8, m4", "vle8.v v8, (a0)", 24),
]


@pytest.mark.parametrize(("vtype", "operation", "cycles"), SINGLE)
def test_one_operation_and_its_scalar(vtype: str, operation: str, cycles: int) -> None:
    body = f"{operation}\nvmv.x.s a4, v8"
    assert window(f"vsetvli t0, zero, {vtype}, ta, ma", body) + WINDOW == cycles


def test_a_vector_store_before_a_scalar_load() -> None:
    setup = "vsetvli t0, zero, e32, m1, ta, ma"
    assert window(setup, "vse32.v v8, (a0)\nlw a4, 0(a0)") + WINDOW == 12


def test_a_full_division() -> None:
    setup = "vsetvli t0, zero, e32, m1, ta, ma\nvmv.v.i v16, -1\nvmv.v.i v24, 3"
    assert window(setup, "vdivu.vv v8, v16, v24\nvmv.x.s a4, v8") + WINDOW == 21


IN_ORDER = [("", 8), ("vadd.vv v16, v16, v16", 12), ("vredsum.vs v16, v16, v16", 17)]
IN_ORDER += [("vse8.v v16, (a0)", 33), ("vle8.v v16, (a0)", 41)]


@pytest.mark.parametrize(("older", "cycles"), IN_ORDER)
def test_scalars_from_vectors_come_in_program_order(older: str, cycles: int) -> None:
    body = f"{older}\nvmv.x.s a4, v8\nadd a5, a4, a4"
    assert window("vsetvli t0, zero, e8, m8, ta, ma", body) + WINDOW == cycles


POSTED = [(1, 15, 11), (2, 16, 15), (4, 22, 23), (8, 34, 39)]


@pytest.mark.parametrize(("group", "two_stores", "load"), POSTED)
def test_vector_stores_are_posted(group: int, two_stores: int, load: int) -> None:
    setup = E8.format(m=group)
    assert window(setup, "vse8.v v8, (a0)") + WINDOW == 9
    assert window(setup, "vse8.v v8, (a0)\nvse8.v v8, (a1)") + WINDOW == two_stores
    assert window(setup, "vle8.v v8, (a0)") + WINDOW == load


OUTSIDE = [  # bytes outside the core at latency 1 and 10
    ("e8, m1", "lw {x}, 0(s2)", 5, 14),
    ("e8, m1", "sw a0, 0(s2)", 5, 5),
    ("e8, m1", "vle8.v v8, (s2)", 6.5, 15.5),
    ("e8, m4", "vle8.v v8, (s2)", 21.5, 57),
    ("e8, m4", "vse8.v v8, (s2)", 26, 26),
]


@pytest.mark.parametrize(("vtype", "body", "ideal", "usual"), OUTSIDE)
def test_external_memory(vtype: str, body: str, ideal: float, usual: float) -> None:
    setup = f"vsetvli t0, zero, {vtype}, ta, ma"
    assert near(slope(setup, body), ideal)
    assert near(slope(setup, body, replace(IDEAL, axi_read_latency=10)), usual)


def test_a_configuration_and_an_access_are_2_cycles_apart() -> None:
    text = "vsetvli t0, zero, e8, m1, ta, ma\n{}vle8.v v8, (a0)"
    assert window("", text.format("")) == window("", text.format("nop\n"))


def test_without_the_buffer_scalar_code_runs_ahead() -> None:
    body = "vadd.vv v8, v8, v8\n" * 8 + "\n".join(f"addi t{3 + i % 4}, zero, 1" for i in range(64))
    setup = E8.format(m=8)
    assert window(setup, body) + WINDOW == 67
    assert window(setup, body, WITHOUT_BUFFER) + WINDOW == 40


def test_without_the_buffer_a_counter_does_not_wait() -> None:
    assert slope("", "csrr {x}, mcycle", WITHOUT_BUFFER) == 1


def test_the_float_unit_can_be_slower() -> None:
    slow = replace(IDEAL, fpu_latency=5)
    assert slope("", "fadd.s f8, f8, f9", slow) == 5
    assert slope("", "fmv.w.x f{f}, a0", slow) == 2


def test_mpause_waits_for_everything() -> None:
    setup = E8.format(m=8)
    text = f"{START}{setup}\nvse8.v v8, (a0)"
    posted, paused = run(f"{text}\ncsrr s11, mcycle", machine=IDEAL), run(text, machine=IDEAL)
    assert paused.run.cycles > posted.x("s11") + 12


ARRIVES = 4  # cycles from flw to its value


@pytest.mark.parametrize("gap", range(6))
@pytest.mark.parametrize("reference", [False, True], ids=["native", "reference"])
def test_fmadd_reads_a_stale_second_source(gap: int, reference: bool) -> None:
    text = "li a0, 0x10000\nflw f1, 0(a0)\n" + "add t2, t2, t2\n" * gap
    found = run(f"{text}fmadd.s f4, f0, f1, f2", reference=reference)
    assert ("erratum stale operand" in found.fault) == (max(gap, 1) < ARRIVES)
    for fine in ("fmadd.s f4, f1, f0, f2", "fmadd.s f4, f0, f2, f1", "fmul.s f4, f0, f1"):
        assert run(text + fine, reference=reference).fault == ""
    quiet = CoralConfiguration(errata=0)
    assert run(f"{text}fmadd.s f4, f0, f1, f2", machine=quiet, reference=reference).fault == ""

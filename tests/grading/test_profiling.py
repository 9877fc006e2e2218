"""Planted bottlenecks: the profile names each, and promises no less than mending it gains."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import load_cell
from kernelcraft.grading.profiling import WhatIf, Where, _what_if, profile
from tests.small_kernels import relu, silu

CELL = load_cell("plena/gemm/C1")


@dataclass(frozen=True)
class Bottleneck:
    """Lines of a loop that cost too much, and what does for them: before the loop, and inside."""

    cause: str
    wasteful: str
    before: str = ""
    inside: str = ""


def hoisted(cause: str, line: str, times: int = 1) -> Bottleneck:
    """Work that is the same in every iteration."""
    return Bottleneck(cause, f"{line}\n" * times, before=f"{line}\n" * times)


PLANTED = [
    hoisted("DMA", "H_PREFETCH_M gp0, gp0, a0, 0, 0"),
    hoisted("DMA", "H_PREFETCH_V gp1, gp0, a0, 0, 0", 4),
    hoisted("vector", "V_EXP_V gp1, gp2, 0", 70),
    hoisted("integer and control", "S_MUL_INT gp6, gp1, gp2", 70),
    hoisted("scalar FP", "S_LD_FP f1, gp0, 1", 70),
    hoisted("scalar FP", "S_MAP_V_FP gp1, gp0, 0"),
    Bottleneck("reductions", "V_RED_SUM f2, gp1, 0\n" * 8),
    Bottleneck("reductions", "V_RED_MAX f2, gp1, 0\n" * 16, inside="V_RED_MAX f2, gp1, 0\n"),
    Bottleneck("matrix", "M_MM 0, gp0, gp1\n" * 4, inside="M_BMV 0, gp0, gp1\n" * 4),
    Bottleneck("matrix", "M_MV 0, gp0, gp1\n" * 2, before="M_MV 0, gp0, gp1\n"),
]


def kernel(before: str, inside: str) -> str:
    """A loop that also fetches rows: what is mended changes when its DMAs come."""
    return f"""\
C_SET_SCALE_REG gp0
S_ADDI_INT gp1, gp0, 64
S_ADDI_INT gp2, gp0, 512
{before}C_LOOP_START gp5, 32
H_PREFETCH_V gp2, gp0, a0, 0, 0
V_ADD_VF gp2, gp2, f1, 0
{inside}C_LOOP_END gp5
"""


def found(text: str) -> Where:
    """The profile of a kernel that must run to its end."""
    where = profile(CELL, text)
    assert where.message == ""
    return where


@pytest.mark.parametrize("planted", PLANTED, ids=lambda p: f"{p.cause}: {p.wasteful.split()[0]}")
def test_a_planted_bottleneck_is_found_and_its_gain_not_promised_too_small(
    planted: Bottleneck,
) -> None:
    slow = found(kernel("", planted.wasteful))
    fast = found(kernel(planted.before, planted.inside))
    top = slow.what_if[0]
    assert top.cause == planted.cause
    assert fast.cycles < slow.cycles
    assert top.gain >= slow.cycles - fast.cycles
    assert top.cycles + top.gain == slow.cycles
    assert top.speedup == slow.cycles / top.cycles


def test_every_cause_is_tried_the_largest_gain_first() -> None:
    where = found(kernels.baseline(CELL))
    gains = [each.gain for each in where.what_if]
    assert {each.cause for each in where.what_if} == {cause.name for cause in CELL.platform.causes}
    assert gains == sorted(gains, reverse=True)
    assert (where.what_if[0].cause, gains[-1]) == ("matrix", 0)


def test_loops_come_with_their_source_lines() -> None:
    where = profile(load_cell("plena/silu/C1"), silu(4))
    first = 1 + silu(4).split("\n").index("V_SUB_VF gp4, gp3, f0, 0, 1")
    last = first + 7
    assert [(loop.first, loop.last, loop.iterations) for loop in where.loops] == [(first, last, 4)]
    assert where.lines[-1].text == "C_LOOP_END gp5"
    inside = [line.cycles for line in where.lines if first <= line.line <= last]
    assert where.loops[0].cycles == where.loops[0].own == sum(inside)


def test_a_kernel_that_faults_is_profiled_up_to_there() -> None:
    where = profile(CELL, "V_EXP_V gp0, gp0, 0\nS_ADDI_INT gp1, gp0, 3\nV_EXP_V gp1, gp1, 0")
    assert where.message.startswith("line 3: ")
    assert (where.cycles, where.what_if) == (3, ())


def test_a_kernel_that_does_not_assemble() -> None:
    where = profile(CELL, "V_EXP_V gp1\nfoo")
    assert where.message.startswith("the kernel does not assemble: line 1: ")
    assert where.lines == ()


def test_a_what_if_that_made_the_run_longer_promises_nothing() -> None:
    assert _what_if("DMA", 100, 104) == WhatIf("DMA", 100, 0, 1.0)
    assert _what_if("DMA", 100, 80) == WhatIf("DMA", 80, 20, 1.25)


def test_a_wrong_kernel_is_told_apart_from_a_right_one() -> None:
    cell = load_cell("plena/silu/C1")
    assert profile(cell, silu(4)).wrong == ""
    assert "was never written" in profile(cell, silu(4, stored=2)).wrong
    stray = profile(cell, silu(4, after="V_ADD_VV gp4, gp4, gp4, 0"))
    assert stray.wrong.startswith("a store outside the output")


def test_a_wait_names_what_it_is_for() -> None:
    text = relu(512, -128).split("\n")
    where = profile(load_cell("coral_npu/relu/C1"), "\n".join(text))
    numbers = {line.split()[0]: at for at, line in enumerate(text, 1) if line.strip()}
    waits = {line.line: (line.reason, line.waits_for) for line in where.lines}
    store, load = numbers["vse8.v"], numbers["vle8.v"]
    assert waits[numbers["mpause"]] == ("drain", store)  # which took its time after its dispatch
    assert waits[load] == ("external memory", store)  # of the iteration before
    assert waits[numbers["vmax.vx"]] == ("external memory", load)
    assert waits[numbers["bnez"]] == ("scalar result", None)

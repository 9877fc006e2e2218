"""Planted bottlenecks: the profile names each, and promises no less than mending it gains."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from kernelcraft import kernels
from kernelcraft.grading.profiling import Where, profile
from kernelcraft.kernels import load_cell
from tests.small_kernels import silu

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
    where = profile(CELL, "V_EXP_V gp1, gp1, 0\nS_ADDI_INT gp1, gp0, 3\nV_EXP_V gp1, gp1, 0")
    assert where.message.startswith("line 3: ")
    assert (where.cycles, where.what_if) == (3, ())


def test_a_kernel_that_does_not_assemble() -> None:
    where = profile(CELL, "V_EXP_V gp1\nfoo")
    assert where.message.startswith("the kernel does not assemble: line 1: ")
    assert where.lines == ()

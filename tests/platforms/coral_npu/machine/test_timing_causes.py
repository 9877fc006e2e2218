"""What a kernel would take if something took no time, and where its cycles go."""

from __future__ import annotations

import pytest

from kernelcraft.platforms.coral_npu.machine.assembly import assemble
from kernelcraft.platforms.coral_npu.machine.configuration import CoralConfiguration
from kernelcraft.platforms.coral_npu.machine.interpreter import INTERPRETER
from kernelcraft.platforms.coral_npu.machine.state import Coral, load, reset
from kernelcraft.sim.native import execute
from kernelcraft.sim.run import Limits, Run

PRODUCT = """
    li a0, {a}
    li a1, {x}
    li a2, {y}
    li a3, 16
    li t6, 64
    vsetvli t0, t6, e8, m4, ta, ma
    vle8.v v8, (a1)
    vsetivli zero, 1, e32, m1, ta, ma
    vmv.v.i v4, 0
1:  vsetvli zero, t6, e8, m4, ta, ma
    vle8.v v12, (a0)
    vwmul.vv v16, v12, v8
    vsetvli zero, t6, e16, m8, ta, ma
    vwredsum.vs v5, v16, v4
    vsetivli zero, 1, e32, m1, ta, ma
    vmv.x.s t1, v5
    sw t1, 0(a2)
    add a0, a0, t6
    addi a2, a2, 4
    addi a3, a3, -1
    bnez a3, 1b
    mpause
"""
OUTSIDE = PRODUCT.format(a=0x2000_0000, x=0x2000_1000, y=0x2000_2000)
INSIDE = PRODUCT.format(a=0x1_0000, x=0x1_1000, y=0x1_2000)
NAMES = [cause.name for cause in Coral.causes]
USUAL = CoralConfiguration(external_bytes=1 << 16)


def cycles(text: str, *causes: str, reference: bool = False) -> Run:
    program = assemble(text, USUAL)
    state = reset(USUAL).freeing(*causes)
    load(state, program, USUAL)
    found = execute(INTERPRETER, program, state, Limits(), reference=reference)
    assert found.fault is None
    return found


CHAIN = OUTSIDE.replace(
    "1:  vsetvli", "1:  mul t2, t2, t2\n" + " mul t2, t2, t2\n" * 90 + "vsetvli"
)


@pytest.mark.parametrize("cause", NAMES)
def test_what_is_free_takes_less_time_on_both_machines(cause: str) -> None:
    text = CHAIN if cause == "scalar arithmetic" else OUTSIDE
    native, reference = cycles(text, cause), cycles(text, cause, reference=True)
    assert native.cycles == reference.cycles < cycles(text).cycles
    assert (native.profile.cycles == reference.profile.cycles).all()


def test_free_external_memory_is_like_the_own_one() -> None:
    assert cycles(OUTSIDE, "external memory").cycles == cycles(INSIDE).cycles


def test_with_everything_free_only_the_issue_is_left() -> None:
    assert cycles(OUTSIDE, *NAMES).cycles < 0.2 * cycles(OUTSIDE).cycles


def test_every_cycle_has_a_line_and_a_reason() -> None:
    found = cycles(OUTSIDE)
    assert sum(found.profile.by_reason().values()) == found.cycles
    assert sum(spent for _, spent in found.profile.by_line().values()) == found.cycles


def test_most_cycles_of_a_product_go_to_external_memory() -> None:
    found = cycles(OUTSIDE).profile.by_reason()
    assert found["external memory"] > 0.5 * sum(found.values())
    assert cycles(INSIDE).profile.by_reason()["external memory"] == 0

"""The loops of a run: by branches, by delayed branches and by PLENA's hardware loops."""

from __future__ import annotations

from kernelcraft.sim.loops import Loop, loops
from kernelcraft.sim.run import Limits
from tests.platforms.plena.machine import small
from tests.sim.toy_runs import accumulate, issue


def test_a_branch_back_closes_a_loop(toy_module: str) -> None:
    run = accumulate(toy_module, "LDI 5\nagain: ADI -1\nBNZ again\nSTA [3]")
    assert loops(run.profile) == [Loop(first=1, last=2, iterations=5, cycles=14, own=14)]


def test_a_branch_forward_and_a_loop_of_one_iteration_are_none(toy_module: str) -> None:
    assert loops(accumulate(toy_module, "LDI 1\nBNZ on\non: ADI -1\nBNZ on").profile) == []


def test_two_ways_back_are_one_loop(toy_module: str) -> None:
    text = "LDI -3\nback: ADI 1\nBLC back\nADI -2\nBLC back"  # endless
    run = accumulate(toy_module, text, limits=Limits(instructions=40))
    assert [(loop.first, loop.last) for loop in loops(run.profile)] == [(1, 4)]


def test_a_delayed_branch_ends_its_loop_behind_the_delay_slots(toy_module: str) -> None:
    text = "movi r1, #1\nmovi r2, #3\nback: movi r3, #0\nbnz r2, back\nadd r2, r1, r0\nmovi r1, #0"
    run = issue(toy_module, text)
    assert [(loop.first, loop.last, loop.iterations) for loop in loops(run.profile)] == [(2, 5, 3)]


def test_nested_hardware_loops() -> None:
    run = small.run(
        "C_LOOP_START gp1, 3\nS_ADDI_INT gp3, gp3, 1\nC_LOOP_START gp2, 10\n"
        "S_ADDI_INT gp4, gp4, 1\nC_LOOP_END gp2\nC_LOOP_END gp1"
    )
    outer, inner = loops(run.profile)
    assert outer == Loop(first=1, last=5, iterations=3, cycles=3 * 23, own=3 * 3)
    assert inner == Loop(first=3, last=4, iterations=30, cycles=60, own=60)
    assert run.profile.executions[3] == 30

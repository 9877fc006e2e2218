"""Where cycles go is found on a machine that it was not made for: the toy VLIW."""

from __future__ import annotations

import pytest

from kernelcraft.codegen.explanation import explained
from kernelcraft.sim.explanation import Explanation, Stretch
from kernelcraft.sim.run import Limits
from tests.codegen.test_toy import VLIW
from tests.sim.toy_runs import issue

WORK = "add r9, r8, r8\nadd r10, r8, r8\nadd r11, r8, r8\n"


def why(module: str, text: str) -> Explanation:
    run = issue(module, text, limits=Limits(traced=1000))
    assert run.fault is None, run.fault
    found = explained(VLIW, run, ("issue",), {})
    assert sum(found.by_reason.values()) == run.cycles
    return found


CAUSES = [
    ("ld r1, [p0, #4]\nnop\nnop\nadd r3, r1, r8\n", {"latency": 3}),
    ("mul r1, r8, r8\nnop\nadd r3, r1, r8\n", {"latency": 1}),
    ("nop\nnop\nadd r3, r8, r8\n", {"idle slots": 2}),
    ("jump out\nnop\nnop\nout: add r3, r8, r8\n", {"branch delay": 1}),
    ("movi r1, #1\nmovi r2, #2\nadd r3, r2, r8\n", {"slot move": 1, "latency": 1}),
    (
        "ld r1, [p0, #1]\nld r2, [p0, #5]\nnop\nnop\nadd r3, r2, r8\n",
        {"slot port": 1, "latency": 3, "bank": 1},
    ),
]


@pytest.mark.parametrize(("text", "causes"), CAUSES)
def test_a_cause_that_is_known_is_named(toy_module: str, text: str, causes: dict[str, int]) -> None:
    found = why(toy_module, text + WORK)
    assert found.busy == "slot alu"
    assert {cause: n for cause, n in found.by_reason.items() if cause != "busy"} == causes


def test_a_loop_has_phases(toy_module: str) -> None:
    text = "movi r1, #5\nmovi r2, #-1\nagain: add r1, r1, r2\nbnz r1, again\nnop\nnop\n" + WORK
    found = why(toy_module, text)
    assert found.stretches == (
        Stretch("prologue", "slot move", 2, 1, 1),
        Stretch("prologue", "latency", 3, 2, 1),
        Stretch("steady state", "branch delay", 3, 4, 4 * 3),
        Stretch("steady state", "branch delay", 7, 4, 3),  # the fifth time it goes on
    )
    assert found.gains["branch delay"] == 5 * 2
    assert found.gains["prologue and epilogue"] == 2


def test_a_program_that_does_nothing(toy_module: str) -> None:
    found = why(toy_module, "nop\nnop\nnop")
    assert (found.busy, found.by_reason) == ("nothing", {"busy": 0, "idle slots": 3})

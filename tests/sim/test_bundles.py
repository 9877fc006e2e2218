"""A machine without interlocks: results arrive late, branches take effect late, banks collide."""

from __future__ import annotations

import pytest

from kernelcraft.sim.run import Limits
from tests.sim.toy_runs import issue

# After `text` r3 = r0 + r1: how much of r1 has arrived by then?
ARRIVALS = [
    ("movi r1, #7 ; add r3, r0, r1", 0),  # operations of a bundle read what was before it
    ("movi r1, #7\nadd r3, r0, r1", 7),
    ("movi r2, #7\nmul r1, r2, r2\nadd r3, r0, r1", 0),  # 2 bundles
    ("movi r2, #7\nmul r1, r2, r2\nnop\nadd r3, r0, r1", 49),
    ("ld r1, [p0, #4]\nnop\nadd r3, r0, r1", 0),  # 3 bundles
    ("ld r1, [p0, #4]\nnop\nnop\nadd r3, r0, r1", 44),
    ("ld r1, [p0, #4]\nnop\nmovi r1, #7\nadd r3, r0, r1", 7),  # same bundle: the later slot wins
    ("ld r1, [p0, #4]\nmovi r1, #7\nnop\nadd r3, r0, r1", 44),  # the older load overwrites
    ("movi r0, #7\nadd r3, r0, r0", 0),  # r0 is constant
]


@pytest.mark.parametrize(("text", "expected"), ARRIVALS)
def test_a_result_arrives_after_its_latency(toy_module: str, text: str, expected: int) -> None:
    run = issue(toy_module, text, {4: 44})
    assert run.state["r"][3] == expected


def test_bundles_are_what_is_counted(toy_module: str) -> None:
    run = issue(toy_module, "movi r1, #7 ; add r2, r1, r1 ; st r1, [p0, #0]\nnop")
    assert (run.instructions, run.cycles) == (2, 2)
    assert run.profile.executions.tolist() == [1, 1, 1, 1]
    run = issue(toy_module, "nop\nnop ; add r1, r1, r1\nhalt", limits=Limits(2))
    assert (run.instructions, run.profile.executions.tolist()) == (2, [1, 1, 1, 0])


JUMPS = [
    ("movi r1, #1\nbnz r1, out\nadd r2, r2, r1\nadd r2, r2, r1\nadd r2, r2, r1\nout: nop", 2, 5),
    ("movi r1, #1\nbnz r3, out\nadd r2, r2, r1\nadd r2, r2, r1\nadd r2, r2, r1\nout: nop", 3, 6),
    ("movi r1, #1\njump out\nadd r2, r2, r1\nadd r2, r2, r1\nout: nop", 0, 3),
    ("movi r1, #1\njump out ; add r2, r2, r1\nadd r2, r2, r1\nout: nop", 1, 3),
    ("movi r1, #1\nhalt ; add r2, r2, r1\nadd r2, r2, r1", 1, 2),
]


@pytest.mark.parametrize(("text", "added", "bundles"), JUMPS)
def test_two_bundles_follow_a_branch(toy_module: str, text: str, added: int, bundles: int) -> None:
    run = issue(toy_module, text)
    assert (run.state["r"][2], run.instructions) == (added, bundles)


def test_consecutive_accesses_to_a_bank_cost_a_cycle(toy_module: str) -> None:
    text = "ld r1, [p0, #1]\nld r1, [p0, #5]\nld r1, [p0, #6]\nnop\nst r1, [p0, #2]"
    run = issue(toy_module, text)
    assert run.cycles == 5 + 1
    assert run.profile.by_reason() == {"issue": 5, "bank": 1}
    assert run.profile.cycles.tolist() == [[1, 0], [1, 1], [1, 0], [1, 0], [1, 0]]


def test_a_fault_in_the_middle_of_a_bundle(toy_module: str) -> None:
    run = issue(toy_module, "movi r1, #3 ; ld r2, [p0, #-1] ; add r3, r1, r1\nnop")
    assert str(run.fault) == (
        "line 1: movi r1, #3 ; ld r2, [p0, #-1] ; add r3, r1, r1: "
        "memory address -1 is outside 0..63"
    )
    assert run.profile.executions.tolist() == [1, 0, 0, 0]  # the port's slot comes first


def test_a_routine_beside_a_c_file(toy_module: str) -> None:
    run = issue(toy_module, "movi r1, #-1\nmovi r2, #5\nmix r3, r1, r2\nnop\nnop\nsra r4, r1, #3")
    expected = 0xFFFFFFFF
    for _ in range(3):
        expected = ((expected ^ 5) * 16777619 + (expected >> 7)) % 2**32
    assert run.state["r"][3] == expected
    assert run.state["r"][4] == 0xFFFFFFFF  # the sign fills from the left

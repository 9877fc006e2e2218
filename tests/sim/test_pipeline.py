"""Stages, bypasses, ports and late work of a machine without interlocks, on the toy VLIW."""

from __future__ import annotations

import pytest

from kernelcraft.isa.timing import distance
from kernelcraft.sim.moment import Moment
from kernelcraft.sim.tracing import Access, effects
from tests.sim.toy_runs import issue
from tests.toys import vliw

SET = "movi r1, #2 ; ld r9, [p0, #9]\nmovi r2, #5\nnop\n"

# r3 after `text`, with r1 = 2, r2 = 5 and memory[i] = 10 i
ARRIVALS = [
    ("mla r3, r1, r2, r1", 12),
    ("mla r3, r1, r2, r0\nmla r3, r1, r2, r3", 20),  # by the bypass, sampled at stage 2: distance 1
    ("mla r4, r1, r2, r0\nadd r3, r0, r4", 0),  # by no bypass: distance 3
    ("mla r4, r1, r2, r0\nnop\nnop\nadd r3, r0, r4", 10),
    ("add r4, r1, r2\nmla r3, r0, r0, r4", 7),
    ("mla r3, r0, r0, r4 ; movi r4, #9", 0),  # nobody sees a result of its own bundle
    ("ld r4, [p0, #4]\nnop\nmla r3, r0, r0, r4", 40),  # on its way, and there by stage 2
    ("ld r4, [p0, #4]\nmla r3, r0, r0, r4", 0),
    ("ldp r3, [p0], #3\nldp r3, [p0], #1\nnop\nnop\nnop", 30),  # the pointer is early
]


@pytest.mark.parametrize(("text", "expected"), ARRIVALS)
def test_when_a_value_is_seen(toy_module: str, text: str, expected: int) -> None:
    run = issue(toy_module, SET + text, {i: 10 * i for i in range(20)})
    assert run.state["r"][3] == expected


def test_the_distance_that_the_table_gives() -> None:
    table = vliw.isa.instructions
    mla, ld, add = table["mla"], table["ld"], table["add"]
    assert distance(mla.timing, 3, "rd", mla.timing, "rs") == 1
    assert distance(mla.timing, 3, "rd", add.timing, "ra") == 3
    assert distance(ld.timing, 3, "rd", mla.timing, "rs") == 2
    assert distance(table["ldp"].timing, 3, "pa", ld.timing, "pa") == 1


def test_a_late_store_samples_its_data_two_bundles_later(toy_module: str) -> None:
    run = issue(toy_module, "stl r1, [p0, #7]\nmovi r1, #5\nld r2, [p0, #7]\nld r3, [p0, #7]")
    assert run.state["memory"][7] == 5  # movi arrives in time
    assert run.state["r"][2] == 0  # a load of the same cycle reads before
    assert run.state["r"][3] == 5  # and what is under way at the end arrives
    assert run.instructions == 4


def test_two_words_are_one_register(toy_module: str) -> None:
    text = "vld v1, [p0, #3]\nnop\nnop\nvadd v2, v1, v1\nvadd v3, v2, v1\nnop\nvst v3, [p0, #20]"
    run = issue(toy_module, text, {3: 7, 4: 100})
    assert run.state["memory"][20:22].tolist() == [21, 300]
    assert run.profile.executions.tolist() == [1] * 7


PORTS = [
    (
        "mla r1, r0, r0, r0\nmul r2, r0, r0",
        "something else passes the port write in the same cycle",
    ),
    ("mla r1, r0, r0, r0\nnop\nmul r2, r0, r0", None),
    ("vld v1, [p0, #3]\nvadd v1, v0, v0", "two results arrive in v1 in one cycle"),
    ("vld v1, [p0, #3]\nvadd v2, v0, v0", None),
]


@pytest.mark.parametrize(("text", "fault"), PORTS)
def test_two_results_in_one_cycle(toy_module: str, text: str, fault: str | None) -> None:
    run = issue(toy_module, text)
    assert (run.fault.message if run.fault else None) == fault


def test_what_is_sampled_cannot_be_sampled_again() -> None:
    late = Moment(vliw.Vliw, vliw.isa.instructions["stl"], 3)
    assert late.ahead("rd") == 0
    with pytest.raises(TypeError, match="pa is sampled at stage 1, before stage 3"):
        late.ahead("pa")


def test_effects_of_late_work() -> None:
    assert effects(vliw.Vliw, vliw.isa.instructions["stl"]) >= {
        Access("r", "rd", False),
        Access("p", "pa", False),
        Access("memory", None, True),
    }
    assert Access("v", "vd", True) in effects(vliw.Vliw, vliw.isa.instructions["vadd"])

"""How a run ends: budgets, watchdog, faults, stops; what it leaves: profile and written record."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kernelcraft.isa.isa import Isa
from kernelcraft.isa.program import Program
from kernelcraft.sim.native import Native, load
from kernelcraft.sim.random_programs import differences
from kernelcraft.sim.reference import run_reference
from kernelcraft.sim.run import Limits, Run
from kernelcraft.sim.state import fresh
from tests.sim.toy_runs import accumulate, issue
from tests.toys import accumulator

COUNT_DOWN = "LDI 5\nagain: ADI -1\nBNZ again\nSTA [3]"  # 1 + 5 * 2 + 1 instructions
ENDLESS = "LDI 1\nagain: BNZ again"


def test_results_time_and_profile(toy_module: str) -> None:
    run = accumulate(toy_module, COUNT_DOWN)
    assert (run.instructions, run.fault, run.stopped_at) == (12, None, None)
    assert run.cycles == 1 + 5 * 1 + 5 * 1 + 4 * 1 + 3  # a taken branch costs 2, an odd address 3
    assert run.profile.executions.tolist() == [1, 5, 5, 1]
    assert run.profile.by_line() == {1: (1, 1), 2: (5, 5), 3: (5, 9), 4: (1, 3)}
    assert run.profile.by_unit() == {"control": 9, "alu": 6, "memory": 3}
    assert run.profile.by_reason() == {"execute": 18}
    assert run.profile.by_instruction() == {"STA": 1, "LDI": 1, "ADI": 5, "BNZ": 5}


def test_a_run_is_traced_as_far_as_asked_and_no_different_for_it(toy_module: str) -> None:
    run = accumulate(toy_module, COUNT_DOWN, limits=Limits(traced=100))
    again = [(1 + i % 2, 1 + 3 * (i // 2) + i % 2) for i in range(10)]
    assert _places_and_cycles(run) == [(0, 0), *again, (3, 15)]
    assert (run.instructions, run.cycles, run.fault) == (12, 18, None)
    short = accumulate(toy_module, COUNT_DOWN, limits=Limits(traced=3))
    assert _places_and_cycles(short) == [(0, 0), (1, 1), (2, 2)]
    assert len(accumulate(toy_module, COUNT_DOWN).trace) == 0


def _places_and_cycles(run: Run) -> list[tuple[int, int]]:
    return list(zip(run.trace.places.tolist(), run.trace.begins.tolist(), strict=True))


def test_a_trace_has_what_each_bundle_spent(toy_module: str) -> None:
    trace = accumulate(toy_module, COUNT_DOWN, limits=Limits(traced=100)).trace
    assert trace.spent.tolist() == [[1], *[[1], [2]] * 4, [1], [1], [3]]
    assert (trace.begins + trace.spent.sum(axis=1)).tolist() == [*trace.begins[1:].tolist(), 18]


def test_a_trace_may_begin_later(toy_module: str) -> None:
    whole = accumulate(toy_module, COUNT_DOWN, limits=Limits(traced=100)).trace
    late = accumulate(toy_module, COUNT_DOWN, limits=Limits(traced=4, traced_from=6)).trace
    assert late.first == 5  # the first that begins in cycle 6 or later begins in cycle 7
    assert late.rows.tolist() == whole.rows[5:9].tolist()
    assert late.until(10).rows.tolist() == whole.rows[5:7].tolist()


@pytest.mark.parametrize(
    "limits", [Limits(5, traced=9), Limits(cycles=7, traced=9), Limits(12, 18, 99)]
)
def test_a_traced_run_stops_where_another_does(toy_module: str, limits: Limits) -> None:
    traced = accumulate(toy_module, COUNT_DOWN, limits=limits)
    run = accumulate(toy_module, COUNT_DOWN, limits=replace(limits, traced=0))
    assert (traced.cycles, traced.instructions) == (run.cycles, run.instructions)
    assert traced.fault == run.fault
    assert len(traced.trace) == min(run.instructions, limits.traced)


def test_a_trace_has_the_first_operation_of_each_bundle(toy_module: str) -> None:
    text = "movi r1, #7 ; add r2, r1, r1\nnop\nld r1, [p0, #1]\nld r1, [p0, #5]\nnop"
    run = issue(toy_module, text, limits=Limits(traced=9))
    found = [(0, 0), (2, 1), (3, 2), (4, 3), (5, 5)]  # a bank collides
    assert _places_and_cycles(run) == found


@pytest.mark.parametrize("budget", [0, 1, 2, 7, 11])
def test_an_instruction_budget_stops_exactly(toy_module: str, budget: int) -> None:
    run = accumulate(toy_module, COUNT_DOWN, limits=Limits(instructions=budget))
    assert (run.instructions, run.profile.executions.sum()) == (budget, budget)
    assert run.fault is not None
    assert run.fault.kind == "instruction budget"
    assert f"its budget of {budget} instructions before this line" in str(run.fault)


def test_a_budget_that_suffices_is_no_fault(toy_module: str) -> None:
    assert accumulate(toy_module, COUNT_DOWN, limits=Limits(12, 18)).fault is None


def test_the_fault_of_a_budget_names_the_next_instruction(toy_module: str) -> None:
    run = accumulate(toy_module, COUNT_DOWN, limits=Limits(instructions=11))
    assert str(run.fault) == (
        "line 4: STA [3]: the run used up its budget of 11 instructions before this line"
    )


@pytest.mark.parametrize(("budget", "executed"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 3), (5, 4)])
def test_a_cycle_budget_stops_before_the_next_instruction(
    toy_module: str, budget: int, executed: int
) -> None:
    run = accumulate(toy_module, COUNT_DOWN, limits=Limits(cycles=budget))
    assert run.instructions == executed
    assert run.fault is not None
    assert run.fault.kind == "cycle budget"
    assert f"its budget of {budget} cycles before this line" in run.fault.message


@pytest.mark.parametrize("patience", [0, 1, 5])
def test_a_watchdog_stops_exactly(toy_module: str, patience: int) -> None:
    run = accumulate(toy_module, f"FEED\n{ENDLESS}", patience=patience)
    assert run.instructions == 1 + patience
    assert run.fault is not None
    assert run.fault.kind == "watchdog"
    assert run.fault.message == f"the watchdog, set to {patience} instructions, was not fed"


def test_a_fed_watchdog_lets_the_budget_stop_the_run(toy_module: str) -> None:
    text = "LDI 1\nagain: FEED\nBNZ again"
    run = accumulate(toy_module, text, patience=2, limits=Limits(instructions=50))
    assert run.fault is not None
    assert (run.fault.kind, run.instructions) == ("instruction budget", 50)


FAULTS = [
    ("LDI 1\n\nLDA [64]", {}, "line 3: LDA [64]: data memory address 64 is outside 0..63"),
    ("STA [200] ; over", {}, "line 1: STA [200] ; over: data memory address 200 is outside 0..63"),
    ("LDX [5]", {5: 7}, "line 1: LDX [5]: pointer 7 is odd"),
    ("LDX [5]", {5: 90}, "line 1: LDX [5]: data memory address 90 is outside 0..63"),
    ("a: DIV [9]", {}, "line 1: a: DIV [9]: data memory address 9 holds 0"),
]


@pytest.mark.parametrize(("text", "data", "sentence"), FAULTS)
def test_a_fault_names_line_instruction_address_and_memory(
    toy_module: str, text: str, data: dict[int, int], sentence: str
) -> None:
    run = accumulate(toy_module, text, data)
    assert str(run.fault) == sentence
    assert run.fault is not None
    assert run.fault.kind == "machine"


def test_a_fault_charges_its_own_instruction(toy_module: str) -> None:
    run = accumulate(toy_module, "LDI 1\nDIV [9]\nLDI 2")
    assert (run.cycles, run.instructions, run.state["acc"][0]) == (10, 2, 1)


def test_stop_at_stops_before_the_first_arrival(toy_module: str) -> None:
    run = accumulate(toy_module, COUNT_DOWN, stop_at=2)
    assert (run.stopped_at, run.instructions, run.state["acc"][0]) == (2, 2, 4)
    assert run.fault is None


@pytest.mark.parametrize("stop_at", [4, 99])
def test_a_stop_that_is_never_reached(toy_module: str, stop_at: int) -> None:
    run = accumulate(toy_module, COUNT_DOWN, stop_at=stop_at)
    assert (run.stopped_at, run.instructions) == (None, 12)


def test_a_stop_comes_before_a_spent_budget(toy_module: str) -> None:
    run = accumulate(toy_module, COUNT_DOWN, stop_at=1, limits=Limits(instructions=1))
    assert (run.stopped_at, run.fault) == (1, None)


def test_written_elements_are_recorded(toy_module: str) -> None:
    run = accumulate(toy_module, "LDA [1]\nSTA [3]\nSTA [40]\nSTA [3]")
    assert np.flatnonzero(run.state["data_written"]).tolist() == [3, 40]
    run.state.clear_records()
    assert not run.state["data_written"].any()


def test_a_routine_records_what_it_writes(toy_module: str) -> None:
    text = "movi r1, #3\nmovi r2, #20\nmovp p1, r2\nrev p1, r1"
    run = issue(toy_module, text, {20: 1, 21: 2, 22: 3})
    assert run.state["memory"][19:24].tolist() == [0, 3, 2, 1, 0]
    assert np.flatnonzero(run.state["memory_written"]).tolist() == [20, 21, 22]


def test_an_empty_program_ends_at_once(toy_module: str) -> None:
    program = _empty(accumulator.isa)
    native = load(accumulator.INTERPRETER, toy_module)
    assert isinstance(native, Native)
    state = fresh(accumulator.Accumulator, {"words": 4, "patience": 1})
    for limits in (Limits(), Limits(0, 0)):
        run = run_reference(program, state.copy(), limits, None)
        assert (run.cycles, run.instructions, run.fault, run.stopped_at) == (0, 0, None, None)
        assert (run.profile.by_line(), run.profile.by_unit()) == ({}, {})
        assert not list(differences(run, native.run(program, state.copy(), limits)))


def _empty(isa: Isa) -> Program:
    ops = np.zeros((0, 1 + isa.max_operands), np.int32)
    return Program(isa, "", ops, np.zeros(0, np.int32), np.zeros(0, np.uint8))


@pytest.mark.parametrize("text", ["HALT\nLDI 1", "BNZ end\nHALT\nend:", "LDI 1\nBNZ @3\nHALT"])
def test_ends(toy_module: str, text: str) -> None:
    assert accumulate(toy_module, text).fault is None


def test_a_state_is_copied_and_reset() -> None:
    state = fresh(accumulator.Accumulator, {"words": 4, "patience": 1})
    copy = state.copy()
    copy["data"][0] = 5
    assert state["data"][0] == 0
    with pytest.raises(ValueError, match=r"accumulator machine: parameters without a value: .*pat"):
        fresh(accumulator.Accumulator, {"words": 4})

"""What takes time can be made free: on both machines, by instruction, by unit and by reason."""

from __future__ import annotations

import pytest

from kernelcraft.isa.assembler import assemble
from kernelcraft.sim.cause import FREE, Cause, covering
from kernelcraft.sim.emit import Interpreter
from kernelcraft.sim.run import Limits, Run
from kernelcraft.sim.state import State, fresh
from tests.sim.toy_runs import run_both
from tests.toys import accumulator, vliw

DIVIDE = "LDI 3\nSTA [0]\nLDI 99\nagain: DIV [0]\nBNZ again"  # 99, 33, 11, 3, 1, 0
CYCLES = {"memory": 2, "arithmetic": 2, "division": 5 * 9, "control": 5 * 1 + 4 * 1}
CLASHES = "ld r1, [p0, #0]\nld r2, [p0, #4]\nld r3, [p0, #8]\nld r4, [p0, #5]"


def run(module: str, interpreter: Interpreter, text: str, state: State, *free: str) -> Run:
    return run_both(module, interpreter, text, state.freeing(*free), Limits(), None)


def accumulate(module: str, *free: str) -> Run:
    state = fresh(accumulator.Accumulator, {"words": 64, "patience": 100})
    return run(module, accumulator.INTERPRETER, DIVIDE, state, *free)


@pytest.mark.parametrize("cause", CYCLES)
def test_a_free_cause_takes_no_time(toy_module: str, cause: str) -> None:
    everything = sum(CYCLES.values())
    assert accumulate(toy_module).cycles == everything
    found = accumulate(toy_module, cause)
    assert found.cycles == everything - CYCLES[cause] == found.profile.cycles.sum()
    assert found.instructions == accumulate(toy_module).instructions
    assert found.state["acc"][0] == 0


def test_nothing_is_left_when_every_cause_is_free(toy_module: str) -> None:
    assert accumulate(toy_module, *CYCLES).cycles == 0


def test_a_reason_can_be_free_on_a_machine_of_bundles(toy_module: str) -> None:
    state = fresh(vliw.Vliw, {"words": 64})
    found = run(toy_module, vliw.INTERPRETER, CLASHES, state)
    assert found.profile.by_reason() == {"issue": 4, "bank": 2}
    freed = run(toy_module, vliw.INTERPRETER, CLASHES, state, "bank conflicts")
    assert freed.profile.by_reason() == {"issue": 4, "bank": 0}
    assert (found.cycles, freed.cycles) == (6, 4)


def test_freeing_shares_the_arrays_and_changes_nothing_else() -> None:
    state = fresh(accumulator.Accumulator, {"words": 4, "patience": 1})
    freed = state.freeing("division", "memory", "division")
    assert (state.parameters[FREE], freed.parameters[FREE]) == (0, 0b101)
    assert freed.freeing().parameters == state.parameters
    assert freed["data"] is state["data"]
    with pytest.raises(ValueError, match="no such cause"):
        state.freeing("no such cause")


def test_an_instruction_with_a_cause_of_its_own_leaves_its_units() -> None:
    program = assemble(accumulator.isa, DIVIDE)
    causes = accumulator.Accumulator.causes
    found = {i.mnemonic: covering(causes, i, "execute") for i in program.isa.table}
    assert (found["DIV"], found["SUB"], found["LDX"]) == (0b100, 0b10, 0b1)
    assert covering((Cause("all", reasons=("execute",)),), None, "execute") == 1
    assert covering(causes, None, "execute") == 0

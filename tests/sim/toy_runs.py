"""Run a few lines on both machines of a toy platform and hold them to each other."""

from __future__ import annotations

from collections.abc import Mapping

from kernelcraft.isa.assembler import assemble
from kernelcraft.sim.emit import Interpreter
from kernelcraft.sim.native import Native, load
from kernelcraft.sim.random_programs import differences
from kernelcraft.sim.reference import run_reference
from kernelcraft.sim.run import Limits, Run
from kernelcraft.sim.state import State, fresh
from tests.toys import accumulator, vliw


def run_both(
    module: str,
    interpreter: Interpreter,
    text: str,
    state: State,
    limits: Limits,
    stop_at: int | None,
) -> Run:
    """The reference machine's run, after the native one has been found equal."""
    native = load(interpreter, module)
    assert isinstance(native, Native), native
    program = assemble(interpreter.isa, text)
    found = native.run(program, state.copy(), limits, stop_at)
    expected = run_reference(program, state.copy(), limits, stop_at)
    assert list(differences(expected, found)) == []
    return expected


def accumulate(
    module: str,
    text: str,
    data: Mapping[int, int] | None = None,
    *,
    limits: Limits | None = None,
    stop_at: int | None = None,
    patience: int = 100,
) -> Run:
    """Run on the accumulator machine with 64 words of memory, `data` in some of them."""
    state = fresh(accumulator.Accumulator, {"words": 64, "patience": patience})
    for address, value in (data or {}).items():
        state["data"][address] = value
    return run_both(module, accumulator.INTERPRETER, text, state, limits or Limits(), stop_at)


def issue(
    module: str, text: str, memory: Mapping[int, int] | None = None, *, limits: Limits | None = None
) -> Run:
    """Run on the VLIW machine with 64 words of memory, `memory` in some of them."""
    state = fresh(vliw.Vliw, {"words": 64})
    for address, value in (memory or {}).items():
        state["memory"][address] = value
    return run_both(module, vliw.INTERPRETER, text, state, limits or Limits(), None)

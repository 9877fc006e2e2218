"""A kernel is called three times, from its label to its return, and timed the third time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from kernelcraft.isa.program import Program
from kernelcraft.platforms.boom.machine.core.begin import again
from kernelcraft.platforms.boom.machine.interpreter import INTERPRETER
from kernelcraft.platforms.boom.machine.state import load
from kernelcraft.riscv.operands import F_NAMES, X_NAMES
from kernelcraft.sim.machine import Array
from kernelcraft.sim.native import execute
from kernelcraft.sim.run import Fault, Limits, Run, fault_at
from kernelcraft.sim.state import State

KEPT = {
    "x": [X_NAMES.index(name) for name in ("sp", "gp", "tp", *(f"s{n}" for n in range(12)))],
    "f": [F_NAMES.index(f"fs{n}") for n in range(12)],
}
CALLS = 3  # of which the last is timed
CHANGING = ("x", "f", "csr", "reserved", "raised", "memory")  # what a program changes
NAMES = {"x": X_NAMES, "f": F_NAMES}
CHANGED = "the kernel returned with another {register} than it was called with"


def call(
    program: Program, state: State, limits: Limits, *, stop_at: int | None, reference: bool
) -> Run:
    """The last of CALLS calls on a staged machine, with the cycles of the first beside its own.

    Before each call everything is as it was staged but caches and predictors, which are what the
    calls before left: a kernel cannot hand results from one call to the next. On the reference
    machine it is the timed call that runs; those before it may as well run natively.
    """
    load(state, program)
    staged = {name: array.copy() for name, array in state.arrays.items() if name in CHANGING}
    cold: int | None = None
    for left in reversed(range(CALLS)):
        last = not left
        stop = stop_at if last else None
        kept = limits if last else replace(limits, traced=0)
        run = called(program, state, kept, stop_at=stop, reference=reference and last)
        cold = run.cycles if cold is None else cold
        if run.fault or last:
            break
        for name, array in staged.items():
            state[name][:] = array
        again(state["core"])
    return replace(run, cold=cold)


def called(
    program: Program, state: State, limits: Limits, *, stop_at: int | None, reference: bool
) -> Run:
    """One call of a program that was loaded; a fault if it does not restore what it must."""
    before = {name: state[name].copy() for name in KEPT}
    run = execute(INTERPRETER, program, state, limits, stop_at=stop_at, reference=reference)
    return run if run.fault or run.stopped_at is not None else _returned(run, before)


def _returned(run: Run, before: Mapping[str, Array]) -> Run:
    """The run, or its fault if a register that a function must keep has changed."""
    for name, kept in KEPT.items():
        changed = np.flatnonzero(run.state[name][kept] != before[name][kept])
        if len(changed):
            register = NAMES[name][kept[int(changed[0])]]
            return replace(run, fault=_changed(run, register))
    return run


def _changed(run: Run, register: str) -> Fault:
    """The fault of the last line, since which one it was is not known."""
    program = run.profile.program
    last = int(np.flatnonzero(run.profile.executions)[-1])
    return fault_at(program, last, CHANGED, {"register": register}, "machine")

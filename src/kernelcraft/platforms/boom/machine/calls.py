"""A kernel is called: from its label to its return, as the calling convention says."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kernelcraft.isa.program import Program
from kernelcraft.platforms.boom.machine.interpreter import INTERPRETER
from kernelcraft.platforms.boom.machine.state import load
from kernelcraft.riscv.operands import F_NAMES, X_NAMES
from kernelcraft.sim.native import execute
from kernelcraft.sim.run import Fault, Limits, Run, fault_at
from kernelcraft.sim.state import State

KEPT = {
    "x": [X_NAMES.index(name) for name in ("sp", "gp", "tp", *(f"s{n}" for n in range(12)))],
    "f": [F_NAMES.index(f"fs{n}") for n in range(12)],
}
NAMES = {"x": X_NAMES, "f": F_NAMES}
CHANGED = "the kernel returned with another {register} than it was called with"


def call(
    program: Program, state: State, limits: Limits, *, stop_at: int | None, reference: bool
) -> Run:
    """One call of a kernel, on a staged machine."""
    load(state, program)
    before = {name: state[name].copy() for name in KEPT}
    run = execute(INTERPRETER, program, state, limits, stop_at=stop_at, reference=reference)
    return run if run.fault or run.stopped_at is not None else _returned(run, before)


def _returned(run: Run, before: dict[str, np.ndarray]) -> Run:
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

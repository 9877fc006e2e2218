"""Run programs in the compiled interpreter, when one was built from the present tables."""

from __future__ import annotations

import hashlib
import importlib
import warnings
from dataclasses import replace
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from kernelcraft.sim.emit import Interpreter
from kernelcraft.sim.pipeline import Stop
from kernelcraft.sim.reference import (
    CYCLE_BUDGET,
    INSTRUCTION_BUDGET,
    ReferenceBackend,
    operate,
    run_reference,
    trace_columns,
    traced,
)
from kernelcraft.sim.run import (
    NOWHERE,
    TRACE_HEAD,
    Counts,
    Fault,
    Limits,
    Profile,
    Run,
    fault_at,
)
from kernelcraft.sim.state import State, fields

if TYPE_CHECKING:
    from kernelcraft.isa.program import Program

MODULE = "kernelcraft.sim._native"
# The layout of struct control in native/interpreter.h.
STOP_AT, MAX_INSTRUCTIONS, MAX_CYCLES, PC, INSTRUCTIONS, CYCLES, FAULT, VALUES = range(8)
TRACED_FROM, TRACED, FIRST_TRACED, LIMIT = 11, 12, 13, 14
CONTROL_WORDS = 15
FINISHED, STOPPED, FAULTED, OUT_OF_INSTRUCTIONS, WATCHDOG, OUT_OF_CYCLES = range(6)

OVER_BUDGET = "the program ended after {cycles} cycles, over its budget of {budget} cycles"


def digest(interpreter: Interpreter) -> str:
    """Identifies the sources an interpreter is generated from."""
    sha = hashlib.sha256()
    for path in interpreter.sources():
        sha.update(path.name.encode())
        sha.update(path.read_bytes())
    return sha.hexdigest()[:16]


class Native:
    """The compiled interpreter of one platform."""

    def __init__(self, module: ModuleType, interpreter: Interpreter, faults: str) -> None:
        self.module, self.interpreter = module, interpreter
        self.arrays = [field.name for field in fields(interpreter.machine)]
        self.faults = [line.split("\t") for line in faults.split("\n")]

    def run(
        self, program: Program, state: State, limits: Limits, stop_at: int | None = None
    ) -> Run:
        """Run `program` on `state`, changing it; stop before operation `stop_at`."""
        machine, operations = self.interpreter.machine, len(program.ops)
        executions = np.zeros(operations + 1, dtype=np.int64)
        charged = np.zeros((operations, len(machine.reasons)), dtype=np.int64)
        jumps = np.full(operations, NOWHERE, dtype=np.int64)
        control = np.zeros(CONTROL_WORDS, dtype=np.int64)
        rows = min(limits.traced, limits.instructions)
        trace = np.zeros((rows, trace_columns(machine)), dtype=np.int64)
        control[:3] = (-1 if stop_at is None else stop_at, limits.instructions, limits.cycles)
        control[PC], control[TRACED_FROM] = program.entry, limits.traced_from
        arrays = [state[name] for name in self.arrays]
        code, compiled = _with_end(program, len(self.interpreter.isa.table))
        given = (
            self.interpreter.name,
            arrays,
            np.array([len(array) for array in arrays], dtype=np.int64),
            np.array(
                [state.parameters[name] for name in machine.layout.parameters], dtype=np.int64
            ),
            code,
            program.ends,
            program.ops.shape[1],
            control,
            executions,
            charged,
            jumps,
            trace,
        )
        status = self.module.run(*given)
        fault: Fault | None = None
        if not compiled:
            rest = Uncompiled(program, state, charged, jumps)
            while status == FINISHED and control[PC] < operations and fault is None:
                fault = rest.perform(control, trace)
                status = self.module.run(*given) if fault is None else FAULTED
        profile = Profile(program, machine.reasons, executions[:operations], charged, jumps)
        pc = int(control[PC])
        if fault is None:
            fault = self._fault(program, state, limits, int(status), control.tolist())
        stopped = pc if status == STOPPED else None
        cycles, instructions = int(control[CYCLES]), int(control[INSTRUCTIONS])
        begun = traced(machine, trace[: int(control[TRACED])], int(control[FIRST_TRACED]))
        return Run(cycles, instructions, fault, stopped, profile, state, begun)

    def _fault(
        self, program: Program, state: State, limits: Limits, status: int, control: list[int]
    ) -> Fault | None:
        pc = control[PC]
        if status == FAULTED:
            template, names = self.faults[control[FAULT]]
            values = dict(zip(names.split(), control[VALUES:], strict=False))
            spoken = self.interpreter.machine.layout.spoken(values)
            return fault_at(program, pc, template, spoken, "machine")
        if status == OUT_OF_INSTRUCTIONS:
            budget = {"budget": limits.instructions}
            return fault_at(program, pc, INSTRUCTION_BUDGET, budget, "instruction budget")
        if status == WATCHDOG:
            watchdog = self.interpreter.machine.watchdog
            return fault_at(program, pc, watchdog, state.parameters, "watchdog")
        if status == OUT_OF_CYCLES:
            return fault_at(program, pc, CYCLE_BUDGET, {"budget": limits.cycles}, "cycle budget")
        return None


class Uncompiled:
    """Performs the operations of a run that the core was not compiled with, by their bodies.

    The core stops there as at the end of the program, and goes on after it.
    """

    def __init__(self, program: Program, state: State, charged: Counts, jumps: Counts) -> None:
        self.program, self.state = program, state
        self.backend = ReferenceBackend(state, len(program.ops))
        self.backend.charged, self.backend.jumps = charged, jumps
        self.machine = state.machine(self.backend)

    def perform(self, control: Counts, trace: Counts) -> Fault | None:
        """The operation at which the core stopped; changes `control` so that it goes on."""
        backend, pc = self.backend, int(control[PC])
        backend.pc, backend.next = pc, pc + 1
        backend.instructions, backend.cycles = int(control[INSTRUCTIONS]) + 1, int(control[CYCLES])
        before = backend.charged[pc].copy()
        try:
            operate(self.program, pc, self.machine, backend)
        except Stop as stop:
            values = self.state.machine.layout.spoken(stop.values)
            return fault_at(self.program, pc, stop.template, values, "machine")
        finally:
            control[INSTRUCTIONS], control[CYCLES] = backend.instructions, backend.cycles
            if control[TRACED] and (row := trace[control[TRACED] - 1])[0] == pc:
                row[TRACE_HEAD : TRACE_HEAD + len(before)] += backend.charged[pc] - before
        control[PC] = backend.next
        return None


def _with_end(
    program: Program, count: int
) -> tuple[np.ndarray[tuple[int, int], np.dtype[np.int32]], bool]:
    """The operations and a row with the label after the last of `count` compiled instructions.

    Operations that were not compiled have that label, too; whether there are none.
    """
    end = np.zeros((1, program.ops.shape[1]), dtype=np.int32)
    end[0, 0] = count
    code = np.concatenate([program.ops, end], dtype=np.int32)
    others = code[:-1, 0] >= count
    code[:-1, 0][others] = count
    return code, not others.any()


@cache
def load(interpreter: Interpreter, module: str = MODULE) -> Native | str:
    """The compiled interpreter, or the sentence that says why there is none.

    A machine that the module does not have is compiled now, or was before: one of another package,
    or every one where nothing was compiled when this package was installed.
    """
    compiled: ModuleType | None
    try:
        compiled = importlib.import_module(module)
    except ImportError:
        compiled = None
    entry = compiled.describe().get(interpreter.name) if compiled is not None else None
    if compiled is None or entry is None:
        from kernelcraft.sim import on_demand

        now = on_demand.compiled(interpreter, digest(interpreter))
        if isinstance(now, str):
            return now
        compiled, entry = now, now.describe()[interpreter.name]
    if entry[0] != digest(interpreter):
        return "the native simulator was built from other sources: run `make setup` again"
    return Native(compiled, interpreter, entry[1])


@cache
def load_or_warn(interpreter: Interpreter) -> Native | None:
    """The compiled interpreter; None, with one warning a process, when there is none."""
    found = load(interpreter)
    if isinstance(found, Native):
        return found
    warnings.warn(f"{found}; using the reference machine, which is slow", stacklevel=2)
    return None


def execute(
    interpreter: Interpreter,
    program: Program,
    state: State,
    limits: Limits,
    *,
    stop_at: int | None = None,
    reference: bool = False,
) -> Run:
    """Run natively, or on the reference machine if asked or if nothing was compiled."""
    native = None if reference else load_or_warn(interpreter)
    if native is None:
        return _in_budget(run_reference(program, state, limits, stop_at), limits)
    return _in_budget(native.run(program, state, limits, stop_at), limits)


def _in_budget(run: Run, limits: Limits) -> Run:
    """The run; the last instruction has nobody after it who would find the budget used up."""
    if run.fault is not None or run.stopped_at is not None or run.cycles <= limits.cycles:
        return run
    program, values = run.profile.program, {"cycles": run.cycles, "budget": limits.cycles}
    fault = fault_at(program, len(program.ops) - 1, OVER_BUDGET, values, "cycle budget")
    return replace(run, fault=fault)

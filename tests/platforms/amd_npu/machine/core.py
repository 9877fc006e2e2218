"""Run a text on both machines of the AIE2 core, with values in registers and memory."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from kernelcraft.platforms.amd_npu.machine.assembly import assemble
from kernelcraft.platforms.amd_npu.machine.interpreter import INTERPRETER
from kernelcraft.platforms.amd_npu.machine.loading import load_program
from kernelcraft.platforms.amd_npu.machine.registers import AM, NUMBER, W
from kernelcraft.platforms.amd_npu.machine.state import MEMORY_START, AmdNpu
from kernelcraft.sim.native import Native, load
from kernelcraft.sim.random_programs import differences
from kernelcraft.sim.reference import run_reference
from kernelcraft.sim.run import Limits, Run
from kernelcraft.sim.state import State, fresh

Bytes = npt.NDArray[np.uint8]
RETURN = "\nret lr" + "\nnop" * 5
ENDING = 6  # bundles of RETURN
ENOUGH = Limits(instructions=20_000)
GRANULES = {name: index for index, name in enumerate((*W, *AM))}


def run(
    text: str,
    registers: Mapping[str, int] | None = None,
    memory: Mapping[int, bytes] | None = None,
    granules: Mapping[str, bytes] | None = None,
    limits: Limits | None = None,
) -> Run:
    """The reference machine's run of `text` and a return, after the native one was found equal."""
    native = load(INTERPRETER)
    assert isinstance(native, Native), native
    program = assemble(text + RETURN)
    state = fresh(AmdNpu, {})
    load_program(program, state)
    for name, value in (registers or {}).items():
        state["scalars"][NUMBER[name]] = value
    for address, data in (memory or {}).items():
        first = address - MEMORY_START
        state["memory"][first : first + len(data)] = np.frombuffer(data, np.uint8)
    for name, data in (granules or {}).items():
        state["granules"].reshape(-1, 32)[GRANULES[name]] = np.frombuffer(data, np.uint8)
    limits = limits or ENOUGH
    found = native.run(program, state.copy(), limits)
    expected = run_reference(program, state.copy(), limits)
    assert list(differences(expected, found)) == []
    return expected


def finished(
    text: str,
    registers: Mapping[str, int] | None = None,
    memory: Mapping[int, bytes] | None = None,
) -> Run:
    """As `run`, of a text that runs to its end."""
    found = run(text, registers, memory)
    assert found.fault is None, str(found.fault)
    return found


def scalar(state: State, name: str) -> int:
    """A scalar register after a run."""
    return int(state["scalars"][NUMBER[name]])


def granule(state: State, name: str) -> Bytes:
    """256 bits of a vector or an accumulator after a run."""
    found: Bytes = state["granules"].view(np.uint8).reshape(-1, 32)[GRANULES[name]]
    return found


def stored(state: State, address: int, size: int) -> Bytes:
    """Bytes of data memory after a run."""
    return state["memory"].view(np.uint8)[address - MEMORY_START :][:size]

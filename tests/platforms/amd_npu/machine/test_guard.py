"""The guard against both machines: results derived by hand from the description of the core."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from kernelcraft.isa.errors import AssemblyError
from kernelcraft.platforms.amd_npu.machine.assembly import assemble
from kernelcraft.platforms.amd_npu.machine.interpreter import INTERPRETER
from kernelcraft.platforms.amd_npu.machine.loading import load_program
from kernelcraft.platforms.amd_npu.machine.registers import AM, BM, CM, NUMBER, WIDTHS, W, X
from kernelcraft.platforms.amd_npu.machine.state import MEMORY_START, AmdNpu
from kernelcraft.sim.native import Native, load
from kernelcraft.sim.reference import run_reference
from kernelcraft.sim.run import Limits, Run
from kernelcraft.sim.state import State, fresh
from tests.platforms.amd_npu.machine.guard.program import Guard
from tests.platforms.amd_npu.machine.guard.sizes import REFUSED, SIZES

FOLDER = Path(__file__).parent / "guard"
GRANULES = {name: (index, 1) for index, name in enumerate((*W, *AM))}
GRANULES |= {name: (2 * index, 2) for index, name in enumerate((*X, *BM))}
GRANULES |= {name: (len(W) + 4 * index, 4) for index, name in enumerate(CM)}
LIMITS = Limits(instructions=10_000)


def programs() -> list[Guard]:
    """Those of every topic."""
    topics = sorted(path.stem for path in FOLDER.glob("*.py"))
    modules = [import_module(f"tests.platforms.amd_npu.machine.guard.{topic}") for topic in topics]
    return [each for module in modules for each in getattr(module, "PROGRAMS", [])]


PROGRAMS = programs()


def lanes_of(state: State, name: str) -> np.ndarray[tuple[int, int], np.dtype[np.generic]]:
    """The bytes of a vector or an accumulator, 32 a row."""
    first, count = GRANULES[name]
    return state["granules"].reshape(-1, 32)[first : first + count]


def staged(guard: Guard, state: State) -> State:
    """The state that a guard begins with."""
    for name, value in guard.given.items():
        if isinstance(value, int):
            state["scalars"][NUMBER[name]] = value % 2 ** WIDTHS[NUMBER[name]]
        else:
            lanes_of(state, name)[:] = np.frombuffer(value, np.uint8).reshape(-1, 32)
    for address, data in guard.memory.items():
        first = address - MEMORY_START
        state["memory"][first : first + len(data)] = np.frombuffer(data, np.uint8)
    return state


def wrong(guard: Guard, run: Run) -> list[str]:
    """What a run left behind otherwise than the guard says."""
    if guard.fault or run.fault:
        return [] if guard.fault and run.fault else [f"fault: {run.fault}"]
    found = []
    for name, value in guard.expected.items():
        if isinstance(value, int):
            number = NUMBER[name]
            got: int | bytes = int(run.state["scalars"][number])
            value %= 2 ** WIDTHS[number]
        else:
            got = lanes_of(run.state, name).tobytes()
        if got != value:
            found.append(f"{name}: {shown(got)}, expected {shown(value)}")
    for address, data in guard.after.items():
        first = address - MEMORY_START
        got = run.state["memory"][first : first + len(data)].tobytes()
        if got != data:
            found.append(f"memory {address:#x}: {got.hex(' ', 4)}, expected {data.hex(' ', 4)}")
    if guard.cycles is not None and run.cycles != guard.cycles:
        found.append(f"{run.cycles} cycles, expected {guard.cycles}")
    return found


def shown(value: int | bytes) -> str:
    """A number or lanes for a message."""
    return hex(value) if isinstance(value, int) else value.hex(" ", 4)


def bundles(text: str) -> int:
    """Lines that are no label."""
    return sum(bool(line) and not line.endswith(":") for line in text.splitlines())


def test_it_is_large_enough_to_guard() -> None:
    assert len(PROGRAMS) >= 40
    assert len({each.name for each in PROGRAMS}) == len(PROGRAMS)
    assert not set(SIZES) & set(REFUSED)


@pytest.mark.parametrize("guard", PROGRAMS, ids=lambda each: each.name)
def test_each_says_what_it_expects(guard: Guard) -> None:
    assert guard.fault != bool(guard.expected or guard.after or guard.cycles)
    if guard.cycles is None or re.search(r"\b(j|jz|jnz|jnzd|jl|le)\b", guard.text):
        return
    assert guard.cycles - bundles(guard.whole) in (0, 1)  # a bank meets at most once


@pytest.mark.parametrize("guard", PROGRAMS, ids=lambda each: each.name)
def test_both_machines_do_what_was_derived_by_hand(guard: Guard) -> None:
    native = load(INTERPRETER)
    assert isinstance(native, Native), native
    program = assemble(guard.whole)
    state = fresh(AmdNpu, {})
    load_program(program, state)
    state = staged(guard, state)
    assert wrong(guard, run_reference(program, state.copy(), LIMITS)) == [], guard.why
    assert wrong(guard, native.run(program, state.copy(), LIMITS)) == [], guard.why


@pytest.mark.parametrize("text", SIZES)
def test_bundles_have_their_sizes(text: str) -> None:
    assert int(assemble(text).addresses[-1]) == SIZES[text]


@pytest.mark.parametrize("text", REFUSED)
def test_what_does_not_exist_is_refused(text: str) -> None:
    with pytest.raises(AssemblyError):
        assemble(text)

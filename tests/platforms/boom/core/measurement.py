"""Cycles of rows and of programs on the machine, as they were measured on the RTL."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kernelcraft.isa.program import Program
from kernelcraft.platforms.boom.machine.assembly import assemble
from kernelcraft.platforms.boom.machine.configuration import (
    CORES,
    RETURN,
    STACK_END,
    BoomConfiguration,
)
from kernelcraft.platforms.boom.machine.core import timeline as at
from kernelcraft.platforms.boom.machine.core.begin import again, begin
from kernelcraft.platforms.boom.machine.interpreter import INTERPRETER
from kernelcraft.platforms.boom.machine.state import load, reset
from kernelcraft.riscv.operands import X_NAMES
from kernelcraft.sim.native import execute
from kernelcraft.sim.run import Limits, Run
from kernelcraft.sim.state import State
from tests.platforms.boom.core.micro_rows import DATA, Row, between_misses
from tests.platforms.boom.core.program_rows import TWO_CALLS, ProgramRow, Window

TEXTS = Path(__file__).parent / "programs"
FRESH = 0x2_0000  # bytes between what two calls touch first
LIMITS = Limits()
FEW = 3  # fillers that fit everywhere


def machine(core: str, latency: int = 20) -> State:
    """One core after reset."""
    return reset(BoomConfiguration(core=CORES[core], memory_latency=latency))


def called(program: Program, state: State, first: int, second: int = 0) -> Run:
    """One call, with two arguments; the call before it is over."""
    again(state["core"])
    state["x"][:] = 0
    given = {"a0": first, "a1": second, "sp": STACK_END, "ra": RETURN}
    for name, value in given.items():
        state["x"][X_NAMES.index(name)] = value
    run = execute(INTERPRETER, program, state, LIMITS)
    assert run.fault is None, run.fault
    return run


def text(row: Row) -> str:
    """The kernel of a row: its argument is the number of iterations, then where to begin."""
    loop = row.body
    if row.closed:
        loop = f".balign {1 << row.align}\n100:\n{row.body}\naddi s0, s0, -1\nbeqz s0, 101f\n"
        loop += "j 100b\n101:"
    if row.once:
        loop = f"fence\nbeqz s0, 102f\n{loop}\n102:\nfence"
    return (
        f".option norvc\n.globl kernel\nkernel:\nmv s0, a0\nmv s10, a1\nmv s11, ra\nli s1, {DATA}\n"
        f"li s2, {DATA + 0x1100}\nli s3, {DATA + 0x2200}\nli a6, 3\n{row.setup}\n{loop}\njr s11\n"
    )


@cache
def assembled(row: Row) -> Program:
    """The program of a row."""
    return assemble(text(row))


def cycles(row: Row, core: str, latency: int = 20) -> float:
    """Cycles of a row's unit: the slope between two numbers of iterations, everything warm."""
    program, state = assembled(row), machine(core, latency)
    load(state, program)
    n = row.iterations
    counts = (n, 0, 0, n) if row.once else (n, n, n, 2 * n)
    found = [called(program, state, n, FRESH * i).cycles for i, n in enumerate(counts)]
    return (found[3] - found[2]) / (row.iterations * row.units)


@dataclass(frozen=True)
class Timed:
    """What a program took in its first call, with nothing in the caches, and in its last."""

    instructions: int
    cold: int
    warm: int
    cold_mispredicts: int
    warm_mispredicts: int


@cache
def program_of(name: str) -> Program:
    """One of `programs/`, as gcc 12.2 -O2 compiled it."""
    return assemble((TEXTS / f"{name}.s").read_text(encoding="utf-8"))


@cache
def timed(row: ProgramRow) -> Timed:
    """The calls of a program, its input restored in between."""
    core, latency = row.core, row.latency
    program, state = program_of(row.program), machine(core, latency)
    load(state, program)
    called(program, state, 0)
    begin(state["core"], BoomConfiguration(core=CORES[core]).core_parameters(), latency)
    runs, wrong = [], []
    for call in range(2 if row.program in TWO_CALLS else 3):
        if call:
            called(program, state, 0)
        before = int(state["core"][at.MISPREDICTED])
        runs.append(called(program, state, 1))
        wrong.append(int(state["core"][at.MISPREDICTED]) - before)
    return Timed(runs[-1].instructions, runs[0].cycles, runs[-1].cycles, wrong[0], wrong[-1])


@cache
def fitting(window: Window, core: str) -> int:
    """The most fillers with which two misses still are under way at once."""
    fits, not_any_more = getattr(window, core)
    both = cycles(between_misses(window.filler, FEW), core)
    one = (both + cycles(between_misses(window.filler, not_any_more + FEW), core)) / 2
    count: int = fits - 4  # from where it surely fits
    while cycles(between_misses(window.filler, count), core) < one:
        count += 1
    return count - 1

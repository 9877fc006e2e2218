"""The simple front of the package: functions that take cells and platforms by name, too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, get_args

import numpy as np
import numpy.typing as npt

from kernelcraft.cells import kernels, platforms
from kernelcraft.cells.arguments import expect, expect_seed, wrong_type
from kernelcraft.cells.cell import Cell, as_cell, unknown
from kernelcraft.cells.protocol import Platform
from kernelcraft.cells.simulation import SimulationFault, load, simulation
from kernelcraft.isa.assembler import assemble as _assembled
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.program import Program
from kernelcraft.sim.run import Limits, Run
from kernelcraft.sim.state import State

if TYPE_CHECKING:
    from kernelcraft.records.verdict import Rules, Verdict
    from kernelcraft.workbench.tools.profile import ProfileResult


def baseline(cell: Cell | str) -> str:
    """The text of the compiler's kernel for a cell, which speedups are measured against.

    Raises `Unwritten` where there is none, `UnknownName` for a name that no cell has.
    """
    return kernels.baseline(as_cell(cell))


def expert(cell: Cell | str) -> str:
    """The text of our best known kernel for a cell.

    Raises `Unwritten` where there is none, `UnknownName` for a name that no cell has.
    """
    return kernels.expert(as_cell(cell))


def bound(cell: Cell | str) -> int | None:
    """The cycles that no kernel of a cell can beat on its machine; None while it is unknown.

    It follows from what the machine can move and compute in a cycle. Raises `UnknownName`.
    """
    return kernels.bound(as_cell(cell))


def grade(
    cell: Cell | str, text: str, rules: Rules = "strict", *, seed: int | None = None
) -> Verdict:
    """The verdict on a kernel's text: `.correct`, `.message`, `.cycles`, `.speedup` and more.

    It never raises for what is wrong with the kernel: that is in the verdict. `rules` are "strict",
    as in rankings, or "paper" (one input set, a fixed tolerance). `seed` decides the hidden inputs;
    without it they are drawn freshly. The same seed gives the same verdict. A kernel of a large
    cell takes seconds. Raises `UnknownName` for a name that no cell or no rules have,
    ValueError for a seed below 0.
    """
    from kernelcraft.grading.verification import fresh_seed
    from kernelcraft.grading.verification import grade as graded
    from kernelcraft.records.verdict import Rules

    found = as_cell(cell)
    expect("text", text, "the text of a kernel (a str)", str)
    expect("rules", rules, "the name of rules (a str)", str)
    expect_seed(seed, "an int or None", int, type(None))
    if rules not in get_args(Rules):
        raise unknown(f"there are no rules {rules!r}", rules, get_args(Rules))
    return graded(found, text, rules, seed=fresh_seed() if seed is None else seed)


def profile(cell: Cell | str, text: str) -> ProfileResult:
    """Where the cycles of a kernel go on the public inputs, by line, loop, unit and reason.

    Each cause of the machine comes with the most that its removal could gain, in cycles, from a run
    without it. `.success` is False, with a sentence in `.message`, if nothing was executed.
    """
    from kernelcraft.grading import profiling
    from kernelcraft.workbench.tools.profile import answer

    found = as_cell(cell)
    expect("text", text, "the text of a kernel (a str)", str)
    return answer(profiling.profile(found, text), found.memory_map.operands)


def assemble(platform: Platform | Isa | str, text: str) -> Program:
    """The program of a text, for a platform or for an instruction table of one's own.

    Raises `AssemblyError`, whose `faults` have line and message of every fault (the first 50), and
    `UnknownName` for a name that no platform has.
    """
    expect("text", text, "assembly text (a str)", str)
    if isinstance(platform, Isa):
        return _assembled(platform, text)
    return _platform(platform).assemble(text)


def simulate(
    platform: str,
    program: Program | str,
    memories: Mapping[str, npt.NDArray[np.generic] | bytes] | None = None,
    *,
    settings: Mapping[str, str] | None = None,
    limits: Limits | None = None,
    reference: bool = False,
) -> Run:
    """Run a program, or a text, on the machine of a platform: `.cycles`, `.fault`, `.state`.

    `memories` are the first elements of memories and register files by their names in the state:
    arrays of the memory's own element type, of any shape, or little-endian bytes. All else is as
    after reset, memories zero. `settings` are those of the machine that differ from the usual ones.
    `reference` asks for the slow machine that the native one is judged by.

    A bad program gives a fault, never an exception. Raises `AssemblyError` for a text that does not
    assemble, `UnknownName` for a platform, memory or setting that there is not, `SimulationFault`
    for contents, settings or a program of another machine that do not fit.
    """
    expect("platform", platform, "the name of a platform (a str)", str)
    expect("program", program, "a Program or assembly text (a str)", Program, str)
    machine = _platform(platform)
    if isinstance(program, Program) and program.isa.name != machine.isa.name:
        raise SimulationFault(f"a program for {program.isa.name} cannot run on {platform}")
    offered = simulation(platform)
    changes = dict(settings or {})
    for key in changes:
        if key not in offered.settings:
            raise unknown(f"{platform} has no setting {key!r}", key, offered.settings)
    bench = offered.bench(changes)
    state = bench.reset()
    for name, values in (memories or {}).items():
        _fill(state, name, values)
    found = bench.assemble(program) if isinstance(program, str) else program
    bench.load(state, found)
    return bench.run(found, state, limits or Limits(), stop_at=None, reference=reference)


def _fill(state: State, name: str, values: npt.NDArray[np.generic] | bytes) -> None:
    if name not in state.arrays:
        raise unknown(f"there is no memory {name!r}", name, state.arrays)
    held = state[name].dtype
    expect(name, values, f"bytes or an array of {held}", bytes, np.ndarray)
    if not isinstance(values, bytes):
        if values.dtype != held:
            raise TypeError(f"{name}: expected an array of {held}, got one of {values.dtype}")
        values = values.astype(held.newbyteorder("<")).tobytes()
    try:
        load(state, name, values)
    except SimulationFault as fault:
        raise SimulationFault(f"{name}: {fault}") from None


def _platform(given: Platform | str) -> Platform:
    if isinstance(given, str):
        if not platforms.known(given):
            raise unknown(f"there is no platform {given!r}", given, platforms.names())
        return platforms.platform(given)
    if not hasattr(given, "assemble"):
        raise wrong_type("platform", given, "the name of a platform or a Platform")
    return given

"""Where the cycles of a kernel go, and what is the most that removing each cause could gain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from kernelcraft.isa.errors import AssemblyError
from kernelcraft.sim.explanation import NOT_FOLLOWED, Stretch
from kernelcraft.sim.loops import loops
from kernelcraft.sim.timeline import Lane, lanes
from kernelcraft.sim.waits import NO_UNITS, Units, waits

if TYPE_CHECKING:
    from kernelcraft.cells import kernels
    from kernelcraft.cells.cell import Cell
    from kernelcraft.isa.program import Program
    from kernelcraft.sim.explanation import Explanation
    from kernelcraft.sim.run import Run

SLICES: Final = 24  # of a timeline
MOST_TRACED: Final = 1 << 21  # bundles: 128 MB


@dataclass(frozen=True)
class LineCycles:
    """One executed source line; most of its cycles have `reason` and wait for line `waits_for`.

    `reasons` add up to its cycles, most first; `slots` are those of its bundle that do something.
    """

    line: int
    text: str
    executions: int
    cycles: int
    reason: str = ""
    waits_for: int | None = None
    reasons: tuple[tuple[str, int], ...] = ()
    slots: tuple[str, ...] = ()


@dataclass(frozen=True)
class LoopCycles:
    """Source lines `first` to `last`, gone round `iterations` times in all.

    `cycles` counts everything inside, `own` what is in no loop further inside.
    """

    first: int
    last: int
    iterations: int
    cycles: int
    own: int


@dataclass(frozen=True)
class WhatIf:
    """The same kernel run again where one cause takes no time: `cycles`, fewer by `gain`.

    Mending this cause alone cannot gain more, but for what sooner transfers change in the DRAM.
    Where they made the run longer, nothing is gained: `cycles` are then those of the kernel.
    `speedup` is None where nothing is left.
    """

    cause: str
    cycles: int
    gain: int
    speedup: float | None


@dataclass(frozen=True)
class Where:
    """Where the cycles went; `message` is "", or the fault that ended the run early.

    `wrong` says what is wrong with the kernel otherwise: its output, or where it stored.

    Loops come with the most cycles first, what-ifs (of kernels that end only) with the most gain.
    Of a machine that is scheduled by its programs, `by_reason` says which cycles are busy, with
    what in `busy`, and why the others are not; `beyond` those that the bound does not have;
    `stretches` which operation waited for which. Where operands are streamed, `timeline` says what
    the parts of the machine did when.
    """

    message: str
    cycles: int = 0
    bound_cycles: int | None = None
    by_unit: tuple[tuple[str, int], ...] = ()
    by_reason: tuple[tuple[str, int], ...] = ()
    lines: tuple[LineCycles, ...] = ()
    loops: tuple[LoopCycles, ...] = ()
    what_if: tuple[WhatIf, ...] = ()
    wrong: str = ""
    busy: str = ""
    beyond: tuple[tuple[str, int], ...] = ()
    stretches: tuple[Stretch, ...] = ()
    timeline: tuple[Lane, ...] = ()


def profile(cell: Cell, text: str) -> Where:
    """Of a kernel on the public inputs; it is run once more for every cause of its platform."""
    from kernelcraft.cells import kernels
    from kernelcraft.grading import lockfile  # which a program without a cell does not need
    from kernelcraft.grading.examination import examine
    from kernelcraft.grading.input_set import public_set
    from kernelcraft.grading.tolerance import strict_rule

    try:
        program = cell.platform.assemble(text)
    except AssemblyError as error:
        return Where(f"the kernel does not assemble: {error.faults[0]}")
    given = public_set(cell)
    rule = strict_rule(lockfile.tau(cell, given.distribution))
    explainer = kernels.explainer(cell)
    limits = lockfile.limits(cell)
    if explainer is not None:
        limits = replace(limits, traced=explainer.TRACED)
    seen = examine(cell, program, given, rule, limits, honest=True)
    run, wrong = seen.run, seen.message if seen.failure else ""
    if run.fault is not None:
        return where(run, units=cell.platform.waits)
    measured = where(run, kernels.bound(cell), cell.platform.waits)
    again = {cause.name: _run(cell, program, cause.name) for cause in cell.platform.causes}
    freed = {cause: each.cycles for cause, each in again.items()}
    if explainer is not None:
        explained = explainer.explanation(cell, run)
        measured = _explained(measured, explained, line_reasons(run, explained))
        freed |= {cause: run.cycles - gain for cause, gain in explained.gains.items()}
        measured = replace(measured, timeline=_timeline(cell, program, run, explainer))
    found = (_what_if(cause, run.cycles, cycles) for cause, cycles in freed.items())
    ordered = tuple(sorted(found, key=lambda each: -each.gain))
    return replace(measured, what_if=ordered, wrong=wrong)


def _explained(
    measured: Where, found: Explanation, reasons: Mapping[int, Mapping[str, int]]
) -> Where:
    """With the reasons of an explanation instead of the machine's."""
    lines = tuple(
        replace(
            line,
            reason=wait.reason if wait else line.reason,
            waits_for=wait.line if wait else line.waits_for,
            reasons=_most_first(reasons.get(line.line, {})),
        )
        for line in measured.lines
        for wait in (found.lines.get(line.line),)
    )
    return replace(
        measured,
        lines=lines,
        by_reason=tuple(found.by_reason.items()),
        busy=found.busy,
        beyond=tuple(found.beyond.items()),
        stretches=found.stretches,
    )


def line_reasons(run: Run, found: Explanation) -> dict[int, dict[str, int]]:
    """As the profile's, with an explanation's reason for the cycle of every bundle."""
    profile, numbers = run.profile, run.profile.program.lines.tolist()
    every: dict[int, dict[str, int]] = {}
    for line, of in profile.line_reasons().items():
        every[line] = {name: cycles for name, cycles in of.items() if name in found.by_reason}
    for place, cause in zip(run.trace.places.tolist(), found.causes, strict=True):
        of = every.setdefault(numbers[place], {})
        of[cause] = of.get(cause, 0) + 1
    for line, (_, cycles) in profile.by_line().items():
        of = every.setdefault(line, {})
        left = cycles - sum(of.values())
        if left:
            of[NOT_FOLLOWED] = left
    return every


def _most_first(cycles: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(cycles.items(), key=lambda each: -each[1]))


def _timeline(
    cell: Cell, program: Program, run: Run, explainer: kernels.Explainer
) -> tuple[Lane, ...]:
    if not cell.memory_map.streamed or run.instructions > MOST_TRACED:
        return ()
    whole = traced(cell, program, run.instructions)
    return lanes(explainer.events(whole), whole.cycles, SLICES)


def where(run: Run, bound: int | None = None, units: Units = NO_UNITS) -> Where:
    """What the profile of a run says, line by line."""
    measured = run.profile
    source = measured.program.source.split("\n")
    numbers = measured.program.lines.tolist()
    reasons, every, slots = waits(measured, units), measured.line_reasons(), _slots(run)
    return Where(
        message="" if run.fault is None else str(run.fault),
        cycles=run.cycles,
        bound_cycles=bound,
        by_unit=tuple(measured.by_unit().items()),
        by_reason=tuple(measured.by_reason().items()),
        lines=tuple(
            LineCycles(
                line,
                source[line - 1].strip()[:80],
                executions,
                cycles,
                *((found.reason, found.line) if (found := reasons.get(line)) else ("", None)),
                _most_first(every.get(line, {})),
                slots.get(line, ()),
            )
            for line, (executions, cycles) in measured.by_line().items()
        ),
        loops=tuple(
            LoopCycles(
                numbers[loop.first], numbers[loop.last], loop.iterations, loop.cycles, loop.own
            )
            for loop in loops(measured)
        ),
    )


def _slots(run: Run) -> dict[int, tuple[str, ...]]:
    """By line, the slots of its bundle in which something is done; none without bundles."""
    program, machine = run.profile.program, run.state.machine
    if not machine.bundled:
        return {}
    found: dict[int, tuple[str, ...]] = {}
    for line, opcode in zip(program.lines.tolist(), program.ops[:, 0].tolist(), strict=True):
        instruction = program.isa.table[opcode]
        if instruction.mnemonic not in machine.idle:
            found[line] = (*found.get(line, ()), instruction.unit)
    return found


def traced(cell: Cell, program: Program, most: int, begin: int = 0) -> Run:
    """A run whose trace begins at cycle `begin` and has at most that number of bundles."""
    return _run(cell, program, traced=most, traced_from=begin)


def _run(cell: Cell, program: Program, *free: str, traced: int = 0, traced_from: int = 0) -> Run:
    from kernelcraft.grading import lockfile
    from kernelcraft.grading.examination import loaded
    from kernelcraft.grading.input_set import public_set

    limits = lockfile.limits(cell)  # without a lock, this runs the baseline
    limits = replace(limits, traced=traced, traced_from=traced_from)
    state = loaded(public_set(cell).staged).freeing(*free)
    return cell.platform.run(program, state, limits)


def _what_if(cause: str, cycles: int, freed: int) -> WhatIf:
    left = min(cycles, freed)
    return WhatIf(cause, left, cycles - left, cycles / left if left else None)

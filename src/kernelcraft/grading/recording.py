"""What the machine did while a kernel ran, bundle by bundle, over a window of its cycles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from kernelcraft.cells import kernels
from kernelcraft.grading.profiling import traced
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.sim.activity import begun
from kernelcraft.sim.explanation import NOT_FOLLOWED
from kernelcraft.sim.recording import Group, Recording, Track, tracks
from kernelcraft.sim.timeline import Event

if TYPE_CHECKING:
    from kernelcraft.cells.cell import Cell
    from kernelcraft.isa.program import Program
    from kernelcraft.sim.explanation import Explanation
    from kernelcraft.sim.run import Run

MOST: Final = 100_000
"""Instructions, or bundles, of a window: a file of 40 MB or more."""


@dataclass(frozen=True)
class Window:
    """What begins from cycle `begin` on and before `end`: the first `most` instructions of it."""

    begin: int = 0
    end: int | None = None
    most: int = MOST


def record(cell: Cell, text: str, window: Window) -> Recording:
    """Of a kernel on the public inputs, up to a fault if there is one."""
    try:
        program = cell.platform.assemble(text)
    except AssemblyError as error:
        return Recording(f"the kernel does not assemble: {error.faults[0]}")
    run = traced(cell, program, window.most, window.begin)
    message = "" if run.fault is None else str(run.fault)
    if window.end is not None:
        run = replace(run, trace=run.trace.until(window.end))
    activity = run.state.machine.activity(run)
    whole = Recording(message, run.cycles, levels=activity.levels, missing=activity.missing)
    if not len(run.trace):
        return whole
    begin, end = int(run.trace.begins[0]), int(run.trace.begins[-1] + run.trace.spent[-1].sum())
    groups = [
        Group("program", (Track("instructions", tuple(_instructions(run))),)),
        Group("time", (Track("reasons", tuple(_reasons(run, _explained(cell, program, run)))),)),
    ]
    seen = [each for each in activity.events if each.begin < end and each.end >= begin]
    by_kind: dict[str, list[Event]] = {}
    for event in seen:
        by_kind.setdefault(event.kind or "units", []).append(event)
    groups += [Group(kind, tracks(events)) for kind, events in by_kind.items()]
    return replace(whole, begin=begin, end=end, groups=tuple(groups))


def _instructions(run: Run) -> Iterator[Event]:
    """Each bundle with the cycles that were charged to it."""
    program, idle = run.profile.program, run.state.machine.idle
    names = [program.isa.table[opcode].mnemonic for opcode in program.ops[:, 0].tolist()]
    units = [program.isa.table[opcode].unit for opcode in program.ops[:, 0].tolist()]
    lines, source = program.lines.tolist(), program.source.split("\n")
    texts = [source[line - 1].strip()[:80] for line in lines]
    for each in begun(run):
        working = [names[place] for place in each.places if names[place] not in idle]
        yield Event(
            "instructions",
            "; ".join(working) or names[each.last],
            each.begin,
            each.end,
            line=lines[each.last],
            kind=units[each.last],
            text=texts[each.last],
        )


def _reasons(run: Run, explained: Explanation | None) -> Iterator[Event]:
    """Why the cycles of each bundle passed, in the machine's order of reasons.

    On a machine that waits for nothing, why the slots of a bundle stayed empty is `explained`.
    """
    causes, kept = (explained.causes, explained.by_reason) if explained else ((), None)
    profile, lines = run.profile, run.profile.program.lines.tolist()
    rows = zip(begun(run), run.trace.spent.tolist(), strict=True)
    for number, (bundle, spent) in enumerate(rows, start=run.trace.first):
        at = bundle.begin
        for reason, cycles in zip(profile.reasons, spent, strict=True):
            if cycles:
                if kept is not None and reason not in kept:
                    reason = causes[number] if number < len(causes) else NOT_FOLLOWED
                yield Event("reasons", reason, at, at + cycles, line=lines[bundle.last])
                at += cycles


def _explained(cell: Cell, program: Program, run: Run) -> Explanation | None:
    """What a profile says, too; None where the machine says it all, or did not end."""
    explainer = kernels.explainer(cell)
    if explainer is None or run.fault is not None:
        return None
    first = traced(cell, program, explainer.TRACED)
    return explainer.explanation(cell, first)

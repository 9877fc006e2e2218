"""From the trace of a run to where its cycles went, for any machine that a target describes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final

from kernelcraft.codegen.attribution import BUSY, STEADY, Attribution, Wait, attributed
from kernelcraft.codegen.executed import executed
from kernelcraft.codegen.retiming import gains
from kernelcraft.codegen.target import Target
from kernelcraft.sim import waits
from kernelcraft.sim.explanation import NOT_FOLLOWED, Explanation, Stretch
from kernelcraft.sim.run import Run

RAMPS: Final = "prologue and epilogue"


def explained(
    target: Target, run: Run, issue: Collection[str], needed: Mapping[str, int]
) -> Explanation:
    """Of a run that was traced; bundles after the trace are not followed, but may gain as much.

    `issue` are the machine's reasons for the one cycle of a bundle; all others are stalls. `needed`
    are the cycles of the bound, by the causes that an explanation has.
    """
    operations = executed(target, run.profile.program, run.trace.places)
    found = attributed(operations)
    reasons = {BUSY: found.busy, **found.by_cause()}
    left = run.instructions - len(run.trace)
    if left:
        reasons[NOT_FOLLOWED] = left
    stalls = {r: n for r, n in run.profile.by_reason().items() if r not in issue}
    reasons |= {reason: cycles for reason, cycles in stalls.items() if cycles}
    stretches = tuple(Stretch(s.phase, *s.wait, s.bundles) for s in found.stretches())
    ramps = sum(each.cycles for each in stretches if each.phase != STEADY)
    gone = {**gains(operations), RAMPS: ramps}
    return Explanation(
        busy=f"slot {found.limiting}" if found.limiting else "nothing",
        by_reason=reasons,
        beyond=_beyond(reasons, needed) if not left else {},
        stretches=stretches,
        lines=_lines(run, found, issue),
        gains={
            cause: -(-bundles * run.instructions // len(run.trace))
            for cause, bundles in gone.items()
        },
        causes=tuple(BUSY if each is None else each.cause for each in found.waits),
    )


def _beyond(reasons: Mapping[str, int], needed: Mapping[str, int]) -> dict[str, int]:
    names = dict.fromkeys((*reasons, *needed)) if needed else ()
    found = {name: reasons.get(name, 0) - needed.get(name, 0) for name in names}
    return {name: cycles for name, cycles in found.items() if cycles}


def _lines(run: Run, found: Attribution, issue: Collection[str]) -> dict[int, waits.Wait]:
    """What most of a line's cycles wait for, stalls included."""
    profile = run.profile
    numbers = profile.program.lines.tolist()
    count: dict[int, Counter[waits.Wait]] = {}
    for place, wait in zip(run.trace.places.tolist(), found.waits, strict=True):
        of = count.setdefault(numbers[place], Counter())
        of[_said(wait)] += 1
    for index, cycles in enumerate(profile.cycles.tolist()):
        for reason, spent in zip(profile.reasons, cycles, strict=True):
            if spent and reason not in issue:
                count.setdefault(numbers[index], Counter())[waits.Wait(reason)] += spent
    return {line: of.most_common(1)[0][0] for line, of in count.items()}


def _said(wait: Wait | None) -> waits.Wait:
    return waits.Wait(BUSY) if wait is None else waits.Wait(wait.cause, wait.waits_for)

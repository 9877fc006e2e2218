"""Row 9: cycles that no kernel can beat are known; a baseline that beats them was refused."""

from kernelcraft.audit.conformance.check import (
    Check,
    Found,
    Subject,
    missing,
    not_applicable,
    not_tried,
    ok,
)
from kernelcraft.cells.kernels import bound
from kernelcraft.grading.lockfile import lock


def find(subject: Subject) -> Found:
    """Against the baselines' cycles."""
    if not subject.platform.timed:
        return not_applicable("its simulator counts no cycles")
    if not subject.right:
        return not_tried("there is no right baseline to hold a bound against")
    ratios = []
    for cell in subject.right:
        cycles, locked = bound(cell), lock(cell)
        if cycles is None or locked is None:
            continue
        ratios.append(locked.baseline_cycles / max(cycles, 1))
    if len(ratios) < len(subject.right):
        return missing(
            f"{len(subject.right) - len(ratios)} of {len(subject.right)} cells have none"
        )
    span = f"{min(ratios):.1f} to {max(ratios):.1f}"
    return ok(f"{len(ratios)} baselines take {span} times their bounds")


CHECK = Check(
    name="bounds",
    brings="how much there is to win, SOL scores, and a grader that doubts impossible cycles",
    command="kernelcraft cells --platform NAME",
    page="conformance.md#bounds",
    find=find,
)

"""Row 9: cycles that no kernel can beat are known, and no kernel beats them."""

from kernelcraft.audit.conformance.check import Check, Found, Subject, missing, not_tried, ok, wrong
from kernelcraft.cells.kernels import bound
from kernelcraft.grading.lockfile import lock


def find(subject: Subject) -> Found:
    """Against the baselines' cycles."""
    if not subject.right:
        return not_tried("there is no right baseline to hold a bound against")
    ratios, faults = [], []
    for cell in subject.right:
        cycles, locked = bound(cell), lock(cell)
        if cycles is None or locked is None:
            continue
        if cycles > locked.baseline_cycles:
            faults.append(f"{cell.name}: {locked.baseline_cycles:,} cycles are below the bound")
        ratios.append(locked.baseline_cycles / max(cycles, 1))
    if faults:
        return wrong(faults)
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

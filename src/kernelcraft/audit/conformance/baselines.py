"""Row 8: the kernels that speedups are measured against are right."""

from kernelcraft.audit.conformance.check import Check, Found, Subject, missing, not_tried, ok, wrong


def find(subject: Subject) -> Found:
    """Each is graded strictly."""
    cells = subject.placed.cells
    if not cells:
        return not_tried("there are no cells")
    if not subject.written:
        return missing("no cell has a baseline")
    faults = [message for message in subject.refused.values() if message]
    if faults:
        return wrong(faults)
    found = f"{len(subject.right)} graded right"
    lacking = [cell.name for cell in cells if cell not in subject.written]
    if lacking:
        return missing(f"{found}; none for {len(lacking)} of {len(cells)}, such as {lacking[0]}")
    return ok(f"{found}; there is one for each of the {len(cells)} cells that were asked")


CHECK = Check(
    name="baselines",
    brings="speedups, budgets for runs, and where the tuner and most agents begin",
    command="kernelcraft verify --platform NAME --agent baseline",
    page="adding-a-platform.md#5-configurations-baseline-lock-file",
    find=find,
)

"""Row 10: what a tuner may try, which is what an agent without a model is made of."""

from kernelcraft.audit.conformance.check import (
    Check,
    Found,
    Subject,
    missing,
    not_applicable,
    not_tried,
    ok,
)
from kernelcraft.cells.moves import moves


def find(subject: Subject) -> Found:
    """How many there are, of cells whose baseline is right."""
    if not subject.platform.timed:
        return not_applicable("its simulator counts no cycles that a change could save")
    if not subject.right:
        return not_tried("there is no right baseline to change")
    found = {cell.name: len(moves(cell)) for cell in subject.right}
    lacking = [name for name, count in found.items() if not count]
    if lacking:
        return missing(f"none for {len(lacking)} of {len(found)} cells, such as {lacking[0]}")
    return ok(f"at least {min(found.values())} for each of {len(found)} cells")


CHECK = Check(
    name="moves of the tuner",
    brings="an agent without a model",
    command="kernelcraft craft NAME/TASK/C1 --agent tuner",
    page="agents.md#the-tuner",
    find=find,
)

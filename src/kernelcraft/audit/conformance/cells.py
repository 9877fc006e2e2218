"""Row 6: there are sizes of tasks, which are what kernels are written for."""

from kernelcraft import tasks
from kernelcraft.audit.conformance.check import Check, Found, Subject, missing, not_tried, ok
from kernelcraft.cells import platforms
from kernelcraft.cells.size_rules import FILE as HELD_OUT
from kernelcraft.cells.size_rules import held_out_rules
from kernelcraft.cells.sizes import FILE, arithmetic, configurations


def find(subject: Subject) -> Found:
    """How many there are, of how many tasks."""
    if not subject.names:
        return missing(f"there is no {FILE}")
    if not subject.placed.cells:
        return not_tried("no cell's tensors have a place")
    known, own = tasks.names(arithmetic(subject.name)), configurations(subject.name)
    lacking = [name for name in known if name not in own]
    more = f"; none of {', '.join(lacking)}" if lacking else ""
    drawn = platforms.file(subject.name, HELD_OUT)
    ruled = len(held_out_rules(subject.name)) if drawn else "none"
    cells = f"{len(subject.names)} cells of {len(own)} of {len(known)} tasks"
    return ok(f"{cells}, held-out sizes of {ruled}{more}")


CHECK = Check(
    name="cells",
    brings="prompts and tools for each cell: `kernelcraft show`, `craft`, `mcp`",
    command="kernelcraft cells --platform NAME",
    page="adding-a-platform.md#5-configurations-baseline-lock-file",
    find=find,
)

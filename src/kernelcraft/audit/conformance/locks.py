"""Row 11: tolerances and the baselines' cycles are written down, and are what is measured."""

from kernelcraft.audit.conformance.check import Check, Found, Subject, missing, not_tried, ok, wrong
from kernelcraft.grading.lockfile import measure
from kernelcraft.grading.locks import Lock, locked_as, read


def find(subject: Subject) -> Found:
    """The lock file against the cells that are measured now."""
    if not subject.right:
        return not_tried("there is no right baseline to lock")
    file = read(subject.name)
    if file is None:
        return missing("there is no lock file: each process measures tolerances and baselines")
    faults = [f"{name} is locked and no cell" for name in file.cells if name not in subject.names]
    if file.platform_version != subject.platform.version:
        faults.append(f"locked on version {file.platform_version}, not {subject.platform.version}")
    for cell in subject.right:
        changed = _changed(locked_as(subject.name, cell.name), measure(cell))
        faults += [f"{cell.name}: {each}" for each in changed]
    if faults:
        return wrong(faults)
    new = len(subject.names) - len(file.cells)
    if new:
        return missing(f"{new} of {len(subject.names)} cells are not locked")
    return ok(f"{len(file.cells)} cells, of which {len(subject.right)} were measured again")


def _changed(old: Lock | None, new: Lock) -> list[str]:
    if old is None:
        return []
    return [f"{field} changed" for field in vars(new) if not old.same(field, new)]


CHECK = Check(
    name="locked",
    brings="the same tolerances and speedups in every release and on every computer",
    command="kernelcraft lock NAME",
    page="adding-a-platform.md#5-configurations-baseline-lock-file",
    find=find,
)

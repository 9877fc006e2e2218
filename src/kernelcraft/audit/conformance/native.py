"""Row 2: the machine is compiled."""

from kernelcraft.audit.conformance.check import Check, Found, Subject, missing, not_applicable, ok


def find(subject: Subject) -> Found:
    """Whether there is a native machine, and what it runs."""
    if not subject.platform.described:
        return not_applicable("a simulator of others runs it, a process for each run")
    if isinstance(subject.native, str):
        return missing(f"{subject.native}; the reference machine runs, which is slow")
    found = subject.native.interpreter
    routines = len(found.routines)
    return ok(f"{len(found.isa.table)} bodies and {routines} routines are compiled")


CHECK = Check(
    name="simulated natively",
    brings="runs that are hundreds of times as fast as the reference machine's",
    command="kernelcraft build NAME",
    page="adding-a-platform.md#3-routines-for-larger-work",
    find=find,
)

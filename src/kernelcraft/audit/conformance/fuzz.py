"""Row 3: random programs leave the native and the reference machine the same."""

from typing import Final

from kernelcraft.audit.conformance.check import (
    Check,
    Found,
    Subject,
    not_applicable,
    not_tried,
    ok,
    wrong,
)
from kernelcraft.cells.recipes import own_recipe, recipe
from kernelcraft.sim.random_programs import Disagreement, compare

PROGRAMS: Final = 200
MORE_PROGRAMS: Final = 10_000  # where everything is tried


def find(subject: Subject) -> Found:
    """Drawn by the platform's own recipe, or by one that follows from its table."""
    if not subject.platform.described:
        return not_applicable("what its instructions mean is known to its own simulator only")
    native = subject.native
    if isinstance(native, str):
        return not_tried("there is no native machine to compare with the reference machine")
    programs = MORE_PROGRAMS if subject.everything else PROGRAMS
    try:
        tally = compare(recipe(subject.name), native, range(programs))
    except Disagreement as difference:
        return wrong([" ".join(str(difference).split("\n")[:2])])
    names = subject.platform.isa.instructions
    never = [name for name in names if not tally.executions[name]]
    unseen = f"; {len(never)} of {len(names)} never ran, such as {never[0]}" if never else ""
    whose = "its own recipe" if own_recipe(subject.name) else "a recipe from its table"
    return ok(
        f"{tally.programs:,} programs of {whose} agree, {tally.finished:,} ran to their end, "
        f"{tally.executions.total():,} instructions{unseen}"
    )


CHECK = Check(
    name="fuzzed",
    brings="two machines that agree: what a body says is what is compiled",
    command="kernelcraft selftest --platform NAME --programs 10000",
    page="conformance.md#random-programs",
    find=find,
)

"""Checks of the machine itself: its instructions, its native twin, random programs, its manual."""

from __future__ import annotations

from random import Random

from kernelcraft.audit.conformance.check import Found, Subject
from kernelcraft.cells.simulation import SimulationFault, simulation
from kernelcraft.isa.disassembler import disassemble
from kernelcraft.sim.native import Native, load
from kernelcraft.sim.random_programs import Disagreement, Recipe, compare

ROUND_TRIPS = 20  # random programs that are assembled, disassembled and assembled again


def recipe_of(name: str) -> Recipe | None:
    """How random programs of a platform are drawn; None where nothing says it."""
    try:
        return simulation(name).recipe
    except SimulationFault:
        return None


def described(s: Subject) -> Found:
    """The table, and random programs that come back from their words."""
    isa = s.platform.isa
    count = f"{len(isa.table)} instructions in {len({each.unit for each in isa.table})} units"
    recipe = recipe_of(s.name)
    if recipe is None or isa.bundle is not None:
        return Found("ok", count)
    random = Random(0)
    for _ in range(ROUND_TRIPS):
        program = recipe.assemble(recipe.text(random))
        if not len(program.words()):
            continue
        again = disassemble(isa, program.words())
        if program.image is None and recipe.assemble(again).words() != program.words():
            return Found("wrong", f"a program is another one after its disassembly: {again[:80]}")
    return Found("ok", f"{count}; programs are the same after their disassembly")


def native(s: Subject) -> Found:
    """The machine compiled from its table."""
    recipe = recipe_of(s.name)
    if recipe is None:
        return Found("missing", "no machine that runs by hand (machine/simulate.py)")
    found = load(recipe.interpreter)
    if isinstance(found, Native):
        return Found("ok", "compiled; the reference machine is the judge")
    return Found("missing", f"{found}; the reference machine runs, which is slow")


def fuzzed(s: Subject) -> Found:
    """Random programs on both machines."""
    recipe = recipe_of(s.name)
    assert recipe is not None
    twin = load(recipe.interpreter)
    assert isinstance(twin, Native)
    try:
        tally = compare(recipe, twin, range(s.programs))
    except Disagreement as difference:
        return Found("wrong", str(difference).splitlines()[0])
    name, count = tally.rarest(s.platform.isa)
    ran = f"{tally.programs} programs agree, {tally.finished} of them ran to their end"
    if not tally.finished:
        return Found("wrong", f"{ran}: a recipe of operands is needed (machine/simulate.py)")
    return Found("ok", f"{ran}; every instruction at least {count} times ({name})")


def manual(s: Subject) -> Found:
    """A page for every instruction, and pages that say what the hardware is."""
    text = "\n".join(f"{page.title}\n{page.text}" for page in s.platform.manual().pages)
    absent = [each.mnemonic for each in s.platform.isa.table if each.mnemonic not in text]
    if absent:
        return Found("wrong", f"no page names {', '.join(absent[:5])}")
    guides = len(s.platform.prompt_sections())
    pages = len(s.platform.manual().pages)
    return Found("ok", f"{pages} pages, {guides} of them in every prompt")

"""Random programs: the native machine leaves behind what the reference machine does."""

from __future__ import annotations

from kernelcraft.platforms.boom.machine.random_programs import RECIPE, usable
from kernelcraft.sim.native import Native, load
from kernelcraft.sim.random_programs import compare


def test_programs_agree() -> None:
    native = load(RECIPE.interpreter)
    assert isinstance(native, Native)
    tally = compare(RECIPE, native, range(125))
    assert tally.finished > 90
    executed = sum(tally.executions[each.mnemonic] > 0 for each in usable())
    assert executed > 0.95 * len(usable())

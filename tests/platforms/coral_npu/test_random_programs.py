"""Random programs: the native machine leaves behind what the reference machine does."""

from __future__ import annotations

from kernelcraft.platforms.coral_npu.random_programs import CoralRecipe, usable
from kernelcraft.sim.native import Native, load
from kernelcraft.sim.random_programs import compare


def test_programs_agree() -> None:
    recipe = CoralRecipe()
    native = load(recipe.target)
    assert isinstance(native, Native)
    tally = compare(recipe, native, range(250))
    assert tally.finished > 100
    executed = sum(tally.executions[each.mnemonic] > 0 for each in usable())
    assert executed > 0.95 * len(usable())

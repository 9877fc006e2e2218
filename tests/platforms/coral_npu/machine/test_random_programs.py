"""Random programs: the native machine leaves behind what the reference machine does."""

from __future__ import annotations

from kernelcraft.platforms.coral_npu.machine.platform import PLATFORM
from kernelcraft.platforms.coral_npu.machine.random_programs import CoralRecipe, usable
from kernelcraft.platforms.coral_npu.machine.simulate import CoralBench
from kernelcraft.sim.native import Native, load
from kernelcraft.sim.random_programs import compare, differences
from kernelcraft.sim.run import Limits, Run


def test_programs_agree() -> None:
    recipe = CoralRecipe()
    native = load(recipe.interpreter)
    assert isinstance(native, Native)
    tally = compare(recipe, native, range(125))
    assert tally.finished > 50
    executed = sum(tally.executions[each.mnemonic] > 0 for each in usable())
    assert executed > 0.95 * len(usable())


INDICES_BEYOND_V31 = """
_start:
    la t0, skip
    csrw mtvec, t0
    vsetvli t1, zero, e8, m8, ta, ma
    vluxei32.v v0, (sp), v24    # illegal: 32 registers of indices, but time passes for it
skip:
    mpause
"""


def test_indices_beyond_the_registers_are_zero() -> None:
    bench = CoralBench(PLATFORM.configuration)
    program = bench.assemble(INDICES_BEYOND_V31)

    def run(*, reference: bool) -> Run:
        state = bench.reset()
        state["v"][:] = 255
        bench.load(state, program)
        return bench.run(program, state, Limits(), stop_at=None, reference=reference)

    assert list(differences(run(reference=True), run(reference=False))) == []

"""The AIE2 core's reference and native machine agree on random programs."""

from __future__ import annotations

from kernelcraft.platforms.amd_npu.machine.instructions import aie2
from kernelcraft.platforms.amd_npu.machine.interpreter import INTERPRETER
from kernelcraft.platforms.amd_npu.machine.random_programs import AmdNpuRecipe
from kernelcraft.sim.native import Native, load
from kernelcraft.sim.random_programs import compare
from kernelcraft.sim.tracing import Faults, trace_instruction

FEWEST = 3  # bundles between a late look at an accumulator and a result that could disturb it


def test_random_programs_agree() -> None:
    native = load(INTERPRETER)
    assert isinstance(native, Native), native
    tally = compare(AmdNpuRecipe(), native, range(200))
    assert tally.finished >= 75
    assert set(tally.faults) >= {"machine", "instruction budget", "cycle budget"}
    drawn = sum(tally.executions[name] > 0 for name in aie2.instructions)
    assert drawn >= 0.95 * len(aie2.instructions)


def test_nobody_writes_an_accumulator_before_an_earlier_bundle_has_sampled_it() -> None:
    """Operands of stage 3 are looked up at issue: no later bundle's result may be there by then."""
    for instruction in aie2.table:
        if instruction.timing.late:
            continue
        for name, stage in instruction.timing.stages.items():
            assert stage <= FEWEST or name == "memory", instruction.syntax
        for access in trace_instruction(INTERPRETER.machine, instruction, Faults()).accesses:
            if access.part == "granules" and access.write:
                written = instruction.timing.latencies.get(str(access.operand), instruction.latency)
                assert isinstance(written, int)
                assert written > FEWEST - 2, instruction.syntax

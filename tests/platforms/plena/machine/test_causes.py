"""PLENA's causes: every instruction has one, and what is free takes no time."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelcraft.cells.cell import load_cell
from kernelcraft.isa.assembler import assemble
from kernelcraft.platforms.plena.machine.configuration import Dram
from kernelcraft.platforms.plena.machine.instructions import plena
from kernelcraft.platforms.plena.machine.interpreter import INTERPRETER
from kernelcraft.platforms.plena.machine.platform import PLATFORM
from kernelcraft.platforms.plena.machine.random_programs import PlenaRecipe
from kernelcraft.platforms.plena.machine.state import Plena
from kernelcraft.sim.cause import covering
from kernelcraft.sim.native import Native, load
from kernelcraft.sim.random_programs import Case, case
from kernelcraft.sim.run import Limits, Run

NAMES = [cause.name for cause in Plena.causes]
# Instructions that take time and do nothing, for the causes whose registers have a constant one.
NOTHING = {"integer and control": "S_ADDI_INT gp0, gp0, 0", "scalar FP": "S_LD_FP f0, gp0, 0"}


def random_case(seed: int, dram: Dram) -> Case:
    """A random program that is not stopped early, on a machine with that DRAM."""
    one = dataclasses.replace(case(PlenaRecipe(), seed), limits=Limits(2_000), stop_at=None)
    one.state.parameters["dram"] = dram
    return one


def run(one: Case, *free: str, text: str | None = None) -> Run:
    native = load(INTERPRETER)
    assert isinstance(native, Native)
    program = one.program if text is None else assemble(plena, text)
    return native.run(program, one.state.copy().freeing(*free), one.limits)


def share(run: Run, cause: str) -> int:
    """The cycles of a profile that a cause covers."""
    bit = 1 << NAMES.index(cause)
    covered = np.array([covering(Plena.causes, i, "execute") & bit != 0 for i in plena.table])
    return int(run.profile.cycles[covered[run.profile.program.ops[:, 0]]].sum())


def test_every_instruction_has_one_cause() -> None:
    for instruction in plena.table:
        assert covering(Plena.causes, instruction, "execute").bit_count() == 1, instruction
    units = [unit for cause in Plena.causes for unit in cause.units]
    assert sorted(units) == sorted(plena.units)


@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 1 << 32), dram=st.sampled_from(Dram))
def test_when_everything_is_free_nothing_is_left(seed: int, dram: Dram) -> None:
    assert run(random_case(seed, dram), *NAMES).cycles == 0


@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 1 << 32), cause=st.sampled_from(NAMES))
def test_with_constant_dram_a_free_cause_gains_its_share(seed: int, cause: str) -> None:
    one = random_case(seed, Dram.CONSTANT)
    usual = run(one)
    assert run(one, cause).cycles == usual.cycles - share(usual, cause)


@settings(max_examples=100, deadline=None)
@given(seed=st.integers(0, 1 << 32))
def test_free_dma_gains_its_share_with_any_dram(seed: int) -> None:
    usual = run(random_case(seed, Dram.BANK))
    assert run(random_case(seed, Dram.BANK), "DMA").cycles == usual.cycles - share(usual, "DMA")


def test_free_causes_do_not_slow_a_program_down() -> None:
    """Of 27,000 re-runs one did, by 9 cycles: its DMAs came sooner, to banks still at work."""
    for seed in range(300):
        one = random_case(seed, Dram.BANK)
        usual = run(one).cycles
        assert all(run(one, cause).cycles <= usual for cause in NAMES), one.program.source


def wasting(random: Random, source: str, waste: str) -> Iterator[str]:
    """A program with instructions that only take time before some of its own."""
    for line in source.split("\n"):
        if random.random() < 0.3:
            yield from [waste] * random.choice((1, 1, 2, 5, 20))
        yield line


@pytest.mark.parametrize("cause", NOTHING)
def test_no_fix_gains_more_than_the_free_cause(cause: str) -> None:
    fixed = 0
    for seed in range(300):
        one = random_case(seed, Dram.BANK)
        text = "\n".join(wasting(Random(seed), one.program.source, NOTHING[cause]))
        slow, free = run(one, text=text), run(one, cause, text=text)
        fast = run(one)
        if slow.fault is None and fast.fault is None:
            fixed += 1
            assert slow.cycles - free.cycles >= slow.cycles - fast.cycles, text
    assert fixed >= 150


def test_a_program_keeps_its_dram_log_for_its_own_times() -> None:
    """What a what-if run found out about DMA costs must not reach the next normal run."""
    cell = load_cell("plena/gemm/C1")
    zeros = {tensor.name: np.zeros(tensor.shape) for tensor in cell.inputs}
    staged = PLATFORM.stage(cell.memory_map, zeros, None)
    fetch = "\n".join(["H_PREFETCH_V gp0, gp0, a0, 0, 0", "S_ADDI_INT gp0, gp0, 0"] * 40)
    program = PLATFORM.assemble(fetch)
    first = PLATFORM.run(program, staged.copy(), Limits()).cycles
    freed = PLATFORM.run(program, staged.copy().freeing("integer and control"), Limits()).cycles
    again = PLATFORM.run(program, staged.copy(), Limits()).cycles
    fresh = PLATFORM.run(PLATFORM.assemble(fetch), staged.copy(), Limits()).cycles
    assert freed < first == again == fresh

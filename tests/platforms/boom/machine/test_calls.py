"""A kernel is called three times: what it may find there, and what counts."""

from __future__ import annotations

import pytest

from kernelcraft.platforms.boom.machine.assembly import assemble
from kernelcraft.platforms.boom.machine.calls import call
from kernelcraft.platforms.boom.machine.configuration import (
    CORES,
    DATA,
    OPERANDS,
    RETURN,
    STACK_END,
    BoomConfiguration,
)
from kernelcraft.platforms.boom.machine.state import reset, span
from kernelcraft.riscv.operands import X_NAMES
from kernelcraft.sim.run import Limits, Run

COUNTS_ITS_CALLS = """
kernel:
    la t0, calls
    lw t1, (t0)
    addi t1, t1, 1
    sw t1, (t0)
    ret
    .data
calls: .word 0
"""

READS_A_KIBIBYTE = """
kernel:
    li t0, 16
1:  ld t1, (a0)
    addi a0, a0, 64
    addi t0, t0, -1
    bnez t0, 1b
    ret
"""


def _called(text: str, core: str = "medium", *, reference: bool = False, stop_at: int = -1) -> Run:
    state = reset(BoomConfiguration(core=CORES[core]))
    for name, value in (("ra", RETURN), ("sp", STACK_END), ("a0", OPERANDS)):
        state["x"][X_NAMES.index(name)] = value
    stop = None if stop_at < 0 else stop_at
    return call(
        assemble(text), state, Limits(instructions=10_000), stop_at=stop, reference=reference
    )


def test_nothing_is_carried_from_call_to_call() -> None:
    run = _called(COUNTS_ITS_CALLS)
    assert run.fault is None
    assert run.state["memory"][span(DATA, 1)][0] == 1


@pytest.mark.parametrize("core", CORES)
def test_caches_are_warm_when_it_counts(core: str) -> None:
    run = _called(READS_A_KIBIBYTE, core)
    assert run.cold is not None
    assert run.cold > run.cycles + 16 * 10  # sixteen lines came from memory
    assert run.instructions == 2 + 4 * 16
    assert run.profile.cycles.sum() == run.cycles


def test_the_reference_machine_counts_the_same() -> None:
    one, other = (_called(READS_A_KIBIBYTE, reference=each) for each in (False, True))
    assert (one.cycles, one.cold, one.instructions) == (
        other.cycles,
        other.cold,
        other.instructions,
    )


def test_a_fault_is_that_of_the_first_call() -> None:
    run = _called("kernel: ebreak")
    assert run.fault is not None
    assert run.instructions == 1


def test_a_stop_is_in_the_call_that_counts() -> None:
    run = _called(READS_A_KIBIBYTE, stop_at=1)
    assert run.stopped_at == 1
    assert run.instructions == 1

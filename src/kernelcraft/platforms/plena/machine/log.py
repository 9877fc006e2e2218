"""The DMA costs of one program, found in its first run and only compared in every later one.

Costs depend on addresses and times, and those cannot depend on the data of a kernel that works; so
the fifteen input sets of a grading share one log. A run that differs (its addresses came from
garbage) is noticed at its first different request and simulated from there on.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from kernelcraft.isa.program import Program
from kernelcraft.platforms.plena.machine.configuration import Dram
from kernelcraft.platforms.plena.machine.hbm2 import DONE, LOG_ENTRY, LOG_HEAD
from kernelcraft.sim.cause import FREE
from kernelcraft.sim.machine import Array, Parameters
from kernelcraft.sim.state import State

ENTRIES = 1 << 10
"""DMA instructions that the first run of a program can remember; the next gets all it needs."""


class _Latest(threading.local):
    """The log of the program that this thread ran last."""

    program: Program | None = None
    parameters: Parameters | None = None
    log: Array

    def of(self, program: Program, parameters: Parameters) -> Array:
        """The same array as last time if it was for this program on this machine."""
        if self.program is not program or self.parameters != parameters:
            self.program, self.parameters = program, dict(parameters)
            self.log = np.zeros(LOG_HEAD + ENTRIES * LOG_ENTRY, np.int64)
        return self.log

    def grow(self, entries: int) -> None:
        """Make room for the requests of the next run."""
        missing = LOG_HEAD + entries * LOG_ENTRY - len(self.log)
        if missing > 0:
            self.log = np.concatenate([self.log, np.zeros(missing, np.int64)])


_LATEST = _Latest()


@contextmanager
def dram_of(program: Program, state: State, *, remember: bool) -> Iterator[None]:
    """While this lasts, a run of `program` on `state` may use and extend the program's log.

    The DRAM is cold before and after, so that a state says nothing about earlier runs.
    """
    none, dram = state["dram_log"], state["dram_state"]
    timed = state.parameters[FREE] == 0  # where a cause is free, other times have other costs
    remember = remember and timed and state.parameters["dram"] == Dram.BANK
    dram[:] = 0
    if remember:
        state.arrays["dram_log"] = _LATEST.of(program, state.parameters)
    try:
        yield
    finally:
        if remember:
            _LATEST.grow(int(dram[DONE]))
        state.arrays["dram_log"] = none
        dram[:] = 0

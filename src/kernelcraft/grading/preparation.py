"""What a nursery gets ready for the processes that come from it: machines, and inputs."""

import gc
from contextlib import suppress
from functools import cache

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import load_cell
from kernelcraft.grading import job, locks
from kernelcraft.grading.input_set import PUBLIC_SEED, input_set, kept_set
from kernelcraft.grading.nursery import give_back_freed_memory
from kernelcraft.sim.run import Limits

__all__ = ["job", "prepare"]  # a new process unpickles jobs

FEW = 4
"""Input sets that are kept here: a fork copies the tables of all pages that there are."""
GLANCE = Limits(instructions=100, cycles=1 << 40)
"""Enough of a run to load what runs."""


def prepare(line: str) -> None:
    """Load the machine of a cell that a line names, and make the inputs of the seed that follows.

    What cannot be got ready is left to the process that needs it, which says why.
    """
    name, _, seed = line.partition(" ")
    with suppress(Exception):
        _warm(name)
        if kept_set.cache_info().currsize > FEW:
            kept_set.cache_clear()
            give_back_freed_memory()
        if seed:
            kept_set(load_cell(name), "normal", int(seed))
        gc.freeze()


@cache
def _warm(name: str) -> None:
    """Assemble the compiler's kernel and begin to run it: what is made on the way is kept."""
    cell = load_cell(name)
    locks.locked(cell), kernels.bound(cell)
    if cell.platform.described:
        program = cell.platform.assemble(kernels.baseline(cell))
        staged = input_set(cell, "normal", PUBLIC_SEED, poison=True).staged
        cell.platform.run(program, staged, GLANCE)

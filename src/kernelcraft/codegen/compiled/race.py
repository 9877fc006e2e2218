"""Which origin of a cell's baseline is faster: both run once on random bytes."""

from collections.abc import Mapping
from typing import Final

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.codegen.compiled.clang import CompilerFailed
from kernelcraft.sim.run import Limits
from kernelcraft.tasks.task import FloatArray, Input

PLENTY: Final = Limits(instructions=1_000_000_000, cycles=1 << 50)
SEED: Final = 1
BIAS_LIMIT: Final = 10_000


def faster(cell: Cell, texts: Mapping[str, str]) -> str:
    """The name of the text that takes fewer cycles, the first one's if they take as many."""
    taken = {origin: cycles(cell, text) for origin, text in texts.items()}
    return min(taken, key=lambda origin: taken[origin])


def cycles(cell: Cell, text: str) -> int:
    """The cycles of a kernel on the same random inputs for all; raises `CompilerFailed`."""
    program = cell.platform.assemble(text)
    rng = np.random.default_rng(SEED)
    inputs = {given.name: _values(cell, given, rng) for given in cell.task.inputs}
    state = cell.platform.stage(cell.memory_map, inputs, None)
    run = cell.platform.run(program, state, PLENTY)
    if run.fault is not None:
        raise CompilerFailed(f"{cell.name}: {run.fault}")
    return run.cycles


def _values(cell: Cell, given: Input, rng: np.random.Generator) -> FloatArray:
    sizes = cell.task.sizes(cell.dims)
    if given.table is not None:
        return given.table(sizes)
    if given.drawn is not None:
        return given.drawn(sizes, "normal", rng)
    limit = 127 if given.element == "int8" else BIAS_LIMIT
    return rng.integers(-limit, limit, given.shape(sizes), endpoint=True).astype(np.float64)

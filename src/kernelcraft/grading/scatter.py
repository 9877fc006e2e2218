"""How far apart right kernels are on one input set: what stochastic rounding needs there."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.grading.input_set import drawn
from kernelcraft.grading.inputs import Distribution
from kernelcraft.grading.tolerance import Scatter, least_tau
from kernelcraft.tasks.task import FloatArray, Rounding, WithCache

DRAWS: Final = 16


@dataclass(frozen=True)
class StochasticRounding:
    """The roundings of `machine`, but up or down by chance, the nearer the likelier.

    `half` is half a unit in the last place of 1. Products and caches are the machine's.
    """

    machine: Rounding
    half: float
    random: np.random.Generator

    def vector(self, values: FloatArray, /) -> FloatArray:
        """Elements as vector memory may hold them."""
        return self.machine.vector(self._moved(values))

    def scalar(self, values: FloatArray, /) -> FloatArray:
        """Values as scalar registers may hold them."""
        return self.machine.scalar(self._moved(values))

    def matmul(self, a: FloatArray, b: FloatArray, /) -> FloatArray:
        """As the machine has it."""
        return self.machine.matmul(a, b)

    def cache(self, values: FloatArray, /) -> FloatArray:
        """As the machine has it."""
        return self.machine.cache(values)

    def _moved(self, values: FloatArray) -> FloatArray:
        _, exponents = np.frexp(values)
        half = np.ldexp(self.half, exponents - 1)
        return np.asarray(values + half * self.random.uniform(-1.0, 1.0, np.shape(values)))


@lru_cache(maxsize=64)
def scatter(cell: Cell, distribution: Distribution, seed: int) -> Scatter:
    """The largest errors of the task's plain algorithm in `DRAWS` tries on that input set.

    It rounds stochastically, so each try is a kernel as right as any that rounds in other places.
    Every other one does not store a cache, which a kernel need not. The draws follow from the seed.
    """
    machine = cell.platform.rounding()
    kinds = (machine, WithCache(machine, machine.vector))
    half, random = least_tau(machine), np.random.default_rng(seed)
    inputs, reference = drawn(cell, distribution, seed)
    tries = (StochasticRounding(kinds[i % 2], half, random) for i in range(DRAWS))
    return Scatter.of((cell.compute(each, inputs) for each in tries), reference)

"""Draws random inputs for a task, the same on every machine for the same seed."""

import hashlib
import math
from collections.abc import Callable
from typing import Final, Literal, get_args

import numpy as np

from kernelcraft.tasks.task import Dims, FloatArray, Input, Task

Distribution = Literal["normal", "shifted", "wide"]

DISTRIBUTIONS: Final[tuple[Distribution, ...]] = get_args(Distribution)

CLIP: Final = 5.0
"""Standard normal draws are cut to ±5 (6 in ten million are changed).

With row-wise σ up to 4 an activation is at most 20, so a sum of 64 squares is at most 25,600:
half precision (up to 65,504) holds it, and so does the 30,000 that we allow ourselves. Wider rows
stay below 30,000 in all but freak draws: a row of 1024 with σ = 4 has a sum of squares of
16,384 with a deviation of 724.
"""


def draw(task: Task, dims: Dims, distribution: Distribution, seed: int) -> dict[str, FloatArray]:
    """Values for every input of the task, in float64, not yet rounded to a platform's formats.

    Activations and caches follow the distribution: "normal" N(0, 1); "shifted" N(1, 1); "wide"
    N(0, σ²) with one σ a row (last axis), log-uniform from 0.25 to 4. Weights are N(0, 1 / fan-in)
    always, and tables are what they are.
    """
    sizes = task.sizes(dims)
    return {
        operand.name: _values(
            operand, sizes, distribution, _generator(task, operand, distribution, seed)
        )
        for operand in task.inputs
    }


def _generator(
    task: Task, operand: Input, distribution: Distribution, seed: int
) -> np.random.Generator:
    """A stream of its own for every seed, task, operand and distribution."""
    digest = hashlib.sha256(f"{task.name}/{operand.name}/{distribution}".encode()).digest()
    stream = int.from_bytes(digest[:8], "little")
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, stream])))


def _values(
    operand: Input, sizes: Dims, distribution: Distribution, generator: np.random.Generator
) -> FloatArray:
    if operand.table is not None:
        return operand.table(sizes)
    shape = operand.shape(sizes)
    standard = np.clip(generator.standard_normal(shape), -CLIP, CLIP)
    if operand.role != "weight":
        return _SHAPES[distribution](standard, generator)
    fan_in = sizes[operand.fan_in] if operand.fan_in else 1
    return standard / math.sqrt(fan_in)


def _normal(standard: FloatArray, generator: np.random.Generator) -> FloatArray:
    return standard


def _shifted(standard: FloatArray, generator: np.random.Generator) -> FloatArray:
    return standard + 1.0


def _wide(standard: FloatArray, generator: np.random.Generator) -> FloatArray:
    sigma = np.exp2(generator.uniform(-2.0, 2.0, (*standard.shape[:-1], 1)))
    return standard * sigma


_SHAPES: Final[dict[Distribution, Callable[[FloatArray, np.random.Generator], FloatArray]]] = {
    "normal": _normal,
    "shifted": _shifted,
    "wide": _wide,
}

"""Draws random inputs for a task, the same on every machine for the same seed."""

import hashlib
import math
from collections.abc import Callable, Mapping
from typing import Final, Literal, get_args

import numpy as np

from kernelcraft.grading import integer_inputs
from kernelcraft.grading.ties import with_ties
from kernelcraft.tasks.task import Dims, Edge, FloatArray, Input, Task

Usual = Literal["normal", "shifted", "wide"]
Distribution = Usual | Edge

DISTRIBUTIONS: Final[tuple[Usual, ...]] = get_args(Usual)
"""Those of every task; some have edges besides."""

DESCRIPTIONS: Final[Mapping[Distribution, str]] = {
    "normal": "normal ones",
    "shifted": "ones with mean 1",
    "wide": "ones whose rows have standard deviations from 0.25 to 4",
    "faint": "ones with standard deviation 1/256",
    "lifted": "ones whose rows have means of 16 and -16 in turn",
}

FAINT: Final = 2.0**-8
"""σ of faint rows: their mean square is 1.5e-5, about the ε of a norm."""
LIFT: Final = 16.0
"""The mean of a lifted row but for its sign: e to 2 x 16 is more than half precision holds."""

CLIP: Final = 5.0
"""Standard normal draws are cut to ±5 (6 in ten million are changed).

With row-wise σ up to 4 an activation is at most 20, so a sum of 64 squares is at most 25,600:
half precision (up to 65,504) holds it, and so does the 30,000 that we allow ourselves. Wider rows
stay below 30,000 in all but freak draws: a row of 1024 with σ = 4 has a sum of squares of
16,384 with a deviation of 724.
"""


def distributions(task: Task) -> tuple[Distribution, ...]:
    """All on which kernels of the task must be right."""
    return (*DISTRIBUTIONS, *task.edges)


def descriptions(task: Task) -> dict[Distribution, str]:
    """What the activations of each distribution are."""
    known = DESCRIPTIONS if task.element == "float" else integer_inputs.DESCRIPTIONS
    return {name: known[name] for name in distributions(task)}


def draw(task: Task, dims: Dims, distribution: Distribution, seed: int) -> dict[str, FloatArray]:
    """Values for every input of the task, in float64, not yet rounded to a platform's formats.

    Activations and caches follow the distribution: "normal" N(0, 1); "shifted" N(1, 1); "wide"
    N(0, σ²) with one σ a row (last axis), log-uniform from 0.25 to 4; "faint" N(0, 2^-16);
    "lifted" N(±16, 1), the sign changing from row to row. Weights are N(0, 1 / fan-in) always, and
    tables are what they are. Whole numbers are drawn by `integer_inputs`.
    """
    sizes = task.sizes(dims)
    values = {
        operand.name: _values(
            operand, sizes, distribution, _generator(task, operand, distribution, seed)
        )
        for operand in task.inputs
    }
    return with_ties(task, dims, values) if distribution == "ties" else values


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
    if operand.element != "float":
        if operand.role == "weight":
            return integer_inputs.weights(operand, sizes, generator)
        return integer_inputs.activations(operand, sizes, distribution, generator)
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


def _faint(standard: FloatArray, generator: np.random.Generator) -> FloatArray:
    return standard * FAINT


def _lifted(standard: FloatArray, generator: np.random.Generator) -> FloatArray:
    rows = math.prod(standard.shape[:-1])
    signs = np.where((np.arange(rows) + generator.integers(2)) % 2, 1.0, -1.0)
    return standard + LIFT * signs.reshape(*standard.shape[:-1], 1)


_SHAPES: Final[dict[Distribution, Callable[[FloatArray, np.random.Generator], FloatArray]]] = {
    "normal": _normal,
    "shifted": _shifted,
    "wide": _wide,
    "faint": _faint,
    "lifted": _lifted,
}

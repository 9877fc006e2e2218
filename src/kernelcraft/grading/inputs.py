"""Draws random inputs for a task, the same on every machine for the same seed."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Mapping
from typing import Final, Literal, get_args

import numpy as np

from kernelcraft.grading import integer_inputs, word_inputs
from kernelcraft.grading.peaks import peaked, peaked_cross
from kernelcraft.tasks.task import Dims, Edge, Element, FloatArray, Input, Task, Values

Usual = Literal["normal", "shifted", "wide"]
Distribution = Usual | Edge

DISTRIBUTIONS: Final[tuple[Usual, ...]] = get_args(Usual)
"""Those of every task; some have edges besides."""

DESCRIPTIONS: Final[Mapping[str, str]] = {
    "normal": "normal ones",
    "shifted": "ones with mean 1",
    "wide": "ones whose rows have standard deviations from 0.25 to 4",
    "faint": "ones with standard deviation 1/256 (1/1024 for activation functions and MLPs)",
    "faint first": "ones with x of standard deviation 1/1024 and an output projection times 16",
    "faint second": "ones with x and the first residual branch 1024 times smaller",
    "faint third": "ones with x and two residual branches 1024 times smaller",
    "faint gate": "normal ones; the weight before SiLU is divided by 1024, the last multiplied",
    "loud": "ones with standard deviation 64",
    "loud gate": "normal ones; the weight before SiLU is multiplied by 64",
    "lifted": "ones whose rows have means of 16 or -16",
    "peaked": "ones that give scores of 240 or -240 and in every row one that is 112 higher",
    "peaked cross": "ones that give such scores in the cross-attention",
}

_KNOWN: Final[Mapping[Element, Mapping[str, str]]] = {
    "float": DESCRIPTIONS,
    "int8": integer_inputs.DESCRIPTIONS,
}
"""By the element of a task's output; others are words."""

FAINT: Final = 2.0**-8
"""σ of faint rows: their mean square is 1.5e-5, about the ε of a norm."""
NEAR_ZERO: Final = 2.0**-10
"""σ of faint rows where a function has its zero: it must be right relative to itself there."""
LOUD: Final = 16.0
"""What a branch is multiplied by in which an ε of ours decides, so that others do not drown it."""
FAR: Final = 64.0
"""σ of loud activations: more than half are beyond 30 and a tenth beyond 88, e to which is no
float; at most 320, whose cube half precision does not hold and bfloat16 does."""
LIFT: Final = 16.0
"""The mean of a lifted row but for its sign: e to 2 x 16 is more than half precision holds, and
its square more than 200 times the variance."""

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
    known = {**_KNOWN.get(task.element, word_inputs.DESCRIPTIONS), **task.kinds}
    return {name: known[name] for name in distributions(task)}


def draw(task: Task, dims: Dims, distribution: Distribution, seed: int) -> dict[str, FloatArray]:
    """Values for every input of the task, in float64, not yet rounded to a platform's formats.

    Activations and caches follow the distribution: "normal" N(0, 1); "shifted" N(1, 1); "wide"
    N(0, σ²) with one σ a row (last axis), log-uniform from 0.25 to 4; "faint" N(0, 2^-16), or
    N(0, 2^-20) for functions with a zero at 0; "lifted" N(±16, 1), half of the rows, at random,
    having the one sign. Weights are N(0, 1 / fan-in), and tables are what they are. The edges of
    composites then change some operands (`_CHANGES`). Whole numbers are drawn by `integer_inputs`,
    those of 32 bits by `word_inputs`, and operands that are like no other by their task.
    """
    sizes = task.sizes(dims)
    values = {
        operand.name: _values(
            operand, sizes, distribution, _generator(task, operand.name, distribution, seed)
        )
        for operand in task.inputs
    }
    if distribution == "ties" and task.ties is not None:
        return task.ties(task, dims, values)
    change = _CHANGES.get(distribution)
    if change is None or task.element != "float":
        return values
    return change(task, sizes, values, _generator(task, "all", distribution, seed))


def _generator(
    task: Task, operand: str, distribution: Distribution, seed: int
) -> np.random.Generator:
    """A stream of its own for every seed, task, operand and distribution."""
    digest = hashlib.sha256(f"{task.name}/{operand}/{distribution}".encode()).digest()
    stream = int.from_bytes(digest[:8], "little")
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, stream])))


def _values(
    operand: Input, sizes: Dims, distribution: Distribution, generator: np.random.Generator
) -> FloatArray:
    if operand.table is not None:
        return operand.table(sizes)
    if operand.drawn is not None:
        return operand.drawn(sizes, distribution, generator)
    if operand.element in word_inputs.RANGES and operand.role != "weight":
        return word_inputs.activations(operand, sizes, distribution, generator)
    if operand.element != "float":
        if operand.role == "weight":
            return integer_inputs.weights(operand, sizes, distribution, generator)
        return integer_inputs.activations(operand, sizes, distribution, generator)
    shape = operand.shape(sizes)
    standard = np.clip(generator.standard_normal(shape), -CLIP, CLIP)
    if operand.role != "weight":
        shape_of = _SHAPES.get(distribution)
        return standard if shape_of is None else shape_of(standard, generator)
    fan_in = sizes[operand.fan_in] if operand.fan_in else 1
    return standard / math.sqrt(fan_in)


def _shifted(standard: FloatArray, generator: np.random.Generator) -> FloatArray:
    return standard + 1.0


def _wide(standard: FloatArray, generator: np.random.Generator) -> FloatArray:
    sigma = np.exp2(generator.uniform(-2.0, 2.0, (*standard.shape[:-1], 1)))
    return standard * sigma


def _lifted(standard: FloatArray, generator: np.random.Generator) -> FloatArray:
    rows = math.prod(standard.shape[:-1])
    signs = np.where((np.arange(rows) + generator.integers(2)) % 2, 1.0, -1.0)
    return standard + LIFT * generator.permutation(signs).reshape(*standard.shape[:-1], 1)


_SHAPES: Final[Mapping[Distribution, Callable[[FloatArray, np.random.Generator], FloatArray]]] = {
    "shifted": _shifted,
    "wide": _wide,
    "lifted": _lifted,
}

Change = Callable[[Task, Dims, Values, "np.random.Generator"], Values]


def _faint(task: Task, sizes: Dims, values: Values, generator: np.random.Generator) -> Values:
    """All activations, caches too."""
    return _sized(task, values, NEAR_ZERO if task.category in ("activation", "mlp") else FAINT)


def _loud(task: Task, sizes: Dims, values: Values, generator: np.random.Generator) -> Values:
    """All activations."""
    return _sized(task, values, FAR)


def _sized(task: Task, values: Values, size: float) -> Values:
    """All but weights and tables multiplied."""
    sized = {each.name for each in task.inputs if each.role != "weight" and each.table is None}
    return {name: each * (size if name in sized else 1.0) for name, each in values.items()}


def _scaled(**factors: float) -> Change:
    """Some operands are multiplied, those of them that the task has."""

    def change(task: Task, sizes: Dims, values: Values, generator: np.random.Generator) -> Values:
        return {name: each * factors.get(name, 1.0) for name, each in values.items()}

    return change


_CHANGES: Final[Mapping[Distribution, Change]] = {
    "faint": _faint,
    "loud": _loud,
    "loud gate": _scaled(w1=FAR, w_gate=FAR),
    "faint first": _scaled(x=NEAR_ZERO, wo=LOUD),
    "faint second": _scaled(x=NEAR_ZERO, wo=NEAR_ZERO, cq=2.0, co=LOUD),
    "faint third": _scaled(x=NEAR_ZERO, wo=NEAR_ZERO, co=NEAR_ZERO),
    "faint gate": _scaled(
        w1=NEAR_ZERO, w2=1.0 / NEAR_ZERO, w_gate=NEAR_ZERO, w_down=1.0 / NEAR_ZERO
    ),
    "peaked": peaked,
    "peaked cross": peaked_cross,
}

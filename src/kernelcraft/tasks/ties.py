"""Moves drawn operands of quantised tasks so that sums lie half way between two codes.

One sum in a few hundred does by chance, too few for a small output to show how ties are rounded.
The sums are those that a task's algorithm gives its last requantisation; moved are those of the
first row of the output, in an image those of its middle pixel.
"""

from typing import Any

import numpy as np

from kernelcraft.tasks.quantised import WEIGHT_LIMIT, requantise, vsmul
from kernelcraft.tasks.task import EXACT, Dims, FloatArray, Given, Task, Ties, Values

Scale = FloatArray | float
Place = Any


def to_tie(
    acc: FloatArray, multiplier: Scale, shift: Scale, least: float = -(2.0**31)
) -> FloatArray:
    """What to add to each sum so that its product with the scale is a tie, of `least` or more."""
    step = np.exp2(np.asarray(shift, np.float64))
    product = np.maximum(vsmul(acc, multiplier), least)
    wanted = (np.floor(product / step) + 0.5) * step
    return np.asarray(np.ceil((wanted - 0.5) * 2.0**31 / multiplier) - acc, np.float64)


def _sums(task: Task, dims: Dims, values: Values) -> tuple[FloatArray, Scale, Scale]:
    """The sums of the last requantisation, multiplier and shift."""
    seen: list[tuple[FloatArray, Scale, Scale]] = []

    def watched(acc: FloatArray, multiplier: Scale, shift: Scale, zero_point: float) -> FloatArray:
        seen.append((acc, multiplier, shift))
        return requantise(acc, multiplier, shift, zero_point)

    steps = {"requantise": watched}
    Given(task, EXACT, values, task.constants(dims), dims, steps).output()
    return seen[-1]


def by_bias(name: str = "bias", least: float = -(2.0**31)) -> Ties:
    """The operand, which is added to the sums, takes what is missing."""

    def move(task: Task, dims: Dims, v: Values) -> Values:
        acc, multiplier, shift = _sums(task, dims, v)
        row = acc[len(acc) // 2, len(acc) // 2] if acc.ndim == 3 else acc[0]
        return {**v, name: v[name] + to_tie(row, multiplier, shift, least)}

    return move


def by_weights(name: str, *, one: Place, weights: Place, sums: Place) -> Ties:
    """Some elements of x become 1; the weights that they meet take what is missing, if they can."""

    def move(task: Task, dims: Dims, v: Values) -> Values:
        x, w = v["x"].copy(), v[name].copy()
        x[one] = 1.0
        acc, multiplier, shift = _sums(task, dims, {**v, "x": x})
        moved = w[weights] + to_tie(acc[sums], multiplier, shift)
        w[weights] = np.where(np.abs(moved) <= WEIGHT_LIMIT, moved, w[weights])
        return {**v, "x": x, name: w}

    return move


def by_factor(name: str) -> Ties:
    """Of all factors of a column the one that makes most ties, where one does."""

    def move(task: Task, dims: Dims, v: Values) -> Values:
        acc, multiplier, shift = _sums(task, dims, {**v, name: np.ones_like(v[name])})
        factors, step = np.arange(-WEIGHT_LIMIT, WEIGHT_LIMIT + 1.0), np.exp2(shift)
        products = (vsmul(acc * factor, multiplier) for factor in factors)
        ties = np.array([np.sum(each % step == step / 2.0, axis=0) for each in products])
        return {**v, name: np.where(ties.any(axis=0), factors[ties.argmax(axis=0)], v[name])}

    return move

"""Draws random operands of quantised tasks: whole numbers that their element can hold."""

import math
from collections.abc import Callable
from typing import Final

import numpy as np

from kernelcraft.tasks.quantised import ACTIVATION_RMS, WEIGHT_LIMIT
from kernelcraft.tasks.task import Dims, FloatArray, Input

LOWEST: Final = -128.0
HIGHEST: Final = 127.0
BLOCK: Final = 16

Draw = Callable[[tuple[int, ...], np.random.Generator], FloatArray]


def weights(operand: Input, sizes: Dims, generator: np.random.Generator) -> FloatArray:
    """int8: each number from -127 to 127 as likely. int32: normal, of the size of the sums."""
    shape = operand.shape(sizes)
    if operand.element == "int8":
        drawn = generator.integers(-WEIGHT_LIMIT, WEIGHT_LIMIT + 1, shape)
        return drawn.astype(np.float64)
    fan_in = sizes[operand.fan_in] if operand.fan_in else 1
    return np.rint(operand.unit * math.sqrt(fan_in) * generator.standard_normal(shape))


def normal(shape: tuple[int, ...], generator: np.random.Generator) -> FloatArray:
    """σ of a quarter of the range, around 0: one element in 30,000 is cut to the range."""
    return _int8(ACTIVATION_RMS * generator.standard_normal(shape))


def shifted(shape: tuple[int, ...], generator: np.random.Generator) -> FloatArray:
    """The same with a mean of one σ."""
    return _int8(ACTIVATION_RMS * (1.0 + generator.standard_normal(shape)))


def wide(shape: tuple[int, ...], generator: np.random.Generator) -> FloatArray:
    """σ from 8 to 128, log-uniform, one a row; the lowest and the highest number are there.

    A lone axis is taken in rows of 16.
    """
    rows = (*shape[:-1], 1) if len(shape) > 1 else (-(-shape[0] // BLOCK),)
    sigma = ACTIVATION_RMS * np.exp2(generator.uniform(-2.0, 2.0, rows))
    if len(shape) == 1:
        sigma = np.repeat(sigma, BLOCK)[: shape[0]]
    values = _int8(sigma * generator.standard_normal(shape))
    places = generator.choice(values.size, size=min(2, values.size), replace=False)
    values.flat[places] = (LOWEST, HIGHEST)[: len(places)]
    return values


def _int8(values: FloatArray) -> FloatArray:
    return np.clip(np.rint(values), LOWEST, HIGHEST)

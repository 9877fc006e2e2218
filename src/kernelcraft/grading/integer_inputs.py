"""Draws random operands of quantised tasks: whole numbers that their element can hold."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

import numpy as np

from kernelcraft.tasks.quantised import ACTIVATION_RMS, WEIGHT_LIMIT
from kernelcraft.tasks.task import Dims, FloatArray, Input

LOWEST: Final = -128.0
HIGHEST: Final = 127.0
BLOCK: Final = 16
"""Elements of a lone axis that count as a row."""
FAINT: Final = 0.75
"""σ of faint rows: most elements are -1, 0 or 1, of about the ε of a norm, 1/4."""
LIFT: Final = 100.0
"""The mean of a lifted row but for its sign: its square is 2,500 times the variance."""
LIFTED: Final = 2.0
FAR_SHARE: Final = 2
FAR_BITS: Final = (20.0, 30.0)

Shape = tuple[int, ...]
Draw = Callable[[Shape, "np.random.Generator"], FloatArray]

DESCRIPTIONS: Final[Mapping[str, str]] = {
    "normal": "normal ones with standard deviation 32",
    "shifted": "ones with mean 32",
    "wide": "ones whose rows have standard deviations from 8 to 128, with -128 and 127 among them",
    "faint": "ones with standard deviation 0.75 and a row of zeros",
    "lifted": "ones whose rows have means of 100 and -100 in turn, the first without any deviation",
    "codes": "every number from -128 to 127",
    "spiked": "ones near -100 with one from 100 to 127 in every row",
    "extreme": "ones that are all -128 or 127",
    "far biases": "normal ones with half of the biases from 2^20 to 2^30 in size",
    "ties": "normal ones with weights or biases that make ties of sums",
}


def weights(operand: Input, sizes: Dims, kind: str, generator: np.random.Generator) -> FloatArray:
    """int8: each number from -127 to 127 as likely. int32: normal, of the size of the sums.

    Far biases are as likely in every binade; sums with them are still int32.
    """
    shape = operand.shape(sizes)
    if operand.element == "int8":
        drawn = generator.integers(-WEIGHT_LIMIT, WEIGHT_LIMIT + 1, shape)
        return drawn.astype(np.float64)
    fan_in = sizes[operand.fan_in] if operand.fan_in else 1
    biases = np.rint(operand.unit * math.sqrt(fan_in) * generator.standard_normal(shape))
    if kind == "far biases":
        far = generator.permutation(biases.size)[: max(1, biases.size // FAR_SHARE)]
        sizes_of_far = np.exp2(generator.uniform(*FAR_BITS, len(far)))
        biases.flat[far] = np.rint(generator.choice((-1.0, 1.0), len(far)) * sizes_of_far)
    return biases


def activations(
    operand: Input, sizes: Dims, kind: str, generator: np.random.Generator
) -> FloatArray:
    """int8 as the kind says; rows are the last axis, and 16 elements of a lone one."""
    return _KINDS[kind](operand.shape(sizes), generator)


def _normal(shape: Shape, generator: np.random.Generator) -> FloatArray:
    """σ of a quarter of the range: one element in 15,000 is cut to it."""
    return _int8(ACTIVATION_RMS * generator.standard_normal(shape))


def _shifted(shape: Shape, generator: np.random.Generator) -> FloatArray:
    return _int8(ACTIVATION_RMS * (1.0 + generator.standard_normal(shape)))


def _wide(shape: Shape, generator: np.random.Generator) -> FloatArray:
    """Both ends of the range are there, at places of their own."""
    sigma = ACTIVATION_RMS * np.exp2(generator.uniform(-2.0, 2.0, _rows(shape)))
    values = _int8(_spread(sigma, shape) * generator.standard_normal(shape))
    places = generator.choice(values.size, size=min(2, values.size), replace=False)
    values.flat[places] = (LOWEST, HIGHEST)[: len(places)]
    return values


def _faint(shape: Shape, generator: np.random.Generator) -> FloatArray:
    values = _int8(FAINT * generator.standard_normal(shape))
    values.reshape(-1, shape[-1])[0] = 0.0
    return values


def _lifted(shape: Shape, generator: np.random.Generator) -> FloatArray:
    deviations = LIFTED * generator.standard_normal(shape)
    deviations.reshape(-1, shape[-1])[0] = 0.0
    rows = _rows(shape)
    signs = np.where((np.arange(math.prod(rows)) + generator.integers(2)) % 2, 1.0, -1.0)
    return _int8(_spread(LIFT * signs.reshape(rows), shape) + deviations)


def _codes(shape: Shape, generator: np.random.Generator) -> FloatArray:
    """Every code before one comes again, in another order each time round."""
    size = math.prod(shape)
    rounds = [generator.permutation(256) for _ in range(-(-size // 256))]
    return np.concatenate(rounds)[:size].reshape(shape).astype(np.float64) + LOWEST


def _spiked(shape: Shape, generator: np.random.Generator) -> FloatArray:
    """One element decides a softmax, and is many deviations from the mean of a norm."""
    values = _int8(16.0 * generator.standard_normal(shape) - LIFT).reshape(-1, shape[-1])
    rows = np.arange(len(values))
    places = generator.integers(shape[-1], size=len(values))
    values[rows, places] = generator.integers(int(LIFT), int(HIGHEST) + 1, len(values))
    return values.reshape(shape)


def _extreme(shape: Shape, generator: np.random.Generator) -> FloatArray:
    """The share of 127 is another in every row, and may be 0 or 1."""
    share = _spread(generator.uniform(-0.1, 1.1, _rows(shape)), shape)
    return np.where(generator.uniform(size=shape) < share, HIGHEST, LOWEST)


_KINDS: Final[Mapping[str, Draw]] = {
    "normal": _normal,
    "shifted": _shifted,
    "wide": _wide,
    "faint": _faint,
    "lifted": _lifted,
    "codes": _codes,
    "spiked": _spiked,
    "extreme": _extreme,
    "ties": _normal,
    "far biases": _normal,
}


def _rows(shape: Shape) -> Shape:
    """The shape of one number a row."""
    return (*shape[:-1], 1) if len(shape) > 1 else (-(-shape[0] // BLOCK),)


def _spread(rows: FloatArray, shape: Shape) -> FloatArray:
    """One number for each element, from one a row."""
    if len(shape) > 1:
        return np.broadcast_to(rows, shape)
    return np.repeat(rows, BLOCK)[: shape[0]]


def _int8(values: FloatArray) -> FloatArray:
    return np.clip(np.rint(values), LOWEST, HIGHEST)

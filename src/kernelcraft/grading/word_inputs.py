"""Draws random operands of CPU programs: whole numbers of 32 bits, with a sign or without."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

import numpy as np
import numpy.typing as npt

from kernelcraft.tasks.task import Dims, Element, FloatArray, Input

RANGES: Final[Mapping[Element, tuple[int, int]]] = {
    "int32": (-(2**31), 2**31 - 1),
    "uint32": (0, 2**32 - 1),
}
FEW: Final = 4
"""Different numbers in an input of few."""
NARROW: Final = 1000
"""A shifted input has numbers from this to less than twice of it."""

Words = npt.NDArray[np.int64]
Draw = Callable[[int, int, int, "np.random.Generator"], Words]
"""So many numbers from the least to the most."""

DESCRIPTIONS: Final[Mapping[str, str]] = {
    "normal": "numbers of 32 bits, each as likely",
    "shifted": "numbers from 1000 to 1999",
    "wide": "numbers of every length in bits, the least and the largest among them",
    "sorted": "numbers in ascending order",
    "reversed": "numbers in descending order",
    "equal": "numbers that are all the same",
    "few": "numbers of which only four are different",
    "extreme": "numbers that are all the least or the largest",
}


def activations(
    operand: Input, sizes: Dims, kind: str, generator: np.random.Generator
) -> FloatArray:
    """As the kind says, in the range of the operand's element."""
    shape = operand.shape(sizes)
    least, most = RANGES[operand.element]
    return _KINDS[kind](math.prod(shape), least, most, generator).reshape(shape).astype(np.float64)


def _normal(count: int, least: int, most: int, generator: np.random.Generator) -> Words:
    return generator.integers(least, most, count, endpoint=True)


def _shifted(count: int, least: int, most: int, generator: np.random.Generator) -> Words:
    return generator.integers(NARROW, 2 * NARROW, count)


def _wide(count: int, least: int, most: int, generator: np.random.Generator) -> Words:
    """Numbers cut to 0 to 31 bits by an arithmetic shift; both ends are at places of their own."""
    values = _normal(count, least, most, generator) >> generator.integers(0, 32, count)
    places = generator.choice(count, size=min(2, count), replace=False)
    values[places] = (least, most)[: len(places)]
    return values


def _sorted(count: int, least: int, most: int, generator: np.random.Generator) -> Words:
    return np.sort(_normal(count, least, most, generator))


def _reversed(count: int, least: int, most: int, generator: np.random.Generator) -> Words:
    return _sorted(count, least, most, generator)[::-1]


def _equal(count: int, least: int, most: int, generator: np.random.Generator) -> Words:
    return np.repeat(_normal(1, least, most, generator), count)


def _few(count: int, least: int, most: int, generator: np.random.Generator) -> Words:
    return generator.choice(_normal(FEW, least, most, generator), count)


def _extreme(count: int, least: int, most: int, generator: np.random.Generator) -> Words:
    return generator.choice(np.array([least, most]), count)


_KINDS: Final[Mapping[str, Draw]] = {
    "normal": _normal,
    "shifted": _shifted,
    "wide": _wide,
    "sorted": _sorted,
    "reversed": _reversed,
    "equal": _equal,
    "few": _few,
    "extreme": _extreme,
}

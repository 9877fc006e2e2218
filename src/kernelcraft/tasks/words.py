"""Whole numbers of 32 bits, as CPU programs compute with them, and mistakes that these share."""

import numpy as np
import numpy.typing as npt

from kernelcraft.tasks.mistakes import of_output
from kernelcraft.tasks.task import FloatArray, Mistake, whole

Words = npt.NDArray[np.int64]

LEAST = -(2**31)
MOST = 2**31 - 1


@whole
def words(values: FloatArray | Words) -> Words:
    """The same numbers in int64."""
    return np.asarray(values).astype(np.int64)


@whole
def low(values: Words) -> FloatArray:
    """The low 32 bits alone, with a sign."""
    return np.asarray((values - LEAST) % 2**32 + LEAST, np.float64)


def saturated(values: Words) -> FloatArray:
    """The nearest number of 32 bits."""
    return np.asarray(np.clip(values, LEAST, MOST), np.float64)


def unsigned(values: FloatArray) -> FloatArray:
    """The same bits read without a sign."""
    return np.mod(values, 2.0**32)


def _last_as_found(y: FloatArray) -> FloatArray:
    changed = y.copy()
    changed.flat[-1] = (y.flat[-1] + 12345.0) % 2**31
    return changed


def _one_later(y: FloatArray) -> FloatArray:
    return np.roll(y, 1, axis=0)


LAST: Mistake = of_output(_last_as_found)
"""The last element not written."""
LATER: Mistake = of_output(_one_later)
"""Every element one place later."""

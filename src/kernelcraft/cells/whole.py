"""How a machine of whole numbers rounds: it does not."""

from __future__ import annotations

import numpy as np

from kernelcraft.cells.protocol import FloatArray


class Whole:
    """Whole numbers are never rounded."""

    def vector(self, values: FloatArray, /) -> FloatArray:
        """As they are."""
        return values

    def scalar(self, values: FloatArray, /) -> FloatArray:
        """As they are."""
        return values

    def matmul(self, a: FloatArray, b: FloatArray, /) -> FloatArray:
        """An exact product: sums of products of bytes are far below 2^53."""
        return np.asarray(np.matmul(a, b), np.float64)

    def cache(self, values: FloatArray, /) -> FloatArray:
        """As they are."""
        return values

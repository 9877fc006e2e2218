"""The pieces of the exponentials and the multiplier of a sum are exact."""

import numpy as np
import pytest

from kernelcraft.platforms.coral_npu.kernels.schedules.exponentials import pieces
from kernelcraft.platforms.coral_npu.kernels.schedules.softmax import ROW, SHIFT
from kernelcraft.tasks.softmax import exponentials

TABLE = tuple(int(value) for value in exponentials({}))


def test_bytes_make_up_the_exponentials() -> None:
    parts = pieces(TABLE)
    made = tuple(
        parts.a[d // 16] * parts.b[d % 16] + parts.e[d // 16] + c for d, c in enumerate(parts.c)
    )
    assert made == TABLE
    assert all(0 <= value <= 255 for each in (parts.a, parts.b, parts.e, parts.c) for value in each)


def test_a_table_that_has_no_such_pieces_is_refused() -> None:
    with pytest.raises(ValueError, match="no byte times"):
        pieces((*[60000] * 16, *[0, 60000] * 120))


def test_the_multiplier_of_every_sum_is_rounded_up() -> None:
    """In the floats of the kernel: 255 * 2^40 / S."""
    whole = 255 << SHIFT
    numerator = np.float32(whole)
    inverse = np.float32(1.0) / numerator
    for first in range(TABLE[0], ROW * TABLE[0] + 1, 1 << 20):
        sums = np.arange(first, min(first + (1 << 20), ROW * TABLE[0] + 1))
        quotients = numerator / sums.astype(np.float32)
        nearly = quotients.astype(np.float64).astype(np.int64)
        missing = (-nearly * sums).astype(np.int32)  # the lower 32 bits
        more = missing.astype(np.float32) * (quotients * inverse)
        multipliers = nearly + np.ceil(more.astype(np.float64)).astype(np.int64)
        assert np.array_equal(multipliers, -(-whole // sums))
        assert multipliers.max() < 1 << 32

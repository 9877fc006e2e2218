"""Memories that lie as a whole in bytes: what changed in them."""

import numpy as np
import pytest

from kernelcraft.cells.row_major import same


@pytest.mark.parametrize("size", [0, 1, 7, 8, 31, 64])
@pytest.mark.parametrize("start", [0, 1, 3])
@pytest.mark.parametrize("kind", [np.uint8, np.uint16])
def test_each_single_bit_that_differs_is_seen(size: int, start: int, kind: type) -> None:
    """Also in the last elements, which fill no eight bytes, and where no eight bytes begin."""
    one: np.ndarray[tuple[int], np.dtype[np.unsignedinteger]] = np.arange(start + size, dtype=kind)[
        start:
    ]
    assert same(one, one.copy())
    for place in range(size):
        other = one.copy()
        other[place] ^= 1 << 7
        assert not same(one, other)
        assert not same(other, one)

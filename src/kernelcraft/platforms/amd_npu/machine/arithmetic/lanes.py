"""Elements of the staging memory for the oracles: little-endian, at byte offsets."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from kernelcraft.sim.machine import Array

GRANULE = 32  # bytes of a w register or of a quarter of an accumulator
VECTOR = 64  # bytes of an x register
REFUSED = 1  # what a routine gives for a selection that is not modelled

Integers = npt.NDArray[np.int64]


def take(lanes: Array, start: int, count: int, dtype: str) -> Array:
    """`count` elements from byte `start` on, as a copy of type `dtype`."""
    size = count * np.dtype(dtype).itemsize
    return np.frombuffer(lanes[start : start + size].tobytes(), dtype=dtype)


def place(lanes: Array, start: int, elements: Array) -> None:
    """Write elements from byte `start` on."""
    data = np.frombuffer(elements.tobytes(), dtype=np.uint8)
    lanes[start : start + len(data)] = data


def integers(lanes: Array, start: int, count: int, bits: int, sign: int) -> Integers:
    """`count` integers of 4 to 64 bits, sign-extended where `sign`; even nibbles are the low ones.

    Unsigned elements of 64 bits keep their pattern.
    """
    if bits == 4:
        packed = take(lanes, start, count // 2, "<u1").astype(np.int64)
        values = np.stack([packed & 15, packed >> 4], axis=1).ravel()
        return (values ^ 8) - 8 if sign else values
    kind = "i" if sign else "u"
    return take(lanes, start, count, f"<{kind}{bits // 8}").astype(np.int64)


def place_integers(lanes: Array, start: int, values: Integers, bits: int) -> None:
    """Write the lowest `bits` of each value."""
    if bits == 4:
        nibbles = values & 15
        place(lanes, start, (nibbles[::2] | nibbles[1::2] << 4).astype(np.uint8))
    else:
        place(lanes, start, values.astype(f"<u{bits // 8}"))

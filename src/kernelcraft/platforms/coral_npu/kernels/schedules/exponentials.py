"""The table of exponentials in pieces: E[16 i + j] = a[i] * b[j] + e[i] + c[16 i + j], all bytes.

a, b and e have 16 entries each, so that a gather from one register finds them; only c, a byte and
no longer two, is left to an indexed load. Such pieces exist because exponentials are nearly
products: what a * b leaves differs by less than 256 among the entries of one i, and e takes off
what these have in common.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

SIDE: Final = 16
BYTE: Final = 255


@dataclass(frozen=True)
class Pieces:
    """Bytes that make up a table of 256 numbers."""

    a: tuple[int, ...]
    b: tuple[int, ...]
    e: tuple[int, ...]
    c: tuple[int, ...]


@cache
def pieces(table: tuple[int, ...]) -> Pieces:
    """Of 256 numbers that fall like an exponential from at most 257 * 255; ValueError if there are
    no such bytes."""
    blocks = [table[at : at + SIDE] for at in range(0, SIDE * SIDE, SIDE)]
    b = tuple(min(max(value // BYTE - 1, 0), BYTE) for value in blocks[0])
    found = [_block(values, b) for values in blocks]
    a, e = zip(*found, strict=True)
    c = [
        value - factor * other - rest
        for values, factor, rest in zip(blocks, a, e, strict=True)
        for value, other in zip(values, b, strict=True)
    ]
    return Pieces(a, b, e, tuple(c))


def _block(values: Sequence[int], b: Sequence[int]) -> tuple[int, int]:
    """a and e of 16 entries."""
    for factor in range(BYTE, -1, -1):
        left = [value - factor * other for value, other in zip(values, b, strict=True)]
        rest = max(0, max(left) - BYTE)
        if rest <= min(BYTE, *left):
            return factor, rest
    raise ValueError(f"no byte times {tuple(b)} is within 255 of {tuple(values)}")

"""16 registers of bytes whose rows become columns: pixels of 16 channels, or channels of 16 pixels.

A narrowing shift takes the even bytes of registers, another one the odd ones. After four such steps
each register has the bytes of one channel. Back, the even bytes and 256 times the odd ones add up.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kernelcraft.platforms.coral_npu.kernels.assembly import Instruction

ORDER: Final = (*range(0, 16, 2), *range(1, 16, 2))
"""The channels of the registers v0 to v15 when they are split."""
CROSSED: Final = ((0, 16, 24), (8, 20, 28))
"""Groups of 8 registers, and where their even and odd bytes go: all even ones together."""
BESIDE: Final = ((0, 0, 4), (8, 8, 12))
"""The same within 16 registers: the even bytes of both halves of a group together."""


def split_channels() -> Iterator[Instruction]:
    """From pixels in v0 to v15 to channels there; vl is 64 elements of 8 bits."""
    for whole, even, odd in CROSSED:
        yield from _split(whole, even, odd)
    for base, to in ((16, 0), (0, 16), (16, 0)):
        for whole, even, odd in BESIDE:
            yield from _split(base + whole, to + even, to + odd)


def _split(whole: int, even: int, odd: int) -> Iterator[Instruction]:
    yield ("vnsrl.wi", f"v{even}", f"v{whole}", 0)
    yield ("vnsrl.wi", f"v{odd}", f"v{whole}", 8)


def join_channels(upper: str) -> Iterator[Instruction]:
    """Back from channels to pixels; `upper` is an x register with 255."""
    for base, to in ((0, 16), (16, 0), (0, 16)):
        for whole, even, odd in BESIDE:
            yield from _join(to + whole, base + even, base + odd, upper)
    for whole, even, odd in CROSSED:
        yield from _join(whole, even, odd, upper)


def _join(whole: int, even: int, odd: int, upper: str) -> Iterator[Instruction]:
    yield ("vwaddu.vv", f"v{whole}", f"v{even}", f"v{odd}")
    yield ("vwmaccu.vx", f"v{whole}", upper, f"v{odd}")

"""The ten rounding modes of crRnd and the saturation modes of crSat, as tables.

A number is rounded by its magnitude: the kept part goes up by one where `ROUNDS_UP` says so. The
index of a bit is made of how the lost part compares with one half (EXACT, BELOW, HALF, ABOVE), the
sign of the number and whether the kept part is odd. Codes and names: AMD's intrinsics guide, mode
settings; the other codes and crSat = 2 are not defined and are refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import numpy.typing as npt

from kernelcraft.platforms.amd_npu.machine.arithmetic.lanes import Integers

EXACT, BELOW, HALF, ABOVE = range(4)
CODES = 16  # crRnd has four bits
NO_SATURATION, SATURATE, SYMMETRIC = 0, 1, 3  # of crSat
SATURATIONS = (NO_SATURATION, SATURATE, SYMMETRIC)

Rule = Callable[[int, bool, bool], bool]  # lost part, negative, odd

RULES: Mapping[int, tuple[str, Rule]] = {
    0: ("down", lambda lost, negative, odd: negative and lost != EXACT),
    1: ("up", lambda lost, negative, odd: not negative and lost != EXACT),
    2: ("towards zero", lambda lost, negative, odd: False),
    3: ("away from zero", lambda lost, negative, odd: lost != EXACT),
    8: ("to nearest, half down", lambda lost, negative, odd: lost >= HALF + (not negative)),
    9: ("to nearest, half up", lambda lost, negative, odd: lost >= HALF + negative),
    10: ("to nearest, half towards zero", lambda lost, negative, odd: lost == ABOVE),
    11: ("to nearest, half away from zero", lambda lost, negative, odd: lost >= HALF),
    12: ("to nearest, half to even", lambda lost, negative, odd: lost >= HALF + (not odd)),
    13: ("to nearest, half to odd", lambda lost, negative, odd: lost >= HALF + odd),
}


def _bits(rule: Rule) -> int:
    cases = ((i >> 2, bool(i & 2), bool(i & 1)) for i in range(16))
    return sum(rule(*case) << i for i, case in enumerate(cases))


ROUNDS_UP = tuple(_bits(RULES[code][1]) if code in RULES else 0 for code in range(CODES))
ROUNDING_CODES = sum(1 << code for code in RULES)  # a bit for each defined code


def is_rounding(code: int) -> bool:
    """Whether crRnd may hold this."""
    return 0 <= code < CODES and bool(ROUNDING_CODES >> code & 1)


def shifted(
    magnitude: npt.NDArray[np.uint64], negative: npt.NDArray[np.bool_], shift: int, rounding: int
) -> npt.NDArray[np.uint64]:
    """The magnitudes / 2^shift (0 to 63) in a rounding mode."""
    kept = magnitude >> np.uint64(shift)
    lost = magnitude - (kept << np.uint64(shift))
    half = np.uint64(1 << shift >> 1)
    relation = np.where(lost == 0, EXACT, np.where(lost < half, BELOW, HALF + (lost > half)))
    index = 4 * relation + 2 * negative + (kept & np.uint64(1)).astype(np.int64)
    up: npt.NDArray[np.uint64] = np.uint64(ROUNDS_UP[rounding]) >> index.astype(
        np.uint64
    ) & np.uint64(1)
    return kept + up


def limits(bits: int, sign: int, saturation: int) -> tuple[int, int]:
    """The range of an integer of `bits` bits, symmetric where crSat says so."""
    top = (1 << bits - (sign != 0)) - 1
    return -(top + (saturation != SYMMETRIC)) if sign else 0, top


def fitted(values: Integers, bits: int, sign: int, saturation: int) -> Integers:
    """The values within `limits`; without saturation as they are, for the caller to truncate."""
    low, top = limits(bits, sign, saturation)
    return values if saturation == NO_SATURATION else np.clip(values, low, top)


def c_rounding() -> str:
    """The tables as C."""
    words = ", ".join(f"0x{word:04x}" for word in ROUNDS_UP)
    return (
        f"static const uint16_t ROUNDS_UP[{CODES}] = {{{words}}};\n"
        f"enum {{ ROUNDING_CODES = 0x{ROUNDING_CODES:04x} }};\n"
    )

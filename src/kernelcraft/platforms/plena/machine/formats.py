"""PLENA's number formats: bf16 rows, fp16 scalars, and the tables that replace a maths library.

All conversions round to nearest, ties to even, keep subnormals and overflow to infinity. Every NaN
result is the positive quiet one without payload, so that two machines can be compared bit by bit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import routine

Float32s = npt.NDArray[np.float32]
Bits16 = npt.NDArray[np.uint16]

F32_NAN = 0x7FC00000
BF16_NAN = 0x7FC0
FP16_NAN = 0x7E00
FP16_LOWEST = 0xFC00  # -infinity
CODES = 65_536  # patterns of a 16-bit format


def canonical(values: Float32s) -> Float32s:
    """`values` with every NaN replaced by the one NaN of the machine."""
    return np.where(np.isnan(values), np.uint32(F32_NAN).view(np.float32), values)


def bf16_to_f32(bits: Array) -> Float32s:
    """The float32 values of bf16 patterns, any shape; exact."""
    return (bits.astype(np.uint32) << 16).view(np.float32)


def f32_to_bf16(values: Float32s) -> Bits16:
    """The bf16 patterns of float32 values, any shape."""
    bits = values.view(np.uint32)
    rounded = (bits + np.uint32(0x7FFF) + ((bits >> 16) & 1)) >> 16
    return np.where(np.isnan(values), BF16_NAN, rounded).astype(np.uint16)


def fp16_to_f32(bits: Array) -> Float32s:
    """The float32 values of IEEE fp16 patterns, any shape; exact."""
    with np.errstate(invalid="ignore"):  # a signalling NaN; which processor says so depends
        values = bits.astype(np.uint16).view(np.float16).astype(np.float32)
    return canonical(values)


def f32_to_fp16(values: Float32s) -> Bits16:
    """The IEEE fp16 patterns of float32 values, any shape."""
    with np.errstate(all="ignore"):
        bits = values.astype(np.float16).view(np.uint16)
    return np.where(np.isnan(values), FP16_NAN, bits).astype(np.uint16)


def _tabulate(
    function: Callable[[npt.NDArray[np.float64]], npt.NDArray[np.float64]],
    widen: Callable[[Array], Float32s],
    narrow: Callable[[Float32s], Bits16],
) -> Bits16:
    """`function` of all patterns of a format: float64, rounded to float32, then to the format."""
    with np.errstate(all="ignore"):
        values = function(widen(np.arange(CODES, dtype=np.uint16)).astype(np.float64))
        return narrow(values.astype(np.float32))


@cache
def tables() -> Mapping[str, Bits16]:
    """Result patterns of the unary functions, 65,536 each, under the names the C files use."""
    return {
        "BF16_EXP": _tabulate(np.exp, bf16_to_f32, f32_to_bf16),
        "FP16_EXP": _tabulate(np.exp, fp16_to_f32, f32_to_fp16),
        "FP16_SQRT": _tabulate(np.sqrt, fp16_to_f32, f32_to_fp16),
    }


def c_prelude() -> str:
    """The C text that comes before the routines: shared conversions (formats.h) and `tables()`."""
    lines = [Path(__file__).with_name("formats.h").read_text(encoding="utf-8")]
    for name, table in tables().items():
        lines.append(f"static const uint16_t {name}[{CODES}] = {{")
        rows = table.reshape(-1, 16).tolist()
        lines += [",".join(map(str, row)) + "," for row in rows]
        lines.append("};")
    return "\n".join(lines) + "\n"


C_PRELUDE: Callable[[], str] = c_prelude


def _scalar(bits: int) -> np.float32:
    """The float32 value of one fp16 pattern."""
    return np.float32(fp16_to_f32(np.array([bits & 0xFFFF], dtype=np.uint16))[0])


def _pattern(value: np.float32) -> int:
    """The fp16 pattern of one float32 value."""
    return int(f32_to_fp16(np.array([value], dtype=np.float32))[0])


@routine("uint32_t fp16_add(uint32_t a, uint32_t b)")
def fp16_add(a: int, b: int) -> int:
    """The sum of two fp16 patterns."""
    with np.errstate(all="ignore"):
        return _pattern(_scalar(a) + _scalar(b))


@routine("uint32_t fp16_sub(uint32_t a, uint32_t b)")
def fp16_sub(a: int, b: int) -> int:
    """The difference a - b of two fp16 patterns."""
    with np.errstate(all="ignore"):
        return _pattern(_scalar(a) - _scalar(b))


@routine("uint32_t fp16_mul(uint32_t a, uint32_t b)")
def fp16_mul(a: int, b: int) -> int:
    """The product of two fp16 patterns."""
    with np.errstate(all="ignore"):
        return _pattern(_scalar(a) * _scalar(b))


@routine("uint32_t fp16_max(uint32_t a, uint32_t b)")
def fp16_max(a: int, b: int) -> int:
    """The larger of two fp16 patterns; NaN if one of them is NaN, and +0 is above -0."""
    x, y = _scalar(a), _scalar(b)
    if np.isnan(x) or np.isnan(y):
        return FP16_NAN
    if x == y:
        return a & b & 0xFFFF
    return (a if x > y else b) & 0xFFFF


@routine("uint32_t fp16_max_number(uint32_t a, uint32_t b)")
def fp16_max_number(a: int, b: int) -> int:
    """As `fp16_max`, but a NaN counts less than any number."""
    if np.isnan(_scalar(a)):
        return FP16_NAN if np.isnan(_scalar(b)) else b & 0xFFFF
    return a & 0xFFFF if np.isnan(_scalar(b)) else fp16_max(a, b)


@routine("uint32_t fp16_exp(uint32_t a)")
def fp16_exp(a: int) -> int:
    """The exponential of an fp16 pattern, evaluated in float32 and rounded."""
    return int(tables()["FP16_EXP"][a & 0xFFFF])


@routine("uint32_t fp16_reciprocal(uint32_t a)")
def fp16_reciprocal(a: int) -> int:
    """1 / a of an fp16 pattern, correctly rounded; zeros give infinities of their sign."""
    with np.errstate(all="ignore"):
        return _pattern(np.float32(1) / _scalar(a))


@routine("uint32_t fp16_sqrt(uint32_t a)")
def fp16_sqrt(a: int) -> int:
    """The square root of an fp16 pattern, evaluated in float32 and rounded; -0 stays -0."""
    return int(tables()["FP16_SQRT"][a & 0xFFFF])

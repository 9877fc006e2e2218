"""Binary32 arithmetic as RISC-V defines it: the oracles compute with exact fractions.

A result is the bit pattern, with the flags NV 16, DZ 8, OF 4, UF 2, NX 1 above its 32 bits.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from kernelcraft.sim.routine import routine

NAN, INFINITY, MOST = 0x7FC0_0000, 0x7F80_0000, 0x7F7F_FFFF
SIGN = 1 << 31
NV, DZ, OF, UF, NX = 16, 8, 4, 2, 1
RNE, RTZ, RDN, RUP, RMM = range(5)
PRECISION, LOWEST = 24, -149
INVALID = NAN | NV << 32


def is_nan(bits: int) -> bool:
    """Whether a pattern is a NaN."""
    return bits & ~SIGN > INFINITY


def _signalling(bits: int) -> bool:
    return is_nan(bits) and not bits >> 22 & 1


def _infinite(bits: int) -> bool:
    return bits & ~SIGN == INFINITY


def _value(bits: int) -> Fraction:
    biased, mantissa = bits >> 23 & 255, bits & 0x7F_FFFF
    if biased:
        mantissa |= 1 << 23
    size = mantissa * Fraction(2) ** (max(biased, 1) - 150)
    return -size if bits & SIGN else size


def _nan_of(*operands: int) -> int:
    return INVALID if any(map(_signalling, operands)) else NAN


def _whole(value: Fraction, rm: int) -> tuple[int, bool]:
    """A number rounded to an integer, and whether that changed it."""
    low = value.numerator // value.denominator
    rest = value - low
    half = Fraction(1, 2)
    up = {
        RNE: rest > half or (rest == half and low % 2 == 1),
        RTZ: value < 0 and rest > 0,
        RDN: False,
        RUP: rest > 0,
        RMM: rest > half or (rest == half and value >= 0),
    }[rm]
    return low + up, rest != 0


def _exponent(size: Fraction) -> int:
    """floor(log2(size))."""
    guess = size.numerator.bit_length() - size.denominator.bit_length()
    return guess if Fraction(2) ** guess <= size else guess - 1


def _rounded(value: Fraction, rm: int) -> int:
    """The nearest pattern of a number that is not zero, with flags."""
    negative, size = value < 0, abs(value)
    exponent = _exponent(size)
    lowest = max(exponent - PRECISION + 1, LOWEST)
    scaled, inexact = _whole(value / Fraction(2) ** lowest, rm)
    free, _ = _whole(value / Fraction(2) ** (exponent - PRECISION + 1), rm)
    tiny = abs(free) * Fraction(2) ** (exponent - PRECISION + 1) < Fraction(2) ** -126
    flags = (NX if inexact else 0) | (UF if inexact and tiny else 0)
    sign = SIGN if negative else 0
    magnitude = abs(scaled) * Fraction(2) ** lowest
    if magnitude >= Fraction(2) ** 128:
        towards_zero = rm == RTZ or rm == (RUP if negative else RDN)
        return sign | (MOST if towards_zero else INFINITY) | (OF | NX) << 32
    if magnitude < Fraction(2) ** -126:
        return sign | int(magnitude / Fraction(2) ** LOWEST) | flags << 32
    top = _exponent(magnitude)
    mantissa = int(magnitude / Fraction(2) ** (top - 23)) - (1 << 23)
    return sign | (top + 127) << 23 | mantissa | flags << 32


def _sum(x: Fraction, y: Fraction, x_sign: int, y_sign: int, rm: int) -> int:
    """x + y rounded; the signs decide what a sum of zeros is."""
    if x + y:
        return _rounded(x + y, rm)
    if x or x_sign != y_sign:
        return SIGN if rm == RDN else 0
    return x_sign


@routine("int64_t f32_add(int64_t a, int64_t b, int64_t rm)")
def f32_add(a: int, b: int, rm: int) -> int:
    """a + b."""
    if is_nan(a) or is_nan(b):
        return _nan_of(a, b)
    if _infinite(a) and _infinite(b):
        return a if a == b else INVALID
    if _infinite(a) or _infinite(b):
        return a if _infinite(a) else b
    return _sum(_value(a), _value(b), a & SIGN, b & SIGN, rm)


@routine("int64_t f32_mul(int64_t a, int64_t b, int64_t rm)")
def f32_mul(a: int, b: int, rm: int) -> int:
    """a * b."""
    sign = (a ^ b) & SIGN
    if is_nan(a) or is_nan(b):
        return _nan_of(a, b)
    if _infinite(a) or _infinite(b):
        zero = not (a & ~SIGN) or not (b & ~SIGN)
        return INVALID if zero else sign | INFINITY
    product = _value(a) * _value(b)
    return _rounded(product, rm) if product else sign


@routine("int64_t f32_fma(int64_t a, int64_t b, int64_t c, int64_t rm)")
def f32_fma(a: int, b: int, c: int, rm: int) -> int:
    """a * b + c, rounded once."""
    sign = (a ^ b) & SIGN
    if (_infinite(a) and not b & ~SIGN) or (_infinite(b) and not a & ~SIGN):
        return INVALID
    if is_nan(a) or is_nan(b) or is_nan(c):
        return _nan_of(a, b, c)
    if _infinite(a) or _infinite(b):
        return INVALID if _infinite(c) and c & SIGN != sign else sign | INFINITY
    if _infinite(c):
        return c
    return _sum(_value(a) * _value(b), _value(c), sign, c & SIGN, rm)


@routine("int64_t f32_div(int64_t a, int64_t b, int64_t rm)")
def f32_div(a: int, b: int, rm: int) -> int:
    """a / b."""
    sign = (a ^ b) & SIGN
    if is_nan(a) or is_nan(b):
        return _nan_of(a, b)
    if _infinite(a):
        return INVALID if _infinite(b) else sign | INFINITY
    if _infinite(b):
        return sign
    if not b & ~SIGN:
        return sign | INFINITY | DZ << 32 if a & ~SIGN else INVALID
    quotient = _value(a) / _value(b)
    return _rounded(quotient, rm) if quotient else sign


@routine("int64_t f32_sqrt(int64_t a, int64_t rm)")
def f32_sqrt(a: int, rm: int) -> int:
    """The square root."""
    if is_nan(a):
        return _nan_of(a)
    if not a & ~SIGN:
        return a
    if a & SIGN:
        return INVALID
    if _infinite(a):
        return a
    square = int(_value(a) * Fraction(2) ** 300)  # exact: the lowest bit is 2^-149
    root = isqrt(square)
    below = Fraction(0 if root * root == square else 1, 2)
    return _rounded((root + below) / Fraction(2) ** 150, rm)


def _order(bits: int) -> int:
    """Ascending with the value; -0 is below +0."""
    return ~(bits & ~SIGN) if bits & SIGN else bits


@routine("int64_t f32_choose(int64_t a, int64_t b, int64_t larger)")
def f32_choose(a: int, b: int, larger: int) -> int:
    """The smaller or the larger; the number if the other is NaN."""
    flags = NV << 32 if _signalling(a) or _signalling(b) else 0
    if is_nan(a) and is_nan(b):
        return NAN | flags
    if is_nan(a) or is_nan(b):
        return (b if is_nan(a) else a) | flags
    return (max if larger else min)(a, b, key=_order)


@routine("int64_t f32_compare(int64_t a, int64_t b, int64_t kind)")
def f32_compare(a: int, b: int, kind: int) -> int:
    """1 if a = b (kind 0), a < b (1), a <= b (2), else 0; only = is quiet about a quiet NaN."""
    if is_nan(a) or is_nan(b):
        return NV << 32 if kind or _signalling(a) or _signalling(b) else 0
    x, y = ((float("inf") if _infinite(n) else _value(n & ~SIGN)) for n in (a, b))
    x, y = -x if a & SIGN else x, -y if b & SIGN else y
    return int((x == y, x < y, x <= y)[kind])


@routine("int64_t f32_to_int(int64_t a, int64_t is_signed, int64_t rm)")
def f32_to_int(a: int, is_signed: int, rm: int) -> int:
    """An integer of 32 bits, the nearest one there is."""
    least, most = (-(1 << 31), (1 << 31) - 1) if is_signed else (0, (1 << 32) - 1)
    if is_nan(a):
        return most | NV << 32
    value, inexact = (0, False) if _infinite(a) else _whole(_value(a), rm)
    if _infinite(a) or not least <= value <= most:
        return ((least if a & SIGN else most) & 0xFFFF_FFFF) | NV << 32
    return (value & 0xFFFF_FFFF) | (NX << 32 if inexact else 0)


@routine("int64_t f32_from_int(int64_t value, int64_t rm)")
def f32_from_int(value: int, rm: int) -> int:
    """The nearest pattern to an integer."""
    return _rounded(Fraction(value), rm) if value else 0


@routine("int64_t f32_class(int64_t a)")
def f32_class(a: int) -> int:
    """One of ten bits: -inf, -normal, -subnormal, -0, +0, ..., +inf, signalling, quiet NaN."""
    if is_nan(a):
        return 1 << 8 if _signalling(a) else 1 << 9
    biased, mantissa = a >> 23 & 255, a & 0x7F_FFFF
    kind = 0 if biased == 255 else 1 if biased else 2 if mantissa else 3
    return 1 << kind if a & SIGN else 1 << (7 - kind)

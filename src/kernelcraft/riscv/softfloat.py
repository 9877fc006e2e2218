"""Binary32 and binary64 arithmetic as RISC-V defines it: the oracles compute with exact fractions.

Flags are NV 16, DZ 8, OF 4, UF 2, NX 1. Those of binary32 stand above the 32 bits of a result;
a routine that gives 64 bits puts its flags into `raised`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import routine

NV, DZ, OF, UF, NX = 16, 8, 4, 2, 1
RNE, RTZ, RDN, RUP, RMM = range(5)


@dataclass(frozen=True)
class Result:
    """A bit pattern, and the flags that it raised."""

    bits: int
    flags: int = 0


@dataclass(frozen=True)
class Format:
    """`width` bits, of which a significand has `precision` bits, the hidden one included."""

    width: int
    precision: int

    @property
    def sign(self) -> int:
        """The sign bit."""
        return 1 << self.width - 1

    @property
    def infinity(self) -> int:
        """The pattern of +inf."""
        return self.sign - (1 << self.precision - 1)

    @property
    def nan(self) -> int:
        """The one NaN that operations give."""
        return self.infinity | 1 << self.precision - 2

    @property
    def bias(self) -> int:
        """Of exponents."""
        return (1 << self.width - self.precision - 1) - 1

    @property
    def lowest(self) -> int:
        """The exponent of the least number above zero."""
        return 2 - self.bias - self.precision

    @property
    def invalid(self) -> Result:
        """What an operation gives that has no result."""
        return Result(self.nan, NV)

    def is_nan(self, bits: int) -> bool:
        """Whether a pattern is a NaN."""
        return bits & ~self.sign > self.infinity

    def signalling(self, bits: int) -> bool:
        """Whether it is a signalling one."""
        return self.is_nan(bits) and not bits >> self.precision - 2 & 1

    def infinite(self, bits: int) -> bool:
        """Whether it is an infinity."""
        return bits & ~self.sign == self.infinity

    def zero(self, bits: int) -> bool:
        """Whether it is a zero."""
        return not bits & ~self.sign

    def value(self, bits: int) -> Fraction:
        """The number that a finite pattern means."""
        mantissa = bits & (1 << self.precision - 1) - 1
        biased = (bits & ~self.sign) >> self.precision - 1
        if biased:
            mantissa |= 1 << self.precision - 1
        size = mantissa * Fraction(2) ** (max(biased, 1) - 1 + self.lowest)
        return -size if bits & self.sign else size

    def nan_of(self, *operands: int) -> Result:
        """What operations make of NaNs."""
        return self.invalid if any(map(self.signalling, operands)) else Result(self.nan)

    def rounded(self, value: Fraction, rm: int) -> Result:
        """The nearest pattern of a number that is not zero."""
        negative, size = value < 0, abs(value)
        exponent, least = _exponent(size), Fraction(2) ** (1 - self.bias)
        unit = exponent - self.precision + 1
        lowest = max(unit, self.lowest)
        scaled, inexact = _whole(value / Fraction(2) ** lowest, rm)
        free, _ = _whole(value / Fraction(2) ** unit, rm)
        tiny = abs(free) * Fraction(2) ** unit < least
        flags = (NX if inexact else 0) | (UF if inexact and tiny else 0)
        sign = self.sign if negative else 0
        magnitude = abs(scaled) * Fraction(2) ** lowest
        if magnitude >= Fraction(2) ** (self.bias + 1):
            towards_zero = rm == RTZ or rm == (RUP if negative else RDN)
            return Result(sign | self.infinity - towards_zero, OF | NX)
        if magnitude < least:
            return Result(sign | int(magnitude / Fraction(2) ** self.lowest), flags)
        top = _exponent(magnitude)
        shift = self.precision - 1
        mantissa = int(magnitude / Fraction(2) ** (top - shift)) - (1 << shift)
        return Result(sign | top + self.bias << shift | mantissa, flags)

    def sum(self, x: Fraction, y: Fraction, x_sign: int, y_sign: int, rm: int) -> Result:
        """x + y rounded; the signs decide what a sum of zeros is."""
        if x + y:
            return self.rounded(x + y, rm)
        if x or x_sign != y_sign:
            return Result(self.sign if rm == RDN else 0)
        return Result(x_sign)

    def add(self, a: int, b: int, rm: int) -> Result:
        """a + b."""
        if self.is_nan(a) or self.is_nan(b):
            return self.nan_of(a, b)
        if self.infinite(a) and self.infinite(b):
            return Result(a) if a == b else self.invalid
        if self.infinite(a) or self.infinite(b):
            return Result(a if self.infinite(a) else b)
        return self.sum(self.value(a), self.value(b), a & self.sign, b & self.sign, rm)

    def mul(self, a: int, b: int, rm: int) -> Result:
        """a * b."""
        sign = (a ^ b) & self.sign
        if self.is_nan(a) or self.is_nan(b):
            return self.nan_of(a, b)
        if self.infinite(a) or self.infinite(b):
            zero = self.zero(a) or self.zero(b)
            return self.invalid if zero else Result(sign | self.infinity)
        product = self.value(a) * self.value(b)
        return self.rounded(product, rm) if product else Result(sign)

    def fma(self, a: int, b: int, c: int, rm: int) -> Result:
        """a * b + c, rounded once."""
        sign = (a ^ b) & self.sign
        if (self.infinite(a) and self.zero(b)) or (self.infinite(b) and self.zero(a)):
            return self.invalid
        if self.is_nan(a) or self.is_nan(b) or self.is_nan(c):
            return self.nan_of(a, b, c)
        if self.infinite(a) or self.infinite(b):
            against = self.infinite(c) and c & self.sign != sign
            return self.invalid if against else Result(sign | self.infinity)
        if self.infinite(c):
            return Result(c)
        product = self.value(a) * self.value(b)
        return self.sum(product, self.value(c), sign, c & self.sign, rm)

    def div(self, a: int, b: int, rm: int) -> Result:
        """a / b."""
        sign = (a ^ b) & self.sign
        if self.is_nan(a) or self.is_nan(b):
            return self.nan_of(a, b)
        if self.infinite(a):
            return self.invalid if self.infinite(b) else Result(sign | self.infinity)
        if self.infinite(b):
            return Result(sign)
        if self.zero(b):
            return self.invalid if self.zero(a) else Result(sign | self.infinity, DZ)
        quotient = self.value(a) / self.value(b)
        return self.rounded(quotient, rm) if quotient else Result(sign)

    def sqrt(self, a: int, rm: int) -> Result:
        """The square root."""
        if self.is_nan(a):
            return self.nan_of(a)
        if self.zero(a):
            return Result(a)
        if a & self.sign:
            return self.invalid
        if self.infinite(a):
            return Result(a)
        half = 2 * self.precision - self.lowest  # exact: the lowest bit is 2^lowest
        square = int(self.value(a) * Fraction(4) ** half)
        root = isqrt(square)
        below = Fraction(0 if root * root == square else 1, 2)
        return self.rounded((root + below) / Fraction(2) ** half, rm)

    def choose(self, a: int, b: int, larger: int) -> Result:
        """The smaller or the larger; the number if the other is NaN."""
        flags = NV if self.signalling(a) or self.signalling(b) else 0
        if self.is_nan(a) and self.is_nan(b):
            return Result(self.nan, flags)
        if self.is_nan(a) or self.is_nan(b):
            return Result(b if self.is_nan(a) else a, flags)
        return Result((max if larger else min)(a, b, key=self._order))

    def _order(self, bits: int) -> int:
        """Ascending with the value; -0 is below +0."""
        return ~(bits & ~self.sign) if bits & self.sign else bits

    def compare(self, a: int, b: int, kind: int) -> Result:
        """1 if a = b (kind 0), a < b (1), a <= b (2), else 0; only = is quiet about quiet NaNs."""
        if self.is_nan(a) or self.is_nan(b):
            loud = kind or self.signalling(a) or self.signalling(b)
            return Result(0, NV if loud else 0)
        x, y = (0 if self.zero(n) else self._order(n) for n in (a, b))
        return Result(int((x == y, x < y, x <= y)[kind]))

    def to_int(self, a: int, is_signed: int, rm: int, width: int) -> Result:
        """An integer of `width` bits, the nearest one there is."""
        most = (1 << width - 1) - 1 if is_signed else (1 << width) - 1
        least = -most - 1 if is_signed else 0
        ones = (1 << width) - 1
        if self.is_nan(a):
            return Result(most, NV)
        value, inexact = (0, False) if self.infinite(a) else _whole(self.value(a), rm)
        if self.infinite(a) or not least <= value <= most:
            return Result((least if a & self.sign else most) & ones, NV)
        return Result(value & ones, NX if inexact else 0)

    def from_int(self, value: int, rm: int) -> Result:
        """The nearest pattern to an integer."""
        return self.rounded(Fraction(value), rm) if value else Result(0)

    def classified(self, a: int) -> int:
        """One of ten bits: -inf, -normal, -subnormal, -0, +0, ..., +inf, signalling, quiet NaN."""
        if self.is_nan(a):
            return 1 << 8 if self.signalling(a) else 1 << 9
        size = a & ~self.sign
        normal = size >> self.precision - 1
        kind = 0 if size == self.infinity else 1 if normal else 2 if size else 3
        return 1 << kind if a & self.sign else 1 << (7 - kind)

    def converted(self, a: int, to: Format, rm: int) -> Result:
        """The nearest value of another format."""
        if self.is_nan(a):
            return to.nan_of() if not self.signalling(a) else to.invalid
        sign = to.sign if a & self.sign else 0
        if self.infinite(a):
            return Result(sign | to.infinity)
        return to.rounded(self.value(a), rm) if not self.zero(a) else Result(sign)


F32, F64 = Format(32, 24), Format(64, 53)
ALL = (1 << 64) - 1


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


def _packed(result: Result) -> int:
    """32 bits with the flags above them."""
    return result.bits | result.flags << 32


def _given(raised: Array, result: Result) -> int:
    """64 bits as a signed number, with the flags aside."""
    raised[0] = result.flags
    return result.bits - (result.bits >> 63 << 64)


@routine("int64_t f32_add(int64_t a, int64_t b, int64_t rm)")
def f32_add(a: int, b: int, rm: int) -> int:
    """a + b."""
    return _packed(F32.add(a, b, rm))


@routine("int64_t f32_mul(int64_t a, int64_t b, int64_t rm)")
def f32_mul(a: int, b: int, rm: int) -> int:
    """a * b."""
    return _packed(F32.mul(a, b, rm))


@routine("int64_t f32_fma(int64_t a, int64_t b, int64_t c, int64_t rm)")
def f32_fma(a: int, b: int, c: int, rm: int) -> int:
    """a * b + c, rounded once."""
    return _packed(F32.fma(a, b, c, rm))


@routine("int64_t f32_div(int64_t a, int64_t b, int64_t rm)")
def f32_div(a: int, b: int, rm: int) -> int:
    """a / b."""
    return _packed(F32.div(a, b, rm))


@routine("int64_t f32_sqrt(int64_t a, int64_t rm)")
def f32_sqrt(a: int, rm: int) -> int:
    """The square root."""
    return _packed(F32.sqrt(a, rm))


@routine("int64_t f32_choose(int64_t a, int64_t b, int64_t larger)")
def f32_choose(a: int, b: int, larger: int) -> int:
    """The smaller or the larger; the number if the other is NaN."""
    return _packed(F32.choose(a, b, larger))


@routine("int64_t f32_compare(int64_t a, int64_t b, int64_t kind)")
def f32_compare(a: int, b: int, kind: int) -> int:
    """1 if a = b (kind 0), a < b (1), a <= b (2), else 0; only = is quiet about a quiet NaN."""
    return _packed(F32.compare(a, b, kind))


@routine("int64_t f32_to_int(int64_t a, int64_t is_signed, int64_t rm)")
def f32_to_int(a: int, is_signed: int, rm: int) -> int:
    """An integer of 32 bits, the nearest one there is."""
    return _packed(F32.to_int(a, is_signed, rm, 32))


@routine("int64_t f32_from_int(int64_t value, int64_t rm)")
def f32_from_int(value: int, rm: int) -> int:
    """The nearest pattern to an integer of at most 63 bits and a sign."""
    return _packed(F32.from_int(value, rm))


@routine("int64_t f32_class(int64_t a)")
def f32_class(a: int) -> int:
    """One of ten bits: -inf, -normal, -subnormal, -0, +0, ..., +inf, signalling, quiet NaN."""
    return F32.classified(a)


@routine("int64_t f32_to_long(int64_t *raised, int64_t a, int64_t is_signed, int64_t rm)")
def f32_to_long(raised: Array, a: int, is_signed: int, rm: int) -> int:
    """An integer of 64 bits, the nearest one there is."""
    return _given(raised, F32.to_int(a, is_signed, rm, 64))


@routine("int64_t f32_from_long(int64_t value, int64_t is_signed, int64_t rm)")
def f32_from_long(value: int, is_signed: int, rm: int) -> int:
    """The nearest pattern to an integer of 64 bits."""
    return _packed(F32.from_int(value if is_signed else value & ALL, rm))


@routine("int64_t f32_from_double(int64_t a, int64_t rm)")
def f32_from_double(a: int, rm: int) -> int:
    """The nearest pattern to a double."""
    return _packed(F64.converted(a & ALL, F32, rm))


@routine("int64_t f64_from_single(int64_t *raised, int64_t a)")
def f64_from_single(raised: Array, a: int) -> int:
    """A binary32 value as a double, which is exact."""
    return _given(raised, F32.converted(a, F64, RNE))


@routine("int64_t f64_add(int64_t *raised, int64_t a, int64_t b, int64_t rm)")
def f64_add(raised: Array, a: int, b: int, rm: int) -> int:
    """a + b."""
    return _given(raised, F64.add(a & ALL, b & ALL, rm))


@routine("int64_t f64_mul(int64_t *raised, int64_t a, int64_t b, int64_t rm)")
def f64_mul(raised: Array, a: int, b: int, rm: int) -> int:
    """a * b."""
    return _given(raised, F64.mul(a & ALL, b & ALL, rm))


@routine("int64_t f64_fma(int64_t *raised, int64_t a, int64_t b, int64_t c, int64_t rm)")
def f64_fma(raised: Array, a: int, b: int, c: int, rm: int) -> int:
    """a * b + c, rounded once."""
    return _given(raised, F64.fma(a & ALL, b & ALL, c & ALL, rm))


@routine("int64_t f64_div(int64_t *raised, int64_t a, int64_t b, int64_t rm)")
def f64_div(raised: Array, a: int, b: int, rm: int) -> int:
    """a / b."""
    return _given(raised, F64.div(a & ALL, b & ALL, rm))


@routine("int64_t f64_sqrt(int64_t *raised, int64_t a, int64_t rm)")
def f64_sqrt(raised: Array, a: int, rm: int) -> int:
    """The square root."""
    return _given(raised, F64.sqrt(a & ALL, rm))


@routine("int64_t f64_choose(int64_t *raised, int64_t a, int64_t b, int64_t larger)")
def f64_choose(raised: Array, a: int, b: int, larger: int) -> int:
    """The smaller or the larger; the number if the other is NaN."""
    return _given(raised, F64.choose(a & ALL, b & ALL, larger))


@routine("int64_t f64_compare(int64_t *raised, int64_t a, int64_t b, int64_t kind)")
def f64_compare(raised: Array, a: int, b: int, kind: int) -> int:
    """As `f32_compare`."""
    return _given(raised, F64.compare(a & ALL, b & ALL, kind))


@routine("int64_t f64_to_int(int64_t *raised, int64_t a, int64_t is_signed, int64_t rm)")
def f64_to_int(raised: Array, a: int, is_signed: int, rm: int) -> int:
    """An integer of 32 bits, the nearest one there is."""
    return _given(raised, F64.to_int(a & ALL, is_signed, rm, 32))


@routine("int64_t f64_to_long(int64_t *raised, int64_t a, int64_t is_signed, int64_t rm)")
def f64_to_long(raised: Array, a: int, is_signed: int, rm: int) -> int:
    """An integer of 64 bits, the nearest one there is."""
    return _given(raised, F64.to_int(a & ALL, is_signed, rm, 64))


@routine("int64_t f64_from_long(int64_t *raised, int64_t value, int64_t is_signed, int64_t rm)")
def f64_from_long(raised: Array, value: int, is_signed: int, rm: int) -> int:
    """The nearest pattern to an integer of 64 bits."""
    return _given(raised, F64.from_int(value if is_signed else value & ALL, rm))


@routine("int64_t f64_class(int64_t a)")
def f64_class(a: int) -> int:
    """As `f32_class`."""
    return F64.classified(a & ALL)

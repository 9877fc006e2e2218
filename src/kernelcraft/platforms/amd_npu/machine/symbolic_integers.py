"""What the core's routines do to expressions as whole numbers: also to the bits of others.

The highest bits of a float32 are the bfloat16 next to it, however they are rounded; everything else
that is done to bits keeps its name. Masks say nothing but what they are made of.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from kernelcraft.platforms.amd_npu.machine.arithmetic import integer_mac, rounding, words
from kernelcraft.platforms.amd_npu.machine.arithmetic.lanes import REFUSED, VECTOR
from kernelcraft.platforms.amd_npu.machine.arithmetic.lookup import (
    ADDRESS,
    LINE,
    SLOT,
    UNKNOWN,
)
from kernelcraft.platforms.amd_npu.machine.arithmetic.shift_round import SHIFT
from kernelcraft.sim.symbolic.graph import (
    Dependent,
    Graph,
    Lift,
    Symbol,
    Unfollowed,
)
from kernelcraft.sim.symbolic.shadow import Memory

PATTERN, SINGLE, HALF = 4, 32, 16  # bytes of a float32's bits; bits of it and of bfloat16
Two = Callable[[int, int], int]
SHIFTED: Final[dict[int, Callable[[int, int, int], int]]] = {
    0: lambda value, half, odd: value,
    1: lambda value, half, odd: value + 2 * half - 1,
    8: lambda value, half, odd: value + half - 1,
    9: lambda value, half, odd: value + half,
    12: lambda value, half, odd: value + half - 1 + odd,
    13: lambda value, half, odd: value + half - odd,
}
"""What is added before a shift to the right that rounds down: half of the last place, and whether
that is odd. The modes of crRnd that look at the sign are not here."""


def signed(value: int, bits: int) -> int:
    """The lowest bits with a sign."""
    if isinstance(value, Symbol):
        return value.signed(bits)
    value &= (1 << bits) - 1
    return value - (value >> bits - 1 << bits)


def _fetched(lanes: Memory, start: int, bits: int, count: int, sign: int) -> list[int]:
    size = bits // 8
    found = [lanes.fetch(start + at * size, size) for at in range(count)]
    return [signed(each, bits) for each in found] if sign else found


def _deposited(lanes: Memory, dst: int, values: Iterable[int], bits: int) -> None:
    for at, value in enumerate(values):
        lanes.deposit(dst + at * bits // 8, bits // 8, value)


def _known(*numbers: int) -> None:
    """Only what is the same for all inputs says what an instruction does."""
    for each in numbers:
        if isinstance(each, Symbol):
            raise Dependent("what an instruction is set to do", each.node)


def smaller(x: int, y: int) -> int:
    """The smaller of two."""
    one, other = (x, y) if isinstance(x, Symbol) else (y, x)
    return one.smaller(other) if isinstance(one, Symbol) else min(one, other)


def larger(x: int, y: int) -> int:
    """The larger of two."""
    one, other = (x, y) if isinstance(x, Symbol) else (y, x)
    return one.larger(other) if isinstance(one, Symbol) else max(one, other)


def elementwise(op: Two) -> Lift:
    """An operation on whole numbers of some bits that wraps."""

    def lift(graph: Graph, lanes: Memory, dst: int, a: int, b: int, bits: int = 32) -> None:
        count = 8 * VECTOR // bits
        if op is operator.sub and a == b:  # also of floats
            made = [0] * count
        else:
            made = [
                op(x, y)
                for x, y in zip(
                    _fetched(lanes, a, bits, count, 0),
                    _fetched(lanes, b, bits, count, 0),
                    strict=True,
                )
            ]
        _deposited(lanes, dst, made, bits)

    return lift


def bitwise(op: Two) -> Lift:
    """An operation on bits: of 16 at a time where numbers of 16 lie, so that they stay whole."""

    def lift(graph: Graph, lanes: Memory, dst: int, a: int, b: int) -> None:
        for at in range(0, VECTOR, PATTERN):
            halves = 2 in (lanes.width[a + at], lanes.width[b + at])
            bits = HALF if halves else SINGLE
            count = SINGLE // bits
            x, y = (_fetched(lanes, start + at, bits, count, 0) for start in (a, b))
            _deposited(lanes, dst + at, map(op, x, y), bits)

    return lift


def with_mask(name: str, op: Two, compared: Two) -> Lift:
    """Results of two vectors, and a mask of a comparison, of which no more is known."""

    def lift(graph: Graph, lanes: Memory, dst: int, a: int, b: int, bits: int, sign: int) -> int:
        _known(sign)
        count = 8 * VECTOR // bits
        x, y = (_fetched(lanes, start, bits, count, sign) for start in (a, b))
        _deposited(lanes, dst, map(op, x, y), bits)
        if any(isinstance(each, Symbol) for each in (*x, *y)):
            return graph.symbol(graph.opaque(name, [*x, *y]))
        return sum(int(compared(*pair)) << at for at, pair in enumerate(zip(x, y, strict=True)))

    return lift


def accumulated(count: int) -> Lift:
    """Sums of `count` accumulators."""

    def lift(graph: Graph, lanes: Memory, dst: int, *numbers: int) -> int:
        accumulators, (config, form) = numbers[:count], numbers[count:]
        _known(config)
        word = words.combined(config, form)
        amode = word & words.AMODE
        if amode not in (words.ACC32, words.ACC64) or word & ~words.INTEGER_BITS:
            return REFUSED
        return _summed(lanes, dst, accumulators, word, 64 if amode == words.ACC64 else 32)

    return lift


def _summed(
    lanes: Memory,
    dst: int,
    accumulators: Sequence[int],
    word: int,
    bits: int,
    totals: Sequence[int] = (),
) -> int:
    count = integer_mac.ACCUMULATOR_BITS // bits
    found = list(totals) or [0] * count
    for start, sign in zip(accumulators, words.signs(word)[:2], strict=False):
        if sign:
            held = _fetched(lanes, start, bits, count, 0)
            found = [total + sign * each for total, each in zip(found, held, strict=True)]
    _deposited(lanes, dst, found, bits)
    return 0


def products(count: int) -> Lift:
    """Products of two vectors onto `count` accumulators."""

    def lift(graph: Graph, lanes: Memory, dst: int, *numbers: int) -> int:
        accumulators, (a, b, config, form) = numbers[:count], numbers[count:]
        _known(config)
        word = words.combined(config, form)
        mode = words.INTEGER_MODES.get(word & words.MODE)
        if mode is None or word & ~words.INTEGER_BITS:
            return REFUSED
        if 4 in (mode.first, mode.second):
            raise Unfollowed("nothing says yet what products of 4 bits are")
        rows = mode.columns if mode.elementwise else mode.rows
        x = _fetched(lanes, a, mode.first, mode.depth * rows, word & words.FIRST_SIGNED)
        y = _fetched(lanes, b, mode.second, mode.depth * mode.columns, word & words.SECOND_SIGNED)
        sign = words.signs(word)[2]
        totals = [sign * sum(left * right for left, right in terms) for terms in _terms(mode, x, y)]
        return _summed(lanes, dst, accumulators, word, mode.accumulator, totals)

    return lift


def _terms(mode: words.Mode, x: list[int], y: list[int]) -> Iterable[list[tuple[int, int]]]:
    """The factors of each lane's products."""
    if mode.elementwise:
        for lane in range(mode.columns):
            yield list(zip(x[lane :: mode.columns], y[lane :: mode.columns], strict=True))
        return
    for row in range(mode.rows):
        left = x[row * mode.depth : (row + 1) * mode.depth]
        for column in range(mode.columns):
            yield list(zip(left, y[column :: mode.columns], strict=True))


def srs(graph: Graph, lanes: Memory, dst: int, acc: int, *numbers: int) -> int:
    """Shifted to the right, rounded and saturated."""
    count, wide, narrow, shift, mode, saturation, sign = numbers
    _known(shift)
    shift &= SHIFT
    made = []
    for value in _fetched(lanes, acc, wide, count, 1):
        real = _real_of(graph, value) if (wide, narrow, shift) == (SINGLE, HALF, HALF) else None
        if real is not None:
            made.append(_upper(graph, real, saturation, sign))
            continue
        if shift:
            _known(mode)
            if mode not in SHIFTED:
                raise Unfollowed(f"nothing says yet what rounding mode {mode} does to expressions")
            value = SHIFTED[mode](value, 1 << shift - 1, value >> shift & 1) >> shift
        made.append(_fitted(graph, value, narrow, sign, saturation))
    _deposited(lanes, dst, made, narrow)
    return 0


def _real_of(graph: Graph, value: int) -> int | None:
    """The float32 whose bits these are, with a sign."""
    if not isinstance(value, Symbol):
        return None
    return graph.number_of(graph.node(value & (1 << SINGLE) - 1), PATTERN)


def _upper(graph: Graph, real: int, saturation: int, sign: int) -> int:
    """The bfloat16 next to a float32; without a sign a negative one is below all, and becomes 0."""
    _known(saturation)
    if saturation != rounding.NO_SATURATION:
        _known(sign)
        if not sign:
            real = graph.new("fmax", real, graph.constant(0.0))
    return graph.symbol(graph.new("rounded", real, graph.constant(2)))


def _fitted(graph: Graph, value: int, bits: int, sign: int, saturation: int) -> int:
    """The value within the range of `bits` bits; where it may wrap instead, as it is."""
    low, high = graph.span(value.node) if isinstance(value, Symbol) else (value, value)
    for each in (sign,) if not isinstance(sign, Symbol) else (0, 1):
        least, most = rounding.limits(bits, each, rounding.SYMMETRIC)
        if not least <= low <= high <= most:
            break
    else:
        return value  # whatever the modes are
    _known(saturation, sign)
    if saturation == rounding.NO_SATURATION:
        return value
    least, most = rounding.limits(bits, sign, saturation)
    return larger(smaller(value, most), least)


def ups(graph: Graph, lanes: Memory, dst: int, a: int, *numbers: int) -> int:
    """Shifted to the left, saturated."""
    count, narrow, wide, shift, saturation, sign = numbers
    _known(shift, sign)
    values = _fetched(lanes, a, narrow, count, sign)
    shifted = [each << (shift & SHIFT) for each in values]
    _deposited(lanes, dst, [_fitted(graph, each, wide, 1, saturation) for each in shifted], wide)
    return 0


def lookup_address(graph: Graph, lanes: Memory, a: int, lane: int, bits: int) -> int:
    """The place of an entry of a doubled table; no entry straddles half a line."""
    address = lanes.fetch(a + 4 * lane, 4) & ADDRESS
    inside = address % LINE // 2 // (bits // 8) * (bits // 8)
    found: int = address // LINE * LINE + lane % 2 * LINE // 2 + inside
    return found


def lookup_entry(
    graph: Graph, lanes: Memory, memory: Memory, dst: int, slot: int, start: int, bits: int
) -> None:
    """An entry into a slot, beside bytes that are not known."""
    size, first = bits // 8, dst + SLOT * slot
    lanes.deposit(first, size, memory.fetch(start, size))
    for place in range(first + size, first + SLOT):
        lanes.deposit(place, 1, UNKNOWN)


LIFTS: Final[dict[str, Lift]] = {
    "vadd": elementwise(operator.add),
    "vsub": elementwise(operator.sub),
    "vband": bitwise(operator.and_),
    "vbor": bitwise(operator.or_),
    "vmax_lt": with_mask("vmax_lt", larger, operator.lt),
    "vmin_ge": with_mask("vmin_ge", smaller, operator.ge),
    "vsub_lt": with_mask("vsub_lt", operator.sub, operator.lt),
    "vsub_ge": with_mask("vsub_ge", operator.sub, operator.ge),
    "vmaxdiff_lt": with_mask("vmaxdiff_lt", lambda x, y: larger(x - y, 0), operator.lt),
    "integer_neg": accumulated(1),
    "integer_add": accumulated(2),
    "integer_mac": products(1),
    "integer_mac2": products(2),
    "srs": srs,
    "ups": ups,
    "lookup_address": lookup_address,
    "lookup_entry": lookup_entry,
}

"""Sorting networks: numbers in registers, put in order two at a time by minima and maxima.

A whole number below 2^52 has the bits of a double that is not negative, and doubles are in the same
order as their bits.
"""

from collections.abc import Iterator, Sequence

Pair = tuple[int, int]
"""Places of which the first gets the less."""


def odd_even(count: int) -> Iterator[Pair]:
    """Batcher's odd-even merge sort of `count` numbers, a power of two."""
    span = 1
    while span < count:
        step = span
        while step:
            for start in range(step % span, count - step, 2 * step):
                for place in range(start, min(start + step, count - step)):
                    if place // (2 * span) == (place + step) // (2 * span):
                        yield place, place + step
            step //= 2
        span *= 2


def bitonic(count: int) -> Iterator[Pair]:
    """Puts numbers in order that rise and then fall, or the other way round."""
    step = count // 2
    while step:
        yield from ((place, place + step) for place in range(count) if not place & step)
        step //= 2


def sorted_in(registers: Sequence[str], pairs: Iterator[Pair]) -> tuple[list[str], list[str]]:
    """The instructions, and where the numbers are then; the last register is free."""
    *places, free = registers
    code = []
    for one, two in pairs:
        a, b = places[one], places[two]
        code += [f"fmin.d {free}, {a}, {b}", f"fmax.d {b}, {a}, {b}"]
        places[one], free = free, a
    return code, places

"""Dhrystone-like: strings copied and compared, cases, a division, a table and records in turn.

Ours, of the mix of Dhrystone: it is not Dhrystone 2.1. Every run depends on the one before.
"""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from collections.abc import Callable
from typing import Final

import numpy as np

from kernelcraft.tasks.mistakes import changed, step
from kernelcraft.tasks.task import Dims, FloatArray, Input, Rounding, Task, no_constants
from kernelcraft.tasks.words import LAST, LATER, MOST, words

WIDTH: Final = 32
NAMES: Final = 8
SHORTEST: Final = 16
CASES: Final = 4
Compare = Callable[[bytes, bytes], int]
Divide = Callable[[int, int], int]


def compare(a: bytes, b: bytes) -> int:
    """-1, 0 or 1: two strings as bytes without a sign."""
    return (a > b) - (a < b)


def divide(a: int, b: int) -> int:
    """Towards zero, as C divides."""
    return abs(a) // b * (1 if a >= 0 else -1)


def dhrystone(
    r: Rounding,
    names: FloatArray,
    numbers: FloatArray,
    compared: Compare = compare,
    divided: Divide = divide,
    ends: bool = True,
) -> FloatArray:
    """A row for each run: order, quotient, count, total."""
    texts = [bytes(each.astype(np.uint8)) for each in names]
    strings = [each.split(b"\0")[0] if ends else each for each in texts]
    table, total, before, rows = [0] * (CASES * 16), 0, strings[0], []
    for number in words(numbers).tolist():
        place, case = number >> 3 & 15, number >> 11 & 3
        name = bytearray(strings[number & 7])
        name[place] = 65 + (number >> 7 & 15)
        order, before = compared(bytes(name), before), bytes(name)
        value = _low((total + number, total - number, 7 * total - number, total ^ number)[case])
        quotient = divided(value, 3 + (number >> 13 & 127))
        table[16 * case + place] += 1
        count = table[16 * case + place]
        total = _low(value + quotient * order + count)
        rows.append((order, quotient, count, total))
    return np.array(rows, np.float64)


def _low(value: int) -> int:
    return (value + 2**31) % 2**32 - 2**31


def strings(sizes: Dims, kind: str, generator: "np.random.Generator") -> FloatArray:
    """Of 16 to 30 bytes and a zero byte; garbage follows. Half of them begin alike."""
    texts = generator.integers(1, 256, (NAMES, WIDTH))
    alike = generator.integers(0, SHORTEST + 1, NAMES)
    ends = generator.integers(SHORTEST, WIDTH - 1, NAMES)
    if kind == "few":
        alike[:], ends[:] = ends[0], ends[0]
    for text, count, end in zip(texts, alike, ends, strict=True):
        text[:count], text[end] = texts[0][:count], 0
    return texts.astype(np.float64)


def _numbers(sizes: Dims, kind: str, generator: "np.random.Generator") -> FloatArray:
    """In runs of few, only the name differs."""
    count = sizes["runs"]
    drawn = generator.integers(-(2**31), 2**31, count)
    if kind == "shifted":
        drawn = generator.integers(1000, 2000, count)
    if kind == "wide":
        drawn >>= generator.integers(0, 32, count)
    if kind == "few":
        drawn = (drawn[:1] & ~7) | (drawn & 7)
    if kind == "extreme":
        drawn = generator.choice(np.array([-(2**31), 2**31 - 1]), count)
    return drawn.astype(np.float64)


def _signed(a: bytes, b: bytes) -> int:
    left, right = ([(each ^ 128) for each in text] for text in (a, b))
    return (left > right) - (left < right)


PROGRAM = Task(
    name="dhrystone",
    title="Dhrystone-like",
    level=3,
    category="program",
    formula="y[i] = (order, quotient, count, total) of run i",
    inputs=(
        Input("names", ("names", "width"), element="uint8", drawn=strings),
        Input("numbers", ("runs",), element="int32", drawn=_numbers),
    ),
    output=("runs", "fields"),
    constants=no_constants,
    algorithm=dhrystone,
    stages=(
        "names holds 8 strings, each of 16 to 30 bytes and a zero byte; what follows is garbage",
        "before = names[0], total = 0, table[4][16] = 0",
        "run i, with w = numbers[i]: name = a copy of names[w & 7], place = (w >> 3) & 15, "
        "name[place] = 65 + ((w >> 7) & 15), case = (w >> 11) & 3",
        "order = -1, 0 or 1 as name is less than, equal to or greater than before, byte by byte "
        "without a sign up to the zero byte; then before = name",
        "value = total + w, total - w, 7 * total - w or total ^ w for case 0, 1, 2, 3, mod 2^32",
        "quotient = value / (3 + ((w >> 13) & 127)), towards zero",
        "table[case][place] += 1, count = table[case][place]",
        "total = value + quotient * order + count, mod 2^32",
        "y[i] = (order, quotient, count, total)",
    ),
    derived={"names": lambda dims: NAMES, "width": lambda dims: WIDTH, "fields": lambda dims: 4},
    mistakes=lambda dims: {
        "bytes compared with sign": step(compared=_signed),
        "divided downwards": step(divided=lambda a, b: a // b),
        "the first 8 bytes compared": step(compared=lambda a, b: compare(a[:8], b[:8])),
        "order of other sign": step(compared=lambda a, b: -compare(a, b)),
        "numbers without sign": changed(numbers=lambda numbers: numbers % MOST),
        "one run later": LATER,
        "the last run left out": LAST,
    },
    edges={"few": {"compared beyond the end": step(ends=False)}, "extreme": {}},
    kinds={
        "normal": "8 names of which some begin alike, with numbers of 32 bits, each as likely",
        "shifted": "such names with numbers from 1000 to 1999",
        "wide": "such names with numbers of every length in bits",
        "few": "8 names that are the same up to the zero byte, with numbers that differ in 3 bits",
        "extreme": "8 such names with numbers that are all -2^31 or 2^31 - 1",
    },
    element="int32",
)

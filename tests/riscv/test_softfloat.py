"""Binary32 and binary64: the oracles are what the host's own processor computes, and C agrees."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from random import Random

import numpy as np
import pytest

from kernelcraft.riscv import softfloat as soft
from kernelcraft.sim.routine import Routine
from tests.platforms import routines

PAIRS = 400
NAN = 0x7FF8 << 48
Binary = Callable[[np.float64, np.float64], np.float64]


@pytest.fixture(scope="module")
def library() -> object:
    names = [each.name for each in vars(soft).values() if isinstance(each, Routine)]
    given = "".join(f"void *const use_{name} = (void *){name};\n" for name in names)
    text = soft.f64_add.source.read_text().replace("static int64_t f", "int64_t f")
    return routines.compiled([text, given])


def _doubles(random: Random) -> Iterator[int]:
    edges = (0, 1, 1 << 52, (1 << 52) - 1, 0x7FF << 52, 0x3FF << 52, (0x7FF << 52) - 1, NAN)
    while True:
        kind = random.randrange(4)
        if kind == 0:
            yield random.choice(edges) | random.getrandbits(1) << 63
        elif kind == 1:
            yield random.getrandbits(64)
        else:
            exponent = random.randint(1023 - 60, 1023 + 60)
            yield random.getrandbits(1) << 63 | exponent << 52 | random.getrandbits(52)


def _as_float(bits: int) -> np.float64:
    return np.float64(struct.unpack("<d", struct.pack("<Q", bits))[0])


def _as_bits(value: np.float64) -> int:
    bits = int(np.frombuffer(np.float64(value).tobytes(), np.uint64)[0])
    return NAN if np.isnan(value) else bits


OPERATIONS: tuple[tuple[Routine[..., int], Binary], ...] = (
    (soft.f64_add, lambda a, b: a + b),
    (soft.f64_mul, lambda a, b: a * b),
    (soft.f64_div, lambda a, b: a / b),
)


@pytest.mark.parametrize(
    ("routine", "host"), OPERATIONS, ids=lambda each: getattr(each, "name", "")
)
def test_doubles_are_those_of_the_host(routine: Routine[..., int], host: Binary) -> None:
    draw = _doubles(Random(1))
    raised = np.zeros(1, np.int64)
    for _ in range(PAIRS):
        a, b = next(draw), next(draw)
        with np.errstate(all="ignore"):
            expected = _as_bits(host(_as_float(a), _as_float(b)))
        assert routine(raised, a, b, soft.RNE) & soft.ALL == expected, (hex(a), hex(b))


def test_roots_are_those_of_the_host() -> None:
    draw, raised = _doubles(Random(2)), np.zeros(1, np.int64)
    for _ in range(PAIRS):
        a = next(draw)
        with np.errstate(all="ignore"):
            expected = _as_bits(np.sqrt(_as_float(a)))
        assert soft.f64_sqrt(raised, a, soft.RNE) & soft.ALL == expected, hex(a)


ARITHMETIC = (
    *((routine, 2) for routine in (soft.f64_add, soft.f64_mul, soft.f64_div)),
    (soft.f64_fma, 3),
    (soft.f64_sqrt, 1),
)


@pytest.mark.parametrize(
    ("routine", "count"), ARITHMETIC, ids=lambda each: getattr(each, "name", "")
)
def test_c_agrees_in_every_rounding_mode(
    library: object, routine: Routine[..., int], count: int
) -> None:
    draw = _doubles(Random(3))
    for index in range(PAIRS):
        values = [_signed(next(draw)) for _ in range(count)]
        raised = np.zeros(1, np.int64)
        routines.agree(library, routine, raised, *values, index % 5)  # type: ignore[arg-type]


CONVERSIONS = (soft.f64_to_int, soft.f64_to_long)


@pytest.mark.parametrize("routine", CONVERSIONS, ids=lambda each: each.name)
def test_conversions_agree(library: object, routine: Routine[..., int]) -> None:
    draw = _doubles(Random(4))
    for index in range(PAIRS):
        raised = np.zeros(1, np.int64)
        numbers = _signed(next(draw)), index & 1, index % 5
        routines.agree(library, routine, raised, *numbers)  # type: ignore[arg-type]


def _signed(bits: int) -> int:
    return bits - (bits >> 63 << 64)

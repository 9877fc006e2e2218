"""Element-wise operations: each against plain Python numbers, and C against the oracle."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable

import numpy as np
import pytest

from kernelcraft.platforms.amd_npu.machine.arithmetic import elements
from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import Routine
from tests.platforms.amd_npu.machine.compiled import DST, A, B, agree, put, random_lanes

BITS = [8, 16, 32]
Meaning = Callable[[int, int], tuple[int, bool]]

TWO: list[tuple[Routine[..., int], Meaning]] = [
    (elements.vmax_lt, lambda x, y: (max(x, y), x < y)),
    (elements.vmin_ge, lambda x, y: (min(x, y), x >= y)),
    (elements.vsub_lt, lambda x, y: (x - y, x < y)),
    (elements.vsub_ge, lambda x, y: (x - y, x >= y)),
    (elements.vmaxdiff_lt, lambda x, y: (max(x - y, 0), x < y)),
]
ONE: list[tuple[Routine[..., int], Meaning]] = [
    (elements.vabs_gtz, lambda x, _: (abs(x), x > 0)),
    (elements.vbneg_ltz, lambda x, _: (-x - 1, x < 0)),
]


def vectors(seed: int, bits: int) -> Array:
    """Lanes with equal, extreme and random elements in A and B."""
    lanes = random_lanes(seed)
    size = bits // 8
    lanes[B : B + 16] = lanes[A : A + 16]
    extreme = [0, 1, 2 ** (bits - 1), 2 ** (bits - 1) - 1, 2**bits - 1]
    for i, value in enumerate(extreme):
        for j, other in enumerate(extreme[:2]):
            at = 16 + (2 * i + j) * size
            if at + size <= 64:
                put(lanes, A + at, np.frombuffer(value.to_bytes(size, "little"), np.uint8))
                put(lanes, B + at, np.frombuffer(other.to_bytes(size, "little"), np.uint8))
    return lanes


def numbers(lanes: Array, start: int, bits: int, *, signed: bool) -> list[int]:
    size = bits // 8
    parts = (lanes[at : at + size].tobytes() for at in range(start, start + 64, size))
    return [int.from_bytes(part, "little", signed=signed) for part in parts]


def bits_of(mask: int, count: int) -> list[bool]:
    assert 0 <= mask < 1 << count
    return [bool(mask >> i & 1) for i in range(count)]


@pytest.mark.parametrize("bits", BITS)
@pytest.mark.parametrize("sign", [0, 1])
@pytest.mark.parametrize(("routine", "meaning"), TWO, ids=lambda x: getattr(x, "name", ""))
def test_two_operands(routine: Routine[..., int], meaning: Meaning, sign: int, bits: int) -> None:
    for seed in range(10):
        lanes = vectors(seed, bits)
        x, y = (numbers(lanes, start, bits, signed=bool(sign)) for start in (A, B))
        mask = agree(routine, lanes, DST, A, B, bits, sign)
        wanted = [meaning(*pair) for pair in zip(x, y, strict=True)]
        assert bits_of(mask, len(x)) == [truth for _, truth in wanted]
        found = numbers(lanes, DST, bits, signed=False)
        assert found == [value % 2**bits for value, _ in wanted]


@pytest.mark.parametrize("bits", BITS)
@pytest.mark.parametrize("sign", [0, 1])
@pytest.mark.parametrize(("routine", "meaning"), ONE, ids=lambda x: getattr(x, "name", ""))
def test_one_operand(routine: Routine[..., int], meaning: Meaning, sign: int, bits: int) -> None:
    for seed in range(10):
        lanes = vectors(seed, bits)
        x = numbers(lanes, A, bits, signed=bool(sign))
        mask = agree(routine, lanes, DST, A, bits, sign)
        wanted = [meaning(value, 0) for value in x]
        assert bits_of(mask, len(x)) == [truth for _, truth in wanted]
        found = numbers(lanes, DST, bits, signed=False)
        assert found == [value % 2**bits for value, _ in wanted]


@pytest.mark.parametrize("bits", BITS)
@pytest.mark.parametrize("sign", [0, 1])
def test_masks_alone(sign: int, bits: int) -> None:
    for seed in range(10):
        lanes = vectors(seed, bits)
        before = lanes.copy()
        x, y = (numbers(lanes, start, bits, signed=bool(sign)) for start in (A, B))
        less = bits_of(agree(elements.vlt, lanes, A, B, bits, sign), len(x))
        assert less == [a < b for a, b in zip(x, y, strict=True)]
        greater = bits_of(agree(elements.vge, lanes, A, B, bits, sign), len(x))
        assert greater == [not truth for truth in less]
        assert bits_of(agree(elements.veqz, lanes, A, bits), len(x)) == [a == 0 for a in x]
        np.testing.assert_array_equal(lanes, before)


@pytest.mark.parametrize("bits", BITS)
def test_wrapping_arithmetic_and_selection(bits: int) -> None:
    for seed in range(10):
        lanes = vectors(seed, bits)
        mask = (
            int(np.random.default_rng(seed).integers(0, 1 << 63)) * 2 + 1 & (1 << 512 // bits) - 1
        )
        x, y = (numbers(lanes, start, bits, signed=False) for start in (A, B))
        chosen = bits_of(mask, len(x))
        added = [(a + b) % 2**bits for a, b in zip(x, y, strict=True)]
        subtracted = [(a - b) % 2**bits for a, b in zip(x, y, strict=True)]
        agree(elements.vadd, lanes, DST, A, B, bits)
        assert numbers(lanes, DST, bits, signed=False) == added
        agree(elements.vsub, lanes, DST, A, B, bits)
        assert numbers(lanes, DST, bits, signed=False) == subtracted
        agree(elements.vaddsub, lanes, DST, A, B, mask, bits)
        wanted = [s if c else a for a, s, c in zip(added, subtracted, chosen, strict=True)]
        assert numbers(lanes, DST, bits, signed=False) == wanted
        agree(elements.vsel, lanes, DST, A, B, mask, bits)
        wanted = [b if c else a for a, b, c in zip(x, y, chosen, strict=True)]
        assert numbers(lanes, DST, bits, signed=False) == wanted
        agree(elements.vneg_gtz, lanes, DST, A, bits)
        assert numbers(lanes, DST, bits, signed=False) == [-a % 2**bits for a in x]
        agree(elements.vband, lanes, DST, A, B)
        assert numbers(lanes, DST, bits, signed=False) == [a & b for a, b in zip(x, y, strict=True)]
        agree(elements.vbor, lanes, DST, A, B)
        assert numbers(lanes, DST, bits, signed=False) == [a | b for a, b in zip(x, y, strict=True)]


def test_a_mask_of_64_elements_uses_all_bits() -> None:
    lanes = np.zeros(1024, dtype=np.uint8)
    assert agree(elements.veqz, lanes, A, 8) == 2**64 - 1
    lanes[A + 5] = 1
    assert agree(elements.veqz, lanes, A, 8) == 2**64 - 1 - 2**5
    assert agree(elements.vneg_gtz, lanes, DST, A, 8) == 2**5


SPECIAL = [0, 0x8000, 1, 0x8001, 0x7F, 0x80, 0x3F80, 0xBF80, 0x7F80, 0xFF80, 0x7FC0, 0xFFC0, 0x7F81]


def value(pattern: int) -> float:
    found: float = struct.unpack("<f", struct.pack("<I", pattern << 16))[0]
    return found


def test_bf16_comparisons() -> None:
    pairs = [(a, b) for a in SPECIAL for b in SPECIAL]
    pairs += np.random.default_rng(1).integers(0, 1 << 16, (320 - len(pairs), 2)).tolist()
    for part in range(0, 320, 32):
        x, y = zip(*pairs[part : part + 32], strict=True)
        lanes = random_lanes(part)
        put(lanes, A, np.array(x, dtype=np.uint16))
        put(lanes, B, np.array(y, dtype=np.uint16))
        less = [value(a) < value(b) for a, b in zip(x, y, strict=True)]
        greater = [value(a) >= value(b) for a, b in zip(x, y, strict=True)]
        assert bits_of(agree(elements.bf16_lt, lanes, A, B), 32) == less
        assert bits_of(agree(elements.bf16_ge, lanes, A, B), 32) == greater
        assert bits_of(agree(elements.bf16_max_lt, lanes, DST, A, B), 32) == less
        wanted = [b if t else a for a, b, t in zip(x, y, less, strict=True)]
        assert numbers(lanes, DST, 16, signed=False) == wanted
        assert bits_of(agree(elements.bf16_min_ge, lanes, DST, A, B), 32) == greater
        wanted = [b if t else a for a, b, t in zip(x, y, greater, strict=True)]
        assert numbers(lanes, DST, 16, signed=False) == wanted
        for a, b, m in zip(x, y, wanted, strict=True):
            if not math.isnan(value(a)) and not math.isnan(value(b)):
                assert value(m) == min(value(a), value(b))

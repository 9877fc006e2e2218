"""Moving elements: transpositions, byte shifts, splats, and lanes in and out of a vector.

A vshuffle mode T<n>_<R>x<C> sees n-bit elements as rows of an R x C matrix and transposes it
(reference section 6.4; aiev2_enums.h). A matrix of 1024 bits is the two vectors, the first one low,
and lo and hi name the half of the result; a smaller one comes from the first vector alone, and what
is smaller than a vector repeats over it: so aie_api's transpositions, which compose these modes,
come out right, and so do modes 28 and 29. Lane indices count modulo the lanes of a vector.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from kernelcraft.platforms.amd_npu.machine.arithmetic.lanes import (
    REFUSED,
    VECTOR,
    integers,
    place,
    place_integers,
    take,
)
from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import routine

Bytes = npt.NDArray[np.uint8]

_NAMES = (
    "T8_64x2 T16_32x2 T32_16x2 T64_8x2 T128_4x2 T256_2x2 T128_2x4 T64_2x8 T32_2x16 T16_2x32 "
    "T8_2x64 T512_1x2 T16_16x4 T16_4x16 T16_8x4 T16_4x8 T32_8x4 T32_4x8 T32_4x4 T8_8x8 T8_16x4 "
    "T8_4x16 T16_1x2_flip T16_4x4 T16_4x2 T16_2x4 T16_8x2 T16_2x8 T16_16x2 T16_2x16 T8_8x4 T8_4x8"
)


def _shape(name: str) -> tuple[int, int, int]:
    """Element bits, rows and columns of a mode's name."""
    bits, shape = name.removeprefix("T").split("_")[:2]
    rows, columns = shape.split("x")
    return int(bits), int(rows), int(columns)


def _named() -> dict[str, int]:
    """The value of each mode: two for a matrix of 1024 bits, one for a smaller one."""
    names: list[str] = []
    for name in _NAMES.split():
        bits, rows, columns = _shape(name)
        names += [f"{name}_lo", f"{name}_hi"] if bits * rows * columns == 1024 else [name]
    return {name: value for value, name in enumerate(names)}


MODES = _named()


def _source_bytes(name: str) -> Bytes:
    """For each byte of the result, its place in the two vectors' 128 bytes."""
    bits, rows, columns = _shape(name)
    size = bits // 8
    matrix = np.arange(rows * columns).reshape(rows, columns)
    moved = matrix[:, ::-1] if name.endswith("flip") else matrix.T
    block = (moved.ravel()[:, None] * size + np.arange(size)).ravel()
    repeats = max(1, VECTOR // len(block))
    all_ = (np.arange(repeats)[:, None] * len(block) + block).ravel()
    return (all_[VECTOR:] if name.endswith("_hi") else all_[:VECTOR]).astype(np.uint8)


@cache
def source_bytes() -> Bytes:
    """`_source_bytes` of all modes, [48, 64]."""
    return np.stack([_source_bytes(name) for name in MODES])


def c_shuffles() -> str:
    """The table as C."""
    rows = ",\n".join("{" + ",".join(map(str, row)) + "}" for row in source_bytes().tolist())
    return f"static const uint8_t SHUFFLES[{len(MODES)}][{VECTOR}] = {{\n{rows}}};\n"


def _both(lanes: Array, a: int, b: int) -> Bytes:
    return np.concatenate([lanes[a : a + VECTOR], lanes[b : b + VECTOR]]).astype(np.uint8)


@routine("int64_t vshuffle(uint8_t *lanes, int64_t dst, int64_t a, int64_t b, int64_t mode)")
def vshuffle(lanes: Array, dst: int, a: int, b: int, mode: int) -> int:
    """Two vectors shuffled in a mode of MODES; REFUSED for another number."""
    if not 0 <= mode < len(MODES):
        return REFUSED
    place(lanes, dst, _both(lanes, a, b)[source_bytes()[mode]])
    return 0


@routine("int64_t vshift(uint8_t *lanes, int64_t dst, int64_t a, int64_t b, int64_t amount)")
def vshift(lanes: Array, dst: int, a: int, b: int, amount: int) -> int:
    """Bytes amount to amount + 63 of a (low) and b; REFUSED unless the amount is 0 to 63."""
    if not 0 <= amount < VECTOR:
        return REFUSED
    place(lanes, dst, _both(lanes, a, b)[amount : amount + VECTOR])
    return 0


@routine(
    "int64_t vshift_align(uint8_t *lanes, int64_t dst, int64_t a, int64_t b, int64_t step, "
    "int64_t amount)"
)
def vshift_align(lanes: Array, dst: int, a: int, b: int, step: int, amount: int) -> int:
    """vshift.align: as vshift with step 0; REFUSED with another step, which no source defines."""
    return REFUSED if step else vshift.oracle(lanes, dst, a, b, amount)


@routine("void vbcst(uint8_t *lanes, int64_t dst, uint64_t value, int64_t bits)")
def vbcst(lanes: Array, dst: int, value: int, bits: int) -> None:
    """A vector of the lowest 8, 16, 32 or 64 bits of a value."""
    data = (value % (1 << bits)).to_bytes(bits // 8, "little")
    place(lanes, dst, np.frombuffer(data * (VECTOR // len(data)), dtype=np.uint8))


def _lane(index: int, bits: int) -> int:
    """The first byte of an element."""
    return index % (8 * VECTOR // bits) * (bits // 8)


@routine("void vextbcst(uint8_t *lanes, int64_t dst, int64_t a, int64_t index, int64_t bits)")
def vextbcst(lanes: Array, dst: int, a: int, index: int, bits: int) -> None:
    """A vector of one element of another."""
    element = take(lanes, a + _lane(index, bits), 1, f"<u{bits // 8}")
    place(lanes, dst, np.repeat(element, 8 * VECTOR // bits))


@routine(
    "int64_t vextract(const uint8_t *lanes, int64_t a, int64_t index, int64_t bits, int64_t sign)"
)
def vextract(lanes: Array, a: int, index: int, bits: int, sign: int) -> int:
    """Give one element of 8 to 64 bits, sign-extended where `sign` or 64 bits wide."""
    return int(integers(lanes, a + _lane(index, bits), 1, bits, sign)[0])


def _copied(lanes: Array, dst: int, a: int) -> None:
    place(lanes, dst, lanes[a : a + VECTOR].copy())


def _set(lanes: Array, start: int, value: int, bits: int) -> None:
    pattern = np.array([value % 2**64], dtype=np.uint64)
    place_integers(lanes, start, pattern.astype(np.int64), bits)


@routine(
    "void vinsert(uint8_t *lanes, int64_t dst, int64_t a, int64_t index, uint64_t value, "
    "int64_t bits)"
)
def vinsert(lanes: Array, dst: int, a: int, index: int, value: int, bits: int) -> None:
    """A vector with one element replaced."""
    _copied(lanes, dst, a)
    _set(lanes, dst + _lane(index, bits), value, bits)


_PUSH = "void {}(uint8_t *lanes, int64_t dst, int64_t a, uint64_t value, int64_t bits)"


@routine(_PUSH.format("vpush_lo"))
def vpush_lo(lanes: Array, dst: int, a: int, value: int, bits: int) -> None:
    """vpush.lo: the value as element 0, the others one place up; the last one is dropped."""
    kept = lanes[a : a + VECTOR - bits // 8].copy()
    place(lanes, dst + bits // 8, kept)
    _set(lanes, dst, value, bits)


@routine(_PUSH.format("vpush_hi"))
def vpush_hi(lanes: Array, dst: int, a: int, value: int, bits: int) -> None:
    """vpush.hi: the value as the last element, the others one place down; element 0 is dropped."""
    kept = lanes[a + bits // 8 : a + VECTOR].copy()
    place(lanes, dst, kept)
    _set(lanes, dst + VECTOR - bits // 8, value, bits)

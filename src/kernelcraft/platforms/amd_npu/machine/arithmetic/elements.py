"""Element-wise operations on 64-byte vectors: arithmetic that wraps, comparisons, selections.

Elements have `bits` (8, 16, 32) bits; `sign` is 1 for the letter s of a mnemonic and crVaddSign for
d. Masks have one bit per element, element 0 lowest. Chosen where the sources are silent: vaddsub
subtracts where the mask bit is 1; vneg_gtz always compares as signed; bf16 elements compare as
numbers (+0 equals -0, denormals count), with a NaN every comparison is false, and patterns are
passed on unchanged.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from kernelcraft.platforms.amd_npu.machine.arithmetic.lanes import (
    VECTOR,
    Integers,
    integers,
    place,
    place_integers,
    take,
)
from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import routine

Bits = npt.NDArray[np.bool_]


def _elements(lanes: Array, start: int, bits: int, sign: int) -> Integers:
    return integers(lanes, start, 8 * VECTOR // bits, bits, sign)


def _chosen(mask: int, bits: int) -> Bits:
    """The mask's bits as booleans."""
    return np.array([mask >> i & 1 for i in range(8 * VECTOR // bits)], dtype=np.bool_)


def _mask(chosen: Bits) -> int:
    return sum(1 << i for i, bit in enumerate(chosen.tolist()) if bit)


@routine("void vadd(uint8_t *lanes, int64_t dst, int64_t a, int64_t b, int64_t bits)")
def vadd(lanes: Array, dst: int, a: int, b: int, bits: int) -> None:
    """The sums a + b, wrapping."""
    place_integers(lanes, dst, _elements(lanes, a, bits, 0) + _elements(lanes, b, bits, 0), bits)


@routine("void vsub(uint8_t *lanes, int64_t dst, int64_t a, int64_t b, int64_t bits)")
def vsub(lanes: Array, dst: int, a: int, b: int, bits: int) -> None:
    """The differences a - b, wrapping."""
    place_integers(lanes, dst, _elements(lanes, a, bits, 0) - _elements(lanes, b, bits, 0), bits)


@routine("void vband(uint8_t *lanes, int64_t dst, int64_t a, int64_t b)")
def vband(lanes: Array, dst: int, a: int, b: int) -> None:
    """Bitwise and."""
    place_integers(lanes, dst, _elements(lanes, a, 8, 0) & _elements(lanes, b, 8, 0), 8)


@routine("void vbor(uint8_t *lanes, int64_t dst, int64_t a, int64_t b)")
def vbor(lanes: Array, dst: int, a: int, b: int) -> None:
    """Bitwise or."""
    place_integers(lanes, dst, _elements(lanes, a, 8, 0) | _elements(lanes, b, 8, 0), 8)


@routine(
    "void vaddsub(uint8_t *lanes, int64_t dst, int64_t a, int64_t b, uint64_t mask, int64_t bits)"
)
def vaddsub(lanes: Array, dst: int, a: int, b: int, mask: int, bits: int) -> None:
    """a + b, and a - b where the mask bit is 1; wrapping."""
    x, y = _elements(lanes, a, bits, 0), _elements(lanes, b, bits, 0)
    place_integers(lanes, dst, np.where(_chosen(mask, bits), x - y, x + y), bits)


@routine(
    "void vsel(uint8_t *lanes, int64_t dst, int64_t a, int64_t b, uint64_t mask, int64_t bits)"
)
def vsel(lanes: Array, dst: int, a: int, b: int, mask: int, bits: int) -> None:
    """Elements of a, and of b where the mask bit is 1."""
    x, y = _elements(lanes, a, bits, 0), _elements(lanes, b, bits, 0)
    place_integers(lanes, dst, np.where(_chosen(mask, bits), y, x), bits)


@routine("uint64_t vlt(const uint8_t *lanes, int64_t a, int64_t b, int64_t bits, int64_t sign)")
def vlt(lanes: Array, a: int, b: int, bits: int, sign: int) -> int:
    """Give the mask of a < b."""
    return _mask(_elements(lanes, a, bits, sign) < _elements(lanes, b, bits, sign))


@routine("uint64_t vge(const uint8_t *lanes, int64_t a, int64_t b, int64_t bits, int64_t sign)")
def vge(lanes: Array, a: int, b: int, bits: int, sign: int) -> int:
    """Give the mask of a >= b."""
    return _mask(_elements(lanes, a, bits, sign) >= _elements(lanes, b, bits, sign))


@routine("uint64_t veqz(const uint8_t *lanes, int64_t a, int64_t bits)")
def veqz(lanes: Array, a: int, bits: int) -> int:
    """Give the mask of a == 0."""
    return _mask(_elements(lanes, a, bits, 0) == 0)


_TWO = "uint64_t {}(uint8_t *lanes, int64_t dst, int64_t a, int64_t b, int64_t bits, int64_t sign)"
_ONE = "uint64_t {}(uint8_t *lanes, int64_t dst, int64_t a, int64_t bits, int64_t sign)"


def _two(
    lanes: Array,
    dst: int,
    sources: tuple[int, int],
    bits: int,
    sign: int,
    operation: Callable[[Integers, Integers], tuple[Integers, Bits]],
) -> int:
    x, y = (_elements(lanes, start, bits, sign) for start in sources)
    result, chosen = operation(x, y)
    place_integers(lanes, dst, result, bits)
    return _mask(chosen)


@routine(_TWO.format("vmax_lt"))
def vmax_lt(lanes: Array, dst: int, a: int, b: int, bits: int, sign: int) -> int:
    """The larger elements; give the mask of a < b."""
    return _two(lanes, dst, (a, b), bits, sign, lambda x, y: (np.maximum(x, y), x < y))


@routine(_TWO.format("vmin_ge"))
def vmin_ge(lanes: Array, dst: int, a: int, b: int, bits: int, sign: int) -> int:
    """The smaller elements; give the mask of a >= b."""
    return _two(lanes, dst, (a, b), bits, sign, lambda x, y: (np.minimum(x, y), x >= y))


@routine(_TWO.format("vsub_lt"))
def vsub_lt(lanes: Array, dst: int, a: int, b: int, bits: int, sign: int) -> int:
    """The differences a - b, wrapping; give the mask of a < b."""
    return _two(lanes, dst, (a, b), bits, sign, lambda x, y: (x - y, x < y))


@routine(_TWO.format("vsub_ge"))
def vsub_ge(lanes: Array, dst: int, a: int, b: int, bits: int, sign: int) -> int:
    """The differences a - b, wrapping; give the mask of a >= b."""
    return _two(lanes, dst, (a, b), bits, sign, lambda x, y: (x - y, x >= y))


@routine(_TWO.format("vmaxdiff_lt"))
def vmaxdiff_lt(lanes: Array, dst: int, a: int, b: int, bits: int, sign: int) -> int:
    """a - b (wrapping) where a > b, else 0; give the mask of a < b."""
    return _two(lanes, dst, (a, b), bits, sign, lambda x, y: (np.maximum(x - y, 0), x < y))


@routine(_ONE.format("vabs_gtz"))
def vabs_gtz(lanes: Array, dst: int, a: int, bits: int, sign: int) -> int:
    """Absolute values, of the smallest number itself; give the mask of a > 0."""
    x = _elements(lanes, a, bits, sign)
    place_integers(lanes, dst, np.abs(x), bits)
    return _mask(x > 0)


@routine("uint64_t vneg_gtz(uint8_t *lanes, int64_t dst, int64_t a, int64_t bits)")
def vneg_gtz(lanes: Array, dst: int, a: int, bits: int) -> int:
    """Negated elements, wrapping; give the mask of a > 0, signed."""
    x = _elements(lanes, a, bits, 1)
    place_integers(lanes, dst, -x, bits)
    return _mask(x > 0)


@routine(_ONE.format("vbneg_ltz"))
def vbneg_ltz(lanes: Array, dst: int, a: int, bits: int, sign: int) -> int:
    """Complemented bits; give the mask of a < 0."""
    x = _elements(lanes, a, bits, sign)
    place_integers(lanes, dst, ~x, bits)
    return _mask(x < 0)


def _bf16(lanes: Array, start: int) -> npt.NDArray[np.float32]:
    return (take(lanes, start, VECTOR // 2, "<u2").astype(np.uint32) << np.uint32(16)).view(
        np.float32
    )


def _pick(lanes: Array, dst: int, a: int, b: int, chosen: Bits) -> int:
    """Patterns of a, of b where chosen."""
    x, y = (take(lanes, start, VECTOR // 2, "<u2") for start in (a, b))
    place(lanes, dst, np.where(chosen, y, x))
    return _mask(chosen)


@routine("uint64_t bf16_lt(const uint8_t *lanes, int64_t a, int64_t b)")
def bf16_lt(lanes: Array, a: int, b: int) -> int:
    """vlt.bf16: give the mask of a < b."""
    return _mask(_bf16(lanes, a) < _bf16(lanes, b))


@routine("uint64_t bf16_ge(const uint8_t *lanes, int64_t a, int64_t b)")
def bf16_ge(lanes: Array, a: int, b: int) -> int:
    """vge.bf16: give the mask of a >= b."""
    return _mask(_bf16(lanes, a) >= _bf16(lanes, b))


@routine("uint64_t bf16_max_lt(uint8_t *lanes, int64_t dst, int64_t a, int64_t b)")
def bf16_max_lt(lanes: Array, dst: int, a: int, b: int) -> int:
    """vmax_lt.bf16: a, and b where a < b; give that mask."""
    return _pick(lanes, dst, a, b, _bf16(lanes, a) < _bf16(lanes, b))


@routine("uint64_t bf16_min_ge(uint8_t *lanes, int64_t dst, int64_t a, int64_t b)")
def bf16_min_ge(lanes: Array, dst: int, a: int, b: int) -> int:
    """vmin_ge.bf16: a, and b where a >= b; give that mask."""
    return _pick(lanes, dst, a, b, _bf16(lanes, a) >= _bf16(lanes, b))

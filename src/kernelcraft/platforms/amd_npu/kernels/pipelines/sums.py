"""The sum of a row of bfloat16 by matrix products, and its reciprocal in every lane.

A vector of 32 is a matrix of 4x8 and its rows are summed by a product with a matrix of 8x4 that has
one number everywhere; four sums, each as two bfloat16 that add up to it, by a product from the
left. The numbers are those of two constants: x1, whose bytes are equal, as bfloat16, and log2 e, in
the upper rows of x0. The reciprocal is an entry of a table for 10 bits of the sum, less the sum's
exponent: two bfloat16 that add up to it, one in each half of a vector.

Registers: p7, dj4, r2, r19, r22 = 16, r28 to r31; r16, r18, x0 and x1 of `bent_powers`; p4, where
totals go through memory.
"""

from __future__ import annotations

import math

import ml_dtypes
import numpy as np

from kernelcraft.platforms.amd_npu.kernels.pipelines.bent_powers import FIVE, HIGH

BITS = 10  # of a table's index
ONE = float(np.array([FIVE.bends[0] * 0x101], np.uint16).view(ml_dtypes.bfloat16)[0])
LARGE = math.floor(math.log2(ONE))  # the power of two in it, without which entries are about 1
OFFSET = 127 + LARGE << 7
LANES = ("r18", "r16")  # 0 and 12, of the first row's total and the second one's
SET_UP = f"""
movxm r31, #0x7f80
movxm r29, #{4 * (2**BITS - 1)}
movxm p7, #reciprocals
movx r19, #28
movx r28, #{BITS + 2 - 23}
movx r30, #-16
movx r2, #44
"""


def added(index: int, vector: str) -> str:
    """%s_index: the sums of rows of 8 of this vector and of those before it."""
    if index == 0:
        return f"vmul.f %s_0, {vector}, x1, r19\n"
    return f"vmac.f %s_{index}, %s_{index - 1}, {vector}, x1, r19\n"


def of(vectors: int) -> str:
    """%r0: the reciprocal of the sum of `vectors` vectors."""
    return _total(vectors, "x0") + _bits(0) + _reciprocal(0)


def of_two(vectors: int, step: int | None = None) -> str:
    """%r0 and %r1: those of the sums of the lower halves and of the upper ones.

    With a `step` totals go through 32 bytes at p4, later but with less work for slot mv.
    """
    load = "vlda %left.l, [p7, #-32]\nvlda %left.h, [p7, #-32]\n"
    if step is None:
        total = _total(vectors, "%left") + _bits(0) + _bits(1)
    else:
        total = (
            _sums(vectors, "%left")
            + f"""
vst %sums.l, [p4, #0]
lda %bits0, [p4, #0]
lda %bits1, [p4, #16]
padda [p4], #{step}
"""
        )
    return load + total + _reciprocal(0) + _reciprocal(1)


def _total(vectors: int, left: str) -> str:
    """%total: a lane of each row of `left` times the sums."""
    return _sums(vectors, left) + "vmov %total, %sums\n"


def _sums(vectors: int, left: str) -> str:
    last = f"%s_{vectors - 1}"
    return f"""
vconv.bf16.fp32 %rounded, {last}
vconv.fp32.bf16 %near, %rounded
vsub.f %rest, {last}, %near, r19
vconv.bf16.fp32 %four.l, {last}
vconv.bf16.fp32 %four.h, %rest
vmul.f %sums, {left}, %four, r19
"""


def _bits(row: int) -> str:
    return f"vextract.s32 %bits{row}, %total, {LANES[row]}\n"


def _reciprocal(row: int) -> str:
    return f"""
lshl %shifted{row}, %bits{row}, r28
and %index{row}, %shifted{row}, r29
mov dj4, %index{row}
lda %halves{row}, [p7, dj4]
lshl %upper{row}, %bits{row}, r30
and %exponent{row}, %upper{row}, r31
lshl %second{row}, %exponent{row}, r22
or %exponents{row}, %exponent{row}, %second{row}
sub %both{row}, %halves{row}, %exponents{row}
vbcst.32 %mixed{row}, %both{row}
vshuffle %r{row}, %mixed{row}, %mixed{row}, r2
"""


def values(vectors: int, rows: int = 1) -> dict[str, str]:
    """Their kinds."""
    scalars = ("bits", "shifted", "index", "halves", "upper", "exponent", "second")
    found = {"four": "x", "left": "x", "total": "x", "rounded": "wl"}
    found |= dict.fromkeys(("near", "rest", "sums"), "bm")
    for row in range(rows):
        found |= {f"{name}{row}": "r" for name in (*scalars, "exponents", "both")}
        found |= {f"{name}{row}": "x" for name in ("mixed", "r")}
    return found | {f"s_{i}": "bm" for i in range(vectors)}


def halves() -> str:
    """The first number of x0, in two rows of 8, for `of_two`."""
    number = int(np.float32(HIGH).view(np.uint32)) >> 16
    rows = [number, number, 0, 0] * 2 + [0, 0, number, number] * 2
    return f".short {', '.join(f'0x{each:x}' for each in rows)}\n"


def table(label: str) -> str:
    """For sums whose exponent field is 0: the bits of both parts of 1 / sum."""
    scale = HIGH * ONE * 2.0**-LARGE  # how much larger the total is than the sum
    whole = scale / (1.0 + (np.arange(2**BITS) + 0.5) / 2**BITS)
    first = (whole.astype(np.float32).view(np.uint32) >> 16).astype(np.int64)
    left = whole - (first.astype(np.uint32) << 16).view(np.float32)
    second = np.maximum(left, whole * 2.0**-14).astype(ml_dtypes.bfloat16).view(np.uint16)
    entries = first + OFFSET + (second.astype(np.int64) + OFFSET << 16)
    lines = [", ".join(map(str, row)) for row in entries.reshape(-1, 16)]
    return f".p2align 2\n{label}:\n" + "".join(f".word {line}\n" for line in lines)

"""Means and mean squares of 16 rows at a time: their squares lie on diagonals of products.

Two rows side by side are a matrix of four pieces of eight elements. Times its transpose it has the
pieces' squares on the diagonal; times a column that is a share of the row everywhere, their sums.
Nothing is rounded to bfloat16, so the variance is right for rows whose mean is 16 times their
deviation. p1 goes through the input.

r7 is 28; bml8 has half of ε times the width in all lanes; others are those of `constants`.
"""

from __future__ import annotations

import numpy as np

from kernelcraft.platforms.amd_npu.kernels.pipelines.neighbours import added_up
from kernelcraft.platforms.amd_npu.kernels.pipelines.row_factors import (
    BLOCK,
    BYTES,
    EXPONENT,
    FIRST_PAIR,
    PAIRS,
    SHORT,
    Norm,
    columns,
    width,
)
from kernelcraft.platforms.amd_npu.kernels.pipelines.text import Text, Vector
from kernelcraft.platforms.amd_npu.machine.arithmetic.shuffle import MODES

TRANSPOSED, SQUARE, MODES_OF = "r18", "r19", ("r22", "r23")  # modes of vshuffle
DIAGONAL, HALVES = "r20", "r21"  # masks: lanes of a pair of diagonals, and of two such pairs
Pair = tuple[Vector, Vector]  # of eight rows each
NEXT, BACK = "m3", "m4"  # from a row to the one after it, and back to the next vector


def fits(norm: Norm, rows: int) -> bool:
    """Whether registers suffice for rows of this width, and 16 divides their number."""
    return norm.means and norm.vectors <= SHORT and rows % (2 * BLOCK) == 0


def constants(to: Text, norm: Norm, eps: float) -> None:
    """Write what registers keep."""
    row = BYTES * norm.vectors
    to.add(f"movxm {NEXT}, #{row}")
    to.add(f"movxm {BACK}, #{BYTES - row}")
    columns(to, norm)
    width(to, norm)
    modes = ("T16_4x8", "T32_4x4", "T32_16x2_lo", "T32_16x2_hi")
    for register, mode in zip((TRANSPOSED, SQUARE, *MODES_OF), modes, strict=True):
        to.add(f"movx {register}, #{MODES[mode]}")
    to.add(f"movxm {DIAGONAL}, #0x8484")
    to.add(f"movxm {HALVES}, #0xcccc")
    to.add(f"movxm r4, #{int(np.float32(norm.width * eps / 2).view(np.uint32))}")
    to.add("vbcst.32 %half, r4", half="x")
    to.add("vmov bml8, %half")


def pieces(to: Text, norm: Norm) -> tuple[str, str]:
    """Write the sums of squares of halves of 8 rows, half by half, and shares of the mean.

    A vector with two lanes for each row, and an accumulator of four rows for these.
    """
    diagonals: list[str] = []
    totals = ["", ""]  # in turn, as a link of a chain takes four bundles
    for pair in range(PAIRS):
        to.add(f"vbcst.64 %column{pair}, l{FIRST_PAIR + pair}", **{f"column{pair}": "x"})
        found = "bml8"
        for index in range(norm.vectors):
            x, turned = f"x{pair}{index}", f"t{pair}{index}"
            back = BACK if index < norm.vectors - 1 else f"#{BYTES}"
            to.add(f"vldb %{x}.l, [p1], {NEXT}", **{x: "x"})
            to.add(f"vldb %{x}.h, [p1], {back}")
            to.add(f"vshuffle %{turned}, %{x}, %{x}, {TRANSPOSED}", **{turned: "x"})
            square, sum_ = f"g{pair}{index}", f"s{pair}{index}"
            to.add(f"vmac.f %{square}, {found}, %{x}, %{turned}, r7", **{square: "bm"})
            found, product = f"%{square}", f"%{x}, %column{pair}, r7"
            mac = f"vmac.f %{sum_}, {totals[0]}, {product}"
            to.add(mac if totals[0] else f"vmul.f %{sum_}, {product}", **{sum_: "bm"})
            totals = [totals[1], f"%{sum_}"]
        to.add(f"vmov %d{pair}, {found}", **{f"d{pair}": "x"})
        diagonals.append(f"%d{pair}")
        if pair % 2:
            diagonals[-2:] = [_picked(to, diagonals[-2], diagonals[-1], DIAGONAL, f"{pair}")]
    to.add(f"vadd.f %sum, {totals[0]}, {totals[1]}, r7", sum="bm")
    return _picked(to, diagonals[0], diagonals[1], HALVES, ""), "%sum"


def moments(to: Text, squares: Pair, sums: Pair) -> tuple[str, str]:
    """Write mean squares, with ε, and means of 16 rows from two times their pieces."""
    to.add(f"vbcst.32 %by, {EXPONENT}", by="x")
    for each in squares:  # divided by the width: what is not 0 by its exponent
        to.add(f"vsub.32 {each.x}, {each.x}, %by")
    for each in sums:
        to.add(f"vshuffle {each.x}, {each.x}, {each.x}, {SQUARE}")
    v = added_up(to, squares[0], squares[1], "v_", MODES_OF)
    return v, added_up(to, sums[0], sums[1], "mean_", MODES_OF)


def _picked(to: Text, one: str, other: str, mask: str, name: str) -> str:
    """Even lanes of both, and odd ones where the mask says so."""
    for half, mode in zip(("even", "odd"), MODES_OF, strict=True):
        to.add(f"vshuffle %{half}{name}, {one}, {other}, {mode}", **{f"{half}{name}": "x"})
    to.add(f"vsel.32 %picked{name}, %even{name}, %odd{name}, {mask}", **{f"picked{name}": "x"})
    return f"%picked{name}"

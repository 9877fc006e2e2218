"""Every PLENA instruction: a few lines, what was in the machine, what is in it afterwards.

The expected values are worked out by hand from the manual's sentences. X is a row 0, 1, 2 ... 63;
SHIFT is a tile whose row j has its only 1 in column j + 3, so a product shows what was selected.
"""

from __future__ import annotations

import numpy as np
import pytest

from kernelcraft.platforms.plena.machine.instructions import plena
from tests.platforms.plena.machine.small import Given, Values, lanes, look, run

X = np.arange(64.0)
SHIFT = np.roll(np.eye(64), 3, axis=1)
THIRD = 0.333251953125  # 1/3 in fp16
ONE, TWO = 0x38, 0x40  # E4M3 codes; scale 127 means 1
NEGATIVE_HALF = 0x80 | 0x30
TILES: Given = {
    "gp1": 8,
    "gp4": 256,
    "row0": X,
    "row1": X + 64,
    "row2": X + 128,
    "row3": 1,
    "tile0": SHIFT,
}


def row(
    start: int, values: Values, rest: float = 0.0
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """A row of `rest` with `values` from column `start` on."""
    full = np.full(64, float(rest))
    full[start : start + np.size(values)] = values
    return full


HEADS: Given = {
    "gp1": 16,
    "gp2": 0,
    "gp3": 64 * 64,
    "tile0": SHIFT,
    **{f"row{i}": X for i in range(64)},
}

MATRIX: list[tuple[str, Given, Given]] = [
    # rs1 = matrix address 8: columns 8..11 of SHIFT hold their ones in rows 5..8
    ("M_MM 0, gp1, gp0\nM_MM_WO gp4, gp0, 0", TILES, {
        "row4": row(0, [5, 6, 7, 8]), "row5": row(0, [69, 70, 71, 72]), "row7": row(0, 4 * [1]),
    }),
    # accumulates; a write-out clears
    ("M_MM 0, gp1, gp0\nM_MM 0, gp1, gp0\nM_MM_WO gp4, gp0, 0", TILES, {
        "row4": row(0, [10, 12, 14, 16]),
    }),
    ("M_MM 0, gp1, gp0\nM_MM_WO gp4, gp0, 0\nM_MM_WO gp4, gp0, 4", TILES, {
        "row4": row(0, [5, 6, 7, 8]),
    }),
    # rs1 = vector address, rs2 = matrix address 8 * 64: rows 8..11 of SHIFT have theirs in 11..14
    ("M_TMM 0, gp2, gp1\nM_MM_WO gp4, gp0, 0", {**TILES, "gp1": 8 * 64}, {
        "row4": row(0, [11, 12, 13, 14]), "row6": row(0, [139, 140, 141, 142]),
    }),
    # the second tile
    ("M_MM 0, gp1, gp0\nM_MM_WO gp4, gp0, 0", {**TILES, "gp1": 4096 + 60, "tile1": 2}, {
        "row4": row(0, 4 * [4032]), "row7": row(0, 4 * [128]),
    }),
    # other columns of the rows stay; k = gp5 = 2 leaves every second row out
    ("M_MM 0, gp1, gp0\nM_MM_WO gp4, gp5, 72", {**TILES, "gp5": 2, "row5": 9}, {
        "row4": 0, "row5": row(8, [5, 6, 7, 8], rest=9), "row6": 0,
        "row7": row(8, [69, 70, 71, 72]), "row11": row(8, 4 * [1]),
    }),
    # head b of M_BMM is elements b, b + 4, b + 8 ...; rows 16..31 of SHIFT end in columns 19..34
    ("M_BMM 0, gp1, gp2\nM_BMM_WO gp3, 0", HEADS, {
        "row64": row(19, X[0::4]), "row127": row(19, X[0::4]), "row128": row(19, X[1::4]),
        "row319": row(19, X[3::4]),
    }),
    # head b of M_BTMM is elements 16b .. 16b + 15; columns 16..31 of SHIFT begin in rows 13..28
    ("M_BTMM 0, gp1, gp2\nM_BMM_WO gp3, 0", HEADS, {
        "row64": row(13, X[:16]), "row127": row(13, X[:16]), "row128": row(13, X[16:32]),
        "row319": row(13, X[48:]),
    }),
    ("M_BMM 0, gp1, gp2\nM_BMM_WO gp3, 128", HEADS, {"row65": 0, "row66": row(19, X[0::4])}),
    ("M_BMV 0, gp1, gp2\nM_BMV_WO gp3, 0", HEADS, {
        "row64": row(19, X[0::4]), "row65": row(19, X[1::4]), "row67": row(19, X[3::4]), "row68": 0,
    }),
    ("M_BTMV 0, gp1, gp2\nM_BMV_WO gp3, 0", HEADS, {
        "row64": row(13, X[:16]), "row65": row(13, X[16:32]), "row67": row(13, X[48:]), "row68": 0,
    }),
    ("M_BMV 0, gp1, gp2\nM_BMV_WO gp3, 64\nM_BMV_WO gp3, 320", HEADS, {
        "row64": 0, "row65": row(19, X[0::4]), "row69": 0,
    }),
    # BLEN results
    ("M_MV 0, gp1, gp2\nM_MV_WO gp4, 0", {**TILES, "gp1": 12}, {
        "row4": row(0, [9, 10, 11, 12]), "row5": 0,
    }),
    ("M_TMV 0, gp0, gp2\nM_MV_WO gp4, 72", TILES, {"row4": 0, "row5": row(8, [3, 4, 5, 6])}),
    ("M_MV 0, gp1, gp2\nM_TMV 0, gp0, gp2\nM_MV_WO gp4, 0", TILES, {
        "row4": row(0, [8, 10, 12, 14]),
    }),
]  # fmt: skip

TWO_ROWS: Given = {"gp1": 64, "gp2": 128, "gp3": 192, "f2": 3, "row1": 5, "row2": 2}
VECTOR: list[tuple[str, Given, Given]] = [
    ("V_ADD_VV gp3, gp1, gp2", TWO_ROWS, {"row3": 7, "row1": 5, "row2": 2}),
    ("V_ADD_VV gp1, gp1, gp1", TWO_ROWS, {"row1": 10}),
    ("V_ADD_VV gp3, gp1, gp2", {**TWO_ROWS, "row1": 256, "row2": 1}, {"row3": 256}),  # ties to even
    ("V_ADD_VV gp3, gp1, gp2", {**TWO_ROWS, "row1": 258, "row2": 1}, {"row3": 260}),
    ("V_ADD_VV gp3, gp1, gp2", {**TWO_ROWS, "row1": 3e38, "row2": 3e38}, {"row3": np.inf}),
    ("V_ADD_VF gp3, gp1, f2", TWO_ROWS, {"row3": 8}),
    ("V_SUB_VV gp3, gp1, gp2", TWO_ROWS, {"row3": 3}),  # rs1 - rs2
    ("V_SUB_VF gp3, gp1, f2", TWO_ROWS, {"row3": 2}),
    ("V_SUB_VF gp3, gp1, f2, 0, 1", TWO_ROWS, {"row3": -2}),
    ("V_MUL_VV gp3, gp1, gp2", TWO_ROWS, {"row3": 10}),
    ("V_MUL_VF gp3, gp1, f2", TWO_ROWS, {"row3": 15}),
    ("V_MUL_VF gp3, gp1, f0", TWO_ROWS, {"row3": 0}),
    ("V_EXP_V gp3, gp1", {**TWO_ROWS, "row1": row(0, [0, 1, -np.inf, 1000])}, {
        "row3": row(0, [1, 2.71875, 0, np.inf], rest=1),
    }),
    ("V_RECI_V gp3, gp2", TWO_ROWS, {"row3": 0.5}),
    ("V_RECI_V gp3, gp1", {**TWO_ROWS, "row1": 3}, {"row3": 0.333984375}),
    ("V_RED_SUM f1, gp1", {**TWO_ROWS, "row1": X, "f1": 1}, {"f1": 2017}),
    ("V_RED_SUM f1, gp1", {**TWO_ROWS, "row1": 1025, "f1": 0}, {"f1": np.inf}),  # past 65504
    ("V_RED_SUM f0, gp1", {**TWO_ROWS, "row1": X}, {"f0": 0}),
    ("V_RED_MAX f1, gp1", {**TWO_ROWS, "row1": X - 70, "f1": -100}, {"f1": -7}),
    ("V_RED_MAX f1, gp1", {**TWO_ROWS, "row1": X - 70, "f1": -6.5}, {"f1": -6.5}),
]  # fmt: skip

# Groups 0 and 2 of 16 elements are enabled: 32 of 64 elements; the others keep the first source.
MASKED_ROWS: Given = {**TWO_ROWS, "v_mask": 0b0101, "row3": 77}
HALF = np.tile(np.repeat([True, False], 16), 2)
MASKED: list[tuple[str, float]] = [
    ("V_ADD_VV gp3, gp1, gp2, 1", 7),
    ("V_ADD_VF gp3, gp1, f2, 1", 8),
    ("V_SUB_VV gp3, gp1, gp2, 1", 3),
    ("V_SUB_VF gp3, gp1, f2, 1", 2),
    ("V_SUB_VF gp3, gp1, f2, 1, 1", -2),
    ("V_MUL_VV gp3, gp1, gp2, 1", 10),
    ("V_MUL_VF gp3, gp1, f2, 1", 15),
    ("V_EXP_V gp3, gp1, 1", 148.0),  # e^5 = 148.41
    ("V_RECI_V gp3, gp1, 1", 0.2001953125),
]
MASKED_REDUCTIONS: list[tuple[str, Given, float]] = [
    ("V_RED_SUM f1, gp1, 1", {"f1": 1}, 1 + sum(X[:16]) + sum(X[32:48])),
    ("V_RED_MAX f1, gp1, 1", {"f1": -9}, 47),
    ("V_RED_SUM f1, gp1, 1", {"f1": 1, "v_mask": 0}, 1),
    ("V_RED_MAX f1, gp1, 1", {"f1": -9, "v_mask": 0}, -9),
    ("V_RED_SUM f1, gp1, 0", {"f1": 1}, 2017),
    ("V_RED_SUM f1, gp1, 1", {"v_mask": 1 << 4}, 0),  # there is no fifth group
]

FLOATS: Given = {"f1": 1.5, "f2": -0.25, "f3": 3, "f4": 2.0**-24, "f5": 60000, "gp1": 7}
SCALAR: list[tuple[str, Given, Given]] = [
    ("S_ADD_FP f7, f1, f2", FLOATS, {"f7": 1.25}),
    ("S_ADD_FP f7, f4, f4", FLOATS, {"f7": 2.0**-23}),  # subnormal numbers count
    ("S_ADD_FP f0, f1, f2\nS_ADD_FP f7, f0, f1", FLOATS, {"f0": 0, "f7": 1.5}),
    ("S_SUB_FP f7, f1, f2", FLOATS, {"f7": 1.75}),
    ("S_SUB_FP f7, f0, f1", FLOATS, {"f7": -1.5}),
    ("S_MAX_FP f7, f1, f2", FLOATS, {"f7": 1.5}),
    ("S_MAX_FP f7, f2, f0", FLOATS, {"f7": 0}),
    ("S_MUL_FP f7, f1, f2", FLOATS, {"f7": -0.375}),
    ("S_MUL_FP f7, f4, f1", FLOATS, {"f7": 2.0**-23}),  # 1.5 steps, ties to even
    ("S_MUL_FP f7, f5, f5", FLOATS, {"f7": np.inf}),
    ("S_EXP_FP f7, f0\nS_EXP_FP f6, f3", FLOATS, {"f7": 1, "f6": 20.078125}),  # e^3 = 20.0855
    ("S_RECI_FP f7, f3\nS_RECI_FP f6, f0", FLOATS, {"f7": THIRD, "f6": np.inf}),
    ("S_SQRT_FP f7, f3\nS_SQRT_FP f6, f2", FLOATS, {"f7": 1.732421875, "f6": np.nan}),
    ("S_SQRT_FP f7, f4", FLOATS, {"f7": 2.0**-12}),
    ("S_LD_FP f7, gp1, 2", {**FLOATS, "fp9": THIRD}, {"f7": THIRD}),
    ("S_LD_FP f0, gp1, 2\nS_ADD_FP f7, f0, f0", {**FLOATS, "fp9": THIRD}, {"f0": 0, "f7": 0}),
    ("S_ST_FP f1, gp1, 3", FLOATS, {"fp9": 0, "fp10": 1.5}),
    ("S_MAP_V_FP gp3, gp1, 1", {**TWO_ROWS, "gp1": 7, "fp8": X, "fp10": THIRD}, {
        "row3": [0, 1, 0.333984375, *X[3:]],  # rounded from fp16 to bf16; X is 2 at fp10
    }),
    ("S_ADD_INT gp4, gp1, gp2", {"gp1": 2**32 - 1, "gp2": 3}, {"gp4": 2}),
    ("S_ADD_INT gp0, gp1, gp1\nS_ADD_INT gp4, gp0, gp0", {"gp1": 5}, {"gp0": 0, "gp4": 0}),
    ("S_ADDI_INT gp4, gp1, 262143", {"gp1": 1}, {"gp4": 262144}),
    ("S_ADDI_INT gp4, gp1, 2", {"gp1": 2**32 - 1}, {"gp4": 1}),
    ("S_SUB_INT gp4, gp1, gp2", {"gp1": 2, "gp2": 3}, {"gp4": 2**32 - 1}),
    ("S_MUL_INT gp4, gp1, gp1", {"gp1": 65537}, {"gp4": 131073}),  # 2^32 + 2^17 + 1
    ("S_MUL_INT gp4, gp1, gp1", {"gp1": 2**32 - 1}, {"gp4": 1}),
    ("S_LUI_INT gp4, 5\nS_LUI_INT gp5, 4194303", {}, {"gp4": 5 * 4096, "gp5": 2**32 - 4096}),
    ("S_LD_INT gp4, gp1, 2", {"gp1": 7, "int9": 2**31}, {"gp4": 2**31}),
    ("S_ST_INT gp1, gp1, 3", {"gp1": 7}, {"int9": 0, "int10": 7}),
]  # fmt: skip

# A [4][128] tensor at 1024: element (r, c) is 1 in columns below 64, else 2; row r has scale 2^r.
TENSOR: Given = {
    "hbm1024": 4 * (64 * [ONE] + 64 * [TWO]),
    "hbm1536": [127 + r for r in range(4) for _ in range(16)],
    "a2": 1024, "scale": 512, "stride": 128, "gp1": 64, "gp3": 192,
}  # fmt: skip
TRANSFER: list[tuple[str, Given, Given]] = [
    ("H_PREFETCH_V gp3, gp0, a2, 1, 0", TENSOR, {
        "row3": 1, "row4": 2, "row5": 4, "row6": 8, "row7": 0,
    }),
    ("H_PREFETCH_V gp3, gp1, a2, 1, 1", TENSOR, {"row3": 2, "row4": 4, "row5": 8, "row6": 16}),
    # without stride rows are contiguous: the halves of the tensor's rows, one after the other
    ("H_PREFETCH_V gp3, gp0, a2, 0, 0", TENSOR, {"row3": 1, "row4": 2, "row5": 2, "row6": 4}),
    ("H_PREFETCH_V gp3, gp0, a2, 0, 0", {**TENSOR, "hbm1024": [1, 0x81, NEGATIVE_HALF, 0x77]}, {
        "row3": row(0, [2.0**-10, -(2.0**-10), -0.5, 240]),
    }),
    # one scale for 8 elements
    ("H_PREFETCH_V gp3, gp0, a2, 0, 0", {**TENSOR, "hbm1537": [130]}, {
        "row3": row(8, 8 * [8], rest=1),
    }),
    ("H_PREFETCH_V gp3, gp0, a2, 1, 0", {**TENSOR, "stride": 0}, {"row3": 1, "row4": 1, "row6": 1}),
    # 64 rows with stride 128: everything after the tensor is zero, and so are the scales
    ("H_PREFETCH_M gp3, gp1, a2, 1, 0", {**TENSOR, "gp3": 4096}, {
        "tile0": 0, "tile1": np.repeat([2, 4, 8, 16] + 60 * [0], 64).reshape(64, 64),
    }),
    ("H_STORE_V gp3, gp1, a2, 1, 0", {
        **TENSOR, "row3": 3, "row4": -0.5, "row6": row(0, [1, 1.0625]),
    }, {
        "hbm1024": 64 * [ONE] + 64 * [0x3C] + 64 * [ONE] + 64 * [0x80 | ONE] + 64 * [ONE],
        "hbm1344": 64 * [0],
        "hbm1472": [ONE, 0x38, 0, 0],  # 1.0625 is half a step above 1: to even
        "hbm1536": 8 * [127] + 8 * [128] + 8 * [128] + 8 * [126] + 8 * [129] + 8 * [0],
    }),
    # what is stored can be fetched again: 12 = 1.5 * 2^3, and 9 needs 4 bits after the first
    ("H_STORE_V gp3, gp0, a2, 0, 0\nH_PREFETCH_V gp0, gp0, a2, 0, 0", {
        **TENSOR, "row3": 12, "row4": -9,
    }, {
        "row0": 12, "row1": -9, "row2": 0,
    }),
]  # fmt: skip

COUNT = "C_LOOP_START gp1, 3\nS_ADD_INT gp2, gp2, gp1\nC_LOOP_END gp1"
CONTROL: list[tuple[str, Given, Given]] = [
    ("C_SET_ADDR_REG a3, gp0, gp1", {"gp1": 64}, {"a3": 64}),
    ("C_SET_ADDR_REG a3, gp1, gp2", {"gp1": 2, "gp2": 5}, {"a3": 2 * 2**32 + 5}),
    ("C_SET_SCALE_REG gp1", {"gp1": 640}, {"scale": 640}),
    ("C_SET_STRIDE_REG gp1", {"gp1": 640}, {"stride": 640}),
    ("C_SET_STRIDE_REG gp0", {}, {"stride": 0}),
    ("S_ADDI_INT gp1, gp0, 1", {}, {"stride": 1, "scale": 0, "v_mask": 0}),  # after reset
    ("C_SET_V_MASK_REG gp1", {"gp1": 2**32 - 1}, {"v_mask": 2**32 - 1}),
    # the body sees the counter: 3 + 2 + 1
    (COUNT, {}, {"gp2": 6, "gp1": 0}),
    ("C_LOOP_START gp1, 1\nS_ADDI_INT gp2, gp2, 5\nC_LOOP_END gp1", {}, {"gp2": 5, "gp1": 0}),
    # a body that takes one away as well runs twice: 4 -> 3 -> 2 -> 1
    ("C_LOOP_START gp1, 4\nS_ADDI_INT gp2, gp2, 1\nS_SUB_INT gp1, gp1, gp3\nC_LOOP_END gp1",
     {"gp3": 1}, {"gp2": 2, "gp1": 0}),
    ("C_LOOP_START gp1, 100\nS_ADDI_INT gp1, gp0, 1\nS_ADDI_INT gp2, gp2, 1\nC_LOOP_END gp1",
     {}, {"gp2": 1, "gp1": 0}),
    (f"C_LOOP_START gp4, 5\n{COUNT}\nC_LOOP_END gp4",
     {}, {"gp2": 30, "gp4": 0, "loop_depth": 0}),
    ("C_LOOP_START gp1, 3\nS_ADDI_INT gp2, gp2, 1", {}, {"gp1": 3, "gp2": 1}),  # never closed
]  # fmt: skip

ALL = [*MATRIX, *VECTOR, *SCALAR, *TRANSFER, *CONTROL]


@pytest.mark.parametrize(("text", "given", "expected"), ALL, ids=[case[0] for case in ALL])
def test_instruction(text: str, given: Given, expected: Given) -> None:
    state = run(text, given).state
    for place, values in expected.items():
        whole = place.startswith(("row", "tile"))
        found = look(state, place, 64 if whole else np.size(values))
        np.testing.assert_array_equal(found, np.broadcast_to(values, found.shape), place)


@pytest.mark.parametrize(("text", "computed"), MASKED)
def test_masked(text: str, computed: float) -> None:
    found = look(run(text, MASKED_ROWS).state, "row3", 64)
    np.testing.assert_array_equal(found, np.where(HALF, computed, 5))


@pytest.mark.parametrize(("text", "given", "expected"), MASKED_REDUCTIONS)
def test_masked_reduction(text: str, given: Given, expected: float) -> None:
    state = run(text, {"v_mask": 0b0101, "gp1": 64, "row1": X, **given}).state
    assert look(state, "f1") == expected


def test_every_instruction_is_exercised() -> None:
    used = {line.split()[0] for text, _, _ in ALL for line in text.split("\n")}
    assert used == set(plena.instructions)


@pytest.mark.parametrize("mlen", [128, 256])
def test_longer_rows(mlen: int) -> None:
    x = np.arange(mlen)
    given: Given = {"gp1": 8, "gp2": mlen, "gp3": 2 * mlen, "row1": x % 200, "tile0": np.eye(mlen)}
    text = "M_MV 0, gp1, gp2\nM_MV_WO gp0, 4\nV_ADD_VV gp3, gp2, gp2"
    done = run(text, given, lanes(mlen))
    assert look(done.state, "row0", 9).tolist() == [0, 0, 0, 0, 8, 9, 10, 11, 0]
    np.testing.assert_array_equal(look(done.state, "row2", mlen), 2 * (x % 200))
    assert done.cycles == mlen + 1 + 1


def test_other_blocks_and_heads() -> None:
    """BLEN = 8 gives 8 x 8 results, HLEN = 32 two heads and mask groups of 32."""
    wide = lanes(64, blen=8, hlen=32)
    given: Given = {**TILES, "row7": 1, "v_mask": 2, "gp5": 64 * 8}
    text = "M_MM 0, gp1, gp0\nM_MM_WO gp5, gp0, 0\nV_ADD_VV gp0, gp0, gp0, 1"
    state = run(text, given, wide).state
    np.testing.assert_array_equal(look(state, "row8", 64), row(0, X[5:13]))
    np.testing.assert_array_equal(look(state, "row15", 64), row(0, 8 * [1]))
    np.testing.assert_array_equal(look(state, "row0", 64), np.where(X < 32, X, 2 * X))
    state = run("M_BTMV 0, gp0, gp0\nM_BMV_WO gp5, 0", given, wide).state
    np.testing.assert_array_equal(look(state, "row9", 64)[:29], X[32 + 3 : 64])

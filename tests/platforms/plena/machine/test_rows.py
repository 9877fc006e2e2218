"""Vector row routines: C equals the oracle bit by bit, and the oracle does what the manual says."""

from __future__ import annotations

import numpy as np
import pytest

from kernelcraft.platforms.plena.machine import rows
from kernelcraft.platforms.plena.machine.formats import (
    bf16_to_f32,
    f32_to_bf16,
    f32_to_fp16,
    fp16_to_f32,
)
from kernelcraft.sim.routine import Routine
from tests.platforms.plena.machine.compiled import FP16_SPECIALS, agree, bf16_rows

TWO_ROWS = [rows.row_add, rows.row_sub, rows.row_mul]
ROW_AND_SCALAR = [
    rows.row_add_scalar,
    rows.row_sub_scalar,
    rows.row_sub_from_scalar,
    rows.row_mul_scalar,
]
ONE_ROW = [rows.row_exp, rows.row_reciprocal]
REDUCTIONS = [rows.row_sum, rows.row_max]
MASKS = [-1, 0, 0b0101, 0xFFFF_FFFF]
SHAPES = [(64, 16), (128, 4), (256, 64), (256, 1)]  # n, group


def scalars(count: int) -> list[int]:
    anything: list[int] = np.random.default_rng(4).integers(0, 65_536, count).tolist()
    return FP16_SPECIALS + anything


@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize(("n", "group"), SHAPES)
@pytest.mark.parametrize("routine", TWO_ROWS, ids=lambda r: r.name)
def test_two_rows_agree(routine: Routine[..., None], n: int, group: int, mask: int) -> None:
    for seed in range(20):
        memory = bf16_rows(seed, 3 * n, special=0.2)
        for dst, a, b in [(2, 0, 1), (0, 0, 1), (1, 0, 1), (0, 0, 0)]:
            agree(routine, memory, dst * n, a * n, b * n, n, mask, group)


@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize(("n", "group"), SHAPES)
@pytest.mark.parametrize("routine", ROW_AND_SCALAR, ids=lambda r: r.name)
def test_row_and_scalar_agree(routine: Routine[..., None], n: int, group: int, mask: int) -> None:
    for seed, scalar in enumerate(scalars(10)):
        memory = bf16_rows(seed, 2 * n)
        agree(routine, memory, n, 0, scalar, n, mask, group)
        agree(routine, memory, 0, 0, scalar, n, mask, group)


@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("routine", ONE_ROW, ids=lambda r: r.name)
def test_unary_rows_agree_on_every_pattern(routine: Routine[..., None], mask: int) -> None:
    memory = np.concatenate([np.arange(65_536), np.zeros(64)]).astype(np.uint16)
    for start in range(0, 65_536, 64):
        part = memory[start : start + 128].copy()
        agree(routine, part, 64, 0, 64, mask, 16)
        agree(routine, part, 0, 0, 64, mask, 16)


@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize(("n", "group"), SHAPES)
@pytest.mark.parametrize("routine", REDUCTIONS, ids=lambda r: r.name)
def test_reductions_agree(routine: Routine[..., int], n: int, group: int, mask: int) -> None:
    for seed, scalar in enumerate(scalars(10)):
        for special in (0.0, 0.02):
            agree(routine, bf16_rows(seed, 2 * n, special), n, scalar, n, mask, group)


def test_fp16_memory_to_a_row_agrees_on_every_pattern() -> None:
    codes = np.arange(65_536, dtype=np.uint16)
    memory = np.zeros(65_536, dtype=np.uint16)
    agree(rows.row_from_fp16, memory, codes, 0, 0, 65_536)
    np.testing.assert_array_equal(memory, f32_to_bf16(fp16_to_f32(codes)))


def test_a_masked_row_keeps_the_first_source() -> None:
    memory = f32_to_bf16(np.arange(192, dtype=np.float32))
    rows.row_add(memory, 128, 0, 64, 64, 0b0010, 16)
    first, second, result = bf16_to_f32(memory).reshape(3, 64)
    enabled = (np.arange(64) >= 16) & (np.arange(64) < 32)
    np.testing.assert_array_equal(result, np.where(enabled, first + second, first))


def test_reversed_subtraction() -> None:
    memory = f32_to_bf16(np.full(64, 3.0, dtype=np.float32))
    rows.row_sub_from_scalar(memory, 0, 0, 0x3C00, 64, -1, 16)  # 1 - 3
    np.testing.assert_array_equal(bf16_to_f32(memory), -2.0)


def fp16(value: float) -> int:
    return int(f32_to_fp16(np.array([value], dtype=np.float32))[0])


def test_a_sum_accumulates_the_enabled_groups() -> None:
    memory = f32_to_bf16(np.ones(64, dtype=np.float32))
    assert rows.row_sum(memory, 0, fp16(0.5), 64, -1, 16) == fp16(64.5)
    assert rows.row_sum(memory, 0, fp16(0.5), 64, 0b1001, 16) == fp16(32.5)
    assert rows.row_sum(memory, 0, fp16(0.5), 64, 0, 16) == fp16(0.5)


def test_a_sum_folds_the_upper_half_onto_the_lower() -> None:
    values = np.zeros(64, dtype=np.float32)
    values[[0, 1, 32, 33]] = [2.0**30, 1.0, -(2.0**30), 1.0]  # 0 meets 32 before it meets 1
    assert rows.row_sum(f32_to_bf16(values), 0, 0, 64, -1, 16) == fp16(2.0)
    values[[0, 1, 32, 33]] = [2.0**30, -(2.0**30), 1.0, 1.0]  # 1 is lost in 2^30
    assert rows.row_sum(f32_to_bf16(values), 0, 0, 64, -1, 16) == fp16(0.0)


@pytest.mark.parametrize(
    ("code", "scalar", "result"),
    [
        (0x3F80, 0xBC00, 0x3C00),  # 1 above -1
        (0xC000, 0xBC00, 0xBC00),  # the accumulator stays
        (0x8000, 0x0000, 0x0000),  # +0 is above -0
        (0xFF80, 0xFC00, 0xFC00),
        (0xFFC1, 0x3C00, 0x7E00),  # any NaN
        (0x3F80, 0xFE01, 0x7E00),
        (0x7F7F, 0x3C00, 0x7C00),  # rounded to fp16 after the comparison
    ],
)
def test_maximum(code: int, scalar: int, result: int) -> None:
    memory = np.full(64, 0xFF80, dtype=np.uint16)
    memory[37] = code
    assert rows.row_max(memory, 0, scalar, 64, -1, 16) == result

"""Constants of a kernel as rows of 32 bytes in its read-only section, one number in each lane."""

from __future__ import annotations

from collections.abc import Sequence

import ml_dtypes
import numpy as np

Row = tuple[str, int]  # a directive, and the number that it repeats


def rows_of_bits(*numbers: int) -> tuple[Row, ...]:
    """A row of each 16-bit pattern."""
    return tuple((".short", number & 0xFFFF) for number in numbers)


def rows_of_bf16(*numbers: float) -> tuple[Row, ...]:
    """A row of each number; raises ValueError for what is no bfloat16."""
    exact = np.array(numbers, np.float64)
    halves = exact.astype(ml_dtypes.bfloat16)
    if (halves.astype(np.float64) != exact).any():
        raise ValueError(f"{list(numbers)} are not all bfloat16 numbers")
    return rows_of_bits(*halves.view(np.uint16).tolist())


def rows_of_float32(*numbers: float) -> tuple[Row, ...]:
    """A row of each number, rounded: half of an accumulator."""
    return tuple((".word", bits) for bits in np.array(numbers, np.float32).view(np.uint32).tolist())


def section(label: str, rows: Sequence[Row], *, label_after: int = 0) -> str:
    """The section's text; the label comes after `label_after` rows."""
    text = ".section .rodata\n.p2align 5\n"
    for index, (directive, number) in enumerate(rows):
        count = 16 if directive == ".short" else 8
        numbers = ", ".join([f"0x{number:x}"] * count)
        text += f"{label}:\n" * (index == label_after) + f"{directive} {numbers}\n"
    return text

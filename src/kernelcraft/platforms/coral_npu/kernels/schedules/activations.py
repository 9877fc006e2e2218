"""Activations of a product in DTCM: rows of int8 that a loop reads in words of four."""

from __future__ import annotations

from typing import Final

from kernelcraft.platforms.coral_npu.kernels.assembly import Assembly
from kernelcraft.platforms.coral_npu.kernels.schedules.dtcm import Place, copy

WORD: Final = 4
"""Activations in one scalar load."""
STEP: Final = 2 * WORD
"""Rows of weights in one iteration: while one word of activations is used, the next is loaded."""


def padded(inner: int) -> int:
    """Bytes from one row of activations in DTCM to the next; the last ones have to be zeros: what
    they are multiplied with follows the weights."""
    return -(-inner // STEP) * STEP


def copy_rows(asm: Assembly, source: str, target: str, rows: int, inner: int) -> None:
    """Copy activations to DTCM, each row from a multiple of STEP bytes on."""
    if padded(inner) == inner:
        copy(asm, source, target, rows * inner)
        return
    with asm.loop(rows, "row"):
        copy(asm, source, target, inner)
        asm.add(target, padded(inner) - inner)


def reserve_rows(asm: Assembly, name: str, rows: int, inner: int) -> str:
    """Room for activations; the loop reads a word too many."""
    return asm.reserve(name, rows * padded(inner) + STEP)


def keep_rows(asm: Assembly, x: Place, rows: int, inner: int) -> str:
    """Copy activations from external memory to room of their own; gives its symbol."""
    kept = reserve_rows(asm, "x", rows, inner)
    with asm.registers(2) as (source, target):
        asm.set(source, x)
        asm.set(target, kept)
        copy_rows(asm, source, target, rows, inner)
    return kept

"""What follows for a PLENA's cells where a seed draws its shape."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kernelcraft.platforms.plena.machine.configuration import V_ROWS, PlenaConfiguration

USUAL: Final = PlenaConfiguration()
GROUPS: Final = 32  # bits of V_MASK
OUTPUT_ROWS: Final = 24_576  # of vector SRAM, for BatchMatMul C5 on the usual machine
STATISTICS: Final = 3 * 256 + 16  # FP SRAM: three numbers a row of queries (MQA C5), and constants


def grains(c: PlenaConfiguration) -> Mapping[int, int]:
    """Columns are whole rows of vector SRAM; rows are whole transfers and whole results; keys are
    whole groups of the vector mask, too."""
    rows = max(V_ROWS, c.blen)
    return {USUAL.mlen: c.mlen, V_ROWS: rows, USUAL.hlen: max(USUAL.hlen, c.hlen)}


def has_room(c: PlenaConfiguration) -> bool:
    """Whether all published sizes fit, grown as `grains` says, and every group has its mask bit."""
    grown = grains(c)
    rows, keys = grown[V_ROWS] // V_ROWS, grown[USUAL.hlen] // USUAL.hlen
    return (
        c.broadcast <= GROUPS
        and c.vector_sram_rows >= OUTPUT_ROWS * rows
        and c.fp_sram_size >= STATISTICS * keys
    )


def absent(c: PlenaConfiguration) -> Mapping[str, str]:
    """RoPE's rotation is a matrix of 64 x 64, on any machine."""
    if c.mlen == USUAL.mlen:
        return {}
    return {"rope": f"its rotation of {USUAL.mlen} lanes does not fit rows of {c.mlen}"}

"""DMA instructions: rows of MXFP8 tensors between HBM and the on-chip memories.

A tensor in HBM is all its element bytes, row-major, then all its scale bytes, one per 8 elements.
Row i of a transfer has its elements at a[as2] + gp[rs1] + i * s and its scales at
a[as2] + SCALE + gp[rs1] / 8 + i * s / 8, where s is STRIDE if rstride = 1, else the row length.
Element addresses and s must be multiples of 64.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelcraft.isa.instruction import Erratum
from kernelcraft.platforms.plena.machine.blocks import fetch_rows, fetch_tile, store_rows
from kernelcraft.platforms.plena.machine.configuration import V_ROWS
from kernelcraft.platforms.plena.machine.dram import PREFETCH_M, PREFETCH_V, STORE_V, row_step
from kernelcraft.platforms.plena.machine.instructions.table import plena
from kernelcraft.platforms.plena.machine.state import Plena

TILE_ROWS = Erratum(
    "rows are fetched as they lie",
    "The published manual describes a transposed addressing; row i of the tile is HBM row i.",
)
EXCESS = Erratum(
    "rows past the end fault",
    "The official emulator drops rows that run past the end of vector SRAM; here they are a fault.",
)
ROUNDING = Erratum(
    "the host's quantiser",
    "The official emulator of February 2026 rounds half away from zero when it stores; here the "
    "store rounds like the host: truncated to quarter steps, then half to even.",
)


@dataclass(frozen=True)
class HbmRows:
    """The rows of one transfer: where elements and scales begin, and the bytes from row to row."""

    elements: int
    scales: int
    step: int


def _hbm_rows(m: Plena, rs1: int, as2: int, rstride: int) -> HbmRows:
    base, offset, step = m.hbm.reads(m.a[as2], 1), m.gp[rs1], row_step(m, rstride)
    m.check_hbm_rows(base + offset, step)
    return HbmRows(base + offset, base + m.scale + offset // 8, step)


@plena.instruction(
    "H_PREFETCH_M rd, rs1, as2, rstride, precision",
    "0*6 precision rstride as2 rs1 rd 101000",
    unit="dma",
    latency=PREFETCH_M,
    errata=[TILE_ROWS],
)
def h_prefetch_m(m: Plena, rd: int, rs1: int, as2: int, rstride: int, precision: int) -> None:
    """Fetch a tile: MLEN rows of MLEN elements from HBM into matrix SRAM at gp[rd].

    gp[rd] must be a multiple of MLEN * MLEN. With a [K][N] weight and STRIDE = N, the offset
    gp[rs1] = k * MLEN * N + j * MLEN fetches block (k, j). precision: 0 weight, 1 KV (same format).
    """
    rows, length = _hbm_rows(m, rs1, as2, rstride), m.mlen
    m.hbm.reads(rows.elements, length, rows=length, step=rows.step)
    m.hbm.reads(rows.scales, m.scale_bytes(), rows=length, step=rows.step // 8)
    tile = m.matrix_sram.writes(m.tile_start(m.gp[rd]), length * length)
    matrix, hbm = m.matrix_sram.array, m.hbm.array
    fetch_tile(matrix, hbm, tile, rows.elements, rows.scales, rows.step, length, length)


@plena.instruction(
    "H_PREFETCH_V rd, rs1, as2, rstride, precision",
    "0*6 precision rstride as2 rs1 rd 101001",
    unit="dma",
    latency=PREFETCH_V,
    errata=[EXCESS],
)
def h_prefetch_v(m: Plena, rd: int, rs1: int, as2: int, rstride: int, precision: int) -> None:
    """Fetch 4 rows of VLEN elements from HBM into 4 consecutive rows of vector SRAM from gp[rd].

    With STRIDE = the tensor's column count and gp[rs1] = j * VLEN + r * columns it fetches column
    block j of rows r .. r+3. precision: 0 activation, 1 KV (same format).
    """
    rows, length = _hbm_rows(m, rs1, as2, rstride), m.mlen
    m.hbm.reads(rows.elements, length, rows=V_ROWS, step=rows.step)
    m.hbm.reads(rows.scales, m.scale_bytes(), rows=V_ROWS, step=rows.step // 8)
    target = m.output_rows(m.gp[rd], V_ROWS)
    vector, hbm = m.vector_sram.array, m.hbm.array
    fetch_rows(vector, hbm, target, rows.elements, rows.scales, rows.step, V_ROWS, length)


@plena.instruction(
    "H_STORE_V rd, rs1, as2, rstride, precision",
    "0*6 precision rstride as2 rs1 rd 101010",
    unit="dma",
    latency=STORE_V,
    errata=[ROUNDING],
)
def h_store_v(m: Plena, rd: int, rs1: int, as2: int, rstride: int, precision: int) -> None:
    """Store 4 consecutive rows of vector SRAM from gp[rd] to HBM, quantised to MXFP8.

    Every block of 8 elements gets a freshly computed scale. precision: 0 activation, 1 KV.
    """
    rows, length = _hbm_rows(m, rs1, as2, rstride), m.mlen
    source = m.rows(m.gp[rd], V_ROWS)
    m.hbm.writes(rows.elements, length, rows=V_ROWS, step=rows.step)
    m.hbm.writes(rows.scales, m.scale_bytes(), rows=V_ROWS, step=rows.step // 8)
    vector, hbm = m.vector_sram.array, m.hbm.array
    away = m.errata
    store_rows(hbm, vector, source, rows.elements, rows.scales, rows.step, V_ROWS, length, away)

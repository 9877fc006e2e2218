"""Matrix instructions: rows of vector SRAM times a tile of matrix SRAM, into an accumulator.

A tile is MLEN x MLEN elements, row-major, at a multiple of MLEN * MLEN; the offset of an address in
its tile selects columns, rows or a head slice. Products are float32, summed for ascending k within
one instruction and then added to the accumulator, which its write-out rounds to bf16 and clears.
"""

from __future__ import annotations

from kernelcraft.isa.instruction import Erratum
from kernelcraft.platforms.plena.machine.instructions.table import plena
from kernelcraft.platforms.plena.machine.state import Plena
from kernelcraft.platforms.plena.machine.tiles import (
    heads_multiply,
    heads_multiply_transposed,
    tile_multiply,
    tile_multiply_transposed,
    write_out,
)
from kernelcraft.platforms.plena.machine.timing import BATCHED_ROW, MATRIX_ROW, SYSTOLIC

WRITE_OUT = Erratum(
    "write-out immediates work",
    "The official assembler puts the immediate of M_BMM_WO, M_MV_WO and M_BMV_WO where the "
    "emulator does not look; here it is imm18 in bits 14..31 of all write-outs.",
)
MATRIX_FIRST = Erratum(
    "matrix address first",
    "rs1 is the matrix address and rs2 the vector address; an official template has them swapped.",
)
PART = Erratum(
    "BLEN results", "The published manual claims MLEN results; the official emulator makes BLEN."
)
DOCUMENTED = Erratum(
    "as documented",
    "The official emulator of February 2026 aborts; this is the documented meaning.",
)


@plena.instruction("M_MM 0, rs1, rs2", "0*14 rs2 rs1 0000 000001", unit="matrix", latency=SYSTOLIC)
def m_mm(m: Plena, rs1: int, rs2: int) -> None:
    """Multiply rows by columns of a tile: m_acc += X @ W, a BLEN x BLEN result.

    rs1: matrix address, tile + c; W is columns c .. c+BLEN-1 (c a multiple of BLEN below MLEN).
    rs2: vector address; X is BLEN consecutive rows. The matrix operand comes first.
    """
    tile, column = m.tile(m.gp[rs1]), m.tile_offset(m.gp[rs1])
    m.check_step(column, m.blen, m.mlen, "column")
    x = m.rows(m.gp[rs2], m.blen)
    acc, matrix, vector = m.m_acc.array, m.matrix_sram.array, m.vector_sram.array
    tile_multiply(acc, matrix, vector, tile + column, x, m.blen, m.blen, m.mlen)


@plena.instruction("M_TMM 0, rs1, rs2", "0*14 rs2 rs1 0000 000010", unit="matrix", latency=SYSTOLIC)
def m_tmm(m: Plena, rs1: int, rs2: int) -> None:
    """Multiply rows by rows of a tile (transposed): m_acc += X @ W^T, a BLEN x BLEN result.

    rs1: vector address; X is BLEN consecutive rows. rs2: matrix address, tile + r * MLEN; W is rows
    r .. r+BLEN-1 (r a multiple of BLEN). The vector operand comes first, unlike in M_MM.
    """
    tile, offset = m.tile(m.gp[rs2]), m.tile_offset(m.gp[rs2])
    m.check_step(offset, m.blen * m.mlen, m.mlen * m.mlen, "row")
    x = m.rows(m.gp[rs1], m.blen)
    acc, matrix, vector = m.m_acc.array, m.matrix_sram.array, m.vector_sram.array
    tile_multiply_transposed(acc, matrix, vector, tile + offset, x, m.blen, m.blen, m.mlen)


@plena.instruction("M_BMM 0, rs1, rs2", "0*14 rs2 rs1 0000 000011", unit="matrix", latency=SYSTOLIC)
def m_bmm(m: Plena, rs1: int, rs2: int) -> None:
    """Batched multiply: hm_acc[b] += X[:, :, b] @ W for every head b, each MLEN x MLEN.

    rs1: matrix address, tile + h; W is rows h .. h+HLEN-1 of the tile (h a multiple of HLEN below
    MLEN). rs2: vector address; X is MLEN rows seen as [MLEN][HLEN][MLEN/HLEN], head index fastest:
    head b holds elements b, b + MLEN/HLEN, ... of every row.
    """
    tile, head = m.tile(m.gp[rs1]), m.tile_offset(m.gp[rs1])
    m.check_step(head, m.hlen, m.mlen, "head slice")
    x = m.rows(m.gp[rs2], m.mlen)
    acc, matrix, vector = m.hm_acc.array, m.matrix_sram.array, m.vector_sram.array
    heads_multiply(acc, matrix, vector, tile + head * m.mlen, x, m.mlen, m.mlen, m.hlen)


@plena.instruction(
    "M_BTMM 0, rs1, rs2",
    "0*14 rs2 rs1 0000 000100",
    unit="matrix",
    latency=SYSTOLIC,
    errata=[MATRIX_FIRST],
)
def m_btmm(m: Plena, rs1: int, rs2: int) -> None:
    """Batched multiply, transposed: hm_acc[b] += X[:, b, :] @ K^T for every head b.

    rs1: matrix address, tile + h; K is columns h .. h+HLEN-1 of the tile, MLEN x HLEN (h a multiple
    of HLEN below MLEN). rs2: vector address; X is MLEN rows seen as [MLEN][MLEN/HLEN][HLEN]: head b
    holds elements b * HLEN .. b * HLEN + HLEN - 1 of every row.
    """
    tile, head = m.tile(m.gp[rs1]), m.tile_offset(m.gp[rs1])
    m.check_step(head, m.hlen, m.mlen, "head slice")
    x = m.rows(m.gp[rs2], m.mlen)
    acc, matrix, vector = m.hm_acc.array, m.matrix_sram.array, m.vector_sram.array
    heads_multiply_transposed(acc, matrix, vector, tile + head, x, m.mlen, m.mlen, m.hlen)


@plena.instruction(
    "M_BMM_WO rd, imm18", "imm18 0000 rd 000101", unit="matrix", latency=1, errata=[WRITE_OUT]
)
def m_bmm_wo(m: Plena, rd: int, imm18: int) -> None:
    """Write hm_acc out, clear it: row i of head b to VS[gp[rd] + imm18 + (b*MLEN + i) * MLEN]."""
    heads, area = m.broadcast, m.mlen * m.mlen
    target = m.output_rows(m.gp[rd] + imm18, heads * m.mlen)
    write_out(m.vector_sram.array, m.hm_acc.array, target, 1, heads * area, 0)


@plena.instruction("M_MM_WO rd, rs1, imm18", "imm18 rs1 rd 000110", unit="matrix", latency=1)
def m_mm_wo(m: Plena, rd: int, rs1: int, imm18: int) -> None:
    """Write m_acc out and clear it: row i to VS[gp[rd] + imm18 + i * MLEN * k], BLEN elements each.

    k is 1 when rs1 is gp0, else gp[rs1]. The address is a row plus a column that is a multiple of
    BLEN; the other columns of the rows keep their values.
    """
    address = m.gp[rd] + imm18
    m.check(
        address % m.mlen % m.blen == 0,
        "vector SRAM address {address}: expected a row plus a column that is a multiple of {blen}",
        address=address,
        blen=m.blen,
    )
    step = m.mlen * (m.gp[rs1] + (rs1 == 0))
    target = m.vector_sram.writes(address, m.blen, rows=m.blen, step=step)
    write_out(m.vector_sram.array, m.m_acc.array, target, m.blen, m.blen, step)


@plena.instruction(
    "M_MV 0, rs1, rs2", "0*14 rs2 rs1 0000 000111", unit="matrix", latency=MATRIX_ROW, errata=[PART]
)
def m_mv(m: Plena, rs1: int, rs2: int) -> None:
    """Multiply one row by columns of a tile: v_acc += x @ W, BLEN results.

    rs1: matrix address, tile + c; W is columns c .. c+BLEN-1 (c a multiple of BLEN below MLEN).
    rs2: vector address of the row x.
    """
    tile, column = m.tile(m.gp[rs1]), m.tile_offset(m.gp[rs1])
    m.check_step(column, m.blen, m.mlen, "column")
    x = m.row(m.gp[rs2])
    acc, matrix, vector = m.v_acc.array, m.matrix_sram.array, m.vector_sram.array
    tile_multiply(acc, matrix, vector, tile + column, x, 1, m.blen, m.mlen)


@plena.instruction(
    "M_TMV 0, rs1, rs2",
    "0*14 rs2 rs1 0000 001000",
    unit="matrix",
    latency=MATRIX_ROW,
    errata=[PART],
)
def m_tmv(m: Plena, rs1: int, rs2: int) -> None:
    """Multiply one row by the first BLEN rows of a tile (transposed): v_acc += x @ W^T.

    rs1: matrix address, which must begin a tile. rs2: vector address of the row x.
    """
    tile = m.tile(m.tile_start(m.gp[rs1]))
    x = m.row(m.gp[rs2])
    acc, matrix, vector = m.v_acc.array, m.matrix_sram.array, m.vector_sram.array
    tile_multiply_transposed(acc, matrix, vector, tile, x, 1, m.blen, m.mlen)


@plena.instruction(
    "M_BMV 0, rs1, rs2",
    "0*14 rs2 rs1 0000 001001",
    unit="matrix",
    latency=BATCHED_ROW,
    errata=[DOCUMENTED],
)
def m_bmv(m: Plena, rs1: int, rs2: int) -> None:
    """M_BMM for one row x: hv_acc[b] += x[:, b] @ W for every head b, MLEN results each.

    rs1: matrix address, tile + h; W is rows h .. h+HLEN-1 of the tile. rs2: vector address of x,
    seen as [HLEN][MLEN/HLEN], head index fastest.
    """
    m.check(m.errata == 0, "errata=official: the official emulator aborts on M_BMV")
    tile, head = m.tile(m.gp[rs1]), m.tile_offset(m.gp[rs1])
    m.check_step(head, m.hlen, m.mlen, "head slice")
    x = m.row(m.gp[rs2])
    acc, matrix, vector = m.hv_acc.array, m.matrix_sram.array, m.vector_sram.array
    heads_multiply(acc, matrix, vector, tile + head * m.mlen, x, 1, m.mlen, m.hlen)


@plena.instruction(
    "M_BTMV 0, rs1, rs2", "0*14 rs2 rs1 0000 001010", unit="matrix", latency=BATCHED_ROW
)
def m_btmv(m: Plena, rs1: int, rs2: int) -> None:
    """M_BTMM for one row x: hv_acc[b] += x[b, :] @ K^T for every head b, MLEN results each.

    rs1: matrix address, tile + h; K is columns h .. h+HLEN-1 of the tile. rs2: vector address of x,
    seen as [MLEN/HLEN][HLEN].
    """
    tile, head = m.tile(m.gp[rs1]), m.tile_offset(m.gp[rs1])
    m.check_step(head, m.hlen, m.mlen, "head slice")
    x = m.row(m.gp[rs2])
    acc, matrix, vector = m.hv_acc.array, m.matrix_sram.array, m.vector_sram.array
    heads_multiply_transposed(acc, matrix, vector, tile + head, x, 1, m.mlen, m.hlen)


@plena.instruction(
    "M_MV_WO rd, imm18", "imm18 0000 rd 001011", unit="matrix", latency=1, errata=[WRITE_OUT]
)
def m_mv_wo(m: Plena, rd: int, imm18: int) -> None:
    """Write v_acc out and clear it: BLEN elements to VS[gp[rd] + imm18], at a multiple of BLEN."""
    address = m.gp[rd] + imm18
    m.check(
        address % m.mlen % m.blen == 0,
        "vector SRAM address {address}: expected a row plus a column that is a multiple of {blen}",
        address=address,
        blen=m.blen,
    )
    target = m.vector_sram.writes(address, m.blen)
    write_out(m.vector_sram.array, m.v_acc.array, target, 1, m.blen, 0)


@plena.instruction(
    "M_BMV_WO rd, imm18", "imm18 0000 rd 001100", unit="matrix", latency=1, errata=[WRITE_OUT]
)
def m_bmv_wo(m: Plena, rd: int, imm18: int) -> None:
    """Write hv_acc out and clear it: the row of head b to VS[gp[rd] + imm18 + b * MLEN]."""
    target = m.output_rows(m.gp[rd] + imm18, m.broadcast)
    write_out(m.vector_sram.array, m.hv_acc.array, target, 1, m.broadcast * m.mlen, 0)

"""What a DMA instruction costs: a model of the DRAM's banks, or constants per access pattern.

The machine waits for every transfer. `dram=bank` (the default) follows every access through queues
and banks (hbm2.py). `dram=constant` charges the medians of the measured rows (contiguous and
strided, first and later) listed in docs/platforms/plena.md, as wrong as constants must be: up to
2x for single instructions. Everything was measured with MLEN = 64; for longer rows the constants
grow with the number of 64-byte reads (*assumed*).
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelcraft.platforms.plena.machine.configuration import V_ROWS, Dram
from kernelcraft.platforms.plena.machine.hbm2 import ELEMENTS_A_SCALE, SCALE_BLOCK, hbm_cycles
from kernelcraft.platforms.plena.machine.state import Plena


@dataclass(frozen=True)
class DmaLatency:
    """Cycles of one DMA instruction; `text` is what the manual prints."""

    kind: str
    text: str

    def __call__(self, m: Plena, rs1: int, as2: int, rstride: int) -> int:
        base, offset, step = m.a[as2], m.gp[rs1], row_step(m, rstride)
        scales = m.scale + offset // ELEMENTS_A_SCALE
        if m.dram == Dram.BANK:
            rows = {"prefetch_m": m.mlen, "prefetch_v": V_ROWS, "store_v": -V_ROWS}[self.kind]
            state, log, size = m.dram_state.array, m.dram_log.array, m.dram_log.size
            elements = base + offset
            return hbm_cycles(
                state, log, size, m.cycles, elements, base + scales, step, rows, m.mlen
            )
        if self.kind == "prefetch_m":
            return prefetch_tile(m, base + offset, step)
        if self.kind == "prefetch_v":
            return prefetch_rows(m, base + offset, step)
        return store_rows(m, base, scales, step)


def row_step(m: Plena, rstride: int) -> int:
    """Bytes from one row to the next: STRIDE when the instruction asks for it, else one row."""
    return m.mlen + (m.stride - m.mlen) * (rstride != 0)


def row_reads(m: Plena) -> int:
    """64-byte reads of one row: its elements and one block with its scales; 2 where MLEN = 64."""
    return m.mlen // SCALE_BLOCK + 1


def prefetch_tile(m: Plena, address: int, step: int) -> int:
    """MLEN rows into matrix SRAM: 200 contiguous, 143 / 157 / 170 by stride, more if cold."""
    contiguous = step <= m.mlen
    wide = 143 + 14 * (step >= 512) + 13 * (step >= 1024)
    cycles = wide + (200 - wide) * contiguous + (m.last_prefetch == 0) * (8 + 6 * contiguous)
    m.last_prefetch = address + 1
    return cycles * m.mlen * row_reads(m) // 128


def prefetch_rows(m: Plena, address: int, step: int) -> int:
    """4 rows into vector SRAM: 30 for new contiguous rows, 28 strided, 40 for the same again.

    16 for the next columns of the same strided rows, whose scales share the last ones' blocks.
    """
    cold, same = m.last_prefetch == 0, m.last_prefetch == address + 1
    beside = (m.last_prefetch == address + 1 - m.mlen) & (step > m.mlen)
    cycles = 28 + 2 * (step <= m.mlen) + 10 * same - 12 * beside + 16 * cold
    m.last_prefetch = address + 1
    return cycles * row_reads(m) // 2


def store_rows(m: Plena, base: int, scales: int, step: int) -> int:
    """4 rows from vector SRAM: 3 while the scale block stays queued, else 36; 21 for the first.

    Scales are `scales` bytes after `base`, any 64-bit number: their sum could leave 64 bits.
    """
    block = base // SCALE_BLOCK + (base % SCALE_BLOCK + scales) // SCALE_BLOCK + 1
    queued, cold = m.last_store == block, m.last_store == 0
    contiguous = 36 - 33 * queued - 15 * cold
    cycles = contiguous + (40 - contiguous) * (step > m.mlen)
    m.last_store = block
    return cycles * row_reads(m) // 2


PREFETCH_M = DmaLatency(
    "prefetch_m", "by DRAM banks: about 200 cycles contiguous, 136 to 185 strided (MLEN = 64)"
)
PREFETCH_V = DmaLatency(
    "prefetch_v", "by DRAM banks: 16 to 46 cycles, most often 28 to 31 (MLEN = 64)"
)
STORE_V = DmaLatency(
    "store_v", "by DRAM banks: 3 to 60 cycles, 3 while the scale block waits to be written"
)

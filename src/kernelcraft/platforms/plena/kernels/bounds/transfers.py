"""The least cycles of what comes from HBM."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from typing import Final

from kernelcraft.cells.protocol import Placement
from kernelcraft.platforms.plena.kernels.bounds.work import FETCH, ROW, TILE, Work
from kernelcraft.platforms.plena.machine.hbm2 import (
    BL,
    CHANNELS,
    CL,
    ELEMENTS_A_SCALE,
    HALVES,
    SCALE_BLOCK,
)


def prefetch(reads: int, busiest: int) -> int:
    """Least cycles of one prefetch of `reads` blocks, of which `busiest` share a data bus.

    There are four buses (2 groups of channels x 2 pseudo channels). A block occupies one for BL
    cycles; after the last command CL + BL cycles pass.
    """
    busiest = max(busiest, math.ceil(reads / (CHANNELS * HALVES)))
    return (busiest - 1) * BL + CL + BL


TILE_FETCH: Final = prefetch(2 * TILE, 0)
"""A row is one block of elements and one with its scales, which is read for every row anew."""


def waiting(reads: int) -> int:
    """Least cycles of one prefetch of blocks that wait to be written: each of two groups of
    channels answers one read a cycle, from the next one on."""
    return math.ceil(reads / CHANNELS) - 1


STORE: Final = FETCH - 1
"""Cycles of a store whose scales go to a block that waits to be written: a row waits for the one
before. Any block may be one that the store, or the one before it, has just written."""


def row_reads(work: Work) -> int:
    """Blocks that are read for one row: its elements and the block with its scales."""
    return work.row // SCALE_BLOCK + 1


def tile_fetch(work: Work) -> int:
    """Least cycles of one H_PREFETCH_M."""
    return prefetch(work.row * row_reads(work), 0)


def row_fetch(work: Work, tensor: Placement) -> int:
    """Least cycles of one H_PREFETCH_V of a tensor."""
    return prefetch(FETCH * row_reads(work), math.ceil(FETCH / scale_buses(tensor)))


def bus(block: int) -> tuple[int, int]:
    """The channels and the pseudo channel of a 64-byte block; `Hbm.send` has the mapping."""
    column = block >> 8 & 7
    return (block >> 2 ^ column) & 1, (block >> 3 ^ column >> 1) & 1


def scale_buses(tensor: Placement) -> int:
    """Data buses over which the scales of a tensor can come; four for all but small tensors."""
    start = tensor.address + tensor.detail("scale offset")
    size = tensor.detail("rows") * tensor.detail("columns") // ELEMENTS_A_SCALE
    blocks = range(start // SCALE_BLOCK, (start + size - 1) // SCALE_BLOCK + 1)
    return len({bus(block) for block in blocks})


def tiles(work: Work, count: int, what: str) -> None:
    """Matrix operands come through H_PREFETCH_M only, MLEN x MLEN elements each."""
    fetch = tile_fetch(work)
    work.add("dma", count * fetch, f"{what}: {count} tiles of {fetch} cycles")
    work.transfers += count


def stored_tiles(work: Work, count: int, what: str) -> None:
    """Tiles that the kernel has stored, all of which may wait to be written still."""
    fetch = waiting(work.row * row_reads(work))
    work.add("dma", count * fetch, f"{what}: {count} tiles of {fetch} cycles")
    work.transfers += count


def rows_in(work: Work, name: str, share: float = 1.0) -> None:
    """Vectors of an input, from HBM to vector SRAM: by H_PREFETCH_V, or by tiles, out of
    which M_BMV with a selector and a write-out move a row of each head in 2 cycles (M_BMM, on other
    machines, in 1 at best); the best mixture."""
    tensor = work.cell.memory_map.input(name)
    vectors = math.ceil(math.prod(tensor.tensor.shape) / work.row * share)
    fetch = row_fetch(work, tensor)
    met, narrow = _met(work, tensor), is_narrow(work, tensor)

    def mixture(through_tiles: int) -> Callable[[Work], None]:
        def parts(work: Work) -> None:
            count = min(vectors, through_tiles * met)
            fetches = math.ceil((vectors - count) / FETCH)
            if count:
                tiles(work, through_tiles, name)
                passes = math.ceil(count / work.shape.heads)
                cycles = 2 * passes if work.usual else passes
                work.add("matrix", cycles, f"{name}: {count} rows moved")
                work.lanes = work.usual
            work.add("dma", fetches * fetch, f"{name}: {fetches} fetches of {fetch} cycles")
            work.transfers += fetches

        return parts

    def at_once(work: Work) -> None:
        work.add("dma", _as_it_lies(tensor, MOVE), f"{name}: a tile of adjacent rows, moved")
        work.transfers += 1
        work.lanes = True

    ways = [mixture(count) for count in range(math.ceil(vectors / met) + 1)]
    work.cheaper(*ways, *([at_once] if narrow else []))


MOVE: Final = 2
"""Cycles in which M_BMV and a write-out move four rows out of a tile."""


def is_narrow(work: Work, tensor: Placement) -> bool:
    """Whether a tensor has one block of columns and all its rows may lie in one tile."""
    return work.usual and tensor.detail("columns") == ROW and tensor.detail("rows") <= TILE


def _met(work: Work, tensor: Placement) -> int:
    """The most rows that a tile of 135 cycles brings: strides are multiples of 64, so that one
    which is not the row length of a narrow tensor meets half of its rows at most."""
    return math.ceil(tensor.detail("rows") / 2) if is_narrow(work, tensor) else work.row


def whole_tile(tensor: Placement) -> int:
    """Least cycles until all rows of a tensor of at most 64 rows of 64 lie in matrix SRAM.

    Any stride but the row length, a multiple of 64, meets half of the rows at most, so that a
    second tile, or rows copied in fours to where that stride finds them, come on top (the stores
    of the copies are given up).
    """
    copies = tensor.detail("rows") // 2 // FETCH * _fetch_of_four(tensor)
    return min(_as_it_lies(tensor), TILE_FETCH + min(TILE_FETCH, copies))


def _as_it_lies(tensor: Placement, move: int = 0) -> int:
    """A tile with the row length as stride covers 64 blocks in a row and their scales; rows that
    it does not meet come in fours. `move`: cycles for every four that it meets."""
    rows = tensor.detail("rows")
    start, scales = tensor.address, tensor.address + tensor.detail("scale offset")

    def contiguous(first: int) -> int:
        tile = range(first, first + TILE)
        reads = Counter(bus(start // SCALE_BLOCK + row) for row in tile)
        reads.update(bus((scales + row * ROW // ELEMENTS_A_SCALE) // SCALE_BLOCK) for row in tile)
        missed = len(set(range(rows)) - set(tile))
        fours = math.ceil(missed / FETCH)
        more = fours * _fetch_of_four(tensor) + (math.ceil(rows / FETCH) - fours) * move
        return prefetch(2 * TILE, max(reads.values())) + more

    return min(map(contiguous, range(1 - TILE, rows)))


def _fetch_of_four(tensor: Placement) -> int:
    """Least cycles of one H_PREFETCH_V of rows of 64."""
    return prefetch(2 * FETCH, math.ceil(FETCH / scale_buses(tensor)))

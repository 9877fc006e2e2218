"""Bounds of the tasks that multiply: matrix products, matrix times vector, and convolutions.

Each product of a matrix product is made. Strassen's way saves an eighth of them for five sums of
quarters of each factor, 16 lanes an operation: that is less only where M·N > 80 (M + N), as in GEMM
C5, and there sums in bf16 leave an error of 0.008 on rows of unequal size, where τ is 0.005.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.bounds.limits import (
    LOADED,
    MULTIPLIED,
    NARROWED,
    START,
    Limit,
    Part,
    Way,
    before,
    uses,
)
from kernelcraft.platforms.amd_npu.kernels.bounds.memory import (
    LOAD_SLOTS,
    busiest,
    granules,
    loads,
    stores,
)
from kernelcraft.platforms.amd_npu.kernels.bounds.rows import DIFFERENCE, ENTRY, FACTOR
from kernelcraft.platforms.amd_npu.kernels.bounds.streams import streamed

MACS: Final = 128  # of bf16 in one vmac.f with mode 28: 4x8 by 8x4
ELEMENTWISE: Final = 32  # with mode 60: two in each of 16 lanes
LANES: Final = 16  # of a result in float32
OPERANDS: Final = 4  # granules that a full vmac.f takes
CHAIN: Final = LOADED + MULTIPLIED
POWERS: Final = ENTRY - LOADED
"""From a score to its power, as in `rows.softmax`: *assumed* that none is there sooner."""
SCORED: Final = CHAIN + NARROWED + POWERS + DIFFERENCE
NORMAL: Final = MULTIPLIED + FACTOR + MULTIPLIED
"""From the powers of a row to a result. Sums may come from a column of ones in the product."""


def _transfers(cell: Cell) -> Way:
    """Loads and stores of a kernel whose results are sums of products."""
    reason = f"a load {LOADED}, a product {MULTIPLIED}, then a store"
    return (*loads(cell, CHAIN, reason), stores(cell, CHAIN, reason))


def _multiplier(operations: float, reason: str, granules_first: int = OPERANDS) -> Limit:
    """The vector slot takes one operation a bundle."""
    waiting = math.ceil(granules_first / LOAD_SLOTS) - 1 + LOADED
    return Limit(
        (
            *before("latency", waiting, f"{granules_first} granules for the first product"),
            uses("vector", operations, reason),
            Part("latency", MULTIPLIED, "the last product, then a store"),
        )
    )


def gemm(cell: Cell) -> tuple[Way, ...]:
    """Products of matrices in tiles as vmac.f takes them; a bias may come with the accumulator."""
    batches = cell.output.shape[:-2]
    depth = cell.memory_map.input("x").tensor.shape[-1]
    macs = math.prod((*batches, *cell.output.shape[-2:], depth))
    reason = f"{macs:,} products, {MACS} an operation"
    passing = streamed(cell, "vector", macs / MACS, MULTIPLIED, reason)
    return ((*_transfers(cell), _multiplier(macs / MACS, reason), *passing),)


def attention(cell: Cell) -> tuple[Way, ...]:
    """Both products, and the softmax between them, which forbids another order. Strassen's way
    saves nothing as long as s and h are 128 at most. Every product counts: no factor is 0 for sure.

    No row of scores is complete before all keys are loaded, and nothing is stored before one is.
    """
    s, h = cell.output.shape
    keys = cell.memory_map.input("k")
    macs = 2 * s * s * h
    divided = _divided(s, h)
    ready = f"scores {CHAIN}, as vectors {NARROWED}, powers {POWERS}, maximum {DIFFERENCE}"
    normal = f"sum {MULTIPLIED}, reciprocal {FACTOR}, product {MULTIPLIED}"
    first = Limit(
        (
            START,
            uses("bank", busiest(keys) - 1, f"{busiest(keys):,} granules of k in one bank"),
            Part("latency", SCORED + NORMAL, f"{ready}, {normal}"),
            uses("store", granules(cell.memory_map.output), "granules of the output"),
        )
    )
    reason = (
        f"{macs:,} products in two steps, {MACS} an operation, and {divided:,} times a reciprocal"
    )
    return ((*_transfers(cell), first, _multiplier(macs / MACS + divided, reason)),)


def _divided(s: int, h: int) -> int:
    """Operations that multiply by the reciprocals of sums: powers, or the results, if fewer."""
    return s * min(s, h) // LANES


def layers(cell: Cell) -> tuple[Way, ...]:
    """The products with all weights, one after the other; what stands between them forbids others.

    Strassen's way would save products of the widest layers, with sums that are too coarse, as said
    above; no factor is 0 for certain.
    """
    return _with_weights(cell, 0)


def _with_weights(cell: Cell, others: int, divided: int = 0) -> tuple[Way, ...]:
    """Products of all rows with all weights, as many others, and operations that divide."""
    rows = cell.output.shape[0]
    weights = [each for each in cell.inputs if each.part == "right"]
    macs = rows * sum(math.prod(each.shape) for each in weights) + others
    reason = (
        f"{macs:,} products in {len(weights) + 2 * bool(others)} steps or more, {MACS} an operation"
    )
    if divided:
        reason += f", and {divided:,} times a reciprocal"
    work = macs / MACS + divided
    passing = streamed(cell, "vector", work, MULTIPLIED, reason)
    return ((*_transfers(cell), _multiplier(work, reason), *passing),)


def multi_head(cell: Cell, attentions: int = 1) -> tuple[Way, ...]:
    """Those with the weights, and those of all heads; no other order, as in `attention`."""
    s, h = cell.output.shape
    heads = cell.dims["n_h"]
    divided = attentions * heads * _divided(s, h // heads)
    return _with_weights(cell, 2 * s * s * h * attentions, divided)


def gemv(cell: Cell) -> tuple[Way, ...]:
    """An element of A is used once, so an operation makes no more than 32 products that count."""
    elements = math.prod(cell.memory_map.input("A").tensor.shape)
    reason = f"{elements:,} products, {ELEMENTWISE} an operation: what a register of A holds"
    limit = _multiplier(elements / ELEMENTWISE, reason)
    passing = streamed(cell, "vector", elements / ELEMENTWISE, MULTIPLIED, reason)
    return ((*_transfers(cell), limit, *passing),)


def convolution(cell: Cell) -> tuple[Way, ...]:
    """Windows at the edges see less; what lies outside of the image needs no product."""
    height, _, channels = cell.memory_map.input("x").tensor.shape
    size, *_, outputs = cell.memory_map.input("w").tensor.shape
    macs = sum(_inside(height, size)) ** 2 * channels * outputs
    direct = _multiplier(macs / MACS, f"{macs:,} products inside of the image, {MACS} an operation")
    ways = [(*_transfers(cell), direct)]
    if size > 1:
        ways.append((*_transfers(cell), _winograd(height, size, channels, outputs)))
    return tuple(ways)


def _winograd(height: int, size: int, channels: int, outputs: int) -> Limit:
    """For 3 x 3 taps 16 products for 4 outputs instead of 36; more taps in parts of 3, 2 and 1.

    A transform of the weights or of a tile has 16 results a channel, and an operation gives as many
    at best. Outputs are sums of float32 (*assumed*, for their precision): 12 of 16 lanes for 64 of
    them, the others come with the products. The error is 0.0042 where convolutions have a τ of
    0.005; with tiles of 3 x 3 and 4 x 4 outputs it is 0.014 and more.
    """
    tiles = (height // 2) ** 2
    products = (4 * (size // 3) + (0, 2, 3)[size % 3]) ** 2
    tile = products * channels * outputs / MACS + channels + outputs * 12 / 16
    operations = channels * outputs + tiles * tile
    reason = (
        f"{tiles:,} tiles of 2 x 2 outputs after Winograd, {products} products each, and transforms"
    )
    return _multiplier(operations, reason)


def _inside(height: int, size: int) -> list[int]:
    """For each row of the image how many taps of the window, one below the other, lie inside."""
    above = (size - 1) // 2
    taps = range(-above, size - above)
    return [sum(0 <= row + tap < height for tap in taps) for row in range(height)]


def depthwise(cell: Cell) -> tuple[Way, ...]:
    """Channels stay in lanes, or pixels of one channel are brought together and its taps tiled."""
    height, _, channels = cell.memory_map.input("x").tensor.shape
    size = cell.memory_map.input("w").tensor.shape[0]
    return (
        (*_transfers(cell), _by_lanes(_inside(height, size), channels)),
        (*_transfers(cell), *_by_channels(granules(cell.memory_map.output), size)),
    )


def _by_lanes(taps: Sequence[int], channels: int) -> Limit:
    """Lanes are channels as in memory; an operation adds two products to a lane's output."""
    pairs = sum(math.ceil(down * across / 2) for down in taps for across in taps)
    reason = f"{pairs:,} pairs of taps inside of the image, {LANES} channels an operation"
    return _multiplier(pairs * channels / LANES, reason)


def _by_channels(count: int, size: int) -> Way:
    """Pixels of one channel in all lanes.

    A tile of taps has 4 rows, for 4 neighbouring outputs, which see (k + 1)² pixels if they are a
    square, more otherwise; an operation has 8 of them, for 4 such squares. A granule of memory has
    few pixels of a channel, one if there are 16 channels, so four passes of shuffles of two
    registers into two bring 32 of them together, and four bring results back.
    """
    seen = (size + 1) ** 2
    reason = f"{count:,} x 16 outputs, which see {seen} x 4 pixels of a channel, 32 an operation"
    multiplied = _multiplier(count * seen / 8, reason)
    passes = 2 * int(math.log2(LANES))
    shuffles = Limit(
        (
            *before("latency", LOADED, "the first pixels"),
            uses("move", count * passes / 2, f"{count:,} x {passes / 2:g} shuffles"),
        )
    )
    return multiplied, shuffles

"""Bounds of the tasks that work on rows: element functions, softmax, norms and RoPE.

Products of bf16 are float32 in 16 lanes, so a product for each element takes an operation of the
vector slot for 16 elements, while an operation that only sums up takes 32. Products of whole
numbers (of 16 bits) have 32 lanes, but floats become whole numbers in the store slot, 16 at a time.
"""

from __future__ import annotations

import math
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.bounds.limits import (
    ADDED,
    COMPUTED,
    LOADED,
    MULTIPLIED,
    NARROWED,
    SELECTED,
    SHIFTED,
    SPREAD,
    START,
    WHOLE_PRODUCT,
    Limit,
    Part,
    Way,
    before,
    uses,
)
from kernelcraft.platforms.amd_npu.kernels.bounds.memory import (
    busiest,
    granules,
    loads,
    stores,
)

LANES: Final = 16
LOOKED_UP: Final = 4
"""Bundles for 16 elements: vldb.4x16, 4x32 and 4x64 look four up."""
ENTRY: Final = LOADED + SELECTED + LOADED
"""From a load to what a table has for its elements: they, their addresses, the entries."""
POWER: Final = LOADED + MULTIPLIED + NARROWED + MULTIPLIED
"""From a load to a product of products."""
ROUNDED: Final = LOADED + NARROWED + 2 * (WHOLE_PRODUCT + SHIFTED)
"""From a load, and vfloor, to a product of products of whole numbers, which are 16 bits again."""
SUM: Final = MULTIPLIED + ADDED
"""From a granule to a sum with all of its 16 elements: a lane adds 8 products in an operation."""
DIFFERENCE: Final = SELECTED
"""A maximum, when it is known, is taken off all exponents of a row. *Assumed*: as late as that."""
CROSSED: Final = min(2 * int(math.log2(2 * LANES)), MULTIPLIED + NARROWED)
"""From a vector to what all of its 32 lanes decide: a shift and a maximum for each power of two, or
a product with ones, rounded."""
FACTOR: Final = SELECTED - 1 + SELECTED + COMPUTED + LOADED + SPREAD
"""From a sum to what a row is multiplied with: out of the accumulator, a lane as a scalar, an
address, an entry of a table, which is spread over a vector. *Assumed*: nothing is shorter; of a
root or a reciprocal a single product is too far off, and two take longer."""


def relu(cell: Cell) -> tuple[Way, ...]:
    """vlda.conv widens, vst.srs.d16.s32 without sign cuts negative ones off: nothing else."""
    reason = f"a load {LOADED}, then a store that clips"
    return ((*loads(cell, LOADED, reason), stores(cell, LOADED, reason)),)


def unit(cell: Cell) -> tuple[Way, ...]:
    """SiLU and GELU: looked up, multiplied, or made whole numbers.

    *Assumed*: no function that is quadratic in pieces is near enough with fewer operations, so what
    was multiplied is made bf16 and multiplied again. A result is right relative to x where x is
    small, so that whole numbers, which have one unit for all x, end as a factor of it: a product of
    floats, 16 lanes. (Their sums with the bits of x would be 6 % off.)
    """
    count = granules(cell.memory_map.output)
    passes = Limit(
        (
            *before("latency", LOADED, "what is made whole first"),
            uses("store", 2 * count, f"{count:,} x 2: vfloor, and a store"),
        )
    )
    return (
        _way(cell, ENTRY, f"an entry {ENTRY}", (_lookups(cell, 0, "the entries"),)),
        _way(
            cell,
            POWER,
            f"a product of products {POWER}",
            (_products(cell, 2, "a product, and a product of it"),),
        ),
        _way(
            cell,
            ROUNDED + MULTIPLIED,
            f"products of whole numbers {ROUNDED}, times x {MULTIPLIED}",
            (passes, _products(cell, 2, "two halves of whole numbers, and x times them")),
        ),
    )


def softmax(cell: Cell) -> tuple[Way, ...]:
    """Exponentials, sums of them, and products with the reciprocals.

    *Assumed*: an exponential is looked up, or takes a product with log2 e and one for how a power
    of 2 bends, both for 16 elements, or 32 of whole numbers; a maximum is found meanwhile. That, or
    what stands for it, depends on all of a row: powers of lanes that do not know it would need one
    of their own maximum, less that of the row, before they are summed up.
    """
    normal = CROSSED + SUM + FACTOR + MULTIPLIED
    words = f"maximum {CROSSED}, sum {SUM}, reciprocal {FACTOR}, product {MULTIPLIED}"
    ends = f"the entries, then {words}"
    sums = "for the sum half an operation, for the result one"
    looked_up = (_lookups(cell, normal, ends), _products(cell, 1.5, sums))
    return (
        _row_way(cell, ENTRY + normal, f"entry {ENTRY}, {words}", looked_up),
        _row_way(
            cell,
            POWER + normal,
            f"two products {POWER}, {words}",
            (_products(cell, 3.5, f"two for the power, {sums}"),),
        ),
        _row_way(
            cell,
            ROUNDED + normal,
            f"whole numbers {ROUNDED}, {words}",
            (_products(cell, 2.5, f"two halves for the power, {sums}"),),
        ),
    )


def rms_norm(cell: Cell) -> tuple[Way, ...]:
    """Squares of 32 elements are summed in an operation, products are made of 16."""
    chain = LOADED + SUM + FACTOR + MULTIPLIED
    reason = f"a load {LOADED}, a sum {SUM}, its root {FACTOR}, a product {MULTIPLIED}"
    what = "for the squares half an operation, for the result one"
    return (_row_way(cell, chain, reason, (_products(cell, 1.5, what),)),)


def layer_norm(cell: Cell) -> tuple[Way, ...]:
    """Squares and sums as columns of a tile product: 4 of the squares and one of the sums.

    *Assumed*: the square of the mean is a product of its own, after the sums.
    """
    squared = NARROWED + MULTIPLIED
    chain = LOADED + SUM + squared + FACTOR + MULTIPLIED
    reason = (
        f"a load {LOADED}, a sum {SUM}, its square {squared}, a root {FACTOR}, a product "
        f"{MULTIPLIED}"
    )
    what = "for squares and sums 5/8 of an operation, for the result one"
    return (_row_way(cell, chain, reason, (_products(cell, 1 + 5 / 8, what),)),)


def rope(cell: Cell) -> tuple[Way, ...]:
    """Every element of x is loaded and multiplied, every result stored.

    Cosines and sines are the same in every run, so that nothing says how often they are loaded.
    """
    chain = LOADED + MULTIPLIED
    reason = f"a load {LOADED}, a product {MULTIPLIED}"
    x = cell.memory_map.inputs[0]
    assert cell.memory_map.stream(x.tensor.name) is None
    bank = uses("bank", busiest(x), f"{busiest(x):,} granules of x in one bank, one a cycle")
    loaded = Limit((START, bank, Part("latency", chain, reason)))
    return ((loaded, stores(cell, chain, reason), _products(cell, 1, "sums of two products")),)


def _way(cell: Cell, chain: int, reason: str, limits: Way, more: int = 0) -> Way:
    """What a kernel must pass whose first store is `chain` bundles after a load.

    `more`: stores that follow the one that waits for the last load.
    """
    return (*loads(cell, chain + more, reason), stores(cell, chain, reason), *limits)


def _row_way(cell: Cell, chain: int, reason: str, limits: Way) -> Way:
    """As `_way`, where all of a row waits for its last granule."""
    more = -(-cell.output.shape[-1] // LANES) - 1
    return _way(cell, chain, f"{reason}, stores of the row", limits, more)


def _products(cell: Cell, operations: float, what: str) -> Limit:
    """The vector slot takes one operation a bundle."""
    count = granules(cell.memory_map.output)
    return Limit(
        (
            *before("latency", LOADED, "what is multiplied first"),
            uses("vector", count * operations, f"{count:,} x {operations:g}: {what}"),
            Part("latency", MULTIPLIED, "the last product, then a store"),
        )
    )


def _lookups(cell: Cell, after: int, reason: str) -> Limit:
    """Slot ldb takes one look-up a bundle, of four elements."""
    count = granules(cell.memory_map.output)
    return Limit(
        (
            *before("latency", LOADED + SELECTED, "the first elements and their addresses"),
            uses("loads", count * LOOKED_UP, f"{count:,} x 16 elements, four a look-up"),
            Part("latency", LOADED + after, reason),
        )
    )

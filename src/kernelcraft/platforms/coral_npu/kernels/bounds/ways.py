"""The ways in which a product of matrices can be laid out in registers, and what each takes.

`broadcast`: lanes are columns of the result, rows meet them from scalar registers. Sums of a tile
of rows and lanes stay in vector registers, so columns are read for every tile of rows, and scalars
for every tile of columns. `reduced`: lanes are products of the same sum. *Assumed*: a kernel goes
one way only, for the registers of one tile leave no room for a second; and no sums are written out
and read again (28 cycles of the load/store unit for four registers of them).

How fast the instructions of a way can be without any operand to wait for is proven for the longer
ones and for 8 lanes (`orders.py`). For the others a rate above what some hundred thousand orders
reached on the timing model is taken: *assumed* is that none is faster. Reductions beside additions
have no list of forms: proven prices of uops hold for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from kernelcraft.platforms.coral_npu.kernels.bounds.orders import (
    PAIRS_8,
    PAIRS_32,
    UOP,
    WIDENING_32,
    WIDENING_64,
)
from kernelcraft.platforms.coral_npu.kernels.bounds.work import (
    GROUP,
    LINE,
    VECTORS,
    WORDS,
    Demand,
    Step,
    lines,
)

SCALARS: Final = 31
"""Scalar registers that can hold something."""
SWAPPED: Final = 3
"""Uops for a register of bytes whose rows become columns: 16 depend on 16 others each, and a uop
reads three registers at most. *Assumed*: strided accesses take longer, 18 cycles a register."""


@dataclass(frozen=True)
class Rate:
    """Products a cycle at most: `alone`, and if every vector multiplied has a scalar of its own,
    which takes a load for four of them and a shift for three of these."""

    alone: float
    scalars: float

    def cycles(self, products: float, share: float) -> float:
        """For `products` products, where `share` of the vectors have a scalar of their own."""
        return products * ((1 - share) / self.alone + share / self.scalars)


BROADCAST: Final[Mapping[int, Rate]] = {
    8: Rate(PAIRS_8.rate, 4.9),
    16: Rate(10.0, 7.7),
    32: Rate(PAIRS_32.rate, 9.8),
}
"""By lanes: vwmul.vx, vwmacc.vx, and vwadd.wv of the two products, for up to 32 sums at once."""
LANEWISE: Final[Mapping[int, float]] = {16: 10.0, 32: PAIRS_32.rate}
"""By lanes: vwmul.vv, vwmacc.vv, vwadd.wv."""
WIDENING: Final[Mapping[int, float]] = {16: 7.3, 32: WIDENING_32.rate, 64: WIDENING_64.rate}
"""By lanes: vwmul.vv, vwmacc.vv, vwredsum.vs of 16 bits."""
REDUCED: Final = GROUP / (4 * UOP)
"""Of all sums by reductions, in any mixture: 16 products are two uops of a multiplier; two more, or
one of a widening reduction, which costs as much, bring them to one sum (`orders.REDUCED`)."""


@dataclass(frozen=True)
class Product:
    """[rows][depth] x [depth][columns], `members` of them; `uses`: of a row's element in as many
    sums of a lane (the taps of a convolution)."""

    rows: int
    depth: float
    columns: int
    what: str
    bias: bool
    members: int = 1
    uses: int = 1
    swapped: bool = False

    @property
    def transposed(self) -> Product:
        """Columns as rows: the result is the same but for its order."""
        return replace(self, rows=self.columns, columns=self.rows, swapped=not self.swapped)

    @property
    def groups(self) -> float:
        """Of 16 products."""
        return self.members * self.rows * self.depth * self.columns / GROUP

    def shared(self, *, rows: bool) -> int:
        """In how many sums of a lane an element of the rows, or of the columns, is used."""
        return self.uses if rows != self.swapped else 1


def broadcast(product: Product) -> Iterator[Demand]:
    """For all lanes, and all tiles of rows and vectors whose sums fit in the registers.

    Beside the sums there are the products of a pair and one register to multiply.
    """
    for lanes in BROADCAST:
        of_sums, of_products = lanes // 4, lanes // 8
        most = (VECTORS - of_products - max(lanes // LINE, 1)) // of_sums
        for vectors in range(1, most + 1):
            if vectors > 1 and (vectors - 1) * lanes >= product.columns:
                break
            for rows in range(1, min(most // vectors, product.rows) + 1):
                yield _tiled(product, lanes, vectors, rows)


def _tiled(product: Product, lanes: int, vectors: int, rows: int) -> Demand:
    """Sums of `rows` x `vectors` x `lanes` stay in registers, for all of the depth.

    Where columns are the positions of an image, lanes are moved or loaded anew for the taps along
    one axis: *assumed*. Of an operand that is swapped, and of the result, lanes change places.
    """
    width = max(product.columns / lanes, 1.0) * lanes
    tiles = max(width / (vectors * lanes), 1.0)  # side by side
    blocks = product.members * product.rows / rows  # below each other
    products = product.members * product.rows * width * product.depth
    saved = product.members * product.rows * width / 4 * _first(product, product.depth / 2)
    shared = product.shared(rows=False)
    columns = product.depth * min(product.columns, width) / LINE
    moved = blocks * columns * (1 - shared**-0.5)
    if product.swapped:
        results = product.rows * product.columns / LINE
        moved += SWAPPED * product.members * (columns / shared + results)
    in_use = (rows * vectors * lanes // 4) + lanes // 8 + max(lanes // LINE, 1)
    free = VECTORS - in_use  # for columns that stay
    held = rows * product.depth / WORDS / product.shared(rows=True)
    share = 1 / vectors / product.shared(rows=True)
    return Demand(
        (
            Step(products / 8, products / 8, f"{product.what}: products"),
            Step(products / 8 - saved, 0, f"{product.what}: sums in 32 bits"),
            Step(moved, 0, "lanes moved"),
        ),
        streamed=products / 4 - saved,
        stream=BROADCAST[lanes].cycles(products - 4 * saved, share),
        slowest=4 / BROADCAST[lanes].alone,
        own_read=max(columns - tiles * free, 0.0) * (blocks - product.members) / shared,
        words=(tiles - 1) * blocks * max(held - SCALARS, 0),
        scalars=lines(round(product.members * product.rows * product.depth)),
    )


def _first(product: Product, pairs: float) -> float:
    """Of the additions for one pair of products in every sum, how many are saved: sums of the first
    two pairs are one addition, but for those that begin with a bias."""
    return 0.0 if product.bias else min(max(pairs - 1, 0.0), 1.0)


def reduced(product: Product) -> Iterator[Demand]:
    """Sums by widening reductions of int16 alone (two cycles a register in the one unit that
    reduces), or by all reductions and additions in any mixture.

    As many rows as can stay in registers. A sum takes a uop that puts it in its place.
    """
    for lanes, rate in WIDENING.items():
        yield _widening(product, lanes, rate)
    yield _mixed(product)


def _widening(product: Product, lanes: int, rate: float) -> Demand:
    """A reduction for each pair of vectors, whose products fill up all lanes.

    In use are a pair's products and what comes of one operand.
    """
    groups = product.groups * max(2 * lanes / product.depth, 1.0)
    reductions = groups * 8 / lanes
    places = 2 + 8 / lanes
    return Demand(
        _sums(product, groups, reductions),
        streamed=places * groups,
        stream=groups * GROUP / rate,
        slowest=GROUP / rate / places,
        own_read=_again(product, 3 * lanes // LINE),
        collected=2 * groups,
    )


def _mixed(product: Product) -> Demand:
    """Halves of vectors, or several vectors, may be added before a reduction of 32 or of 16 bits,
    whose uops take no place but for the last one; no lane need be left empty.

    In use are no more than one register of products and one of an operand.
    """
    groups = product.groups
    outputs = product.members * product.rows * product.columns
    places = 2 * groups + outputs
    return Demand(
        _sums(product, groups, outputs),
        streamed=places,
        stream=groups * GROUP / REDUCED,
        slowest=groups * GROUP / REDUCED / places,
        own_read=_again(product, 2),
    )


def _sums(product: Product, groups: float, reductions: float) -> tuple[Step, ...]:
    """The fewest uops of `groups` times 16 products that `reductions` bring to one sum."""
    outputs = product.members * product.rows * product.columns
    return (
        Step(2 * groups, 2 * groups, f"{product.what}: products"),
        Step(reductions, 0, "sums by reductions", max(groups - reductions, 0.0)),
        Step(outputs, 0, "sums put in their places"),
        _turned(product),
    )


def _turned(product: Product) -> Step:
    """Columns as rows: what is multiplied lies along the depth, where all tensors have columns."""
    registers = product.members * product.depth * product.columns / LINE
    return Step(SWAPPED * registers * (product.columns > 1), 0, f"{product.what}: columns as rows")


def _again(product: Product, in_use: int) -> float:
    """Registers that are read from the own memory: all columns for every few rows that stay in the
    registers which nothing else uses, or all rows for every few columns."""
    of_sum = max(product.depth / LINE, 1.0)
    kept = max((VECTORS - 1 - in_use) / of_sum, 1.0)
    rows, columns = product.rows, product.columns
    read = min(columns * max(rows / kept - 1, 0.0), rows * max(columns / kept - 1, 0.0))
    return product.members * of_sum * read / product.uses


def lanewise(products: int, what: str) -> Iterator[Demand]:
    """Products lane by lane, both operands in vector registers, sums as in `broadcast`."""
    for rate in LANEWISE.values():
        yield Demand(
            (
                Step(products / 8, products / 8, f"{what}: products"),
                Step(products / 8, 0, f"{what}: sums in 32 bits"),
            ),
            streamed=products / 4,
            stream=products / rate,
            slowest=4 / rate,
        )

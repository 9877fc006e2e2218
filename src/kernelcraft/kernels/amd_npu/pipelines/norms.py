"""RMSNorm and LayerNorm: factors of blocks of eight rows, and the products of rows with them.

The lanes of a row's sum of squares are rounded to bfloat16 and added by the multiplier: with a
right factor of which only column j is 1, the two rows of pair j come out as column j of a tile.
Few rows are one piece of code. For more there are two loops, both of which keep the input's bank
busy; factors wait on the stack. p1 and p3 go through the input, p2 through the output.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kernelcraft.kernels.amd_npu.pipelines.root import CONSTANTS, HALF, constants, root, split
from kernelcraft.kernels.amd_npu.pipelines.text import Text, Vector, register
from kernelcraft.kernels.amd_npu.schedule import Memory, core_writer
from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.unwritten import Unwritten
from kernelcraft.platforms.amd_npu.assembly import STACK

LANES = 16
BYTES = 32  # of a vector
SHORT = 4  # vectors of a row that one accumulator adds up
LONG = 8  # vectors of a row for which a loop has registers
PAIRS = 4  # of rows, j and j + 4, in a block
BLOCK = 2 * PAIRS
MOST_ROWS = 512  # for which the stack has room
FEW_VECTORS = 128  # for which code of one piece is short enough
BIASES = STACK + 4 * MOST_ROWS  # behind the factors, which take the place of squares
PADDED = register(9)  # its upper half is 0
ON_STACK = {"p4": STACK, "p5": BIASES, "p6": STACK, "p7": BIASES}
BANKS = {"p1": "in", "p3": "in", "p2": "out", **dict.fromkeys(ON_STACK, "stack")}
MEMORY = Memory(apart=tuple(BANKS), banks=BANKS)
# Accumulators of code that runs once.
SQUARES, SUMS, OF_PAIRS = ("bml7", "bmh7"), ("bmh6", "bml5"), ("bmh5", "bmh3")
ADDED, PRODUCTS = ("bml8", "bmh4"), ("bml6", "bml4")
FIRST_COLUMN, FIRST_PAIR = 24, 4  # r24 to r31 are the pairs l4 to l7
START = """
lda p1, [p0, #0]
lda p3, [p0, #0]
lda p2, [p0, #4]
movx r1, #60
movx r7, #28
movx r5, #12
movx crRnd, r5
movx r9, #32
movx r10, #8
movx r11, #9
mov s0, #0
mov s1, #1
mov m0, #16
"""
ZEROS = "vsub.32 x9, x9, x9"


@dataclass(frozen=True)
class Norm:
    """Rows of so many vectors; with `means` they are taken off first."""

    vectors: int
    means: bool

    @property
    def multiple(self) -> float:
        """What is divided by the root of a row's sum, which means make a mean."""
        return 1.0 if self.means else float(np.sqrt(self.width))

    @property
    def width(self) -> int:
        """Elements of a row."""
        return LANES * self.vectors


def kernel_of(cell: Cell, *, means: bool) -> str:
    """LayerNorm with `means`, else RMSNorm; raises Unwritten for widths that do not come out."""
    rows, width = cell.dims["rows"], cell.dims["width"]
    vectors, rest = divmod(width, LANES)
    if rest or vectors % 2:
        raise Unwritten(f"{cell.name}: rows must have a multiple of {2 * LANES} elements")
    if means and width & width - 1:
        raise Unwritten(f"{cell.name}: the mean of rows of {width} elements needs a division")
    if rows > MOST_ROWS:
        raise Unwritten(f"{cell.name}: the stack has room for {MOST_ROWS} rows")
    norm = Norm(vectors, means)
    if rows * vectors <= FEW_VECTORS:
        return _in_one_piece(norm, rows, cell.constants["eps"])
    return _in_loops(norm, rows, cell.constants["eps"])


def _in_one_piece(norm: Norm, rows: int, eps: float) -> str:
    """Eight or sixteen rows after the others, as far as the input's bank is free."""
    to = Text([START, f"movxm {CONSTANTS}, #{STACK}"], named=True)
    _constants(to, norm, eps)
    constants(to, norm.multiple)
    to.add(ZEROS)
    together = LANES if norm.means else BLOCK
    for first in range(0, rows, together):
        to.scope = f"from{first}_"
        _at_once(to, norm, min(together, rows - first))
    writer = core_writer(MEMORY)
    writer.straight(to.text(), to.values)
    writer.finish()
    return writer.kernel()


def _in_loops(norm: Norm, rows: int, eps: float) -> str:
    """Factors, or means and squares, of all rows; with means then factors; and then products."""
    writer = core_writer(MEMORY)
    to = Text([START, *(f"movxm {name}, #{where}" for name, where in ON_STACK.items())])
    _constants(to, norm, eps)
    if not norm.means:
        constants(to, norm.multiple)
    writer.straight(to.text(), to.values)
    for count, rounds in ((BLOCK, rows // BLOCK), (rows % BLOCK, 1)):
        if count and rounds:
            body = Text()
            _stored(body, norm, count)
            writer.loop(body.text(), rounds, body.values, unroll=1)
    again = "\n".join(f"movxm {name}, #{where}" for name, where in ON_STACK.items())
    if norm.means:
        to = Text([again])
        constants(to, norm.multiple)
        writer.straight(to.text(), to.values)
        body = Text()
        _in_place(body)
        writer.loop(body.text(), -(-rows // LANES), body.values)
    writer.straight(f"{again}\n{ZEROS}")
    body = Text()
    _from_stack(body, norm)
    writer.loop(body.text(), rows, body.values)
    writer.finish()
    return writer.kernel()


def _constants(to: Text, norm: Norm, eps: float) -> None:
    """Write what registers keep: steps between rows, factors, the columns, 16 shares of ε."""
    row = BYTES * norm.vectors
    to.add(f"movxm m1, #{BYTES + (PAIRS - 1) * row}")
    to.add(f"movxm m2, #{BYTES - PAIRS * row}")
    one = 1 / norm.width if norm.means else 1.0
    bits = int(np.float32(one).view(np.uint32)) >> 16
    for column in range(PAIRS):
        words = [0, 0]
        words[column // 2] = bits << 16 * (column % 2)
        for half, word in enumerate(words):
            to.add(f"movxm r{FIRST_COLUMN + 2 * column + half}, #{word}")
    share = int(np.float32(norm.width * eps / LANES).view(np.uint32))
    to.add(f"movxm r4, #{share}")
    shares = to.vector("shares", 4)
    to.add(f"vbcst.32 {shares.x}, r4")
    to.add(f"vmov bmh8, {shares.x}")


def _at_once(to: Text, norm: Norm, rows: int) -> None:
    """Write up to 16 rows, from the input to the output."""
    blocks = [
        _moments(to, norm, min(BLOCK, rows - BLOCK * block), block)
        for block in range(-(-rows // BLOCK))
    ]
    factors, biases = _factors(to, *_joined(to, norm, blocks))
    both = to.vector("both", 7)
    to.add(f"vconv.bf16.fp32 {both.low}, {factors}")
    for row in range(rows):
        bias = ""
        if biases:
            if row % BLOCK == 0:
                to.add(f"vmov {both.high}, {biases}.{'lh'[row // BLOCK]}")
            splat = to.vector(f"b{row}", 8)
            bias = to.accumulator(f"bias{row}", ADDED[row % len(ADDED)])
            to.add(f"vextbcst.32 {splat.x}, {both.x}, #{BLOCK + row % BLOCK}")
            to.add(f"vmov {bias}, {splat.x}")
        factor = to.vector(f"f{row}", 6)
        to.add(f"vextbcst.16 {factor.x}, {both.x}, #{row}")
        _product(to, norm, factor, bias)


def _stored(to: Text, norm: Norm, rows: int) -> None:
    """Write up to 8 rows' factors to the stack; with means their moments."""
    v, mean = _joined(to, norm, [_moments(to, norm, rows)])
    if mean:
        to.add(f"vst {v}.l, [p4], #{BYTES}")
        to.add(f"vst {mean}.l, [p5], #{BYTES}")
    else:
        to.add(f"vconv.bf16.fp32 %stored, {_factors(to, v, mean)[0]}", stored="w")
        to.add("vst.128 %stored, [p4], m0")


def _in_place(to: Text) -> None:
    """Write factors and biases of 16 rows to where their moments were."""
    for half in "lh":
        to.add(f"vlda %power.{half}, [p4], #{BYTES}", power="bm")
        to.add(f"vlda %mean.{half}, [p5], #{BYTES}", mean="bm")
    _, biases = _factors(to, "%power", "%mean")
    to.add(f"vst %doubled.l, [p6], #{BYTES}")
    for half in "lh":
        to.add(f"vst {biases}.{half}, [p7], #{BYTES}")


def _from_stack(to: Text, norm: Norm) -> None:
    """Write a row with what the stack has for it."""
    bias = ""
    if norm.means:
        bias = "%bias"
        to.add("lda %word, [p5], #4", word="r")
        to.add("vbcst.32 %splat, %word", splat="x")
        to.add("vmov %bias, %splat", bias="bm")
    to.add("lda.u16 %bits, [p4], #2", bits="r")
    factor = to.vector("factor", 6)
    to.add(f"vbcst.16 {factor.x}, %bits")
    _product(to, norm, factor, bias)


def _product(to: Text, norm: Norm, factor: Vector, bias: str) -> None:
    """Write a row times its factor, and a register added."""
    for index in range(norm.vectors):
        total = to.accumulator(f"y{len(to.lines)}", PRODUCTS[index % len(PRODUCTS)])
        to.add(f"vldb {PADDED.low}, [p3], #{BYTES}")
        _added(to, bias, f"{PADDED.x}, {factor.x}, r1", total)
        to.add(f"vst.conv.bf16.fp32 {total}, [p2], #{BYTES}")


def _moments(to: Text, norm: Norm, rows: int, block: int = 0) -> tuple[str, str]:
    """Write the squares of up to 8 rows and, with means, their sums, before the last folding."""
    squares = ""
    sums = ["", ""]  # of rows 0 to 3, and of rows 4 to 7
    for pair in range(min(rows, PAIRS)):
        lanes = to.vector(f"lanes{block}_{pair}", 2)
        halves = (lanes.low, lanes.high)
        alone = pair + PAIRS >= rows
        for row in (pair,) if alone else (pair, pair + PAIRS):
            found = _squares(to, norm, row, rows, sums)
            for half in halves if alone else (halves[row // PAIRS],):
                to.add(f"vconv.bf16.fp32 {half}, {found}")
        column = to.vector(f"column{block}_{pair}", 10)
        to.add(f"vbcst.64 {column.x}, l{FIRST_PAIR + pair}")
        total = to.accumulator(f"squares{block}_{pair}", OF_PAIRS[block])
        squares = _added(to, squares, f"{lanes.x}, {column.x}, r7", total)
    if not norm.means:
        return squares, ""
    return squares, _folded(to, sums[0], sums[1] or sums[0], f"m{block}_")


def _joined(to: Text, norm: Norm, blocks: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """Write what one or two blocks have as lanes in the order of the rows."""
    (squares, sums), (others, other_sums) = blocks[0], blocks[-1]
    v = _folded(to, squares, others, "v_")
    return v, _folded(to, sums, other_sums, "mean_") if norm.means else ""


def _factors(to: Text, v: str, mean: str) -> tuple[str, str]:
    """Write the reciprocal roots of 16 lanes and, with means, minus the products of both."""
    if not mean:
        return root(to, v), ""
    parts, turned = to.vector("parts", 3), to.vector("swapped", 4)
    to.add(f"vconv.bf16.fp32 {parts.low}, {mean}")
    split(to, parts, mean, "mean")
    to.add(f"vshift {turned.x}, {parts.x}, {parts.x}, {HALF}")
    to.add(f"vmsc.f %less, {v}, {parts.x}, {parts.x}, r1", less="bm")
    to.add(f"vmsc.f %variance, %less, {parts.x}, {turned.x}, r1", variance="bm")
    factors = root(to, "%variance")
    if to.named:  # the root took the register
        to.add(f"vconv.bf16.fp32 {parts.low}, {mean}")
        to.add(f"vconv.bf16.fp32 {parts.high}, %meanrest")
    doubled = to.vector("doubled", 4)
    to.add(f"vconv.bf16.fp32 {doubled.low}, {factors}")
    to.add(f"vconv.bf16.fp32 {doubled.high}, {factors}")
    to.add(f"vnegmul.f %biases, {parts.x}, {doubled.x}, r1", biases="bm")
    return factors, "%biases"


def _added(to: Text, last: str, product: str, total: str) -> str:
    """Write a product, added to a register if there is one, into `total`, which it gives."""
    to.add(f"vmac.f {total}, {last}, {product}" if last else f"vmul.f {total}, {product}")
    return total


def _squares(to: Text, norm: Norm, row: int, rows: int, sums: list[str]) -> str:
    """Write the 16 sums of squares of a row, and with means let its sum be in its column of `sums`.

    Rows come as pairs do: after row 1 comes row 5, then row 2.
    """
    order = [each for pair in range(PAIRS) for each in (pair, pair + PAIRS) if each < rows]
    behind = dict(zip(order, order[1:], strict=False)).get(row, row + 1) - row
    onward = {1: f"#{BYTES}", PAIRS: "m1", 1 - PAIRS: "m2"}[behind]
    chains = ["bmh8"] if norm.vectors <= SHORT else ["bmh8", ""]  # a link takes four bundles
    if norm.means:
        column = to.vector(f"ones{row}", 1)
        to.add(f"vbcst.64 {column.x}, l{FIRST_PAIR + row % PAIRS}")
    for index in range(norm.vectors // 2):
        free = to.named or norm.vectors <= LONG
        x = to.vector(f"x{row}_{index}", 11 * (index % 2)) if free else register(index % 2)
        to.add(f"vldb {x.low}, [p1], #{BYTES}")
        last = index == norm.vectors // 2 - 1
        to.add(f"vldb {x.high}, [p1], {onward if last else f'#{BYTES}'}")
        turn = len(chains) * row + index % len(chains)
        total = to.accumulator(f"s{row}_{index}", SQUARES[turn % len(SQUARES)])
        chains.append(_added(to, chains.pop(0), f"{x.x}, {x.x}, r1", total))
        if norm.means:
            half = row // PAIRS
            total = to.accumulator(f"t{row}_{index}", SUMS[half])
            sums[half] = _added(to, sums[half], f"{x.x}, {column.x}, r7", total)
    if len(chains) == 1:
        return chains[0]
    to.add(f"vadd.f %s{row}, {chains[0]}, {chains[1]}, r7", **{f"s{row}": "bm"})
    return f"%s{row}"


def _folded(to: Text, one: str, other: str, name: str) -> str:
    """Write the sums of every two neighbouring pieces of 128 bits; gives their register."""
    first = to.vector(f"{name}one", 3)
    to.add(f"vmov {first.x}, {one}")
    second = first
    if other != one:
        second = to.vector(f"{name}other", 4)
        to.add(f"vmov {second.x}, {other}")
    for half, mode, kind in (("even", "r10", "bml"), ("odd", "r11", "bmh")):
        value = f"{name}{half}"
        to.add(f"vshuffle %{value}, {first.x}, {second.x}, {mode}", **{value: kind})
    to.add(f"vadd.f %{name}sum, %{name}even, %{name}odd, r7", **{f"{name}sum": "bm"})
    return f"%{name}sum"

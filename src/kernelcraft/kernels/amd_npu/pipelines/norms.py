"""RMSNorm and LayerNorm: factors of blocks of eight rows, and the products of rows with them.

The lanes of a row's sum of squares are rounded to bfloat16 and added by the multiplier: with a
right factor of which only column j is 1, the two rows of pair j come out as column j of a tile.
Few rows are one piece of code. For more there are two loops, both of which keep the input's bank
busy; factors wait on the stack. p1 and p3 go through the input, p2 through the output.
"""

from __future__ import annotations

import numpy as np

from kernelcraft.kernels.amd_npu.pipelines.root import constants, root, split
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
BIASES = STACK + 2 * MOST_ROWS  # behind the factors
PADDED = register(9)  # its upper half is 0
FIXED = ("wl9", "wh9", "wl10", "wh10", "wl11", "wh11", "amhl8", "amhh8")
BANKS = {"p1": "in", "p3": "in", "p2": "out", "p4": "stack", "p5": "stack"}
MEMORY = Memory(apart=tuple(BANKS), banks=BANKS)
ONE = 0x3F80
START = """
lda p1, [p0, #0]
lda p3, [p0, #0]
lda p2, [p0, #4]
movx r1, #60
movx r7, #28
movx r5, #12
movx crRnd, r5
movx r10, #8
movx r11, #9
mov s0, #0
mov s1, #1
vsub.32 x9, x9, x9
"""


def rms_norm(cell: Cell) -> str:
    """The kernel; raises Unwritten for rows that are no pairs of vectors."""
    rows, width = cell.dims["rows"], cell.dims["width"]
    vectors, rest = divmod(width, LANES)
    if rest or vectors % 2:
        raise Unwritten(f"{cell.name}: rows have a multiple of {2 * LANES} elements")
    if rows > MOST_ROWS:
        raise Unwritten(f"{cell.name}: the stack has room for {MOST_ROWS} rows")
    few = rows * vectors <= FEW_VECTORS
    start = Text([START], named=few)
    row = BYTES * vectors
    start.add(f"movxm m1, #{BYTES + (PAIRS - 1) * row}")
    start.add(f"movxm m2, #{BYTES - PAIRS * row}")
    constants(start, np.sqrt(width))
    _columns(start, 24, ONE)
    eps = np.float32(width * cell.constants["eps"] / LANES).view(np.uint32)
    start.add(f"movxm r4, #{eps}")
    start.add("vbcst.32 %eps, r4", eps="x")
    start.add("vmov bmh8, %eps")
    writer = core_writer(MEMORY, FIXED)
    blocks = [min(BLOCK, rows - first) for first in range(0, rows, BLOCK)]
    if few:
        for number, count in enumerate(blocks):
            start.scope = f"b{number}_"
            _scaled(start, _factors(start, count, vectors), count, vectors)
        writer.straight(start.text(), start.values)
        writer.finish()
        return writer.kernel()
    start.add(f"movxm p4, #{STACK}")
    start.add("mov m0, #16")
    writer.straight(start.text(), start.values)
    for count, rounds in ((BLOCK, rows // BLOCK), (rows % BLOCK, 1)):
        if count and rounds:
            body = Text()
            body.add(f"vst.128 {_factors(body, count, vectors).low}, [p4], m0")
            writer.loop(body.text(), rounds, body.values, unroll=1)
    writer.straight(f"movxm p4, #{STACK}")
    body = Text()
    _products(body, vectors)
    writer.loop(body.text(), rows, body.values)
    writer.finish()
    return writer.kernel()


def _columns(to: Text, first: int, value: int) -> None:
    """Pairs of registers from r`first` on: rows of four in which one, then the next is `value`."""
    for column in range(PAIRS):
        words = [0, 0]
        words[column // 2] = value << 16 * (column % 2)
        for half, word in enumerate(words):
            to.add(f"movxm r{first + 2 * column + half}, #{word}")


def _factors(to: Text, rows: int, vectors: int) -> Vector:
    """Write the reciprocal roots of the mean squares of up to 8 rows, into a lower half."""
    last, sums = "", ""
    for pair in range(min(rows, PAIRS)):
        rounded = to.vector(f"h{pair}", 2)
        both = [each for each in (pair, pair + PAIRS) if each < rows]
        halves = (rounded.low, rounded.high)
        for row in both:
            squares = _squares(to, row, rows, vectors)
            for half in halves if len(both) == 1 else (halves[row // PAIRS],):
                to.add(f"vconv.bf16.fp32 {half}, {squares}")
        column = to.vector(f"c{pair}", 1)
        to.add(f"vbcst.64 {column.x}, l{4 + pair}")
        last, sums = sums, f"%sums{pair}"
        begun = f"vmac.f {sums}, {last}" if last else f"vmul.f {sums}"
        to.add(f"{begun}, {rounded.x}, {column.x}, r7", **{f"sums{pair}": "bm"})
    found = root(to, _folded(to, sums, sums, "v_"))
    factors = to.vector("factors", 7)
    to.add(f"vconv.bf16.fp32 {factors.low}, {found}")
    return factors


def _squares(to: Text, row: int, rows: int, vectors: int) -> str:
    """Write the 16 sums of squares of a row; gives their register. The next row is row + 4 or so."""
    order = [each for pair in range(PAIRS) for each in (pair, pair + PAIRS) if each < rows]
    behind = dict(zip(order, order[1:], strict=False)).get(row, row + 1) - row
    onward = {1: f"#{BYTES}", PAIRS: "m1", 1 - PAIRS: "m2"}[behind]
    chains = ["bmh8"] if vectors <= SHORT else ["bmh8", ""]  # a link takes four bundles
    for index in range(vectors // 2):
        total = f"s{row}_{index}"
        x = to.vector(f"x{row}_{index}", 0) if vectors <= LONG else register(0)
        to.add(f"vldb {x.low}, [p1], #{BYTES}")
        to.add(f"vldb {x.high}, [p1], {onward if index == vectors // 2 - 1 else f'#{BYTES}'}")
        last = chains.pop(0)
        begun = f"vmac.f %{total}, {last}" if last else f"vmul.f %{total}"
        to.add(f"{begun}, {x.x}, {x.x}, r1", **{total: "bm"})
        chains.append(f"%{total}")
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


def _scaled(to: Text, factors: Vector, rows: int, vectors: int) -> None:
    """Write rows times their factors."""
    for row in range(rows):
        factor = to.vector(f"f{row}", 6)
        to.add(f"vextbcst.16 {factor.x}, {factors.x}, #{row}")
        _row(to, factor, vectors)


def _products(to: Text, vectors: int) -> None:
    """Write a row times its factor from the stack."""
    to.add("lda.u16 %bits, [p4], #2", bits="r")
    factor = to.vector("factor", 6)
    to.add(f"vbcst.16 {factor.x}, %bits")
    _row(to, factor, vectors)


def _row(to: Text, factor: Vector, vectors: int) -> None:
    for index in range(vectors):
        to.add(f"vldb {PADDED.low}, [p3], #{BYTES}")
        to.add(f"vmul.f %y{index}, {PADDED.x}, {factor.x}, r1", **{f"y{index}": "bm"})
        to.add(f"vst.conv.bf16.fp32 %y{index}, [p2], #{BYTES}")

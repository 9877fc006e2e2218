"""RMSNorm and LayerNorm: factors of blocks of rows, and the products of rows with them.

Few rows are one piece of code. For more there are two loops, both of which keep the input's bank
busy, and with means a short one between them; what they leave for each other waits on the stack, or
pieces of moments beside the tables.
p1 and p3 go through the input, p2 through the output.
"""

from __future__ import annotations

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.amd_npu.kernels.pipelines import gram_moments
from kernelcraft.platforms.amd_npu.kernels.pipelines.root import (
    CONSTANTS,
    constants,
    look_up_constants,
    looked_up,
    table,
)
from kernelcraft.platforms.amd_npu.kernels.pipelines.row_factors import (
    BLOCK,
    BYTES,
    FOLDED_IN,
    LANES,
    Norm,
    added,
    constants_of_rows,
    factors,
    joined,
    lane,
    moments,
    variance,
)
from kernelcraft.platforms.amd_npu.kernels.pipelines.text import Text, Vector, register
from kernelcraft.platforms.amd_npu.kernels.schedule import Memory, core_writer
from kernelcraft.platforms.amd_npu.kernels.schedule.writer import Writer
from kernelcraft.platforms.amd_npu.machine.assembly import STACK
from kernelcraft.platforms.amd_npu.machine.memory_map import BESIDE_TABLES

MOST_ROWS = 512  # for which the stack has room
FEW_VECTORS = 128  # for which code of one piece is short enough
BIASES = STACK + 4 * MOST_ROWS  # after the factors, which take the place of squares
PADDED = register(9)  # its upper half is 0
ON_STACK = {"p4": STACK, "p5": BIASES, "p6": STACK, "p7": BIASES}
SQUARES = BESIDE_TABLES.start  # in pieces, of all rows, where there is more room
SUMS = SQUARES + BYTES // 4 * MOST_ROWS
PLACES = {"p4": SQUARES, "p5": SUMS, "p6": STACK, "p7": STACK + 2 * MOST_ROWS}
ATTEMPTS = 6
BANKS = {"p1": "in", "p3": "in", "p2": "out", **dict.fromkeys(ON_STACK, "stack")}
MEMORY = Memory(apart=tuple(BANKS), banks=BANKS)
# Accumulators of code that runs once.
ADDED, PRODUCTS = ("bml8", "bmh4"), ("bml6", "bml4")
# And x registers: where means are folded if no other rows follow, and those of a row.
MEANS_IN, SPLATS = (7, 8), {"mean": 10, "rest": 1, "f": 6}
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
mov s0, #16
mov s1, #17
mov m0, #16
"""
ZEROS = "vsub.32 x9, x9, x9"


def kernel(cell: Cell, most: int = FEW_VECTORS) -> str:
    """LayerNorm, which has means, or RMSNorm; raises Unwritten for widths that do not come out.

    Rows of at most so many vectors are one piece of code.
    """
    means = cell.task.name == "layer_norm"
    rows, width = cell.dims["rows"], cell.dims["width"]
    vectors, rest = divmod(width, LANES)
    if rest or vectors % 2:
        raise Unwritten(f"{cell.name}: rows must have a multiple of {2 * LANES} elements")
    if means and width & width - 1:
        raise Unwritten(f"{cell.name}: the mean of rows of {width} elements needs a division")
    if rows > MOST_ROWS:
        raise Unwritten(f"{cell.name}: the stack has room for {MOST_ROWS} rows")
    norm = Norm(vectors, means)
    if rows * vectors <= most:
        return _in_one_piece(norm, rows, cell.constants["eps"])
    if gram_moments.fits(norm, rows):
        return _by_products(norm, rows, cell.constants["eps"])
    return _in_loops(norm, rows, cell.constants["eps"])


def _in_one_piece(norm: Norm, rows: int, eps: float) -> str:
    """Eight or sixteen rows after the others, as far as the input's bank is free."""
    to = Text([START, f"movxm {CONSTANTS}, #{STACK}"], named=True)
    constants_of_rows(to, norm, eps)
    by_table = not norm.means or rows <= BLOCK
    if by_table:
        look_up_constants(to)
    else:
        constants(to, norm.multiple)
    to.add(ZEROS)
    together = LANES if norm.means else BLOCK
    for first in range(0, rows, together):
        to.scope = f"from{first}_"
        count, last = min(together, rows - first), first + together >= rows
        if norm.means and by_table:
            _few_with_means(to, norm, count)
        else:
            _at_once(to, norm, count, last=last, alone=rows <= together)
    writer = core_writer(MEMORY)
    writer.straight(to.text(), to.values)
    writer.finish()
    return writer.kernel() + (table(norm.multiple) if by_table else "")


def _in_loops(norm: Norm, rows: int, eps: float) -> str:
    """Factors, or means and squares, of all rows; with means then factors; and then products."""
    writer = core_writer(MEMORY)
    to = Text([START, *(f"movxm {name}, #{where}" for name, where in ON_STACK.items())])
    constants_of_rows(to, norm, eps)
    if not norm.means:
        constants(to, norm.multiple)
    writer.straight(to.text(), to.values)
    for count, iterations in ((BLOCK, rows // BLOCK), (rows % BLOCK, 1)):
        if count and iterations:
            body = Text()
            _stored(body, norm, count)
            writer.loop(body.text(), iterations, body.values, unroll=1)
    again = "\n".join(f"movxm {name}, #{where}" for name, where in ON_STACK.items())
    if norm.means:
        to = Text([again])
        constants(to, norm.multiple)
        writer.straight(to.text(), to.values)
        body = Text()
        _in_place(body)
        writer.loop(body.text(), -(-rows // LANES), body.values)
    return _products(writer, norm, rows, again)


def _by_products(norm: Norm, rows: int, eps: float) -> str:
    """Pieces of moments of all rows; then factors; and then products."""
    writer = core_writer(MEMORY)
    to = Text([START, f"movxm p4, #{SQUARES}", f"movxm p5, #{SUMS}"])
    gram_moments.constants(to, norm, eps)
    writer.straight(to.text(), to.values)
    body = Text()
    squares, sums = gram_moments.pieces(body, norm)
    for half in "lh":
        body.add(f"vst {squares}.{half}, [p4], #{BYTES}")
        body.add(f"vst {sums}.{half}, [p5], #{BYTES}")
    writer.loop(body.text(), rows // BLOCK, body.values, unroll=1, attempts=ATTEMPTS)
    to = Text([f"movxm {name}, #{where}" for name, where in PLACES.items()])
    constants(to, norm.multiple)
    writer.straight(to.text(), to.values)
    body = Text()
    q0, q1, s0, s1 = (body.vector(name, 0) for name in ("q0", "q1", "s0", "s1"))
    for vector, pointer in zip((q0, q1, s0, s1), ("p4", "p4", "p5", "p5"), strict=True):
        for half in (vector.low, vector.high):
            body.add(f"vlda {half}, [{pointer}], #{BYTES}")
    _, biases = factors(body, *gram_moments.moments(body, (q0, q1), (s0, s1)))
    body.add(f"vst %doubled.l, [p6], #{BYTES}")
    for half in "lh":
        body.add(f"vst {biases}.{half}, [p7], #{BYTES}")
    writer.loop(body.text(), rows // LANES, body.values)
    return _products(writer, norm, rows, f"movxm p4, #{PLACES['p6']}\nmovxm p5, #{PLACES['p7']}")


def _products(writer: Writer, norm: Norm, rows: int, again: str) -> str:
    """The kernel, whose last loop takes factors from the stack, where `again` sets pointers to."""
    writer.straight(f"{again}\n{ZEROS}")
    body = Text()
    _from_stack(body, norm)
    writer.loop(body.text(), rows, body.values)
    writer.finish()
    return writer.kernel()


def _few_with_means(to: Text, norm: Norm, rows: int) -> None:
    """Write up to 8 rows, all that there are: their roots are looked up, each has its own bias."""
    v, mean = joined(to, norm, [moments(to, norm, rows, 0, MEANS_IN)], MEANS_IN)
    of, parts = variance(to, v, mean, MEANS_IN)
    both = to.vector("both", 3)
    to.add(f"vmov {both.x}, {of}")
    for row in range(rows):
        splat, low, factor = (to.vector(f"{name}{row}", n) for name, n in SPLATS.items())
        to.add(f"vextbcst.16 {splat.x}, {parts.x}, #{lane(row)}")
        to.add(f"vextbcst.16 {low.x}, {parts.x}, #{LANES + lane(row)}")
        to.add(f"vmov {splat.high}, {low.high}")
        to.add(f"vbcst.16 {factor.x}, {looked_up(to, both, lane(row), row)}")
        bias = to.accumulator(f"bias{row}", ADDED[row % len(ADDED)])
        to.add(f"vnegmul.f {bias}, {splat.x}, {factor.x}, r1")
        _product(to, norm, factor, bias)


def _at_once(to: Text, norm: Norm, rows: int, *, last: bool, alone: bool) -> None:
    """Write up to 16 rows, from the input to the output; others may follow the first ones."""
    biases_in = ADDED if last else ADDED[:1]  # `moments` of the next rows needs the other one
    means_in = MEANS_IN if alone else FOLDED_IN
    blocks = [
        moments(to, norm, min(BLOCK, rows - BLOCK * block), block, means_in)
        for block in range(-(-rows // BLOCK))
    ]
    v, mean = joined(to, norm, blocks, means_in)
    both = to.vector("both", 7)
    if mean:
        roots, biases = factors(to, v, mean)
        to.add(f"vconv.bf16.fp32 {both.low}, {roots}")
    else:
        biases = ""
        to.add(f"vmov {both.x}, {v}")
    for row in range(rows):
        bias = ""
        if biases:
            if row % BLOCK == 0:
                to.add(f"vmov {both.high}, {biases}.{'lh'[row // BLOCK]}")
            splat = to.vector(f"b{row}", 8)
            bias = to.accumulator(f"bias{row}", biases_in[row % len(biases_in)])
            to.add(f"vextbcst.32 {splat.x}, {both.x}, #{BLOCK + lane(row) % BLOCK}")
            to.add(f"vmov {bias}, {splat.x}")
        factor = to.vector(f"f{row}", 6)
        if mean:
            to.add(f"vextbcst.16 {factor.x}, {both.x}, #{lane(row)}")
        else:
            to.add(f"vbcst.16 {factor.x}, {looked_up(to, both, lane(row), row)}")
        _product(to, norm, factor, bias)


def _stored(to: Text, norm: Norm, rows: int) -> None:
    """Write up to 8 rows' factors to the stack; with means their moments."""
    v, mean = joined(to, norm, [moments(to, norm, rows)])
    if mean:
        to.add(f"vst {v}.l, [p4], #{BYTES}")
        to.add(f"vst {mean}.l, [p5], #{BYTES}")
    else:
        to.add(f"vconv.bf16.fp32 %stored, {factors(to, v, mean)[0]}", stored="w")
        to.add("vst.128 %stored, [p4], m0")


def _in_place(to: Text) -> None:
    """Write factors and biases of 16 rows to where their moments were."""
    for half in "lh":
        to.add(f"vlda %power.{half}, [p4], #{BYTES}", power="bm")
        to.add(f"vlda %mean.{half}, [p5], #{BYTES}", mean="bm")
    _, biases = factors(to, "%power", "%mean")
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
        added(to, bias, f"{PADDED.x}, {factor.x}, r1", total)
        to.add(f"vst.conv.bf16.fp32 {total}, [p2], #{BYTES}")

"""GEMV: a tile of A in every bundle where A's two halves lie in different banks.

32 elements of x, transposed, are four columns for four tiles of a row of tiles: accumulator c,
which adds up every fourth tile, is right in column c. All of x stays in registers. Two rows of
tiles are under way, one of each half of A; p1 and p2 go through them, p4 and p5 through the output.

Where A is streamed, or x is too long, it is one row after the other, and x is transposed each time.
The last 16 elements of an x that has no multiple of 32 are two columns, and zeros beside them.
"""

from __future__ import annotations

from collections.abc import Sequence

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import Stream
from kernelcraft.platforms.amd_npu.kernels import fifos
from kernelcraft.platforms.amd_npu.kernels.pipelines.neighbours import added_up
from kernelcraft.platforms.amd_npu.kernels.pipelines.text import Text, Vector, register
from kernelcraft.platforms.amd_npu.kernels.schedule import Memory, core_writer
from kernelcraft.platforms.amd_npu.machine.streaming import BANK

TILE = 8  # columns of a left factor's
COLUMNS = 4  # of a right factor, and rows of a left one
GROUP = 32  # elements of x that a register holds
MOST = 8  # registers for x
START = """
lda p1, [p0, #0]
lda p3, [p0, #4]
lda p4, [p0, #8]
movx r7, #28
movx r8, #29
movx r9, #4
movx r10, #5
movx r5, #12
movx crRnd, r5
movx r16, #0
movx r17, #1
movxm r18, #0x2222
movxm r19, #0x4444
movxm r20, #0x8888
"""
MASKS = ("r18", "r19", "r20")  # lanes of columns 1, 2 and 3
LANES = ("r9", "r10")  # modes of vshuffle: even ones and odd ones
SUMS = ("bml0", "bmh0", "bml1", "bmh1")  # of a row alone


def kernel(cell: Cell) -> str:
    """The kernel for whole numbers of the operands' vectors, which are M and N by 16."""
    rows, columns = cell.dims["M"], cell.dims["N"]
    stream = cell.memory_map.stream("A")
    if stream is None and columns <= MOST * GROUP:
        return _two_halves(rows, columns)
    return _row_by_row(cell, rows, columns, stream)


def _two_halves(rows: int, columns: int) -> str:
    """A lies in memory, x in registers."""
    groups, half = -(-columns // GROUP), rows * columns  # bytes of half of A
    banks = {"p1": "first", "p2": "second" if half >= BANK else "first", "p3": "x"}
    banks |= {"p4": "out", "p5": "out"}
    writer = core_writer(Memory(apart=tuple(banks), banks=banks))
    start = f"movxm m0, #{half}\nmovxm m1, #{rows}\n{START}"
    start += "lda p2, [p0, #0]\nlda p5, [p0, #8]\npadda [p2], m0\npadda [p5], m1\n"
    for group in range(groups):
        x = register(group)
        if group < columns // GROUP:
            start += f"vldb {x.low}, [p3], #32\nvldb {x.high}, [p3], #32\n"
        else:
            start += f"vsub.32 {x.x}, {x.x}, {x.x}\nvldb {x.low}, [p3], #32\n"
        start += f"vshuffle {x.x}, {x.x}, {x.x}, r8\n"
    writer.straight(start)
    body = Text(named=groups > MOST // 2)
    _two_rows(body, columns // TILE)
    writer.loop(body.text(), rows // COLUMNS // 2, body.values, unroll=1)
    writer.finish()
    return writer.kernel()


def _row_by_row(cell: Cell, rows: int, columns: int, stream: Stream | None) -> str:
    """A row of tiles, which may be a piece, after the other."""
    writer = core_writer(Memory(apart=("p1", "p3"), banks={"p1": "A", "p3": "x"}))
    start = f"{START}movxm m0, #{-2 * columns}\nmovxm r11, #{rows // COLUMNS}\n"
    begin = "".join(f"vclr {name}\n" for name in SUMS)
    release = ""
    if stream:
        fifo = fifos.Fifo(stream, "r12", "r13")
        start += fifos.START + fifo.start + fifos.arrived(cell)
        begin += f"{fifo.wait}mov p1, {fifo.next}\n{fifo.swap}"
        release = fifo.release
    writer.straight(start)
    writer.straight(begin, label=".Lrow")
    if columns // GROUP:
        body = Text()
        _tiles(body, COLUMNS)
        writer.loop(body.text(), columns // GROUP, body.values)
    if columns % GROUP:
        rest = Text()
        _tiles(rest, columns % GROUP // TILE)
        writer.straight(rest.text(), rest.values)
    end = Text()
    end.add("padda [p3], m0")
    found = _columns(end, SUMS, "p")
    moved = end.vector("moved", 10)
    end.add(f"vmov {moved.x}, {added_up(end, found, found, 'pairs', LANES)}")
    _stored(end, added_up(end, moved, moved, "found", LANES), ("p4",))
    writer.straight(f"{release}{end.text()}\nadd r11, r11, #-1\njnz r11, #.Lrow", end.values)
    writer.straight(fifos.left(cell))
    writer.finish()
    return writer.kernel()


def _tiles(to: Text, count: int) -> None:
    """Write the products of a group, or of half of one."""
    x = to.vector("x", 0)
    to.add(f"vldb {x.low}, [p3], #32")
    to.add(f"vldb {x.high}, [p3], #32" if count == COLUMNS else f"vmov {x.high}, {x.low}")
    turned = to.vector("turned", 0)
    to.add(f"vshuffle {turned.x}, {x.x}, {x.x}, r8")
    for column, total in enumerate(SUMS[:count]):
        tile = to.vector(f"tile{column}", 0)
        for half in (tile.low, tile.high):
            to.add(f"vlda {half}, [p1], #32")
        to.add(f"vmac.f {total}, {total}, {tile.x}, {turned.x}, r7")


def _two_rows(to: Text, tiles: int) -> None:
    """Write eight results from two rows of `tiles` tiles."""
    count = min(tiles, COLUMNS)  # of two tiles the sums are 0 in the columns of the others
    sums = [[""] * count, [""] * count]
    for number in range(tiles):
        group, column = divmod(number, COLUMNS)
        for stream, load in enumerate(("vlda", "vldb")):
            name = f"t{stream}_{group}_{column}"
            tile, total = to.vector(name, 8 + stream), f"s{name}"
            for half in (tile.low, tile.high):
                to.add(f"{load} {half}, [p{1 + stream}], #32")
            last = sums[stream][column]
            begun = f"vmac.f %{total}, {last}" if last else f"vmul.f %{total}"
            to.add(f"{begun}, {tile.x}, x{group}, r7", **{total: "bm"})
            sums[stream][column] = f"%{total}"
    first = _columns(to, sums[0], "p")
    to.add(f"vmov %kept, {first.x}", kept="bm")
    second = _columns(to, sums[1], "q")
    again = to.vector("again", 11)
    to.add(f"vmov {again.x}, %kept")
    pairs = added_up(to, again, second, "pairs", LANES)
    moved = to.vector("moved", 10)
    to.add(f"vmov {moved.x}, {pairs}")
    found = added_up(to, moved, moved, "found", LANES)
    _stored(to, found, ("p4", "p5"))


def _stored(to: Text, found: str, pointers: Sequence[str]) -> None:
    """Write four results to each pointer."""
    results = to.vector("results", 10)
    for half in (results.low, results.high):
        to.add(f"vconv.bf16.fp32 {half}, {found}")
    for index, pointer in enumerate(pointers):
        low, high = f"r{24 + 2 * index}", f"r{25 + 2 * index}"
        to.add(f"vextract.d64 {high}:{low}, {results.x}, r{16 + index}")
        to.add(f"st {low}, [{pointer}], #4")
        to.add(f"st {high}, [{pointer}], #4")


def _columns(to: Text, sums: Sequence[str], name: str) -> Vector:
    """Write the column c of accumulator c, for each c, into one vector."""
    found = to.vector(f"{name}0", 10)
    to.add(f"vmov {found.x}, {sums[0]}")
    for column, (mask, total) in enumerate(zip(MASKS, sums[1:], strict=False), 1):
        other = to.vector(f"{name}{column}", 11)
        to.add(f"vmov {other.x}, {total}")
        chosen = to.vector(f"{name}_{column}", 10)
        to.add(f"vsel.32 {chosen.x}, {found.x}, {other.x}, {mask}")
        found = chosen
    return found

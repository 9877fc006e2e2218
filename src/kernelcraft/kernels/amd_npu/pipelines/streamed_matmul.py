"""GEMM, BatchMatMul and Linear whose right factor passes by in panels, through two buffers.

Every panel meets all rows of the left factor that are there: all of them, or a block of rows that
came before, piece by piece, and was copied beside the one in use. Results stay or leave in pieces.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kernelcraft.kernels.amd_npu.pipelines.blocks import BIAS, BIASED, Blocks, Ending
from kernelcraft.kernels.amd_npu.pipelines.tile_step import CONFIG, Block, step
from kernelcraft.kernels.amd_npu.pipelines.walk import RESULT, TILE, Shape, Walk, assigned
from kernelcraft.kernels.amd_npu.schedule import Memory, Writer, core_writer
from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.unwritten import Unwritten
from kernelcraft.platforms.amd_npu.memory_map import NEIGHBOURS
from kernelcraft.platforms.platform import Stream

MOST = 16  # tiles of a block
REGISTERS = 12  # for tiles of factors, and for the bias of each column of tiles
VECTOR = 32  # bytes
HALVES, ALL = "r1", "r2"  # 2: a piece comes in two halves; 4: both buffers
# r3 panels, r4 pieces of the next rows, r5 blocks of rows to come; r11 blocks of tiles in a panel
RIGHT, RIGHTS = "r12", "r13"  # the buffer in use, and the sum of both
RESULTS, NEXT_RESULTS = "r14", "r15"  # where they go; the sum of both buffers, or the way on
PIECE, PIECES = "r18", "r19"  # the buffer of the left factor's next piece, and the sum of both
LEFT, LEFTS = "r20", "r21"  # the rows in use, and the sum of both places
BIASES = "r22"
BIAS_LOADS = {
    (4, "A"): f"vlda {BIAS}, [p3, #0]",
    (4, "B"): f"vldb {BIAS}, [p3, #0]",
    (2, "A"): f"vlda.128 {BIAS}, [p3]",
    (2, "B"): f"vldb.128 {BIAS}, [p3], m3",  # m3 is 0
}
"""By the columns of tiles of a block, and the unit that is not busy with longer sides of it."""


@dataclass(frozen=True)
class Passing:
    """A product of which `right`, and perhaps `left` and `result`, are streamed."""

    cell: Cell
    shape: Shape
    right: Stream
    left: Stream | None
    result: Stream | None

    @property
    def rows(self) -> int:
        """Of the left factor that a panel meets."""
        return self.left.rows if self.left else self.shape.m

    @property
    def blocks(self) -> int:
        """Of rows, that meet all panels."""
        return self.shape.batches * self.shape.m // self.rows

    @property
    def panels(self) -> int:
        """Of one right factor."""
        return self.shape.n // self.right.columns

    @property
    def pieces(self) -> int:
        """In which the left factor's rows come."""
        return self.rows * self.shape.k * 2 // self.left.piece if self.left else 1

    @property
    def line(self) -> int:
        """Bytes of a row of tiles of the results, where they lie."""
        return (self.result.columns if self.result else self.shape.n) // 4 * RESULT

    def walk(self) -> Walk:
        """Down a panel's rows; raises Unwritten where no block of tiles fits."""
        columns = self.right.columns // 4
        registers = REGISTERS - columns * (2 if self.shape.biased else 1)
        most = min(MOST // columns, registers)
        rows = next(each for each in range(most, 0, -1) if self.rows // 4 % each == 0)
        steps, block = self.shape.k // 8, Block(rows, columns)
        return Walk(
            block, steps, 1, rows * steps * TILE, columns * TILE, 0, self.line, rows * self.line
        )

    def code(self, walk: Walk) -> Blocks:
        """Of all blocks of tiles of a panel."""
        bias = ""
        if self.shape.biased:
            unit = "A" if walk.block.rows <= walk.block.columns else "B"
            bias = BIAS_LOADS.get((walk.block.columns, unit), "")
        if self.shape.biased and not bias:
            raise Unwritten(f"{self.cell.name}: panels have 8 or 16 columns where there is a bias")
        found = step(walk.block, BIASED) if bias else step(walk.block)
        code = Blocks(found, walk.stores(), bias)
        if walk.steps < code.outside:
            raise Unwritten(f"{self.cell.name}: the sum over K is too short")
        return replace(code, looped=walk.steps > code.outside)


def streamed(cell: Cell, shape: Shape) -> str:
    """The kernel; raises Unwritten for sizes that it does not cover."""
    names = [each.name for each in cell.inputs]
    find = cell.memory_map.stream
    right = find(names[1])
    if right is None:
        raise Unwritten(f"{cell.name}: the right factor is not streamed")
    passing = Passing(cell, shape, right, find(names[0]), find("output"))
    walk = passing.walk()
    code = passing.code(walk)
    writer = core_writer(Memory(apart=("p5", "p6"), banks={"p5": "piece", "p6": "rows"}))
    writer.straight("".join(_set_up(passing, walk, code)))
    if passing.left is not None:
        _copy(writer, passing.left, ".Lfill")
        writer.straight("add r4, r4, #-1\njnz r4, #.Lfill")
    writer.straight("".join(_next_rows(passing)), label=".Lrows")
    writer.straight(f"movxm r3, #{passing.panels // passing.pieces}", label=".Lgroup")
    code.write(writer, _before(passing, code), _ending(passing, walk), ".Lpanel")
    if passing.left is not None:
        writer.straight("jz r5, #.Llast")
        _copy(writer, passing.left, ".Lnext")
        writer.straight("add r4, r4, #-1\njnz r4, #.Lgroup", label=".Llast")
        writer.straight(
            f"sub {LEFT}, {LEFTS}, {LEFT}\nmov r6, r5\nadd r5, r5, #-1\njnz r6, #.Lrows"
        )
    if passing.result is not None:
        writer.straight(f"acq #{passing.result.free}, {ALL}")
    writer.finish()
    return writer.kernel()


def _set_up(passing: Passing, walk: Walk, code: Blocks) -> Iterator[str]:
    """All that stays, and the first buffers."""
    shape, cell = passing.shape, passing.cell
    yield _buffers(passing.right, RIGHT, RIGHTS)
    if passing.result is not None:
        yield _buffers(passing.result, RESULTS, NEXT_RESULTS)
    else:
        yield f"lda {RESULTS}, [p0, #{4 * len(cell.inputs)}]\n"
        yield assigned({NEXT_RESULTS: walk.block.columns * RESULT})
    if passing.left is not None:
        yield _buffers(passing.left, PIECE, PIECES)
        first, second = _places(passing)
        yield assigned({LEFT: first, LEFTS: first + second, "p6": first, "r4": passing.pieces})
    else:
        yield f"lda {LEFT}, [p0, #0]\n"
    if shape.biased:
        yield f"lda {BIASES}, [p0, #8]\n"
    yield assigned({**walk.left(), **walk.right(), **walk.product()})
    counts = {
        "r5": passing.blocks - 1,
        "r10": walk.steps - code.outside,
        "r11": passing.rows // 4 // walk.block.rows - 1,
    }
    yield assigned({CONFIG: 28, HALVES: 2, ALL: 4, "m3": 0, "crRnd": 12, **counts})


def _buffers(stream: Stream, current: str, both: str) -> str:
    """The first buffer, and the sum of the two."""
    ping, pong = stream.arguments
    return (
        f"lda {current}, [p0, #{ping}]\nlda {both}, [p0, #{pong}]\nadd {both}, {both}, {current}\n"
    )


def _places(passing: Passing) -> tuple[int, int]:
    """Two places for rows of the left factor in memory that is free; raises Unwritten."""
    size = passing.rows * passing.shape.k * 2
    for free in passing.cell.memory_map.scratch:
        if NEIGHBOURS.start <= free.start and free.end <= NEIGHBOURS.end and free.size >= 2 * size:
            return free.start, free.start + size
    raise Unwritten(f"{passing.cell.name}: there is no room for two blocks of rows")


def _next_rows(passing: Passing) -> Iterator[str]:
    """All panels again, for other rows."""
    if passing.left is not None:
        yield f"sub r16, {LEFTS}, {LEFT}\nmov p6, r16\n"
    if passing.shape.biased:
        yield f"mov p3, {BIASES}\n"
    yield f"movxm r4, #{passing.pieces}\n"


def _before(passing: Passing, code: Blocks) -> str:
    """A panel is there, and where its results go is free."""
    text = f"acq #{passing.right.full}, {HALVES}\nmov p1, {LEFT}\nmov p2, {RIGHT}\n"
    if passing.shape.biased:
        text += code.bias + "\n"
    if passing.result is not None:
        text += f"acq #{passing.result.free}, {HALVES}\n"
    return text + f"mov r9, r11\nmov p4, {RESULTS}\n"


def _ending(passing: Passing, walk: Walk) -> Ending:
    """The panel's buffer is free, its results can go, and the next one is used."""
    on = f"add {RESULTS}, {RESULTS}, {NEXT_RESULTS}"
    sent = ""
    if passing.result is not None:
        on = f"sub {RESULTS}, {NEXT_RESULTS}, {RESULTS}"
        sent = f"rel #{passing.result.full}, {HALVES}"
    counting = [f"sub {RIGHT}, {RIGHTS}, {RIGHT}", on, "add r3, r3, #-1"]
    if passing.shape.biased:
        counting.append(f"padda [p3], #{walk.block.columns * 8}")
    loaded = f"rel #{passing.right.free}, {HALVES}"
    return Ending(loaded, tuple(counting), sent, "jnz r3, #.Lpanel")


def _copy(writer: Writer, left: Stream, label: str) -> None:
    """The next piece of rows, to p6."""
    writer.straight(f"acq #{left.full}, {HALVES}\nmov p5, {PIECE}", label=label)
    writer.loop(
        f"vlda %vector, [p5], #{VECTOR}\nvst %vector, [p6], #{VECTOR}",
        left.piece // VECTOR,
        {"vector": "w"},
    )
    writer.straight(f"rel #{left.free}, {HALVES}\nsub {PIECE}, {PIECES}, {PIECE}")

"""GEMM, BatchMatMul and Linear whose right factor passes by in panels, through two buffers.

Every panel meets all rows of the left factor that are there: a block of rows, or all, that came
before, piece by piece, and was copied beside the one in use. Results leave in pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import Stream
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.amd_npu.kernels.fifos import acquired, arrived, released
from kernelcraft.platforms.amd_npu.kernels.pipelines.assigned import assigned
from kernelcraft.platforms.amd_npu.kernels.pipelines.blocks import Ending
from kernelcraft.platforms.amd_npu.kernels.pipelines.panels import Passing, Strip
from kernelcraft.platforms.amd_npu.kernels.pipelines.tile_step import CONFIG
from kernelcraft.platforms.amd_npu.kernels.schedule import Memory, Writer, core_writer
from kernelcraft.platforms.amd_npu.kernels.tiles import TILE, Shape
from kernelcraft.platforms.amd_npu.machine.memory_map import NEIGHBOURS

VECTOR = 32  # bytes
ONE = "r1"  # a buffer
# r3 panels, r4 pieces of the next rows, r5 blocks of rows to come; r11 blocks of tiles in a panel
RIGHT, RIGHTS = "r12", "r13"  # the buffer in use, and the sum of both
RESULTS, NEXT_RESULTS = "r14", "r15"  # where they go; the sum of both buffers, or the way on
PIECE, PIECES = "r18", "r19"  # the buffer of the left factor's next piece, and the sum of both
LEFT, LEFTS = "r20", "r21"  # the rows in use, and the sum of both places
BIASES = "r22"


def streamed(cell: Cell, shape: Shape) -> str:
    """The kernel; raises Unwritten for sizes that it does not cover."""
    names = [each.name for each in cell.inputs]
    find = cell.memory_map.stream
    left, right, result = find(names[0]), find(names[1]), find("output")
    assert left is not None
    assert right is not None
    assert result is not None
    passing = Passing(cell, shape, right, left, result)
    strips = passing.strips()
    writer = core_writer(Memory(apart=("p5", "p6"), banks={"p5": "piece", "p6": "rows"}))
    writer.straight("".join(_set_up(passing, strips)))
    again = f"movxm r3, #{passing.panels // passing.groups}\nadd r4, r4, #-1\njnz r4, #.Lpanel"
    _copy(writer, passing.left, ".Lfill", "add r4, r4, #-1\njnz r4, #.Lfill")
    writer.straight("".join(_next_rows(passing)), label=".Lrows")
    for strip in strips:
        ending = _ending(passing) if strip == strips[-1] else Ending()
        label = ".Lpanel" if strip == strips[0] else None
        strip.code.write(writer, _before(passing, strip, alone=len(strips) == 1), ending, label)
    writer.straight("jz r5, #.Llast")
    _copy(writer, passing.left, ".Lnext", again)
    writer.straight(f"sub {LEFT}, {LEFTS}, {LEFT}\nadd r5, r5, #-1\nj #.Lrows")
    writer.straight(again, label=".Llast")
    writer.finish()
    return writer.kernel()


def _set_up(passing: Passing, strips: Sequence[Strip]) -> Iterator[str]:
    """All that stays, and the first buffers."""
    shape, cell = passing.shape, passing.cell
    yield _buffers(passing.right, RIGHT, RIGHTS)
    yield _buffers(passing.result, RESULTS, NEXT_RESULTS)
    yield _buffers(passing.left, PIECE, PIECES)
    first, second = _places(passing)
    yield assigned({LEFT: first, LEFTS: first + second, "p6": first, "r4": passing.pieces})
    yield arrived(cell)
    if shape.biased:
        yield f"lda {BIASES}, [p0, #8]\n"
    counts = {"r5": passing.blocks - 1, CONFIG: 28, ONE: 1, "m3": 0, "crRnd": 12}
    yield assigned(counts | (_walked(strips[0]) if len(strips) == 1 else {}))


def _walked(strip: Strip) -> dict[str, int]:
    """What a strip needs besides pointers, which it leaves as it was but for lc."""
    walk, code = strip.walk, strip.code
    iterations = walk.steps - code.outside
    counts = {"lc": iterations, "r10": iterations, "r11": strip.down - 1}
    return {**counts, **walk.left(), **walk.right(), **walk.product()}


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
        near = NEIGHBOURS.start <= free.start and free.end <= NEIGHBOURS.end
        if near and free.size >= min(passing.blocks, 2) * size:
            return free.start, free.start + size
    raise Unwritten(f"{passing.cell.name}: there is no room for two blocks of rows")


def _next_rows(passing: Passing) -> Iterator[str]:
    """All panels again, for other rows."""
    yield f"sub r16, {LEFTS}, {LEFT}\nmov p6, r16\n"
    if passing.shape.biased:
        yield f"mov p3, {BIASES}\n"
    yield f"movxm r3, #{passing.panels // passing.groups}\nmovxm r4, #{passing.groups}\n"


def _before(passing: Passing, strip: Strip, *, alone: bool) -> str:
    """A panel is there, and where its results go is free."""
    text = ""
    if not strip.row:
        text += acquired(passing.right.full, ONE)
    text += _pointer("p1", LEFT, strip.row * strip.walk.steps * TILE) + f"mov p2, {RIGHT}\n"
    if strip.code.bias:
        text += strip.code.bias + "\n"
    text += "mov lc, r10\n" if alone else assigned(_walked(strip))
    if not strip.row:
        text += acquired(passing.result.free, ONE)
    return text + "mov r9, r11\n" + _pointer("p4", RESULTS, strip.row * strip.walk.line)


def _pointer(pointer: str, register: str, offset: int) -> str:
    """A pointer some bytes after where a register points to."""
    if not offset:
        return f"mov {pointer}, {register}\n"
    return f"movxm r16, #{offset}\nadd r16, r16, {register}\nmov {pointer}, r16\n"


def _ending(passing: Passing) -> Ending:
    """The panel's buffer is free, its results can go, and the next one is used."""
    on = f"sub {RESULTS}, {NEXT_RESULTS}, {RESULTS}"
    sent = released(passing.result.full, ONE).splitlines()
    counting = [f"sub {RIGHT}, {RIGHTS}, {RIGHT}", on, "add r3, r3, #-1"]
    if passing.shape.biased:
        counting.append(f"padda [p3], #{passing.columns * 8}")
    loaded = released(passing.right.free, ONE).splitlines()
    return Ending(loaded, tuple(counting), sent, "jnz r3, #.Lpanel")


def _copy(writer: Writer, left: Stream, label: str, following: str) -> None:
    """The next piece of rows, to p6; then the text that follows."""
    writer.straight(acquired(left.full, ONE) + f"mov p5, {PIECE}", label=label)
    writer.loop(
        f"vlda %vector, [p5], #{VECTOR}\nvst %vector, [p6], #{VECTOR}",
        left.piece // VECTOR,
        {"vector": "w"},
    )
    writer.straight(released(left.free, ONE) + f"sub {PIECE}, {PIECES}, {PIECE}\n{following}")

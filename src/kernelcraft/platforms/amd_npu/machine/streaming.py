"""The fixed plan of a cell whose operands do not all fit around an AIE2 core: what comes when.

A right factor comes in panels of whole columns, which pass the left factor once. Of that comes a
block of rows, piece by piece, between the panels before it, to be copied to where the neighbours'
memory is free: all of it if there is room, else two blocks. Of a matrix that is multiplied by a
vector come four rows at a time. What is small and used throughout comes at once, to the north's
memory. `column_plan` has the descriptors of all that.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from kernelcraft.cells.protocol import Spill, Stream, Tensor, Transfer
from kernelcraft.platforms.amd_npu.machine.layouts import TILES, Panel
from kernelcraft.platforms.amd_npu.machine.plan import LOCKS

ELEMENT: Final = 2  # bytes of a bfloat16
BANK: Final = 16 * 1024
SHIFT, SHIFTS = 64, 16
MOST_SHIFT: Final = SHIFT * (SHIFTS - 1)
WIDE: Final = (0x74000, 0x78000)  # buffers of the factor that is larger: a bank each
NARROW: Final = (0x7C000, 0x7D000)  # of the other factor
RESULTS: Final = (0x7E000, 0x7F000)
USUAL: Final = 8 * 1024  # bytes of a piece of the larger factor; a whole bank at most
QUARTER: Final = 4 * 1024
MOST_RESULTS: Final = QUARTER - MOST_SHIFT
COLUMNS: Final = ((16, USUAL), (8, USUAL), (8, BANK), (4, USUAL), (4, BANK))
"""How wide a panel can be, and how many bytes it may have then; the first that fits."""
DEPTH: Final = 2  # buffers
HALVES: Final = 2  # of a piece, one a channel
PIECE_STEP: Final = 64  # bytes: each half is a whole number of vectors
WORD: Final = 4  # bytes of an address in the argument block
NORTH_LOCKS, OWN_LOCKS = LOCKS["north"][0], LOCKS["core"][0]
WHOLE_START: Final = 0x64000  # the last two banks of the north's memory that are free
WHOLE_BYTES: Final = 0x6C000 - WHOLE_START
COPIES_START, COPIES_END = 0x40000, WHOLE_START  # where the left factor is copied to


@dataclass(frozen=True)
class Flow:
    """A tensor that is streamed: its panels, the bytes of a piece, the buffers."""

    tensor: Tensor
    inbound: bool
    panel: Panel
    piece: int
    buffers: tuple[int, int]


@dataclass(frozen=True)
class Scheme:
    """What comes and goes in pieces and in which order, and what does so at once, as `whole`.

    The neighbours' memory is free for a kernel from `COPIES_START` to `free`. What it has no room
    for may go to a `spill` in the memory tile.
    """

    flows: tuple[Flow, ...]
    plan: tuple[Transfer, ...]
    whole: tuple[Tensor, ...]
    free: int = COPIES_END
    spill: Spill | None = None


def bytes_of(tensor: Tensor) -> int:
    """Of all its elements."""
    return math.prod(tensor.shape) * ELEMENT


def banks(size: int) -> int:
    """The bytes of the banks that this many bytes reach into, wherever they are moved."""
    return -(-(size + MOST_SHIFT) // BANK) * BANK


def scheme(inputs: Sequence[Tensor], output: Tensor) -> Scheme | None:
    """How the tensors are streamed, if they can be."""
    lefts = [each for each in inputs if each.part == "left"]
    rights = [each for each in inputs if each.part == "right"]
    others = tuple(each for each in inputs if each.part is None)
    if len(lefts) != 1 or len(rights) > 1 or any(_uneven(each) for each in (*lefts, *rights)):
        return None
    found = _product(lefts[0], rights[0], output, others) if rights else None
    if not rights:
        found = _rows(lefts[0], (*others, output))
    taken = sum(banks(bytes_of(each)) for each in found.whole) if found else 0
    return found if taken <= WHOLE_BYTES else None


def _uneven(tensor: Tensor) -> bool:
    assert tensor.part is not None
    return any(
        size % tile for size, tile in zip(tensor.shape[-2:], TILES[tensor.part], strict=True)
    )


def _rows(left: Tensor, whole: tuple[Tensor, ...]) -> Scheme | None:
    """A matrix times a vector."""
    high, _ = TILES["left"]
    rows, columns = left.shape[-2:]
    piece = high * columns * ELEMENT
    if piece % PIECE_STEP or piece + MOST_SHIFT > BANK or len(left.shape) > 2:
        return None
    flow = Flow(left, True, Panel(high, columns), piece, WIDE)
    return Scheme((flow,), (Transfer(True, 1, 1, left.name, rows // high),), whole)


def _product(
    left: Tensor, right: Tensor, output: Tensor, whole: tuple[Tensor, ...]
) -> Scheme | None:
    """A product of matrices."""
    (rows, depth), columns = left.shape[-2:], right.shape[-1]
    batches = math.prod(left.shape[:-2])
    room = COPIES_END - COPIES_START
    height = rows if batches > 1 or rows * depth * ELEMENT <= room else _height(rows, depth, room)
    blocks = batches * rows // height if height else 0
    if not height or min(blocks, 2) * height * depth * ELEMENT > room:
        return None
    width = _width(depth, columns, height)
    if not width:
        return None
    panels = columns // width
    count = _pieces(height * depth * ELEMENT, panels if blocks > 1 else 0)
    if not count:
        return None
    wide = Flow(right, True, Panel(depth, width), depth * width * ELEMENT, WIDE)
    narrow = Flow(left, True, Panel(height, depth), height * depth * ELEMENT // count, NARROW)
    leaving = Flow(output, False, Panel(height, width), height * width * ELEMENT, RESULTS)
    turns = (blocks - 1) * count
    plan = (
        Transfer(True, 1, 1, left.name, count),
        Transfer(True, 2, turns, right.name, panels // count),
        Transfer(True, 2, turns, left.name, 1),
        Transfer(True, 3, 1, right.name, panels),
        Transfer(False, 1, 1, output.name, blocks * panels),
    )
    rows_of_plan = tuple(each for each in plan if each.times)
    return Scheme((narrow, wide, leaving), rows_of_plan, whole)


def _height(rows: int, depth: int, room: int) -> int:
    """The most rows of which two blocks fit; 0 if there are none."""
    high, _ = TILES["left"]
    fitting = (
        height
        for height in range(rows // 2, 0, -1)
        if rows % height == 0 and height % high == 0 and 2 * height * depth * ELEMENT <= room
    )
    return next(fitting, 0)


def _width(depth: int, columns: int, height: int) -> int:
    """The columns of a panel, of which this many rows of results leave; 0 if no number fits."""
    return next(
        (
            width
            for width, most in COLUMNS
            if columns % width == 0
            and depth * width * ELEMENT <= most
            and height * width * ELEMENT <= MOST_RESULTS
            and height * width * ELEMENT % PIECE_STEP == 0
        ),
        0,
    )


def _pieces(size: int, panels: int) -> int:
    """Into how many pieces a block is divided, so that as many panels stand between any two."""
    fitting = (
        count
        for count in range(1, (panels or size // PIECE_STEP) + 1)
        if panels % count == 0
        and size % count == 0
        and size // count <= QUARTER
        and size // count % PIECE_STEP == 0
    )
    return next(fitting, 0)


def streams(found: Scheme, tensors: Sequence[Tensor]) -> tuple[Stream, ...]:
    """The streams, with locks and arguments; `tensors` are all of the cell, in their order.

    Those with the same buffers have the same locks.
    """
    flows = {each.tensor.name: each for each in found.flows}
    names = [each.name for each in tensors]
    passing = [name for name in names if name in flows]
    pairs = list(dict.fromkeys(flows[name].buffers for name in passing))
    made = [
        Stream(
            tensor=flows[name].tensor,
            inbound=flows[name].inbound,
            rows=flows[name].panel.rows,
            columns=flows[name].panel.columns,
            piece=flows[name].piece,
            pieces=bytes_of(flows[name].tensor) // flows[name].piece,
            buffers=flows[name].buffers,
            free=_locks(2 * pairs.index(flows[name].buffers)),
            full=_locks(2 * pairs.index(flows[name].buffers) + 1),
            arguments=(WORD * names.index(name), WORD * (len(names) + number)),
        )
        for number, name in enumerate(passing)
    ]
    at = WHOLE_START
    for number, tensor in enumerate(found.whole):
        size = bytes_of(tensor)
        made.append(
            Stream(
                tensor=tensor,
                inbound=tensor.name != tensors[-1].name,
                rows=1,
                columns=math.prod(tensor.shape),
                piece=size,
                pieces=1,
                buffers=(at,),
                free=(NORTH_LOCKS + 2 * number,),
                full=(NORTH_LOCKS + 2 * number + 1,),
                arguments=(WORD * names.index(tensor.name),),
            )
        )
        at += banks(size)
    return tuple(made)


def _locks(number: int) -> tuple[int, ...]:
    """Of the core's own tile, one for each half of a piece."""
    return tuple(OWN_LOCKS + HALVES * number + half for half in range(HALVES))


def moves(stream: Stream) -> bool:
    """Whether the buffers lie further on when tensors do: if their bank has room for it."""
    return stream.whole or stream.piece + MOST_SHIFT <= BANK


def sequence(plan: Sequence[Transfer], *, inbound: bool) -> Iterator[str]:
    """The tensors whose next piece is moved, in order."""
    rows = [each for each in plan if each.inbound == inbound]
    for number in dict.fromkeys(each.round for each in rows):
        together = [each for each in rows if each.round == number]
        for _ in range(together[0].times):
            for each in together:
                yield from [each.tensor] * each.pieces

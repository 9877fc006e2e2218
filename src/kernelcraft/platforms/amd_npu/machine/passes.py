"""The fixed plan of a cell that takes rows block by block, pass after pass: its weights as panels.

The rows of a block come first, then the panels of the weights in the order of their use; those that
are used side by side come in turn. All weights share two buffers, so a panel of each has as many
bytes. A pass that follows another on all rows at once does not need them again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from kernelcraft.cells.protocol import Spill, Tensor, Transfer
from kernelcraft.platforms.amd_npu.machine.layouts import Panel
from kernelcraft.platforms.amd_npu.machine.streaming import (
    BANK,
    COPIES_END,
    COPIES_START,
    ELEMENT,
    MOST_RESULTS,
    NARROW,
    NORTH_LOCKS,
    PIECE_STEP,
    QUARTER,
    RESULTS,
    WHOLE_BYTES,
    WIDE,
    Flow,
    Scheme,
)

ROOM = COPIES_END - COPIES_START + WHOLE_BYTES
RESERVE = BANK  # for the results of a panel
HIGH = 8  # rows of a block are a multiple
PANELS = (16 * 1024, 8 * 1024, 4 * 1024, 2 * 1024)  # bytes
LEAST, MOST = 8, 32  # columns of a panel

Group = tuple[Tensor, ...]


@dataclass(frozen=True)
class Pass:
    """The rows that come in a block, if they do, and the weights that they meet, group by group."""

    left: Tensor | None
    groups: tuple[Group, ...]

    def kept(self) -> int:
        """Elements of a row that the next pass needs: keys and values, made side by side."""
        last = self.groups[-1]
        return sum(each.shape[1] for each in last) if len(last) > 1 else 0

    def live(self) -> int:
        """Elements of a row that lie in memory at once, but for the last results."""
        first = self.groups[0][0].shape[0]
        return first + sum(group[0].shape[1] for group in self.groups[:-1])


def passes(inputs: Sequence[Tensor]) -> tuple[Pass, ...]:
    """What the tensors say of their uses."""
    uses = sorted(
        ((use, order) for order, each in enumerate(inputs) for use in each.uses),
        key=lambda pair: pair[0],
    )
    found = []
    for _, together in groupby(uses, key=lambda pair: pair[0][0]):
        groups = [
            tuple(inputs[order] for _, order in group)
            for _, group in groupby(together, key=lambda pair: pair[0][1])
        ]
        passing = groups[0][0].part != "right"
        found.append(Pass(groups[0][0] if passing else None, tuple(groups[passing:])))
    return tuple(found)


def needed(inputs: Sequence[Tensor]) -> int:
    """Bytes between the steps with whole weights, for all rows at once."""
    rows = inputs[0].shape[0]
    reserve = rows * max(each.shape[-1] for each in inputs) * ELEMENT
    parts = range(len(passes(inputs)))
    return max(_bytes(inputs, number, rows, rows, reserve) for number in parts)


def heights(inputs: Sequence[Tensor]) -> tuple[int, ...] | None:
    """The rows of a block in each pass, the most that fit; None if there is no room at all."""
    found = _heights(inputs, spill=False)
    return _heights(inputs, spill=True) if found is None and _added(inputs) else found


def spilled(inputs: Sequence[Tensor]) -> bool:
    """Whether rows to which results are added have no room, but for a block of them."""
    return _added(inputs) and _heights(inputs, spill=False) is None


def _heights(inputs: Sequence[Tensor], *, spill: bool) -> tuple[int, ...] | None:
    """All passes but the last have blocks of one height, and without sums the last one, too.

    What spills comes back in whole blocks of the other passes.
    """
    *parts, last = (_height(inputs, number, spill) for number in range(len(passes(inputs))))
    high = min(parts, default=last)
    if not _added(inputs):
        high = last = min(high, last)
    even = high and last and not (spill and last % high)
    return (*(high for _ in parts), last) if even else None


def _height(inputs: Sequence[Tensor], number: int, spill: bool) -> int:
    """The most rows of a block that fit; 0 if none do."""
    rows = inputs[0].shape[0]
    room = ROOM - BANK * spill
    fitting = (
        high
        for high in range(rows, 0, -1)
        if rows % high == 0
        and high % HIGH == 0
        and _bytes(inputs, number, high, high if spill else rows) <= room
    )
    return next(fitting, 0)


def _bytes(
    inputs: Sequence[Tensor], number: int, high: int, kept: int, panel: int = RESERVE
) -> int:
    """Bytes between the steps of a pass by blocks of so many rows, and of `panel`'s results.

    Where a pass follows another, rows meet all rows: two matrices of scores lie there, and before
    them the results of a panel. Of rows to which results are added `kept` lie there.
    """
    found, (rows, depth) = passes(inputs), inputs[0].shape
    last = number == len(found) - 1
    stream = kept * depth if _added(inputs) else 0
    keys = rows * sum(each.kept() for each in found[max(number - 1, 0) : number + 1])
    live = found[number].live()
    if last and _added(inputs):
        live += depth
    elif len(found) > 1:
        live += 2 * rows
    alone = last and (_added(inputs) or len(found) == 1)
    return (stream + keys + high * live) * ELEMENT + panel * alone


def _added(inputs: Sequence[Tensor]) -> bool:
    """Whether results are added to the first tensor's rows, which are no factor as they are."""
    return inputs[0].part is None


def scheme(inputs: Sequence[Tensor], output: Tensor) -> Scheme | None:
    """How tensors that say their uses are streamed, if they can be."""
    rights = [each for each in inputs if each.part == "right"]
    lefts = list(dict.fromkeys(each.left for each in passes(inputs) if each.left))
    if len(rights) + len(lefts) < len(inputs) or len({each.shape for each in lefts}) != 1:
        return None
    high = heights(inputs)
    if high is None:
        return None
    for size in PANELS:
        widths = {each.name: size // ELEMENT // each.shape[0] for each in rights}
        last = 0 if _added(inputs) else widths[rights[-1].name]
        if all(_even(each, widths[each.name], size) for each in rights) and (
            high[-1] * last * ELEMENT <= MOST_RESULTS
        ):
            return _streamed(inputs, output, size, high)
    return None


def _even(right: Tensor, width: int, size: int) -> bool:
    """Whether panels of this width divide the weight."""
    depth, columns = right.shape
    fits = width * depth * ELEMENT == size and columns % width == 0
    return fits and width % LEAST == 0 and width <= MOST


def _streamed(
    inputs: Sequence[Tensor], output: Tensor, size: int, high: tuple[int, ...]
) -> Scheme | None:
    found, (rows, depth) = passes(inputs), inputs[0].shape
    piece = _piece(min(high) * depth * ELEMENT, QUARTER)
    leaving = _piece(high[-1] * depth * ELEMENT, MOST_RESULTS)
    if not piece or not leaving:
        return None
    lefts = dict.fromkeys(each.left for each in found if each.left)
    flows = [Flow(each, True, Panel(min(high), depth), piece, NARROW) for each in lefts]
    rights = dict.fromkeys(each for one in found for group in one.groups for each in group)
    for each in rights:
        width = size // ELEMENT // each.shape[0]
        flows.append(Flow(each, True, Panel(each.shape[0], width), size, WIDE))
    panel = Panel(high[-1], depth if _added(inputs) else flows[-1].panel.columns)
    size = leaving if _added(inputs) else high[-1] * panel.columns * ELEMENT
    flows.append(Flow(output, False, panel, size, RESULTS))
    count = rows * output.shape[1] * ELEMENT // size
    plan = [*_rounds(found, high, {each.tensor.name: each for each in flows}, rows)]
    plan.append(Transfer(False, 1, 1, output.name, count))
    end = COPIES_START + ROOM
    if not spilled(inputs):
        return Scheme(tuple(flows), tuple(plan), (), free=end)
    block = high[0] * depth * ELEMENT
    end -= -(-block // BANK) * BANK
    spill = Spill(end, block, rows // high[0], *range(NORTH_LOCKS, NORTH_LOCKS + 4))
    return Scheme(tuple(flows), tuple(plan), (), free=end, spill=spill)


def _piece(size: int, most: int) -> int:
    """Bytes of a piece of a block: the most that a buffer takes."""
    fitting = (size // count for count in range(1, size + 1) if size % count == 0)
    return next((each for each in fitting if each <= most and each % PIECE_STEP == 0), 0)


def _rounds(
    found: Sequence[Pass], heights: Sequence[int], flows: dict[str, Flow], rows: int
) -> Iterator[Transfer]:
    """What comes, in order."""
    number = 0
    there: Tensor | None = None
    for each, high in zip(found, heights, strict=True):
        first = [] if each.left in (None, there) else [each.left]
        there = each.left if high == rows else None
        parts = [[(left, _pieces(left, flows, high))] for left in first]
        turns = [1] * len(parts)
        for group in each.groups:
            counts = {right.shape[1] // flows[right.name].panel.columns for right in group}
            assert len(counts) == 1
            together = len(group) > 1
            parts.append([(right, 1 if together else max(counts)) for right in group])
            turns.append(max(counts) if together else 1)
        blocks = rows // high
        if set(turns) == {1}:
            number += 1
            for part in parts:
                for tensor, pieces in part:
                    yield Transfer(True, number, blocks, tensor.name, pieces)
            continue
        for _ in range(blocks):
            for part, times in zip(parts, turns, strict=True):
                number += 1
                for tensor, pieces in part:
                    yield Transfer(True, number, times, tensor.name, pieces)


def _pieces(left: Tensor, flows: dict[str, Flow], high: int) -> int:
    return high * left.shape[1] * ELEMENT // flows[left.name].piece

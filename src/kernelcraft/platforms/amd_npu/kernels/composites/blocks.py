"""How a composite goes through its operands: blocks of rows that come, weights panel by panel.

Where operands are in memory there is one block, and one panel of each weight: all of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import Stream
from kernelcraft.platforms.amd_npu.kernels.calls import (
    Add,
    Address,
    Call,
    Give,
    Loop,
    Operand,
    Scratch,
    Set,
    Step,
    Swap,
    Take,
    Word,
)
from kernelcraft.platforms.amd_npu.kernels.composites.library import Library, Texts, copied
from kernelcraft.platforms.amd_npu.machine.passes import heights
from kernelcraft.platforms.amd_npu.machine.streaming import ELEMENT, WORD

Steps = Iterator[Step]
PANEL, OTHER = Word("panel"), Word("other panel")
PIECE, OTHER_PIECE = Word("piece"), Word("other piece")
FROM = Word("from")
RESULT, OTHER_RESULT = Word("result"), Word("other result")


@dataclass(frozen=True)
class Weight:
    """A right factor: its rows, its columns, and those of a panel."""

    stream: Stream | None
    place: Address
    depth: int
    columns: int
    width: int

    @property
    def panels(self) -> int:
        """How many there are."""
        return self.columns // self.width


class Blocks:
    """A cell's operands, and the kernels for it."""

    def __init__(self, cell: Cell, library: Library) -> None:
        self.cell, self.texts = cell, Texts(cell.platform, library)
        self.scratch = Scratch(cell)
        self.places: dict[str, int] = {}  # where blocks of rows lie
        self.rows = cell.inputs[0].shape[0]
        self.out = cell.memory_map.stream("output")
        found = heights(cell.inputs) if self.out else None
        self.high = found[0] if found else self.rows

    def by(self, high: int, scratch: Scratch) -> Blocks:
        """The same by other blocks of rows, with other room."""
        found = copy(self)
        found.high, found.scratch, found.places = high, scratch, {}
        return found

    @property
    def count(self) -> int:
        """Blocks of rows."""
        return self.rows // self.high

    def weight(self, name: str) -> Weight:
        """A weight by name."""
        placement = self.cell.memory_map.input(name)
        depth, columns = placement.tensor.shape
        stream = self.cell.memory_map.stream(name)
        if stream:
            return Weight(stream, PANEL, depth, columns, stream.columns)
        return Weight(None, self.operand(name), depth, columns, columns)

    def operand(self, name: str) -> Operand:
        """Where an operand that is in memory begins."""
        names = [each.name for each in (*self.cell.inputs, self.cell.output)]
        return Operand(names.index(name))

    def begin(self) -> Steps:
        """The first buffers."""
        pairs = {"output": (RESULT, OTHER_RESULT)}
        for each in self.cell.memory_map.streams:
            pair = (PANEL, OTHER) if each.tensor.part == "right" else (PIECE, OTHER_PIECE)
            pairs[each.tensor.name] = pairs.get(each.tensor.name, pair)
        done: set[Word] = set()
        for each in self.cell.memory_map.streams:
            for word, at in zip(pairs[each.tensor.name], each.arguments, strict=True):
                if word not in done:
                    done.add(word)
                    yield Set(word, Operand(at // WORD))

    def block(self, name: str) -> tuple[Address, list[Step]]:
        """Where the next block of rows lies, and the steps that bring it there."""
        if self.cell.memory_map.stream(name) is None:
            return self.operand(name), []
        if name not in self.places:
            size = self.high * self.cell.memory_map.input(name).tensor.shape[1] * ELEMENT
            self.places[name] = self.scratch.take(size)
        place, to = self.places[name], Word(f"to {name}")
        return place, [Set(to, place), *self.arriving(name, to)]

    def arriving(self, name: str, to: Word) -> Steps:
        """The next block of rows comes; the word is behind it then."""
        stream = self.cell.memory_map.stream(name)
        assert stream is not None
        size = self.high * stream.tensor.shape[1] * ELEMENT
        piece: tuple[Step, ...] = (
            Take(stream.full),
            Call(copied(stream.piece), (PIECE, to)),
            Give(stream.free),
            Swap(PIECE, OTHER_PIECE),
            Add(to, stream.piece),
        )
        yield Loop(size // stream.piece, piece)

    def leaving(self, place: int) -> Steps:
        """A block of results goes, row by row."""
        assert self.out is not None
        size = self.high * self.out.tensor.shape[1] * ELEMENT
        piece: tuple[Step, ...] = (
            Take(self.out.free),
            Call(copied(self.out.piece), (FROM, RESULT)),
            Give(self.out.full),
            Swap(RESULT, OTHER_RESULT),
            Add(FROM, self.out.piece),
        )
        yield Set(FROM, place)
        yield Loop(size // self.out.piece, piece)

    def product(self, left: Address, weight: Weight, to: Address) -> Steps:
        """The block of rows times the next panel."""
        if weight.stream:
            yield Take(weight.stream.full)
        text = self.texts.product(self.high, weight.depth, weight.width)
        yield Call(text, (left, weight.place, to))
        if weight.stream:
            yield Give(weight.stream.free)
            yield Swap(PANEL, OTHER)

    def results(self, left: Address, weight: Weight) -> Steps:
        """The block of rows times all panels of the last weight: the output."""
        if self.out is None:
            yield from self.product(left, weight, self.operand("output"))
            return
        steps: Sequence[Step] = (
            Take(self.out.free),
            *self.product(left, weight, RESULT),
            Give(self.out.full),
            Swap(RESULT, OTHER_RESULT),
        )
        yield Loop(weight.panels, tuple(steps))

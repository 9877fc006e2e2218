"""Blocks of decoders like LLaMA's and T5's: rows to which attentions and a perceptron are added.

All rows stay in memory from the first attention on, or are spilled block by block. A block of them
is normalised, brought into tiles, and what a part makes of it is added to it.
"""

from __future__ import annotations

from collections.abc import Sequence

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.amd_npu.kernels.calls import (
    Add,
    Address,
    Call,
    Give,
    Loop,
    Set,
    Step,
    Take,
    Word,
)
from kernelcraft.platforms.amd_npu.kernels.composites.attention import padding
from kernelcraft.platforms.amd_npu.kernels.composites.blocks import Blocks, Steps
from kernelcraft.platforms.amd_npu.kernels.composites.heads import Heads
from kernelcraft.platforms.amd_npu.kernels.composites.library import Library, copied
from kernelcraft.platforms.amd_npu.kernels.composites.perceptron import hidden_layer
from kernelcraft.platforms.amd_npu.kernels.in_a_row import composed
from kernelcraft.platforms.amd_npu.machine.passes import heights
from kernelcraft.platforms.amd_npu.machine.streaming import ELEMENT

ROWS, ARRIVED, PART = Word("rows"), Word("rows that came"), Word("to a part of rows")
TILES, SUM, PRODUCT = Word("to tiles"), Word("to sum"), Word("to product")
Names = tuple[str, str, str, str]
SELF: Names = ("wq", "wk", "wv", "wo")
CROSS: Names = ("cq", "ck", "cv", "co")


def llama(cell: Cell, library: Library) -> str:
    """The kernel of a block like LLaMA's."""
    decoder = _Decoder(cell, library)
    steps = (*decoder.self_attention(), *decoder.perceptron(("w_gate", "w_up"), "w_down"))
    return composed([*decoder.blocks.begin(), *steps], together=library.pipelined)


def t5(cell: Cell, library: Library) -> str:
    """The kernel of a block like T5's."""
    decoder = _Decoder(cell, library)
    steps = (
        *decoder.self_attention(),
        *decoder.cross_attention(),
        *decoder.perceptron(("w1",), "w2"),
    )
    return composed([*decoder.blocks.begin(), *steps], together=library.pipelined)


class _Decoder:
    def __init__(self, cell: Cell, library: Library) -> None:
        found = heights(cell.inputs)
        if found is None or not cell.memory_map.streamed:
            raise Unwritten(f"{cell.name}: its operands are in memory")
        self.last = found[-1]
        self.blocks = Blocks(cell, library)
        self.texts, self.width = self.blocks.texts, cell.inputs[0].shape[1]
        self.spill = cell.memory_map.spill
        self.scratch = self.blocks.scratch
        if self.spill:
            self.rows = self.spill.buffer
        else:
            self.rows = self.scratch.take(self.blocks.rows * self.width * ELEMENT)

    def self_attention(self) -> Steps:
        """Added to the rows, which come for it."""
        heads = self._heads(SELF)
        come = (Set(ARRIVED, ROWS), *self.blocks.arriving("x", ARRIVED))
        yield from self._start(heads)
        high = self.blocks.high
        steps = (*come, *self._normalised(high, ROWS, heads.q, heads.to), *heads.keys(heads.to))
        yield from self._each(heads.blocks, steps)
        yield from self._attention(heads, SELF[3], come if self.blocks.count > 1 else ())

    def cross_attention(self) -> Steps:
        """Added to the rows; keys and values are those of other rows, which come for it."""
        heads = self._heads(CROSS)
        come = (Set(ARRIVED, heads.to), *self.blocks.arriving("memory", ARRIVED))
        yield from self._start(heads)
        yield Loop(self.blocks.count, (*come, *heads.keys(heads.to)))
        yield from self._attention(heads, CROSS[3], self._came_back())

    def perceptron(self, first: tuple[str, ...], last: str) -> Steps:
        """Added to the rows, which go then."""
        blocks = self.blocks.by(self.last, self.scratch.free())
        size, weight = self._size(blocks), blocks.weight(last)
        hidden = blocks.scratch.take(blocks.high * weight.depth * ELEMENT)
        tiles, other = blocks.scratch.take(size), blocks.scratch.take(size)
        one = blocks.scratch.take(blocks.high * weight.width * ELEMENT)
        high = min(blocks.high, self.blocks.high)  # of parts for which there are texts already
        part = high * self.width * ELEMENT
        count = blocks.high // high
        place = blocks.scratch.take(size) if self.spill else None
        come: Sequence[Step] = ()
        if self.spill:
            come = (*self._came_back(), Call(copied(part), (self.rows, PART)))
        each = (*come, *self._normalised(high, PART, other, TILES), *_on(part, PART, TILES))
        added = (Call(self._sum(high), (PART, SUM, SUM)), *_on(part, PART, SUM))
        start = Set(PART, ROWS if place is None else place)
        steps = (
            start,
            Set(TILES, tiles),
            Loop(count, each),
            *hidden_layer(blocks, tiles, first, hidden),
            *self._product(blocks, hidden, last, one, other),
            start,
            Set(SUM, other),
            Loop(count, added),
            *blocks.leaving(other),
        )
        yield from self._each(blocks, steps)

    def _heads(self, names: Names) -> Heads:
        return Heads(self.blocks.by(self.blocks.high, self.scratch.free()), names[:3])

    def _start(self, heads: Heads) -> Steps:
        yield from padding(self.texts, heads.head, heads.places)
        yield from heads.start()

    def _came_back(self) -> Sequence[Step]:
        """The steps that bring a block of rows back to its buffer, if it was spilled."""
        return (Give((self.spill.ask,)), Take((self.spill.came,))) if self.spill else ()

    def _gone(self) -> Sequence[Step]:
        """The steps that spill a block of rows, if there is no room for all."""
        return (Give((self.spill.send,)), Take((self.spill.sent,))) if self.spill else ()

    def _each(self, blocks: Blocks, steps: Sequence[Step]) -> Steps:
        """The steps for each block of rows; what is spilled has one place for all."""
        yield Set(ROWS, self.rows)
        on = () if self.spill else (Add(ROWS, self._size(blocks)),)
        yield Loop(blocks.count, (*steps, *on))

    def _attention(self, heads: Heads, name: str, come: Sequence[Step]) -> Steps:
        blocks = heads.blocks
        steps = (
            *come,
            *self._normalised(blocks.high, ROWS, heads.q, heads.to),
            *heads.queries(heads.to),
            *heads.results(),
            *self._product(blocks, heads.to, name, heads.places.one, heads.q),
            Call(self._sum(blocks.high), (ROWS, heads.q, ROWS)),
            *self._gone(),
        )
        yield from self._each(blocks, steps)

    def _normalised(self, high: int, rows: Word, between: int, to: Address) -> Steps:
        """Some rows, normalised and in tiles."""
        yield Call(self.texts.rms_norm(high, self.width), (rows, between))
        yield Call(self.texts.retiled("rows_to_a", high, self.width), (between, to))

    def _size(self, blocks: Blocks) -> int:
        """Bytes of a block of rows."""
        return blocks.high * self.width * ELEMENT

    def _sum(self, high: int) -> str:
        """Of two times so many rows."""
        return self.texts.elementwise("add", high * self.width)

    def _product(self, blocks: Blocks, left: int, name: str, one: int, to: int) -> Steps:
        """The product with a weight, row by row."""
        weight = blocks.weight(name)
        text = self.texts.retiled("c_to_rows", blocks.high, weight.width, pitch=self.width)
        panel = (
            *blocks.product(left, weight, one),
            Call(text, (one, PRODUCT)),
            Add(PRODUCT, weight.width * ELEMENT),
        )
        yield Set(PRODUCT, to)
        yield Loop(weight.panels, panel)


def _on(size: int, *words: Word) -> Steps:
    """All words go on."""
    for word in words:
        yield Add(word, size)

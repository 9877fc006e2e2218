"""MHA, GQA and MQA: all keys and values first, then, block of rows by block, heads in turn.

Keys lie transposed, as right factors, a head after the other; values lie as right factors, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.calls import (
    Add,
    Address,
    Call,
    Loop,
    Set,
    Step,
    Word,
)
from kernelcraft.platforms.amd_npu.kernels.composites.attention import Head, Places, calls, padding
from kernelcraft.platforms.amd_npu.kernels.composites.blocks import Blocks, Steps, Weight
from kernelcraft.platforms.amd_npu.kernels.composites.library import Library
from kernelcraft.platforms.amd_npu.kernels.in_a_row import composed
from kernelcraft.platforms.amd_npu.kernels.retile import Order
from kernelcraft.platforms.amd_npu.kernels.tiles import RESULT, TILE
from kernelcraft.platforms.amd_npu.machine.streaming import ELEMENT

KEYS, VALUES = Word("keys"), Word("values")
TO_KEYS, TO_VALUES = Word("to keys"), Word("to values")
QUERIES, RESULTS = Word("queries"), Word("results of heads")


def multi_head(cell: Cell, library: Library) -> str:
    """The kernel of MHA, GQA or MQA."""
    blocks = Blocks(cell, library)
    rows, arriving = blocks.block("x")
    heads = Heads(blocks, ("wq", "wk", "wv"), blocks.places.get("x"))
    again = arriving if blocks.count > 1 else ()
    return composed(
        [
            *blocks.begin(),
            *padding(blocks.texts, heads.head, heads.places),
            *heads.start(),
            Loop(blocks.count, (*arriving, *heads.keys(rows))),
            Loop(
                blocks.count,
                (
                    *again,
                    *heads.queries(rows),
                    *heads.results(),
                    *blocks.results(heads.to, blocks.weight("wo")),
                ),
            ),
        ],
        together=library.pipelined,
    )


class Heads:
    """The heads of an attention, and where its keys, values, and queries of a block lie.

    What they make of a block goes `to` a place, or to one of its own.
    """

    def __init__(
        self, blocks: Blocks, weights: tuple[str, str, str], to: int | None = None
    ) -> None:
        self.blocks, self.texts = blocks, blocks.texts
        self.wq, self.wk, self.wv = (blocks.weight(name) for name in weights)
        cell = blocks.cell
        self.count = cell.dims["n_h"]
        self.depth = self.wq.columns // self.count
        self.shared = self.wk.columns // self.depth
        self.matrix = blocks.rows * self.depth * ELEMENT  # keys, or values, of a head
        self.size = blocks.high * self.wq.columns * ELEMENT
        widest = max(each.width for each in (self.wq, self.wk, self.wv))
        least = blocks.high * max(widest, self.depth) * ELEMENT
        kept = self.shared * self.matrix
        new = [self.size] * (to is None)
        for head in self._at_once(cell.constants["inverse_root"]):
            made = head.all_rows * self.depth * ELEMENT
            sizes = Places.sizes(self.texts, head, max(least, made))
            groups = (*sizes, (kept,), (kept,), (self.size,), new)
            if blocks.scratch.has_room(*groups):
                break
        self.head = head
        *places, (self.k,), (self.v,), (self.q,), other = blocks.scratch.several(*groups)
        self.to = other[0] if to is None else to
        self.places = Places.at(places)

    def _at_once(self, scale: float) -> Iterator[Head]:
        """What goes through a step at once, if there is room: all heads, those of a key, or one."""
        high, keys = self.blocks.high, self.blocks.rows
        if self.texts.library.batched:
            group = self.count // self.shared * high
            yield Head(group, keys, self.depth, scale, self.shared)
            yield Head(group, keys, self.depth, scale)
        yield Head(high, keys, self.depth, scale)

    def start(self) -> Steps:
        """Where keys and values of the first block go."""
        yield Set(TO_KEYS, self.k)
        yield Set(TO_VALUES, self.v)

    def keys(self, rows: Address) -> Steps:
        """Keys and values of a block of rows, to all before them."""
        high, across = self.blocks.high, self.blocks.rows // 4
        yield Set(KEYS, TO_KEYS)
        yield Set(VALUES, TO_VALUES)
        columns = min(self.wk.width, self.depth)
        pitch, source = self.depth // 4, self._source(self.wk)
        k = self.texts.retiled("c_to_bt", high, columns, pitch=across, source=source)
        v = self.texts.retiled("c_to_b", high, columns, pitch=pitch, source=source)
        line = pitch * TILE  # of values: from a panel of a head to the next it is less
        panel = [
            *self._panel(rows, self.wk, k, KEYS, columns // 8 * across * TILE),
            *self._panel(rows, self.wv, v, VALUES, columns // 4 * TILE, self.matrix - line),
        ]
        yield from self._all_panels(self.wk, panel, VALUES, self.matrix - line)
        yield Add(TO_KEYS, high // 4 * TILE)
        yield Add(TO_VALUES, high // 8 * line)

    def queries(self, rows: Address) -> Steps:
        """The queries of a block of rows, a head after the other."""
        high, line = self.blocks.high, self.depth // 8 * TILE
        gap = self.size // self.count - line
        heads = self.wq.width // self.depth
        yield Set(QUERIES, self.q)
        if heads > 1 and self.texts.library.batched:
            text = self.texts.retiled("c_to_heads", high, self.depth, heads=heads)
            one = self.places.one
            panel = [*self.blocks.product(rows, self.wq, one), Call(text, (one, QUERIES))]
            on = Add(QUERIES, heads * (line + gap))
            yield Loop(self.wq.panels, (*panel, on))
            return
        columns = min(self.wq.width, self.depth)
        text = self.texts.retiled(
            "c_to_a", high, columns, pitch=self.depth // 8, source=self._source(self.wq)
        )
        steps = self._panel(rows, self.wq, text, QUERIES, columns // 8 * TILE, gap)
        yield from self._all_panels(self.wq, tuple(steps), QUERIES, gap)

    def results(self) -> Steps:
        """What all heads make of a block of rows, side by side as a left factor.

        That is in a place of its own, or where the rows were, which are not needed any more.
        """
        one, line = self.places.one, self.depth // 8 * TILE
        heads = self.head.all_rows // self.blocks.high
        order: Order = "heads_to_a" if heads > 1 else "c_to_a"
        text = self.texts.retiled(
            order, self.blocks.high, self.depth, pitch=self.wq.columns // 8, heads=heads
        )
        together: tuple[Step, ...] = (
            *calls(self.texts, self.head, (QUERIES, KEYS, VALUES, one), self.places),
            Call(text, (one, RESULTS)),
            Add(QUERIES, heads * (self.size // self.count)),
            Add(RESULTS, heads * line),
        )
        for word, place in (
            (QUERIES, self.q),
            (KEYS, self.k),
            (VALUES, self.v),
            (RESULTS, self.to),
        ):
            yield Set(word, place)
        if self.head.batches > 1:
            yield from together
            return
        group = Loop(self.count // self.shared // heads, together)
        yield Loop(self.shared, (group, Add(KEYS, self.matrix), Add(VALUES, self.matrix)))

    def _source(self, weight: Weight) -> int | None:
        """From a row of tiles of a panel's results to the next, if a head has less than that."""
        return weight.width // 4 if weight.width > self.depth else None

    def _panel(
        self, rows: Address, weight: Weight, text: str, to: Word, step: int, gap: int = 0
    ) -> Steps:
        """A panel's results, head by head if it has several: each `step` bytes after the last,
        and `gap` more behind a head."""
        one = self.places.one
        yield from self.blocks.product(rows, weight, one)
        heads = max(1, weight.width // self.depth)
        for number in range(heads):
            yield Call(text, (one + number * self.depth // 4 * RESULT, to))
            yield Add(to, step + (gap if weight.width >= self.depth else 0))

    def _all_panels(self, weight: Weight, panel: Sequence[Step], to: Word, gap: int) -> Steps:
        """All panels of a weight, where several make a head with a gap behind it."""
        if weight.width >= self.depth:
            yield Loop(weight.panels, tuple(panel))
            return
        head = Loop(self.depth // weight.width, tuple(panel))
        yield Loop(weight.columns // self.depth, (head, Add(to, gap)))

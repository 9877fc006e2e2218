"""Attention of heads as calls of kernels: products, orders of elements, and a softmax of rows.

Where scores go through rows, those that are shorter than a softmax takes are followed by numbers so
low that their powers are 0. Scores and powers go to and fro between places in scratch memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.calls import Address, Call, Operand, Scratch
from kernelcraft.platforms.amd_npu.kernels.composites.library import Library, Texts, filled
from kernelcraft.platforms.amd_npu.kernels.in_a_row import composed


@dataclass(frozen=True)
class Head:
    """Some rows of queries, all keys, the elements of each, and what scores are multiplied by.

    Or as many of each, one after the other, in `batches`.
    """

    rows: int
    keys: int
    depth: int
    scale: float
    batches: int = 1

    @property
    def all_rows(self) -> int:
        """Those of all batches."""
        return self.batches * self.rows

    def weights(self, texts: Texts) -> str | None:
        """The softmax of its scores in tiles, or None where they go through rows."""
        return texts.weights(self.all_rows, self.keys, self.scale)


@dataclass(frozen=True)
class Places:
    """Of scores in tiles and powers in rows; of scores in rows; and of powers in tiles."""

    one: int
    rows: int
    tiles: int

    @classmethod
    def of(cls, scratch: Scratch, texts: Texts, head: Head) -> Places:
        """Where there is room."""
        return cls.at(scratch.several(*cls.sizes(texts, head)))

    @classmethod
    def at(cls, addresses: Sequence[Sequence[int]]) -> Places:
        """Places of these sizes; the low numbers that fill rows up stay where they are."""
        (one,), (rows, *more) = addresses
        return cls(one, rows, more[0] if more else rows)

    @staticmethod
    def sizes(texts: Texts, head: Head, least: int = 0) -> tuple[list[int], list[int]]:
        """Bytes of each place, of the first one at least so many; two groups for two banks."""
        if head.weights(texts):
            size = 2 * head.all_rows * head.keys
            return [max(size, least)], [size]
        width = texts.width(head.keys)
        size = 2 * head.all_rows * width
        filled_up = [2 * head.all_rows * head.keys] * (width > head.keys)
        return [max(size, least)], [size, *filled_up]


def attention(cell: Cell, library: Library) -> str:
    """The kernel of an attention whose operands are in memory."""
    s, h = cell.dims["s"], cell.dims["h"]
    texts = Texts(cell.platform, library)
    head = Head(s, s, h, cell.constants["inverse_root"])
    q, k, v, y = (Operand(number) for number in range(4))
    places = Places.of(Scratch(cell), texts, head)
    steps = [*padding(texts, head, places), *calls(texts, head, (q, k, v, y), places)]
    return composed(steps, together=library.pipelined)


def padding(texts: Texts, head: Head, places: Places) -> Iterator[Call]:
    """What makes rows of scores longer, once for all."""
    width = texts.width(head.keys)
    if width > head.keys and not head.weights(texts):
        yield Call(filled(2 * head.all_rows * width), (places.rows,))


def calls(
    texts: Texts, head: Head, operands: tuple[Address, Address, Address, Address], places: Places
) -> Iterator[Call]:
    """From queries, keys and values to results, all in tiles."""
    q, k, v, y = operands
    rows, keys, depth, batches = head.rows, head.keys, head.depth, head.batches
    yield Call(texts.scores(rows, depth, keys, batches), (q, k, places.one))
    yield from _softmax(texts, head, places)
    yield Call(texts.scores(rows, keys, depth, batches), (places.tiles, v, y))


def _softmax(texts: Texts, head: Head, places: Places) -> Iterator[Call]:
    """From scores to weights, in tiles or by way of rows."""
    rows, keys, width = head.all_rows, head.keys, texts.width(head.keys)
    weights = head.weights(texts)
    if weights:
        yield Call(weights, (places.one, places.tiles))
        return
    scores = texts.retiled("c_to_rows", rows, keys, pitch=width, scale=head.scale)
    yield Call(scores, (places.one, places.rows))
    yield Call(texts.softmax(rows, width), (places.rows, places.one))
    powers = texts.retiled("rows_to_a", rows, keys, pitch=width)
    yield Call(powers, (places.one, places.tiles))

"""Convolutions: the input gets a frame of zero points, so that no tap of a window is outside."""

from __future__ import annotations

from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.codegen.tensors.stages import source
from kernelcraft.codegen.tensors.strips.kernel import StripKernel, runs
from kernelcraft.codegen.tensors.strips.products import (
    COLUMNS,
    Columns,
    Walk,
    strip_pointers,
    write_columns,
)
from kernelcraft.codegen.tensors.strips.stages import Stage


class _Frame:
    """An image in fast memory with so many bytes a pixel and a frame for a window of k x k."""

    def __init__(self, k: StripKernel, stage: Stage, pixel: int) -> None:
        assert stage.product is not None
        self.k, self.pixel = k, pixel
        x, w, _, zero_point = stage.product.args
        self.height, self.columns, self.channels = x.shape
        self.taps = w.shape[0]
        self.zero_point = int(zero_point.number)
        self.row = (self.columns + self.taps - 1) * pixel
        self.size = (self.height + self.taps - 1) * self.row
        found = k.reserve(self.size)
        if found is None:
            raise Unwritten(f"{k.cell.name}: no room for the image and its frame")
        self.address = found
        self.inside = found + (self.taps - 1) // 2 * (self.row + pixel)

    def fill(self) -> None:
        """Zero points everywhere."""
        k, to = self.k, self.k.code.pointer(self.address)
        for count, elements in runs(self.size, k.table.most):
            with k.code.strip(elements):
                zero = k.code.vector(8)
                row = k.table.row("set n").replace("{w}", "8")
                k.code.emit(row, d=zero, a=k.code.constant(self.zero_point))
                with k.code.loop(count):
                    k.store(to, 8, zero)
                    k.advance(to, elements)

    def bring(self, source: str) -> None:
        """The channels of each pixel, a strip of them from an address on."""
        k = self.k
        here, there = k.plus(source, 0), k.code.pointer(self.inside)
        with k.code.loop(self.height):
            if self.pixel == self.channels:
                size = self.columns * self.pixel
                for count, elements in runs(size, k.table.most):
                    with k.code.strip(elements), k.code.loop(count):
                        self._move(here, there, elements, elements)
            else:
                with k.code.loop(self.columns):
                    self._move(here, there, self.channels, self.pixel)
            k.advance(there, self.row - self.columns * self.pixel)

    def _move(self, here: str, there: str, from_one: int, to_one: int) -> None:
        k = self.k
        k.store(there, 8, k.load(here, 8))
        k.advance(here, from_one)
        k.advance(there, to_one)


def write_window(k: StripKernel, stage: Stage, rows: int) -> None:
    """A convolution over all channels: a product of matrices for each row of taps."""
    product = stage.product
    assert product is not None
    x, w = (source(each) for each in product.args[:2])
    frame = _Frame(k, stage, x.width)
    frame.fill()
    frame.bring(k.code.pointer(k.places[x].address))
    depth = frame.taps * x.width
    walk = Walk(frame.height, frame.columns, frame.row, x.width, frame.taps, frame.row, depth)
    weights = k.reserve(walk.all * COLUMNS)
    pointers = strip_pointers(k, stage, w)
    write_columns(k, stage, walk, k.code.pointer(frame.address), pointers, weights, rows)


def write_channels(k: StripKernel, stage: Stage, rows: int) -> None:
    """A convolution of each channel by itself, so many pixels of a row at a time."""
    product = stage.product
    assert product is not None
    x, w = (source(each) for each in product.args[:2])
    width = product.width
    frame = _Frame(k, stage, min(width, COLUMNS))
    frame.fill()
    image = k.code.pointer(k.places[x].address)
    k.brought(w)
    pointers = strip_pointers(k, stage, w)
    for count, elements in runs(width, COLUMNS):
        with k.code.strip(elements), k.code.loop(count):
            frame.bring(image)
            leaves = {node: each for node, each in pointers.items() if node is not w}
            columns = Columns(k, stage, leaves)
            pointer = k.code.pointer(frame.address)
            with k.code.loop(frame.height):
                for blocks, some in runs(frame.columns, rows):
                    with k.code.loop(blocks):
                        _pixels(k, columns, frame, pointer, pointers[w], width, some)
                        k.advance(pointer, some * frame.pixel)
                k.advance(pointer, frame.row - frame.columns * frame.pixel)
            k.advance(image, elements)
            for node, each in pointers.items():
                k.advance(each, k.places[node].bytes(elements))


def _pixels(
    k: StripKernel,
    columns: Columns,
    frame: _Frame,
    image: str,
    weights: str,
    channels: int,
    count: int,
) -> None:
    """Neighbours in a row of the image: what one tap of a window sees, another of the next does."""
    sums = [columns.start() for _ in range(count)]
    taps = frame.taps
    here, factors = k.plus(image, 0), k.plus(weights, 0)
    with k.code.loop(taps):
        row = []
        for _ in range(taps):
            row.append(k.load(factors, 8))
            k.advance(factors, channels)
        for at in range(count + taps - 1):
            seen = k.load(here, 8)
            k.advance(here, frame.pixel)
            for tap in range(taps):
                if 0 <= at - tap < count:
                    product = k.code.vector(16)
                    k.code.emit(k.table.row("widening_mul vv 16"), d=product, a=seen, b=row[tap])
                    k.code.emit(k.table.row("add_wide v"), d=sums[at - tap], a=product)
        k.advance(here, frame.row - (count + taps - 1) * frame.pixel)
    columns.finish(sums)

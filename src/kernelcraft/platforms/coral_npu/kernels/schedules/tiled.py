"""The convolution of int8 images of 8 x 8 pixels with windows of 3 x 3, tile by tile.

The image goes to DTCM as int16, less its zero point: what lies outside of it is 0 then. The zero
point times the sum of all weights is added to the bias instead. `schedules.tiles` has the products;
here are the two ways in which weights come to DTCM, and the ends of the tiles. While sums are
requantised the words of the next tile are loaded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import Final

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, Assembly, Instruction
from kernelcraft.platforms.coral_npu.kernels.schedules import requantise
from kernelcraft.platforms.coral_npu.kernels.schedules.convolution import Convolution
from kernelcraft.platforms.coral_npu.kernels.schedules.tiles import (
    CHANNELS,
    NARROW,
    SIDE,
    SUMS,
    WIDE,
    WORD,
    Block,
    Eight,
    Form,
    K,
    Sixteen,
    Tile,
)

COLUMNS: Final = (3, 3, 2)
"""Of the tiles side by side."""
REACH: Final = 2047
"""The largest offset of a load."""
LARGEST_WEIGHT: Final = 127
TAPS: Final = K * K
PIECE: Final = 4 * LINE
"""Bytes that are read at once."""
UNIT: Final = 2 * LINE
"""Bytes of the weights of a channel and a column of the window, for 8 output channels."""
MULTIPLIER, SHIFT = 0, 4
"""Registers of the scales, when all products are made."""
SCALES: Final = 8 * LINE
"""Bytes of those of a strip, 8 for each of 16 lanes."""


def serves(cell: Cell) -> bool:
    """Whether the cell has the sizes for it."""
    side, c_in, c_out, k = (cell.dims[name] for name in ("H", "c_in", "c_out", "k"))
    if k != K or side != SIDE or c_in % CHANNELS or (c_out != NARROW and c_out % WIDE):
        return False
    summed = c_in * TAPS // (WIDE // min(c_out, WIDE))  # weights that are added up in 16 bits
    far = 2 * c_in * (SIDE * ((Eight.rows if c_out == NARROW else Sixteen.rows) - 1) + max(COLUMNS))
    return far + WORD <= REACH and summed * LARGEST_WEIGHT < 1 << 15 and c_in * c_out <= 1 << 10


def write(cell: Cell, title: str, *, rectified: bool) -> str:
    """The kernel of a cell that `serves` accepts; a rectified one ends with a ReLU."""
    asm = Assembly(title)
    kernel = _Kernel(cell, asm, Convolution.of(cell, rectified=rectified))
    kernel.write()
    return str(asm)


@dataclass
class _Kernel:
    cell: Cell
    asm: Assembly
    conv: Convolution

    @cached_property
    def eight(self) -> bool:
        """Whether lanes are 8 output channels of two rows."""
        return self.conv.c_out == NARROW

    @cached_property
    def strips(self) -> int:
        """Of as many output channels as there are lanes."""
        return max(self.conv.c_out // WIDE, 1)

    @property
    def size(self) -> int:
        """Bytes of a pixel in DTCM."""
        return 2 * self.conv.c_in

    @cached_property
    def image(self) -> str:
        """All pixels as int16, a row of zeros below, and what words after the last ones read."""
        return self.asm.reserve("image", (SIDE + 1) * SIDE * self.size + LINE)

    @cached_property
    def weights(self) -> str:
        """And what loads after the last ones read."""
        conv = self.conv
        size = K * UNIT * conv.c_in if self.eight else conv.weights
        return self.asm.reserve("weights", size + 3 * conv.column + LINE)

    @cached_property
    def bias(self) -> str:
        """The biases of `_biased`."""
        return self.asm.reserve("bias", 4 * self.conv.c_out)

    @cached_property
    def scales(self) -> str:
        """Of each strip multipliers as int32 and shifts as int16, for 16 lanes."""
        found: list[int] = []
        multipliers, shifts = (
            np.array(requantise.table(self.cell, name), "<i4").reshape(self.strips, -1)
            for name in ("multiplier", "shift")
        )
        for multiplier, shift in zip(multipliers, shifts, strict=True):
            found += np.resize(multiplier, WIDE).tolist()
            found += np.resize(shift, SCALES // 2 - 2 * WIDE).astype("<i2").view("<i4").tolist()
        return self.asm.words("scales", found)

    def write(self) -> None:
        """All of it."""
        asm = self.asm
        requantise.begin(asm)
        asm.phase("the image to DTCM, less its zero point")
        self._image()
        asm.phase("the weights to DTCM, and their sums to the bias")
        if self.eight:
            self._weights_of_eight()
        else:
            self._weights_of_sixteen()
        asm.phase("the products, tile by tile")
        if self.strips == 1:
            self._strip(None)
            return
        with asm.registers(1) as (strip,):
            asm.emit("li", strip, 0)
            label = asm.label("strip")
            asm.place(label, aligned=True)
            self._strip(strip)
            asm.emit("addi", strip, strip, WIDE)
            done = asm.label("done")
            with asm.registers(1) as (end,):
                asm.emit("li", end, self.conv.c_out)
                asm.emit("beq", strip, end, done)
            asm.emit("j", label)  # too far for a branch
            asm.place(done)

    def _image(self) -> None:
        asm, conv = self.asm, self.conv
        with asm.registers(4) as (source, target, zero_point, length):
            asm.set(source, self.cell.memory_map.input("x").address)
            asm.set(target, self.image)
            asm.set(zero_point, conv.input_zero_point)
            asm.vl(PIECE, 8, 4, length)
            with asm.loop(SIDE * SIDE * conv.c_in // PIECE, "pixels"):
                asm.emit("vle8.v", "v0", f"({source})")
                asm.emit("addi", source, source, PIECE)
                asm.emit("vwsub.vx", "v8", "v0", zero_point)
                asm.emit("vs8r.v", "v8", f"({target})")
                asm.emit("addi", target, target, 2 * PIECE)

    def _weights_of_sixteen(self) -> None:
        """As they are; their sums in the lanes of `PIECE` bytes."""
        asm, conv = self.asm, self.conv
        with asm.registers(3) as (source, target, scratch):
            asm.set(source, self.cell.memory_map.input("w").address)
            asm.set(target, self.weights)
            asm.vl(PIECE, 16, 8, scratch)
            asm.emit("vmv.v.i", "v16", 0)
            asm.sew(8, 4)
            with asm.loop(conv.weights // PIECE, "weights"):
                asm.emit("vle8.v", "v0", f"({source})")
                asm.emit("addi", source, source, PIECE)
                asm.emit("vwadd.wv", "v16", "v16", "v0")
                asm.emit("vs4r.v", "v0", f"({target})")
                asm.emit("addi", target, target, PIECE)
            asm.vl(2 * WIDE, 16, 4, scratch)
            if conv.c_out <= 2 * WIDE:
                asm.emit("vadd.vv", "v16", "v16", "v20")
            if conv.c_out == WIDE:
                asm.vl(WIDE, 16, 2)
                asm.emit("vadd.vv", "v16", "v16", "v18")
            self._biased(source, target, scratch)

    def _biased(self, source: str, target: str, scratch: str) -> None:
        """The biases and the zero point times sums of weights in v16 and after it."""
        asm, conv = self.asm, self.conv
        asm.set(source, self.cell.memory_map.input("bias").address)
        asm.set(target, self.bias)
        asm.set(scratch, conv.input_zero_point)
        lanes = min(conv.c_out, WIDE)
        asm.vl(lanes, 16, lanes // 8)
        for strip in range(self.strips):
            asm.emit("vle32.v", "v8", f"({source})")
            asm.emit("vwmacc.vx", "v8", scratch, f"v{16 + 2 * strip}")
            asm.emit("vse32.v", "v8", f"({target})")
            asm.emit("addi", source, source, 4 * lanes)
            asm.emit("addi", target, target, 4 * lanes)

    def _weights_of_eight(self) -> None:
        """Lines have two channels each: of each channel and column of the window [w1 w0 w2 w1]."""
        asm, conv = self.asm, self.conv
        with asm.registers(6) as (*sources, first, second, scratch):
            for row, source in enumerate(sources):
                asm.set(source, self.cell.memory_map.input("w").address + row * K * conv.column)
            asm.set(first, self.weights)
            asm.emit("addi", second, first, K * UNIT)
            asm.emit("li", scratch, 0xFF00)
            asm.vl(1, 16, 1)
            asm.emit("vmv.s.x", "v0", scratch)
            asm.vl(WIDE, 16, 2)
            asm.emit("vmv.v.i", "v16", 0)
            asm.sew(8, 1)
            with asm.loop(conv.c_in // CHANNELS, "channels"):
                for tap in range(K):
                    way = conv.column if tap < K - 1 else LINE - (K - 1) * conv.column
                    self._three_rows(sources, way)
                    for register, pointer in ((4, first), (6, second)):
                        asm.emit("vs2r.v", f"v{register}", f"({pointer})")
                        asm.emit("addi", pointer, pointer, UNIT + (tap == K - 1) * K * UNIT)
            asm.vl(NARROW, 16, 1)
            asm.emit("vadd.vv", "v16", "v16", "v17")
            self._biased(sources[0], first, scratch)

    def _three_rows(self, sources: Sequence[str], way: int) -> None:
        asm = self.asm
        for row, source in enumerate(sources):
            asm.emit("vle8.v", f"v{1 + row}", f"({source})")
            asm.emit("addi", source, source, way)
            asm.emit("vwadd.wv", "v16", "v16", f"v{1 + row}")
        for above, below, to in ((1, 2, 4), (2, 3, 5)):
            asm.emit("vmv1r.v", f"v{to}", f"v{below}")
            asm.emit("vslidedown.vi", f"v{to + 4}", f"v{below}", NARROW)
            asm.emit("vslideup.vi", f"v{to}", f"v{above}", NARROW)
            asm.emit("vmerge.vvm", f"v{to + 2}", f"v{to + 4}", f"v{above}", "v0")

    def _strip(self, strip: str | None) -> None:
        """All tiles for the output channels of a strip; `strip` has the first one."""
        if self.eight:
            rows = range(0, SIDE, self.form.rows)
            self._tiles([each for row in rows for each in self._blocks(row)], strip)
            return
        self._tiles(self._blocks(0), strip)
        for block in self._blocks(self.form.rows):
            self._column(block, strip)

    @cached_property
    def form(self) -> Form:
        """What lanes are."""
        return Eight() if self.eight else Sixteen(self.conv.column, self.conv.c_out)

    def _blocks(self, row: int) -> Sequence[Block]:
        """Side by side."""
        return [
            Block(row, self.form.rows, sum(COLUMNS[:at]), columns)
            for at, columns in enumerate(COLUMNS)
        ]

    def _tiles(self, blocks: Sequence[Block], strip: str | None) -> None:
        """Tiles one after the other; words of one are loaded while another one ends."""
        asm, seen = self.asm, max(len(block.seen) for block in blocks)
        with asm.registers(4 + seen) as (w, now, ahead, scratch, *names):
            done: Iterable[Instruction] = ()
            for block in blocks:
                words = dict(zip(block.seen, names, strict=False))
                tile = Tile(self.form, block, self.size, words, w, now, ahead)
                self._go(tile)
                _emit_both(asm, done, tile.begin())
                self._begin(tile, strip, scratch)
                with asm.loop(self.conv.c_in // CHANNELS, "channels"):
                    asm.emit_all(tile.body())
                done = self._end(block, strip, None, w, scratch)
            asm.emit_all(done)

    def _column(self, block: Block, strip: str | None) -> None:
        """The tiles from a block down; the last channels of one bring the first words of the next
        one. For those of the last row there are zeros below the image."""
        asm, seen, row = self.asm, len(block.seen), block.rows * SIDE
        pairs = self.conv.c_in // CHANNELS
        with asm.registers(6 + seen) as (w, now, ahead, scratch, y, counter, *names):
            words = dict(zip(block.seen, names, strict=True))
            tile = Tile(self.form, block, self.size, words, w, now, ahead)
            self._go(tile)
            asm.emit_all(tile.begin())
            asm.emit("li", y, 0)
            again, loop, done = (asm.label(each) for each in ("tile", "channels", "done"))
            asm.place(again)
            self._begin(tile, strip, scratch)
            asm.emit("li", counter, pairs - 1)
            asm.place(loop, aligned=True)
            asm.emit_all(tile.body())
            asm.emit("beqz", counter, done)
            asm.emit("addi", counter, counter, -1)
            asm.emit("bnez", counter, loop)
            asm.emit("addi", ahead, ahead, row * self.size - pairs * WORD)
            asm.emit("j", loop)
            asm.place(done)
            asm.emit_all(self._end(block, strip, y, w, scratch))
            asm.emit("addi", y, y, row * self.conv.c_out)
            asm.emit("li", scratch, (SIDE - block.row) * SIDE * self.conv.c_out)
            asm.emit("bne", y, scratch, again)

    def _go(self, tile: Tile) -> None:
        """Pointers to the first channels of a tile."""
        asm, block = self.asm, tile.block
        asm.note(f"rows from {block.row} on, columns from {block.column} on")
        asm.emit("la", tile.now, f"{self.image} + {block.anchor * self.size}")
        asm.emit("addi", tile.ahead, tile.now, WORD)

    def _begin(self, tile: Tile, strip: str | None, scratch: str) -> None:
        """The sums, and the first weights."""
        asm = self.asm
        self._begin_sums(tile.block, strip, tile.w, scratch)
        asm.emit("la", tile.w, self.weights)
        if strip is not None:
            asm.emit("add", tile.w, tile.w, strip)
        asm.emit("vsetivli", "zero", WIDE, "e16", "m2", "ta", "ma")
        asm.emit_all(self.form.begin(tile.w))

    def _begin_sums(self, block: Block, strip: str | None, pointer: str, scratch: str) -> None:
        asm, groups = self.asm, _groups(block)
        last = groups[-1]
        asm.emit_all(_of_strip(pointer, self.bias, strip, 2, scratch))
        lanes = NARROW if self.eight else WIDE
        asm.vl(lanes, 32, lanes // 4)
        asm.emit("vle32.v", f"v{last}", f"({pointer})")
        if self.eight:
            asm.emit("vmv2r.v", f"v{last + 2}", f"v{last}")
        for group in groups[:-1]:
            asm.emit("vmv4r.v", f"v{group}", f"v{last}")

    def _end(
        self, block: Block, strip: str | None, down: str | None, pointer: str, scratch: str
    ) -> Sequence[Instruction]:
        """From sums to bytes, and these to the output, `down` bytes further on."""
        part = Assembly("")
        groups, conv = _groups(block), self.conv
        part.emit_all(_of_strip(pointer, self.scales, strip, 3, scratch))
        part.vl(WIDE, 32, 4)
        part.emit("vl4re32.v", f"v{MULTIPLIER}", f"({pointer})")
        part.emit("addi", pointer, pointer, 4 * LINE)
        part.emit("vl2re16.v", f"v{SHIFT}", f"({pointer})")
        scales = requantise.Scales(MULTIPLIER, SHIFT, 4)
        requantise.narrow(part, groups, scales, conv.zero_point, scratch)
        if conv.least is not None:
            part.emit("li", scratch, conv.least)
            for group in groups:
                part.emit("vmax.vx", f"v{group}", f"v{group}", scratch)
        first = (block.row * SIDE + block.column) * conv.c_out
        part.emit("li", pointer, self.cell.memory_map.output.address + first)
        for register in (strip, down):
            if register is not None:
                part.emit("add", pointer, pointer, register)
        self._store(part, block, pointer)
        return part.instructions

    def _store(self, asm: Assembly, block: Block, pointer: str) -> None:
        """The bytes of a tile, in the first quarters of its groups."""
        pixel, row = self.conv.c_out, SIDE * self.conv.c_out
        groups = _groups(block)
        if self.eight:
            for group in groups:
                asm.emit("vslidedown.vi", f"v{group + 1}", f"v{group}", NARROW)
            asm.vl(NARROW, 8, 1)
        for at in range(block.rows):
            pair, second = divmod(at, 2) if self.eight else (at, 0)
            for column in range(block.columns):
                group = groups[pair * block.columns + column] + second
                asm.emit("vse8.v", f"v{group}", f"({pointer})")
                asm.emit("addi", pointer, pointer, pixel)
            asm.add(pointer, row - block.columns * pixel)


def _of_strip(
    register: str, symbol: str, strip: str | None, log: int, scratch: str
) -> Iterator[Instruction]:
    """register = the address of 2^log bytes for each output channel, of those of a strip."""
    yield ("la", register, symbol)
    if strip is not None:
        yield ("slli", scratch, strip, log)
        yield ("add", register, register, scratch)


def _groups(block: Block) -> list[int]:
    """The first registers of a block's sums: those of a pixel, or of two in neighbouring rows."""
    return [SUMS + 4 * at for at in range(2 * block.columns)]


def _emit_both(asm: Assembly, ones: Iterable[Instruction], others: Iterable[Instruction]) -> None:
    """Instructions of two sequences in turn."""
    for pair in zip_longest(ones, others):
        asm.emit_all(each for each in pair if each is not None)

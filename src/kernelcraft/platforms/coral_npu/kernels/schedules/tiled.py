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
MULTIPLIER: Final = 0
"""Registers of multipliers when all products are made."""
MULTIPLIERS, SHIFTS, SCALES = 4 * LINE, 8 * LINE, 16 * LINE
"""Where the scales of a strip lie, after its biases, and bytes from one strip to the next."""


def serves(cell: Cell) -> bool:
    """Whether the cell has the sizes for it."""
    side, c_in, c_out, k = (cell.dims[name] for name in ("H", "c_in", "c_out", "k"))
    if k != K or side != SIDE or c_in % CHANNELS or c_out not in (NARROW, WIDE, 2 * WIDE):
        return False
    eight = c_out == NARROW
    summed = c_in * TAPS // (1 + eight)  # weights that are added up in 16 bits
    far = 2 * c_in * (SIDE * ((Eight.rows if eight else Sixteen.rows) - 1) + max(COLUMNS))
    pieces = eight or (c_in >= 2 * CHANNELS and TAPS * c_in * c_out % PIECE == 0)
    return pieces and far <= REACH and summed * LARGEST_WEIGHT < 1 << 15


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
    def scales(self) -> str:
        """Of each strip room for biases, then multipliers as int32 and shifts as int16, for 16
        lanes."""
        found: list[int] = []
        multipliers, shifts = (
            np.array(requantise.table(self.cell, name), "<i4").reshape(self.strips, -1)
            for name in ("multiplier", "shift")
        )
        for multiplier, shift in zip(multipliers, shifts, strict=True):
            found += [0] * (MULTIPLIERS // 4)
            found += np.resize(multiplier, WIDE).tolist()
            halves = np.resize(shift, (SCALES - SHIFTS) // 2).astype("<i2")
            found += halves.view("<i4").tolist()
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
        asm.set(target, self.scales)
        asm.set(scratch, conv.input_zero_point)
        lanes = min(conv.c_out, WIDE)
        asm.vl(lanes, 16, lanes // 8)
        for strip in range(self.strips):
            asm.emit("vle32.v", "v8", f"({source})")
            asm.emit("vwmacc.vx", "v8", scratch, f"v{16 + 2 * strip}")
            asm.emit("vse32.v", "v8", f"({target})")
            asm.emit("addi", source, source, 4 * lanes)
            asm.emit("addi", target, target, SCALES)

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
        if not self.eight:
            self._keep_shifts(strip)
        if self.eight:
            rows = range(0, SIDE, self.form.rows)
            self._tiles([each for row in rows for each in self._blocks(row)], strip)
            return
        self._tiles(self._blocks(0), strip)
        for block in self._blocks(self.form.rows):
            self._column(block, strip)

    def _keep_shifts(self, strip: str | None) -> None:
        asm = self.asm
        with asm.registers(2) as (pointer, scratch):
            asm.emit("la", pointer, f"{self.scales} + {SHIFTS}")
            if strip is not None:
                asm.emit("slli", scratch, strip, 4)
                asm.emit("add", pointer, pointer, scratch)
            asm.emit("vl2re16.v", f"v{self.shift}", f"({pointer})")

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
            before = None
            for block in blocks:
                words = dict(zip(block.seen, names, strict=False))
                tile = Tile(self.form, block, self.size, words, w, now, ahead)
                self._go(tile)
                turn = self._turn(before, block, strip, None, w, scratch)
                _emit_both(asm, turn, tile.begin())
                with asm.loop(self.conv.c_in // CHANNELS, "channels"):
                    asm.emit_all(tile.body())
                before = block
            asm.emit_all(self._turn(before, None, strip, None, w, scratch))

    def _column(self, block: Block, strip: str | None) -> None:
        """The tiles from a block down; the last channels of one bring the first words of the next
        one. For those of the last row there are zeros below the image."""
        asm, seen, row = self.asm, len(block.seen), block.rows * SIDE
        pairs = self.conv.c_in // CHANNELS
        with asm.registers(6 + seen) as (w, now, ahead, scratch, y, counter, *names):
            words = dict(zip(block.seen, names, strict=True))
            tile = Tile(self.form, block, self.size, words, w, now, ahead)
            self._go(tile)
            _emit_both(asm, self._turn(None, block, strip, y, w, scratch), tile.begin())
            asm.emit("li", y, 0)
            again, loop, done = (asm.label(each) for each in ("tile", "channels", "done"))
            asm.place(again)
            asm.emit("li", counter, pairs - 1)
            asm.place(loop, aligned=True)
            asm.emit_all(tile.body())
            asm.emit("beqz", counter, done)
            asm.emit("addi", counter, counter, -1)
            asm.emit("bnez", counter, loop)
            asm.emit("addi", ahead, ahead, row * self.size - pairs * WORD)
            asm.emit("j", loop)
            asm.place(done)
            asm.emit_all(self._turn(block, block, strip, y, w, scratch))
            asm.emit("addi", y, y, row * self.conv.c_out)
            asm.emit("li", scratch, (SIDE - block.row) * SIDE * self.conv.c_out)
            asm.emit("bne", y, scratch, again)

    def _go(self, tile: Tile) -> None:
        """Pointers to the first channels of a tile."""
        asm, block = self.asm, tile.block
        asm.note(f"rows from {block.row} on, columns from {block.column} on")
        asm.emit("la", tile.now, f"{self.image} + {block.anchor * self.size}")
        asm.emit("addi", tile.ahead, tile.now, WORD)

    def _turn(
        self,
        ended: Block | None,
        coming: Block | None,
        strip: str | None,
        down: str | None,
        w: str,
        scratch: str,
    ) -> Sequence[Instruction]:
        """From the sums of a tile to bytes, and these to the output, `down` bytes further on; and
        first sums and weights of the next tile, which are loaded meanwhile."""
        part = Assembly("")
        part.emit("la", scratch, f"{self.scales} + {MULTIPLIERS}")
        if strip is not None:
            part.emit("slli", w, strip, 4)
            part.emit("add", scratch, scratch, w)
        part.vl(WIDE, 32, 4)
        groups = _groups(ended) if ended else []
        if groups:
            part.emit("vl4re32.v", f"v{MULTIPLIER}", f"({scratch})")
            if self.eight:
                part.emit("addi", scratch, scratch, SHIFTS - MULTIPLIERS)
                part.emit("vl2re16.v", f"v{self.shift}", f"({scratch})")
                part.emit("addi", scratch, scratch, MULTIPLIERS - SHIFTS)
        part.emit("addi", scratch, scratch, -MULTIPLIERS)
        part.emit("la", w, self.weights)
        if strip is not None:
            part.emit("add", w, w, strip)
        if coming and not self.eight:
            part.emit_all(self.form.load(w))
        for group in groups:
            part.emit("vsmul.vv", f"v{group}", f"v{group}", f"v{MULTIPLIER}")
        if coming:
            bias = ("vl2re32.v", "v6") if self.eight else ("vl4re32.v", f"v{MULTIPLIER}")
            part.emit(*bias, f"({scratch})")
            if self.eight:
                part.emit_all(self.form.load(w))
        if ended:
            part.sew(16, 2)
            requantise.finish(part, groups, self.shift, 4, self.conv.zero_point, scratch)
            self._store(part, ended, strip, down, scratch)
        if coming:
            for group in _groups(coming):
                if self.eight:
                    part.emit("vmv2r.v", f"v{group}", "v6")
                    part.emit("vmv2r.v", f"v{group + 2}", "v6")
                else:
                    part.emit("vmv4r.v", f"v{group}", f"v{MULTIPLIER}")
            part.emit("vsetivli", "zero", WIDE, "e16", "m2", "ta", "ma")
            part.emit_all(self.form.widen())
        return part.instructions

    @property
    def shift(self) -> int:
        """Where shifts are: for 16 output channels they stay, else they are loaded."""
        return 4 if self.eight else 6

    def _store(
        self, asm: Assembly, block: Block, strip: str | None, down: str | None, pointer: str
    ) -> None:
        """The bytes of a tile, in the first quarters of its groups."""
        conv, groups = self.conv, _groups(block)
        pixel, row = conv.c_out, SIDE * conv.c_out
        if conv.least is not None:
            asm.emit("li", pointer, conv.least)
            for group in groups:
                asm.emit("vmax.vx", f"v{group}", f"v{group}", pointer)
        first = (block.row * SIDE + block.column) * pixel
        asm.emit("li", pointer, self.cell.memory_map.output.address + first)
        for register in (strip, down):
            if register is not None:
                asm.emit("add", pointer, pointer, register)
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


def _groups(block: Block) -> list[int]:
    """The first registers of a block's sums: those of a pixel, or of two in neighbouring rows."""
    return [SUMS + 4 * at for at in range(2 * block.columns)]


def _emit_both(asm: Assembly, ones: Iterable[Instruction], others: Iterable[Instruction]) -> None:
    """Instructions of two sequences in turn."""
    for pair in zip_longest(ones, others):
        asm.emit_all(each for each in pair if each is not None)

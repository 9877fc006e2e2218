"""The convolution of int8 images of 8 x 8 pixels with windows of 3 x 3, tile by tile.

The image goes to DTCM as int16, less its zero point: what lies outside of it is 0 then. The zero
point times the sum of all weights is added to the bias instead (`tile_operands`). `tiles` has the
products; here are the ends of the tiles. While sums are requantised the words of the next tile are
loaded, and its first weights and sums.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import Assembly, Instruction
from kernelcraft.platforms.coral_npu.kernels.schedules import requantise
from kernelcraft.platforms.coral_npu.kernels.schedules.convolution import Convolution
from kernelcraft.platforms.coral_npu.kernels.schedules.tile_forms import Eight, Sixteen
from kernelcraft.platforms.coral_npu.kernels.schedules.tile_operands import (
    MULTIPLIERS,
    PIECE,
    SHIFTS,
    Operands,
)
from kernelcraft.platforms.coral_npu.kernels.schedules.tiles import (
    CHANNELS,
    NARROW,
    SIDE,
    SUMS,
    WIDE,
    WORD,
    Block,
    Form,
    K,
    Tile,
)

COLUMNS: Final = (3, 3, 2)
"""Of the tiles side by side."""
REACH: Final = 2047
"""The largest offset of a load."""
LARGEST_WEIGHT: Final = 127
TAPS: Final = K * K
MULTIPLIER: Final = 0
"""Registers of multipliers when all products are made, and of biases after that."""
KEPT_SHIFT, LOADED_SHIFT, NARROW_BIAS = 6, 4, 6
"""Registers of the shifts of 16 output channels, which stay, and of 8; of 8 biases."""


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
    operands = Operands(cell, asm, Convolution.of(cell, rectified=rectified))
    requantise.begin(asm)
    asm.phase("the image to DTCM, less its zero point")
    operands.copy_image()
    asm.phase("the weights to DTCM, and their sums to the bias")
    operands.copy_weights()
    asm.phase("the products, tile by tile")
    if operands.strips == 1:
        _Strip(operands, None).write()
        return str(asm)
    with asm.registers(1) as (strip,):
        asm.emit("li", strip, 0)
        again, done = asm.label("strip"), asm.label("done")
        asm.place(again, aligned=True)
        _Strip(operands, strip).write()
        asm.emit("addi", strip, strip, WIDE)
        with asm.registers(1) as (end,):
            asm.emit("li", end, operands.conv.c_out)
            asm.emit("beq", strip, end, done)
        asm.emit("j", again)  # too far for a branch
        asm.place(done)
    return str(asm)


@dataclass(frozen=True)
class _Strip:
    """The tiles for as many output channels as there are lanes; an x register has the first one,
    unless these are all."""

    operands: Operands
    first: str | None

    @property
    def asm(self) -> Assembly:
        return self.operands.asm

    @property
    def conv(self) -> Convolution:
        return self.operands.conv

    @cached_property
    def form(self) -> Form:
        """What lanes are."""
        if self.operands.eight:
            return Eight()
        return Sixteen(self.conv.column, self.conv.c_out)

    def write(self) -> None:
        """All tiles."""
        if self.operands.eight:
            rows = range(0, SIDE, self.form.rows)
            self._tiles([each for row in rows for each in self._blocks(row)])
            return
        with self.asm.registers(2) as (pointer, scratch):
            self.asm.emit_all(self.scales(SHIFTS, pointer, scratch))
            self.asm.emit("vl2re16.v", f"v{KEPT_SHIFT}", f"({pointer})")
        self._tiles(self._blocks(0))
        for block in self._blocks(self.form.rows):
            self._column(block)

    def _blocks(self, row: int) -> Sequence[Block]:
        """Side by side."""
        return [
            Block(row, self.form.rows, sum(COLUMNS[:at]), columns)
            for at, columns in enumerate(COLUMNS)
        ]

    def _tiles(self, blocks: Sequence[Block]) -> None:
        """Tiles one after the other; words of one are loaded while another one ends."""
        asm, seen = self.asm, max(len(block.seen) for block in blocks)
        with asm.registers(4 + seen) as (w, now, ahead, scratch, *names):
            before = None
            for block in blocks:
                words = dict(zip(block.seen, names, strict=False))
                tile = Tile(self.form, block, self.operands.size, words, w, now, ahead)
                self._go(tile)
                turn = _Turn(self, before, block, None, w, scratch).instructions
                _emit_both(asm, turn, tile.begin())
                with asm.loop(self.conv.c_in // CHANNELS, "channels"):
                    asm.emit_all(tile.body())
                before = block
            asm.emit_all(_Turn(self, before, None, None, w, scratch).instructions)

    def _column(self, block: Block) -> None:
        """The tiles from a block down; the last channels of one bring the first words of the next
        one. For those of the last row there are zeros below the image."""
        asm, seen, row = self.asm, len(block.seen), block.rows * SIDE
        pairs = self.conv.c_in // CHANNELS
        with asm.registers(6 + seen) as (w, now, ahead, scratch, y, counter, *names):
            words = dict(zip(block.seen, names, strict=True))
            tile = Tile(self.form, block, self.operands.size, words, w, now, ahead)
            self._go(tile)
            _emit_both(asm, _Turn(self, None, block, y, w, scratch).instructions, tile.begin())
            asm.emit("li", y, 0)
            again, loop, done = (asm.label(each) for each in ("tile", "channels", "done"))
            asm.place(again)
            asm.emit("li", counter, pairs - 1)
            asm.place(loop, aligned=True)
            asm.emit_all(tile.body())
            asm.emit("beqz", counter, done)
            asm.emit("addi", counter, counter, -1)
            asm.emit("bnez", counter, loop)
            asm.emit("addi", ahead, ahead, row * self.operands.size - pairs * WORD)
            asm.emit("j", loop)
            asm.place(done)
            asm.emit_all(_Turn(self, block, block, y, w, scratch).instructions)
            asm.emit("addi", y, y, row * self.conv.c_out)
            asm.emit("li", scratch, (SIDE - block.row) * SIDE * self.conv.c_out)
            asm.emit("bne", y, scratch, again)

    def _go(self, tile: Tile) -> None:
        """Pointers to the first channels of a tile."""
        asm, block = self.asm, tile.block
        asm.note(f"rows from {block.row} on, columns from {block.column} on")
        asm.emit("la", tile.now, f"{self.operands.image} + {block.anchor * self.operands.size}")
        asm.emit("addi", tile.ahead, tile.now, WORD)

    def scales(self, offset: int, register: str, scratch: str) -> Iterable[Instruction]:
        """register = an address in the scales of the strip."""
        yield ("la", register, f"{self.operands.scales} + {offset}")
        if self.first is not None:
            yield ("slli", scratch, self.first, 4)  # SCALES bytes for 16 channels
            yield ("add", register, register, scratch)


@dataclass(frozen=True)
class _Turn:
    """From the sums of a tile to bytes, and these to the output, `down` bytes further on; and first
    sums and weights of the next tile, which are loaded meanwhile. x registers: the address of the
    weights, and another one."""

    strip: _Strip
    ended: Block | None
    coming: Block | None
    down: str | None
    w: str
    scratch: str

    @cached_property
    def instructions(self) -> Sequence[Instruction]:
        """All of them."""
        part, strip, scratch = Assembly(""), self.strip, self.scratch
        part.emit_all(strip.scales(MULTIPLIERS, scratch, self.w))
        part.vl(WIDE, 32, 4)
        groups = _groups(self.ended) if self.ended else []
        if groups:
            part.emit("vl4re32.v", f"v{MULTIPLIER}", f"({scratch})")
            if self._eight:
                part.emit("addi", scratch, scratch, SHIFTS - MULTIPLIERS)
                part.emit("vl2re16.v", f"v{LOADED_SHIFT}", f"({scratch})")
                part.emit("addi", scratch, scratch, MULTIPLIERS - SHIFTS)
        part.emit("addi", scratch, scratch, -MULTIPLIERS)
        part.emit("la", self.w, strip.operands.weights)
        if strip.first is not None:
            part.emit("add", self.w, self.w, strip.first)
        if self.coming and not self._eight:
            part.emit_all(strip.form.load(self.w))
        for group in groups:
            part.emit("vsmul.vv", f"v{group}", f"v{group}", f"v{MULTIPLIER}")
        if self.coming:
            self._load(part)
        if self.ended:
            part.sew(16, 2)
            shift, zero_point = self._shift, strip.conv.zero_point
            requantise.finish(part, groups, shift, 4, zero_point, scratch)
            self._store(part, self.ended)
        if self.coming:
            self._begin(part, self.coming)
        return part.instructions

    @property
    def _eight(self) -> bool:
        return self.strip.operands.eight

    @property
    def _shift(self) -> int:
        return LOADED_SHIFT if self._eight else KEPT_SHIFT

    def _load(self, part: Assembly) -> None:
        """Where multipliers were: the biases, or the first weights and the biases elsewhere."""
        if self._eight:
            part.emit("vl2re32.v", f"v{NARROW_BIAS}", f"({self.scratch})")
            part.emit_all(self.strip.form.load(self.w))
        else:
            part.emit("vl4re32.v", f"v{MULTIPLIER}", f"({self.scratch})")

    def _store(self, part: Assembly, block: Block) -> None:
        """The bytes of a tile, in the first quarters of its groups."""
        conv, groups, pointer = self.strip.conv, _groups(block), self.scratch
        pixel, row = conv.c_out, SIDE * conv.c_out
        if conv.least is not None:
            part.emit("li", pointer, conv.least)
            for group in groups:
                part.emit("vmax.vx", f"v{group}", f"v{group}", pointer)
        output = self.strip.operands.cell.memory_map.output.address
        part.emit("li", pointer, output + (block.row * SIDE + block.column) * pixel)
        for register in (self.strip.first, self.down):
            if register is not None:
                part.emit("add", pointer, pointer, register)
        if self._eight:
            for group in groups:
                part.emit("vslidedown.vi", f"v{group + 1}", f"v{group}", NARROW)
            part.vl(NARROW, 8, 1)
        for at in range(block.rows):
            pair, second = divmod(at, 2) if self._eight else (at, 0)
            for column in range(block.columns):
                group = groups[pair * block.columns + column] + second
                part.emit("vse8.v", f"v{group}", f"({pointer})")
                part.emit("addi", pointer, pointer, pixel)
            part.add(pointer, row - block.columns * pixel)

    def _begin(self, part: Assembly, block: Block) -> None:
        """Sums begin with the bias."""
        for group in _groups(block):
            if self._eight:
                for half in (group, group + 2):
                    part.emit("vmv2r.v", f"v{half}", f"v{NARROW_BIAS}")
            else:
                part.emit("vmv4r.v", f"v{group}", f"v{MULTIPLIER}")
        part.emit("vsetivli", "zero", WIDE, "e16", "m2", "ta", "ma")
        part.emit_all(self.strip.form.widen())


def _groups(block: Block) -> list[int]:
    """The first registers of a block's sums: those of a pixel, or of two in neighbouring rows."""
    return [SUMS + 4 * at for at in range(2 * block.columns)]


def _emit_both(asm: Assembly, ones: Iterable[Instruction], others: Iterable[Instruction]) -> None:
    """Instructions of two sequences in turn."""
    for pair in zip_longest(ones, others):
        asm.emit_all(each for each in pair if each is not None)

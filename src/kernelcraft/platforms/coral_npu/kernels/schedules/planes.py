"""The depthwise convolution with windows of 5 x 5: lanes are the pixels of a row, of one channel.

So the weights of a channel are 25 scalars, which stay in x registers for the whole image, and a row
that is loaded serves five rows of sums. Neighbours to the left and right come by slides, which keep
the load/store unit free; with the zero point taken off, what they bring from outside is 0, and rows
outside are left out. The code for all rows of a channel is written out, in the order in which the
sums of a row end and those of another begin in the same registers.

An image has its channels together, so 16 of them at a time are taken apart, and in the end put
together again: four times the even bytes of registers from the odd ones (`transposed`). Channels
come in the order that this gives.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, SCALARS, Assembly, Instruction
from kernelcraft.platforms.coral_npu.kernels.schedules import requantise
from kernelcraft.platforms.coral_npu.kernels.schedules.dtcm import copy
from kernelcraft.platforms.coral_npu.kernels.schedules.transposed import (
    ORDER,
    join_channels,
    split_channels,
)

K: Final = 5
BEFORE: Final = K // 2
LANES: Final = 16
SIDES: Final = range(9, LANES + 1)
"""Of images whose rows fill most of a vector."""
CHANNELS: Final = (LANES, 2 * LANES)
ROW: Final = 2 * LINE
"""Bytes of a row of a channel in DTCM, as int16."""
RECORD: Final = 16
"""Bytes of what is known of a channel: multiplier, shift, its number in the image."""
CENTRES: Final = (0, 2)
"""Registers of a row, of even and odd ones."""
SLID: Final = (10, 8, None, 4, 6)
"""Registers of it by column of the window."""
SUMS: Final = (12, 16, 20, 24, 28)


def serves(cell: Cell) -> bool:
    """Whether the cell has the sizes for it."""
    side, channels, k = (cell.dims[name] for name in ("H", "c", "k"))
    return k == K and side in SIDES and channels in CHANNELS


def write(cell: Cell, title: str) -> str:
    """The kernel of a cell that `serves` accepts."""
    asm = Assembly(title)
    planes = _Planes(cell, asm)
    requantise.begin(asm)
    asm.phase("channel by channel to DTCM, less the zero point")
    planes.split()
    asm.phase("weights and biases to DTCM")
    planes.copy()
    asm.phase("all channels")
    planes.channels()
    asm.phase("channels together again")
    planes.join()
    return str(asm)


@dataclass
class _Planes:
    """The parts of the kernel."""

    cell: Cell
    asm: Assembly

    @property
    def side(self) -> int:
        return self.cell.dims["H"]

    @property
    def count(self) -> int:
        """Channels."""
        return self.cell.dims["c"]

    @cached_property
    def rows(self) -> str:
        """Row by row, of each channel a row as int16."""
        return self.asm.reserve("rows", self.side * self.count * ROW + ROW)

    @cached_property
    def bytes(self) -> str:
        """The same of the output, as int8."""
        return self.asm.reserve("bytes", self.side * self.count * LINE)

    @cached_property
    def weights(self) -> str:
        """As in the image."""
        return self.asm.reserve("weights", K * K * self.count)

    @cached_property
    def bias(self) -> str:
        return self.asm.reserve("bias", 4 * self.count)

    @cached_property
    def records(self) -> str:
        """In the order of channels here, and once more the first one."""
        order = [first + at for first in range(0, self.count, LANES) for at in ORDER]
        multiplier, shift = (requantise.table(self.cell, name) for name in ("multiplier", "shift"))
        words = [
            word for at in [*order, order[0]] for word in (multiplier[at], shift[at], at, 4 * at)
        ]
        return self.asm.words("records", words)

    def split(self) -> None:
        """All rows of the image."""
        asm = self.asm
        with asm.registers(4) as (pixel, source, target, zero_point):
            asm.set(source, self.cell.memory_map.input("x").address)
            asm.set(target, self.rows)
            asm.set(zero_point, int(self.cell.constants["input_zero_point"]))
            asm.vl(4 * LINE, 8, 4, pixel)
            with asm.loop(self.side, "row"):
                for first in range(0, self.count, LANES):
                    asm.emit("addi", pixel, source, first)
                    for register in range(self.side):
                        asm.emit("vl1re8.v", f"v{register}", f"({pixel})")
                        asm.emit("addi", pixel, pixel, self.count)
                    asm.emit_all(split_channels())
                    for quarter in range(0, LANES, 4):
                        wide = LANES + 2 * (quarter % 8)
                        asm.emit("vwsub.vx", f"v{wide}", f"v{quarter}", zero_point)
                        asm.emit("vs8r.v", f"v{wide}", f"({target})")
                        asm.emit("addi", target, target, 8 * LINE)
                asm.add(source, self.side * self.count)

    def join(self) -> None:
        """All rows of the output."""
        asm = self.asm
        with asm.registers(4) as (pixel, source, target, upper):
            asm.set(source, self.bytes)
            asm.set(target, self.cell.memory_map.output.address)
            asm.set(upper, 255)
            asm.vl(4 * LINE, 8, 4, pixel)
            with asm.loop(self.side, "row"):
                for first in range(0, self.count, LANES):
                    for register in (0, 8):
                        asm.emit("vl8re8.v", f"v{register}", f"({source})")
                        asm.emit("addi", source, source, 8 * LINE)
                    asm.emit("addi", pixel, target, first)
                    asm.emit_all(join_channels(upper))
                    for register in range(self.side):
                        asm.emit("vs1r.v", f"v{register}", f"({pixel})")
                        asm.emit("addi", pixel, pixel, self.count)
                asm.add(target, self.side * self.count)

    def copy(self) -> None:
        """Weights as they are, biases and the zero point times the sums of weights."""
        asm, at = self.asm, self.cell.memory_map.input
        with asm.registers(3) as (source, target, zero_point):
            asm.set(source, at("w").address)
            asm.set(target, self.weights)
            copy(asm, source, target, K * K * self.count)
            asm.set(zero_point, int(self.cell.constants["input_zero_point"]))
            for first in range(0, self.count, LANES):
                asm.vl(LANES, 16, 2)
                asm.emit("vmv.v.i", "v16", 0)
                asm.sew(8, 1)
                asm.emit("la", source, f"{self.weights} + {first}")
                with asm.loop(K * K, "tap"):
                    asm.emit("vle8.v", "v0", f"({source})")
                    asm.emit("addi", source, source, self.count)
                    asm.emit("vwadd.wv", "v16", "v16", "v0")
                asm.sew(16, 2)
                asm.set(source, at("bias").address + 4 * first)
                asm.emit("la", target, f"{self.bias} + {4 * first}")
                asm.emit("vle32.v", "v8", f"({source})")
                asm.emit("vwmacc.vx", "v8", zero_point, "v16")
                asm.emit("vse32.v", "v8", f"({target})")

    def channels(self) -> None:
        """One after the other."""
        asm = self.asm
        names = (*SCALARS, "sp")
        registers = Registers(tuple(names[: K * K]), *names[K * K :])
        channel = Channel(self, registers)
        asm.emit("la", registers.record, self.records)
        asm.emit("la", registers.x, self.rows)
        asm.emit("la", registers.y, self.bytes)
        asm.vl(self.side, 16, 2)
        for row in (0, 1):
            asm.emit_all(channel.weights(row, 0))
        asm.emit("vl2re16.v", f"v{CENTRES[0]}", f"({registers.x})")
        label, done = asm.label("channel"), asm.label("channels_done")
        asm.place(label, aligned=True)
        asm.emit_all(channel.body())
        end = registers.row(3)[0]
        asm.emit("la", end, f"{self.records} + {self.count * RECORD}")
        asm.emit("beq", registers.record, end, done)
        asm.emit("j", label)  # too far for a branch
        asm.place(done)


@dataclass(frozen=True)
class Registers:
    """x registers: the weights, row by row; what is known of a channel; its next row; where its
    next result goes; its record."""

    window: tuple[str, ...]
    multiplier: str
    shift: str
    bias: str
    x: str
    y: str
    record: str

    def row(self, row: int) -> Sequence[str]:
        """The weights of a row of the window."""
        return self.window[K * row : K * row + K]


@dataclass
class Channel:
    """The code for a channel."""

    planes: _Planes
    to: Registers

    @property
    def side(self) -> int:
        return self.planes.side

    def weights(self, row: int, ahead: int) -> list[Instruction]:
        """Loads of a row of the window, of the channel whose record is `ahead` bytes on."""
        names = self.to.row(row)
        place, scratch = names[-1], names[0]
        return [
            ("la", place, self.planes.weights),
            ("lw", scratch, f"{ahead + 8}({self.to.record})"),
            ("add", place, place, scratch),
            *(
                ("lb", name, f"{(K * row + at) * self.planes.count}({place})")
                for at, name in enumerate(names)
            ),
        ]

    def scales(self) -> list[Instruction]:
        """What belongs to the channel, but for its weights."""
        to = self.to
        return [
            ("lw", to.multiplier, f"0({to.record})"),
            ("lw", to.shift, f"4({to.record})"),
            ("la", to.bias, self.planes.bias),
            # the last row of the window is not loaded yet
            ("lw", to.row(4)[0], f"12({to.record})"),
            ("add", to.bias, to.bias, to.row(4)[0]),
            ("lw", to.bias, f"0({to.bias})"),
        ]

    def body(self) -> Iterator[Instruction]:
        """All rows, what is left of their sums, and the way to the next channel."""
        last = self.side - 1
        beside = {
            0: self.weights(3, 0),
            1: self.weights(4, 0),
            last - 1: self.weights(0, RECORD),
            last: self.weights(1, RECORD),
        }
        yield from self.weights(2, 0)
        yield from self.scales()
        for row in range(self.side):
            yield from _spread(list(self._row(row)), beside.get(row, []))
        yield from self._ends([row for row in range(self.side - K + BEFORE, self.side) if row >= 0])
        yield from self._next()

    def _next(self) -> Iterator[Instruction]:
        to, planes = self.to, self.planes
        back = to.row(3)[0]
        yield ("addi", to.record, to.record, RECORD)
        yield ("li", back, ROW - (self.side - 1) * planes.count * ROW)
        yield ("add", to.x, to.x, back)
        yield ("vl2re16.v", f"v{CENTRES[0]}", f"({to.x})")
        yield ("li", back, LINE - self.side * planes.count * LINE)
        yield ("add", to.y, to.y, back)

    def _row(self, row: int) -> Iterator[Instruction]:
        """Products of a row with all rows of sums that see it, and the end of sums that do not any
        more; those of the newest row of sums, in the same registers, come last."""
        centre = CENTRES[row % 2]
        seen = [register if register is not None else centre for register in SLID]
        newest = row + BEFORE
        older = [at for at in range(max(row - BEFORE, 0), min(newest, self.side))]
        ends = self._end(row - K + BEFORE) if row - K + BEFORE >= 0 else []
        right, left = seen[3], seen[1]
        yield ("vslide1down.vx", f"v{right}", f"v{centre}", "zero")
        yield ("vslide1up.vx", f"v{left}", f"v{centre}", "zero")
        parts = [ends[:4], ends[4:5], ends[5:6], ends[6:9], ends[9:]]
        slides: list[list[Instruction]] = [
            [("vslide1down.vx", f"v{seen[4]}", f"v{right}", "zero")],
            [("vslide1up.vx", f"v{seen[0]}", f"v{left}", "zero")],
        ]
        for step, column in enumerate((2, 3, 1, 4)):
            for at in older:
                yield self._product(row, at, column, seen[column], first=column == 2)
            yield from parts[step]
            if step < 2:
                yield from slides[step]
        yield from parts[4]
        yield from self._load(row)
        begun = [(column, newest) for column in (2, 3, 4, 1)] if newest < self.side else []
        rest = [(0, at) for at in older]
        for one, other in zip_longest(rest, begun):
            for each in (one, other):
                if each is not None:
                    column, at = each
                    yield self._product(row, at, column, seen[column], first=column == 2)
        if newest < self.side:
            yield self._product(row, newest, 0, seen[0], first=False)

    def _load(self, row: int) -> Iterator[Instruction]:
        if row + 1 < self.side:
            to = self.to
            yield ("addi", to.x, to.x, self.planes.count * ROW)
            yield ("vl2re16.v", f"v{CENTRES[(row + 1) % 2]}", f"({to.x})")

    def _product(self, row: int, at: int, column: int, seen: int, *, first: bool) -> Instruction:
        """Of what is seen of a row with the sums of row `at`; they begin with the centre of the
        first row that they see."""
        weight = self.to.row(row - at + BEFORE)[column]
        sums = f"v{SUMS[at % K]}"
        if first and row == max(at - BEFORE, 0):
            return ("vwmul.vx", sums, f"v{seen}", weight)
        return ("vwmacc.vx", sums, weight, f"v{seen}")

    def _end(self, row: int) -> list[Instruction]:
        """From the sums of a row to bytes."""
        to, sums = self.to, f"v{SUMS[row % K]}"
        zero_point = int(self.planes.cell.constants["zero_point"])
        return [
            _set(32, 4),
            ("vadd.vx", sums, sums, to.bias),
            ("vsmul.vx", sums, sums, to.multiplier),
            _set(16, 2),
            ("vnclip.wx", sums, sums, to.shift),
            ("vsadd.vi", sums, sums, zero_point),
            _set(8, 1),
            ("vnclip.wi", sums, sums, 0),
            _set(16, 2),
            ("vse8.v", sums, f"({to.y})"),
            ("addi", to.y, to.y, self.planes.count * LINE),
        ]

    def _ends(self, rows: Sequence[int]) -> Iterator[Instruction]:
        """The same for several rows together."""
        columns = list(zip(*(self._end(row) for row in rows), strict=True))
        for column in columns[:9]:
            yield from dict.fromkeys(column)
        for row in range(len(rows)):
            yield from (column[row] for column in columns[9:])


def _set(sew: int, lmul: int) -> Instruction:
    return ("vsetvli", "zero", "zero", f"e{sew}", f"m{lmul}", "ta", "ma")


def _spread(body: Sequence[Instruction], others: Sequence[Instruction]) -> Iterator[Instruction]:
    """The body with others at even distances in it."""
    placed = 0
    for at, each in enumerate(body):
        yield each
        while placed < len(others) and placed * len(body) <= at * len(others):
            yield others[placed]
            placed += 1
    yield from others[placed:]

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

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, SCALARS, Assembly, Instruction
from kernelcraft.platforms.coral_npu.kernels.schedules import requantise
from kernelcraft.platforms.coral_npu.kernels.schedules.dtcm import copy
from kernelcraft.platforms.coral_npu.kernels.schedules.plane_rows import (
    CENTRES,
    RECORD,
    ROW,
    Channel,
    K,
    Registers,
    spread,
)
from kernelcraft.platforms.coral_npu.kernels.schedules.transposed import (
    ORDER,
    join_channels,
    split_channels,
)

LANES: Final = 16
HALF: Final = LANES // 2
SIDES: Final = range(9, LANES + 1)
"""Of images whose rows fill most of a vector."""
CHANNELS: Final = (LANES, 2 * LANES)


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

    def _pixels(self, mnemonic: str, registers: range, pointer: str) -> Iterator[Instruction]:
        """Loads or stores of 16 channels of the next pixels of a row."""
        for register in registers:
            yield (mnemonic, f"v{register}", f"({pointer})")
            yield ("addi", pointer, pointer, self.count)

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
                    splits = list(split_channels())
                    asm.emit_all(self._pixels("vl1re8.v", range(HALF), pixel))
                    late = list(self._pixels("vl1re8.v", range(HALF, self.side), pixel))
                    asm.emit_all(spread(late, splits[:2]))
                    asm.emit_all(splits[2:])
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
                    joins = list(join_channels(upper))
                    asm.emit_all(joins[:-2])
                    early = list(self._pixels("vs1r.v", range(HALF), pixel))
                    asm.emit_all(spread(early, joins[-2:]))
                    asm.emit_all(self._pixels("vs1r.v", range(HALF, self.side), pixel))
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
        channel = Channel(self.cell, self.weights, self.bias, registers)
        asm.emit("la", registers.record, self.records)
        asm.emit("la", registers.x, self.rows)
        asm.emit("la", registers.y, self.bytes)
        asm.vl(self.side, 16, 2)
        for row in (0, 1):
            asm.emit_all(channel.window(row, 0))
        asm.emit("vl2re16.v", f"v{CENTRES[0]}", f"({registers.x})")
        label, done = asm.label("channel"), asm.label("channels_done")
        asm.place(label, aligned=True)
        asm.emit_all(channel.body())
        end = registers.row(3)[0]
        asm.emit("la", end, f"{self.records} + {self.count * RECORD}")
        asm.emit("beq", registers.record, end, done)
        asm.emit("j", label)  # too far for a branch
        asm.place(done)

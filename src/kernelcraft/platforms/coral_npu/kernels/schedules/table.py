"""Tables of 256 bytes held in registers: y = table[x & 255] without memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, Assembly
from kernelcraft.platforms.coral_npu.kernels.schedules.orders import Step, interleave, step
from kernelcraft.platforms.coral_npu.kernels.schedules.own_tables import tables

BLOCK: Final = 4 * LINE
"""Bytes looked up at once, and entries of a quarter of the table."""
QUARTERS: Final = (0, 4, 8, 12)
"""Registers of the table."""
TURNS: Final = ((16, 20, 24, 28), (28, 24, 16, 20), (20, 16, 28, 24), (24, 28, 20, 16))
"""Registers of x, of y, of a part of y, and of what is stored and loaded, for blocks in turn."""


def kernel(cell: Cell) -> str:
    """A byte is gathered from each quarter of the table; out of range a gather gives 0.

    An indexed load costs 3 cycles a register and one for each line of the table that its bytes
    hit, about 12 in all, and the load/store unit has no time for it: external memory alone takes
    15 + 7 cycles a register. A gather from 64 entries takes 7 cycles for four registers in a unit
    that is free. The index is moved on by 64 from quarter to quarter; what is not in the quarter
    gives 0, and or puts the four together. The table comes from DTCM, see `own_tables`.

    At most 8 registers' worth of work is in flight, so loads and stores stand alone between the
    gathers. The registers of a block that is
    stored are free for the block after next, and those of its index and part for the next one's.
    """
    if cell.dims["n"] <= LINE:
        return _indexed(cell)
    return _Table(cell).text()


def _indexed(cell: Cell) -> str:
    """Less than the lines of the table: an indexed load in external memory."""
    asm = Assembly(f"{cell.name}: the table stays in external memory")
    x_at, table_at = (each.address for each in cell.memory_map.inputs)
    with asm.registers(3) as (x, y, table):
        asm.vl(cell.dims["n"], 8, 1)
        asm.set(x, x_at)
        asm.emit("vle8.v", "v1", f"({x})")
        asm.set(table, table_at)
        asm.emit("vluxei8.v", "v2", f"({table})", "v1")
        asm.set(y, cell.memory_map.output.address)
        asm.emit("vse8.v", "v2", f"({y})")
    return str(asm)


@dataclass(frozen=True)
class _Turn:
    x: int
    y: int
    part: int
    other: int


class _Table:
    def __init__(self, cell: Cell) -> None:
        self.asm = Assembly(f"{cell.name}: the table is in registers")
        self.blocks, self.rest = divmod(cell.dims["n"], BLOCK)
        self.x_at, self.y_at = cell.memory_map.input("x").address, cell.memory_map.output.address
        self.table_at = tables(self.asm, cell, ("table",))["table"]
        self.x, self.y, self.step, self.length = self.asm.take(4)

    def text(self) -> str:
        """The whole kernel."""
        asm = self.asm
        asm.phase("the table to registers")
        asm.emit("li", self.length, BLOCK)
        # With vl = 0, as at first, the RTL hangs at any vector load.
        asm.emit("vsetvli", "zero", self.length, "e8", "m4", "ta", "ma")
        asm.set(self.x, self.table_at)
        asm.emit("vl8re8.v", f"v{QUARTERS[0]}", f"({self.x})")
        asm.emit("addi", self.x, self.x, 2 * BLOCK)
        asm.emit("vl8re8.v", f"v{QUARTERS[2]}", f"({self.x})")
        asm.set(self.x, self.x_at)
        asm.set(self.y, self.y_at)
        asm.emit("li", self.step, -BLOCK)
        asm.emit("vl4re8.v", f"v{TURNS[0][0]}", f"({self.x})")
        asm.emit("addi", self.x, self.x, BLOCK)
        asm.phase("bytes by their entries")
        count = self.blocks + (self.rest > 0)
        self._block(0, stores=False, loads=count > 1)
        iterations, odd = divmod(max(count - 2, 0), len(TURNS))
        if iterations:
            with asm.loop(iterations, "blocks"):
                for index in range(len(TURNS)):
                    self._block(1 + index)
        for index in range(odd):
            self._block(1 + index)
        if count > 1:
            self._block(1 + odd, loads=False)
        last = _Turn(*TURNS[(odd + (count > 1)) % len(TURNS)])
        asm.phase("the last bytes")
        if self.rest:
            asm.emit("li", self.length, self.rest)
            asm.emit("vsetvli", "zero", self.length, "e8", "m4", "ta", "ma")
            asm.emit("vse8.v", f"v{last.y}", f"({self.y})")
        else:
            asm.emit("vs4r.v", f"v{last.y}", f"({self.y})")
        return str(asm)

    def _block(self, index: int, *, stores: bool = True, loads: bool = True) -> None:
        """Look up one block, store the one before it and load the next."""
        turn = _Turn(*TURNS[index % len(TURNS)])
        interleave(
            self.asm,
            "table",
            {
                "g": self._gathered(turn),
                "s": self._stored(turn) if stores else [],
                "l": self._loaded(turn) if loads else [],
            },
        )

    def _gathered(self, turn: _Turn) -> list[Step]:
        x, y, part = f"v{turn.x}", f"v{turn.y}", f"v{turn.part}"
        found = [step(("vrgather.vv", y, f"v{QUARTERS[0]}", x))]
        for quarter in QUARTERS[1:]:
            found += [
                step(("vadd.vx", x, x, self.step)),
                step(("vrgather.vv", part, f"v{quarter}", x)),
                step(("vor.vv", y, y, part)),
            ]
        return found

    def _stored(self, turn: _Turn) -> list[Step]:
        return [
            step(
                ("vs2r.v", f"v{turn.other + at}", f"({self.y})"), ("addi", self.y, self.y, 2 * LINE)
            )
            for at in (0, 2)
        ]

    def _loaded(self, turn: _Turn) -> list[Step]:
        return [
            step(("vl1re8.v", f"v{turn.other + at}", f"({self.x})"), ("addi", self.x, self.x, LINE))
            for at in range(4)
        ]

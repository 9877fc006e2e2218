"""Tables of 256 bytes held in registers: y = table[x & 255] without memory."""

from __future__ import annotations

from typing import Final

from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.coral_npu.assembly import LINE, Assembly

BLOCK: Final = 4 * LINE
"""Bytes looked up at once, and entries of a quarter of the table."""
QUARTERS: Final = ("v0", "v4", "v8", "v12")
X: Final = (16, 20)
"""Groups of four registers for the bytes of this block and of the one after it, in turn."""
Y: Final = "v24"
PART: Final = "v28"


def kernel(cell: Cell) -> str:
    """A byte is gathered from each quarter of the table; out of range a gather gives 0.

    An indexed load costs 3 cycles a register and one for each line of the table that its bytes
    hit, about 12 in all, and the load/store unit has no time for it: external memory alone takes
    14 + 5 cycles a register. A gather from 64 entries takes 7 cycles for four registers in a unit
    that is free. The index is moved on by 64 from quarter to quarter; what is not in the quarter
    gives 0, and or puts the four together.

    At most 8 registers' worth of work is in flight, so a load of one register of the next block
    stands between the gathers wherever the window would otherwise be empty.
    """
    asm = Assembly(f"{cell.name}: the table is in registers")
    count = cell.dims["n"]
    x_at, table_at = (each.address for each in cell.memory_map.inputs)
    with asm.registers(4) as (x, y, step, length):
        asm.phase("the table to registers")
        asm.emit("li", length, BLOCK)
        asm.emit("vsetvli", "zero", length, "e8", "m4", "ta", "ma")
        asm.set(x, table_at)
        asm.emit("vl8re8.v", QUARTERS[0], f"({x})")
        asm.emit("addi", x, x, 2 * BLOCK)
        asm.emit("vl8re8.v", QUARTERS[2], f"({x})")
        asm.set(x, x_at)
        asm.set(y, cell.memory_map.output.address)
        asm.emit("li", step, -BLOCK)
        asm.emit("vl4re8.v", f"v{X[0]}", f"({x})")
        asm.emit("addi", x, x, BLOCK - LINE)
        blocks, rest = divmod(count, BLOCK)
        pairs, odd = divmod(blocks, 2)

        def block(which: int) -> None:
            _block(asm, which, x, y, step)

        asm.phase("bytes by their entries")
        if pairs:
            with asm.loop(pairs, "blocks"):
                block(0)
                block(1)
        if odd:
            block(0)
        if rest:
            asm.phase("the last bytes")
            _gather(asm, X[odd], step, [])
            asm.emit("li", length, rest)
            asm.emit("vsetvli", "zero", length, "e8", "m4", "ta", "ma")
            asm.emit("vse8.v", Y, f"({y})")
    return str(asm)


def _block(asm: Assembly, which: int, x: str, y: str, step: str) -> None:
    """Look up one block and load the next."""
    coming = X[1 - which]
    _gather(asm, X[which], step, [(f"v{coming + index}", x) for index in range(4)])
    asm.emit("vs4r.v", Y, f"({y})")
    asm.emit("addi", y, y, BLOCK)


def _gather(asm: Assembly, register: int, step: str, loads: list[tuple[str, str]]) -> None:
    index = f"v{register}"
    asm.emit("vrgather.vv", Y, QUARTERS[0], index)
    for quarter in QUARTERS[1:]:
        _load(asm, loads)
        asm.emit("vadd.vx", index, index, step)
        asm.emit("vrgather.vv", PART, quarter, index)
        if quarter == QUARTERS[-1]:
            _load(asm, loads)
        asm.emit("vor.vv", Y, Y, PART)


def _load(asm: Assembly, loads: list[tuple[str, str]]) -> None:
    if not loads:
        return
    register, x = loads.pop(0)
    asm.emit("addi", x, x, LINE)
    asm.emit("vl1re8.v", register, f"({x})")

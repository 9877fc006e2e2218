"""ReLU: y = max(x, zero_point)."""

from __future__ import annotations

from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, Assembly

BLOCK: Final = 8 * LINE
GROUPS: Final = ("v0", "v8")


def kernel(cell: Cell) -> str:
    """Every line is read and written once, 128 bytes an instruction: 113 and 41 cycles.

    The load/store unit does nothing else: while a block is loaded, the one before it gets its
    maximum, and its store waits for nothing.
    """
    asm = Assembly(f"{cell.name}: every line is read and written once")
    count = cell.dims["n"]
    with asm.registers(4) as (x, y, zero, length):
        asm.set(x, cell.memory_map.inputs[0].address)
        asm.emit("li", length, min(count, BLOCK))
        asm.emit("vsetvli", "zero", length, "e8", "m8", "ta", "ma")
        asm.emit("vle8.v", GROUPS[0], f"({x})")
        asm.set(y, cell.memory_map.output.address)
        asm.set(zero, int(cell.constants["zero_point"]))

        def step(this: str, following: str = "") -> None:
            """Store a block; the one after it is loaded while this one gets its maximum."""
            asm.emit("addi", x, x, BLOCK)
            asm.emit("vmax.vx", this, this, zero)
            if following:
                asm.emit("vle8.v", following, f"({x})")
            asm.emit("vse8.v", this, f"({y})")
            asm.emit("addi", y, y, BLOCK)

        pairs, odd = divmod(max(count // BLOCK, 1) - 1, 2)
        if pairs:
            with asm.loop(pairs, "blocks"):
                step(*GROUPS)
                step(*reversed(GROUPS))
        if odd:
            step(*GROUPS)
        step(GROUPS[odd])
        if count > BLOCK and count % BLOCK:
            asm.phase("the last bytes")
            asm.emit("li", length, count % BLOCK)
            asm.emit("vsetvli", "zero", length, "e8", "m8", "ta", "ma")
            asm.emit("vle8.v", GROUPS[0], f"({x})")
            step(GROUPS[0])
    return str(asm)

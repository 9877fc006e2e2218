"""Tables of 256 bytes: y = table[x & 255] for bytes in DTCM."""

from __future__ import annotations

from kernelcraft.kernels.coral_npu.assembly import LINE, Assembly
from kernelcraft.kernels.coral_npu.schedules.product import Place, copy

CODES = 256
BLOCK = 8 * LINE


def keep(asm: Assembly, table: int) -> str:
    """Copy the table at an address of external memory to DTCM; gives its symbol."""
    kept = asm.reserve("table", CODES)
    with asm.registers(2) as (source, target):
        asm.set(source, table)
        asm.set(target, kept)
        copy(asm, source, target, CODES)
    return kept


def look_up(asm: Assembly, table: str, place: Place, count: int) -> None:
    """Replace bytes by their entries: the bytes themselves are the offsets of an indexed load.

    The last block may go beyond `count` bytes, up to a multiple of 128.
    """
    with asm.registers(3) as (entries, at, length):
        asm.set(entries, table)
        asm.set(at, place)
        asm.emit("li", length, BLOCK)
        asm.emit("vsetvli", "zero", length, "e8", "m8", "ta", "ma")
        with asm.loop(-(-count // BLOCK), "look"):
            asm.emit("vle8.v", "v8", f"({at})")
            asm.emit("vluxei8.v", "v16", f"({entries})", "v8")
            asm.emit("vse8.v", "v16", f"({at})")
            asm.emit("addi", at, at, BLOCK)

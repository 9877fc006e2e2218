"""Tables of 256 bytes: y = table[x & 255] for bytes in registers."""

from __future__ import annotations

from collections.abc import Sequence

from kernelcraft.kernels.coral_npu.assembly import Assembly
from kernelcraft.kernels.coral_npu.schedules.dtcm import Place, copy

CODES = 256


def keep(asm: Assembly, table: int) -> str:
    """Copy the table at an address of external memory to DTCM; gives its symbol."""
    kept = asm.reserve("table", CODES)
    with asm.registers(2) as (source, target):
        asm.set(source, table)
        asm.set(target, kept)
        copy(asm, source, target, CODES)
    return kept


def look_up(asm: Assembly, groups: Sequence[int], table: Place | None) -> None:
    """Replace bytes by their entries in DTCM, if there is a table: the bytes themselves are the
    offsets of an indexed load. vl elements of 8 bits are set."""
    if table is None:
        return
    with asm.registers(1) as (entries,):
        asm.set(entries, table)
        for group in groups:
            asm.emit("vluxei8.v", f"v{group}", f"({entries})", f"v{group}")

"""Tables of 256 bytes: y = table[x & 255] for bytes in registers."""

from __future__ import annotations

from collections.abc import Sequence

from kernelcraft.platforms.coral_npu.kernels.assembly import Assembly
from kernelcraft.platforms.coral_npu.kernels.schedules.dtcm import Place


def look_up(asm: Assembly, groups: Sequence[int], table: Place | None) -> None:
    """Replace bytes by their entries in DTCM, if there is a table: the bytes themselves are the
    offsets of an indexed load. vl elements of 8 bits are set."""
    if table is None:
        return
    with asm.registers(1) as (entries,):
        asm.set(entries, table)
        for group in groups:
            asm.emit("vluxei8.v", f"v{group}", f"({entries})", f"v{group}")

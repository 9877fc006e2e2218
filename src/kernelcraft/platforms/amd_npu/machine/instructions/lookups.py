"""Parallel table look-ups: four entries of a doubled table at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelcraft.platforms.amd_npu.machine.arithmetic.lookup import lookup_address, lookup_entry
from kernelcraft.platforms.amd_npu.machine.instructions.table import Operands, Timed, form

if TYPE_CHECKING:
    from kernelcraft.platforms.amd_npu.machine.state import AmdNpu

LOOKUP = Timed("ldb", 7, stages={"memory": 5})
ENTRIES = 4


def _lookup(bits: int, size: str, half: str, first: int) -> None:
    def action(m: AmdNpu, o: Operands) -> None:
        result, a = m.result(1), m.vector(o["wa"], 1)
        for slot in range(ENTRIES):
            address = lookup_address(m.granules.array, a, first + slot, bits)
            start = m.memory.reads(m.access(address, bits // 8), bits // 8)
            lookup_entry(m.granules.array, m.memory.array, result, slot, start, bits)
        m.set_vector(o["wd"], 1, result)

    doc = (
        f"Four entries of {bits} bits at the addresses in lanes {first} to {first + 3} of wa, each "
        "in the lowest bits of 64. Both load units are taken. A table lies twice in memory, in two "
        "banks, and in each every 16 bytes of it twice, side by side."
    )
    bits_text = f"wa {int(first > 0)} {size} 1 wd 11"
    form(f"vldb.4x{bits}.{half} wd, wa", doc, LOOKUP, action, bits_text)


for _bits, _size in ((16, "00"), (32, "01"), (64, "10")):
    _lookup(_bits, _size, "lo", 0)
    _lookup(_bits, _size, "hi", ENTRIES)

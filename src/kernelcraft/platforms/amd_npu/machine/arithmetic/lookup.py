"""Parallel table lookup: vldb.4x16, 4x32 and 4x64 read four entries of a doubled table.

A table stores each 16 bytes of entries twice in a row, at an even and an odd multiple of 16 bytes,
and a second copy of it lies in another bank (AMD's kernel guide UG1603, lookup tables). Addresses
count this doubled space, so that entry j of `bits` is at base + j * bits / 4: of the address of
lane n, the low 5 bits are halved and cut to a whole entry, and bit 4 becomes the lowest bit of n,
so that neighbouring lanes use different banks. Which copy a lane uses is in its address: kernels
give lanes 0 and 1 the first copy and lanes 2 and 3 the second one. Each lane gives 64 bits with the
entry lowest. What the machine puts into the rest is not known; here it is the byte 0xA5.
"""

from __future__ import annotations

import numpy as np

from kernelcraft.platforms.amd_npu.machine.arithmetic.lanes import place, take
from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import routine

ADDRESS = 0xFFFFF  # 20 bits
LINE = 32  # bytes: 16 bytes of entries, twice
SLOT = 8  # bytes of the result for each lane
UNKNOWN = 0xA5


@routine("int64_t lookup_address(const uint8_t *lanes, int64_t a, int64_t lane, int64_t bits)")
def lookup_address(lanes: Array, a: int, lane: int, bits: int) -> int:
    """Give the byte address of the entry that lane 0 to 7 of a w register of addresses selects."""
    address = int(take(lanes, a + 4 * lane, 1, "<u4")[0]) & ADDRESS
    inside = address % LINE // 2 // (bits // 8) * (bits // 8)
    return address // LINE * LINE + lane % 2 * LINE // 2 + inside


@routine(
    "void lookup_entry(uint8_t *lanes, const uint8_t *memory, int64_t dst, int64_t slot, "
    "int64_t start, int64_t bits)"
)
def lookup_entry(lanes: Array, memory: Array, dst: int, slot: int, start: int, bits: int) -> None:
    """Put the entry at element `start` of a memory of bytes into slot 0 to 3 of a w register."""
    entry = np.full(SLOT, UNKNOWN, dtype=np.uint8)
    entry[: bits // 8] = memory[start : start + bits // 8]
    place(lanes, dst + SLOT * slot, entry)

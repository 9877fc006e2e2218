"""Byte-addressed memory behind a map of regions, and the way from an address to an operation."""

from __future__ import annotations

import numpy as np

from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import routine

READ, WRITE = 1, 2
REGION = 4  # words of one region: first address, bytes, offset in the memory's array, access
HEAD = 4  # words before the windows: address of operation 0, current window, number of windows
WINDOW = 3  # words of one window: first address, end, first operation
MOST_WINDOWS = 16


@routine(
    "int64_t place(const int64_t *regions, int64_t count, int64_t address, int64_t size, "
    "int64_t access)"
)
def place(regions: Array, count: int, address: int, size: int, access: int) -> int:
    """The offset of `size` bytes at `address`, or -1 where no region allows the access."""
    for first, length, offset, allowed in regions.reshape(-1, REGION)[: count // REGION].tolist():
        if first <= address <= first + length - size and allowed & access:
            return int(offset + address - first)
    return -1


@routine("int64_t fetch(const uint8_t *memory, int64_t offset, int64_t size)")
def fetch(memory: Array, offset: int, size: int) -> int:
    """`size` bytes, little-endian: unsigned, but 8 are signed."""
    data = memory[offset : offset + size].tobytes()
    return int.from_bytes(data, "little", signed=size == 8)


@routine(
    "int64_t stored_word(const uint8_t *memory, const int64_t *regions, int64_t count, "
    "int64_t address)"
)
def stored_word(memory: Array, regions: Array, count: int, address: int) -> int:
    """The four bytes at an address that can be read."""
    return fetch(memory, place(regions, count, address, 4, READ), 4)


@routine("void deposit(uint8_t *memory, int64_t offset, int64_t size, int64_t value)")
def deposit(memory: Array, offset: int, size: int, value: int) -> None:
    """Write the lowest `size` bytes of a value, little-endian."""
    data = (value & ((1 << 8 * size) - 1)).to_bytes(size, "little")
    memory[offset : offset + size] = np.frombuffer(data, np.uint8)


@routine("int64_t enter(int64_t *windows, int64_t address)")
def enter(windows: Array, address: int) -> int:
    """The operation at an address of code, whose window becomes the current one; -1 elsewhere."""
    start, low, high, count = windows[:HEAD].tolist()
    if not low <= address < high:
        known = windows[HEAD : HEAD + WINDOW * count].reshape(-1, WINDOW).tolist()
        found = next((each for each in known if each[0] <= address < each[1]), None)
        if found is None:
            return -1
        low, high, first = found
        start = low - 4 * first
        windows[:3] = (start, low, high)
    return int(address - start) // 4

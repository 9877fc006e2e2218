"""Elements of vector registers for the oracles: registers are 32 rows of 16 bytes."""

from __future__ import annotations

from collections.abc import Iterator

from kernelcraft.sim.machine import Array

BYTES = 16


def element(v: Array, register: int, index: int, bits: int, *, signed: bool = False) -> int:
    """Element `index` of the group that begins at a register."""
    start = BYTES * register + index * bits // 8
    return int.from_bytes(v[start : start + bits // 8].tobytes(), "little", signed=signed)


def put(v: Array, register: int, index: int, bits: int, value: int) -> None:
    """Set an element to the lowest `bits` of a value."""
    start = BYTES * register + index * bits // 8
    for place in range(bits // 8):
        v[start + place] = value >> 8 * place & 255


def bit(v: Array, register: int, index: int) -> int:
    """Bit `index` of a mask register."""
    return int(v[BYTES * register + index // 8]) >> index % 8 & 1


def set_bit(v: Array, register: int, index: int, value: int) -> None:
    """Set a bit of a mask register."""
    place = BYTES * register + index // 8
    v[place] = int(v[place]) & ~(1 << index % 8) | (value & 1) << index % 8


def active(v: Array, start: int, vl: int, vm: int) -> Iterator[int]:
    """The indices that an operation works on."""
    return (index for index in range(start, vl) if vm or bit(v, 0, index))


def rounded(value: int, count: int, vxrm: int) -> int:
    """value / 2^count: up at half, to even at half, down, or to odd, as vxrm says."""
    if count == 0:
        return value
    quotient, lost, half = value >> count, value & ((1 << count) - 1), 1 << (count - 1)
    if vxrm == 0:
        return quotient + (lost >= half)
    if vxrm == 1:
        return quotient + (lost > half or (lost == half and quotient % 2 == 1))
    return quotient if vxrm == 2 else quotient | (lost != 0)

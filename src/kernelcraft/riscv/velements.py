"""Elements of vector registers for the oracles: registers are 32 rows of 16 bytes.

`v` is an array of bytes, or a memory whose bytes may be parts of expressions; so are the numbers.
"""

from __future__ import annotations

from collections.abc import Iterator

from kernelcraft.sim.machine import Array
from kernelcraft.sim.symbolic.graph import Symbol
from kernelcraft.sim.symbolic.shadow import Memory

BYTES = 16


def element(v: Array, register: int, index: int, bits: int, *, signed: bool = False) -> int:
    """Element `index` of the group that begins at a register."""
    start = BYTES * register + index * bits // 8
    if isinstance(v, Memory):
        value = v.fetch(start, bits // 8)
        return with_sign(value, bits) if signed else value
    return int.from_bytes(v[start : start + bits // 8].tobytes(), "little", signed=signed)


def put(v: Array, register: int, index: int, bits: int, value: int) -> None:
    """Set an element to the lowest `bits` of a value."""
    start = BYTES * register + index * bits // 8
    if isinstance(v, Memory):
        v.deposit(start, bits // 8, value)
        return
    for place in range(bits // 8):
        v[start + place] = value >> 8 * place & 255


def bit(v: Array, register: int, index: int) -> int:
    """Bit `index` of a mask register."""
    if isinstance(v, Memory):
        return v.bit(BYTES * register, index)
    return int(v[BYTES * register + index // 8]) >> index % 8 & 1


def set_bit(v: Array, register: int, index: int, value: int) -> None:
    """Set a bit of a mask register."""
    place = BYTES * register + index // 8
    if isinstance(v, Memory):
        v.set_bit(BYTES * register, index, value)
        return
    v[place] = int(v[place]) & ~(1 << index % 8) | (value & 1) << index % 8


def gathered(v: Array, register: int, index: int, bits: int, vlmax: int) -> int:
    """An element of a group, or 0 beyond it."""
    if isinstance(index, Symbol):
        low, high = index.graph.span(index.node)
        table = (gathered(v, register, at, bits, vlmax) for at in range(low, high + 1))
        return index.looked_up(tuple(table))
    return element(v, register, index, bits) if index < vlmax else 0


def copied(to: Array, at: int, source: Array, start: int, count: int) -> None:
    """Copy bytes."""
    if isinstance(to, Memory) and isinstance(source, Memory) and isinstance(start, Symbol):
        to.deposit(at, count, source.fetch(start, count))
    else:
        to[at : at + count] = source[start : start + count]


def with_sign(value: int, bits: int) -> int:
    """An unsigned number of some bits as one with a sign."""
    if isinstance(value, Symbol):
        return value.signed(bits)
    return value - (value >> bits - 1 << bits)


def smaller(a: int, b: int) -> int:
    """The smaller one."""
    if isinstance(a, Symbol):
        return a.smaller(b)
    return b.smaller(a) if isinstance(b, Symbol) else min(a, b)


def larger(a: int, b: int) -> int:
    """The larger one."""
    if isinstance(a, Symbol):
        return a.larger(b)
    return b.larger(a) if isinstance(b, Symbol) else max(a, b)


def active(v: Array, start: int, vl: int, vm: int) -> Iterator[int]:
    """The indices that an operation works on."""
    return (index for index in range(start, vl) if vm or bit(v, 0, index))


def rounded(value: int, count: int, vxrm: int) -> int:
    """value / 2^count: up at half, to even at half, down, or to odd, as vxrm says."""
    if count == 0:
        return value
    quotient, lost, half = value >> count, value & ((1 << count) - 1), 1 << (count - 1)
    if vxrm == 0:
        return value + half >> count
    if vxrm == 1:
        return quotient + (lost > half or (lost == half and quotient % 2 == 1))
    return quotient if vxrm == 2 else quotient | (lost != 0)

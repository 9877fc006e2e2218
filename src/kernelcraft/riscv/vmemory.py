"""Vector loads and stores on the memory map, with their C twins.

A routine gives -1, or 256 times the address that could not be accessed plus the element's index;
the elements before it are done.
"""

from __future__ import annotations

from kernelcraft.riscv.memory import READ, place
from kernelcraft.riscv.velements import BYTES, active, copied, element
from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import routine

DONE = -1


def _move(
    v: Array,
    memory: Array,
    regions: Array,
    words: int,
    vd: int,
    address: int,
    fields: int,
    width: int,
    group: int,
    i: int,
    access: int,
) -> int:
    for field in range(fields):
        at = (address + field * width) & 0xFFFF_FFFF
        offset = place(regions, words, at, width, access)
        if offset < 0:
            return at
        start = BYTES * (vd + field * group) + i * width
        if access == READ:
            copied(v, start, memory, offset, width)
        else:
            copied(memory, offset, v, start, width)
    return DONE


@routine(
    "int64_t vstrided(uint8_t *v, uint8_t *memory, const int64_t *regions, int64_t words, "
    "int64_t vd, int64_t base, int64_t stride, int64_t fields, int64_t width, int64_t group, "
    "int64_t start, int64_t vl, int64_t vm, int64_t access)"
)
def vstrided(
    v: Array,
    memory: Array,
    regions: Array,
    words: int,
    vd: int,
    base: int,
    stride: int,
    fields: int,
    width: int,
    group: int,
    start: int,
    vl: int,
    vm: int,
    access: int,
) -> int:
    """Element i at base + i * stride: `fields` values of `width` bytes, `group` registers apart."""
    for i in active(v, start, vl, vm):
        address = base + i * stride
        missed = _move(v, memory, regions, words, vd, address, fields, width, group, i, access)
        if missed != DONE:
            return missed << 8 | i
    return DONE


@routine(
    "int64_t vindexed(uint8_t *v, uint8_t *memory, const int64_t *regions, int64_t words, "
    "int64_t vd, int64_t base, int64_t vs2, int64_t index_width, int64_t fields, int64_t width, "
    "int64_t group, int64_t start, int64_t vl, int64_t vm, int64_t access)"
)
def vindexed(
    v: Array,
    memory: Array,
    regions: Array,
    words: int,
    vd: int,
    base: int,
    vs2: int,
    index_width: int,
    fields: int,
    width: int,
    group: int,
    start: int,
    vl: int,
    vm: int,
    access: int,
) -> int:
    """Element i at base + vs2[i], an unsigned number of `index_width` bytes."""
    for i in active(v, start, vl, vm):
        address = base + element(v, vs2, i, 8 * index_width)
        missed = _move(v, memory, regions, words, vd, address, fields, width, group, i, access)
        if missed != DONE:
            return missed << 8 | i
    return DONE

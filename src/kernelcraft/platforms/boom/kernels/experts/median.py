"""Median: numbers of 32 bits as doubles, for which the core has a minimum and a maximum.

A number added to the bits of 1.5·2^52 is the double 1.5·2^52 plus that number: the order stays, and
the low half of the double is the number, which `fsw` stores. Two neighbours in order serve two
windows, so that a group of two medians takes six operations.
"""

from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.boom.kernels.assembly import Assembly

GROUPS: Final = 4
"""Of two windows each in an iteration; each has registers of its own."""
NUMBERS: Final = tuple(f"ft{index}" for index in range(8))
LESS: Final = ("ft8", "ft9", "ft10", "ft11")
MORE: Final = ("fs0", "fs1", "fs2", "fs3")
FIRST: Final = ("fa0", "fa1", "fa2", "fa3")
SECOND: Final = ("fa4", "fa5", "fa6", "fa7")
STAGES: Final = 4
"""Groups between the loads of one and its stores: an operation takes 7 cycles, a group 8."""


def kernel(cell: Cell) -> str:
    """While numbers of one group are loaded, four others are at each of their steps."""
    n = cell.dims["n"]
    asm = Assembly(f"{cell.name}: minima and maxima of doubles")
    asm.emit("lui t6, 0x43380", "slli t6, t6, 32")
    asm.phase("the borders")
    asm.emit("sw zero, 0(a1)", f"li t0, {4 * (n - 1)}", "add t0, t0, a1", "sw zero, 0(t0)")
    groups, odd = divmod(max(n - 2, 0), 2)
    if groups:
        asm.phase("the first numbers")
        asm.emit(*_number(0, 0), *_number(1, 4))
    steady = max(groups - STAGES, 0)
    first = min(groups, STAGES) + steady % GROUPS
    for slot in range(first):
        _slot(asm, slot, slot, groups)
    asm.emit(f"addi a0, a0, {8 * first}", f"addi a1, a1, {8 * first}")
    if steady // GROUPS:
        asm.phase(f"{steady // GROUPS} iterations of {GROUPS} groups")
        asm.emit(f"li t5, {8 * GROUPS * (steady // GROUPS)}", "add t5, t5, a0")
        asm.loop("groups")
        for slot in range(GROUPS):
            _slot(asm, slot, first + slot, groups)
        asm.emit(f"addi a0, a0, {8 * GROUPS}", f"addi a1, a1, {8 * GROUPS}", "bne a0, t5, groups")
    asm.phase("what is on its way")
    for slot in range(STAGES):
        _slot(asm, slot, groups + slot, groups)
    if odd:
        asm.phase("the last window")
        asm.emit(*_number(0, 0), *_number(1, 4), *_number(2, 8))
        asm.emit("fmin.d ft8, ft0, ft1", "fmax.d fa0, ft0, ft1", "fmin.d fa0, fa0, ft2")
        asm.emit("fmax.d fa0, fa0, ft8", "fsw fa0, 4(a1)")
    return str(asm)


def _number(index: int, offset: int) -> tuple[str, str, str]:
    """The double of a number."""
    made = f"t{index % 4}"
    return (
        f"lw {made}, {offset}(a0)",
        f"add {made}, {made}, t6",
        f"fmv.d.x {NUMBERS[index % len(NUMBERS)]}, {made}",
    )


def _slot(asm: Assembly, place: int, slot: int, groups: int) -> None:
    """The steps of up to five groups; `place` counts from where the pointers are."""
    steps = (_load, _order, _cut_above, _cut_below, _store)
    for stage, step in reversed([*enumerate(steps)]):
        group = slot - stage
        if 0 <= group < groups:
            asm.emit(*step(group, 8 * (place - stage)))


def _load(group: int, offset: int) -> tuple[str, ...]:
    return _number(2 * group + 2, offset + 8) + _number(2 * group + 3, offset + 12)


def _order(group: int, offset: int) -> tuple[str, ...]:
    left, right = (NUMBERS[(2 * group + each) % len(NUMBERS)] for each in (1, 2))
    place = group % GROUPS
    return f"fmin.d {LESS[place]}, {left}, {right}", f"fmax.d {MORE[place]}, {left}, {right}"


def _cut_above(group: int, offset: int) -> tuple[str, ...]:
    before, after = (NUMBERS[(2 * group + each) % len(NUMBERS)] for each in (0, 3))
    place = group % GROUPS
    return (
        f"fmin.d {FIRST[place]}, {before}, {MORE[place]}",
        f"fmin.d {SECOND[place]}, {after}, {MORE[place]}",
    )


def _cut_below(group: int, offset: int) -> tuple[str, ...]:
    place = group % GROUPS
    return tuple(f"fmax.d {each}, {each}, {LESS[place]}" for each in (FIRST[place], SECOND[place]))


def _store(group: int, offset: int) -> tuple[str, ...]:
    place = group % GROUPS
    return f"fsw {FIRST[place]}, {offset + 4}(a1)", f"fsw {SECOND[place]}, {offset + 8}(a1)"

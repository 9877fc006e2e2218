"""Pmp-like: bounds of all windows in order, between two of which one window decides.

The bounds are sorted by a network, each with the number of its window below. Going through them in
order, a bound opens its window or closes it, and the lowest of those that are open decides up to
the next bound. An access then finds its place among 32 bounds in six steps without a branch, four
accesses side by side.
"""

from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.boom.kernels.assembly import Assembly, interleaved
from kernelcraft.platforms.boom.kernels.schedules.networks import bitonic, odd_even, sorted_in

MOST: Final = 16
"""Windows; where there are fewer, others are empty."""
LOW, HIGH, BOUNDS, RESULTS, ROWS, ROOM = 0, 128, 256, 512, 784, 1024
"""Where they lie: the windows' bounds, those in order, what is decided from each bound on by right,
and by window."""
BASE: Final = "t6"
NETWORK: Final = (*(f"ft{index}" for index in range(12)), *(f"fa{index}" for index in range(5)))
TOGETHER: Final = 4
"""Accesses that are looked for at the same time."""
STEPS: Final = (16, 8, 4, 2, 1, 1)
ONES: Final = 0x0101010101010101
LOWEST_BIT: Final = 0x077CB531
"""Times a power of two, its upper five bits are another number for each of 32 powers."""


def kernel(cell: Cell) -> str:
    """At most 16 windows."""
    windows, n = cell.dims["windows"], cell.dims["n"]
    if windows > MOST:
        raise Unwritten(f"{cell.name}: the expert of pmp has at most {MOST} windows")
    asm = Assembly(f"{cell.name}: bounds in order, six steps to an access")
    asm.emit(f"addi {BASE}, sp, -{ROOM}")
    _windows(asm, windows)
    _sort(asm)
    _sweep(asm)
    rest = n % TOGETHER
    asm.phase("the accesses")
    if rest:
        _look_up(asm, rest)
    if n // TOGETHER:
        asm.emit(f"li a5, {4 * (n - rest)}", "add a5, a5, a2")
        asm.loop("accesses")
        _look_up(asm, TOGETHER)
        asm.emit("bne a2, a5, accesses")
    _tables(asm)
    return str(asm)


def _windows(asm: Assembly, windows: int) -> None:
    """Both bounds of each as 64 times the word and its number, and what it decides.

    NA4 is NAPOT without trailing ones; what is no range ends where it begins.
    """
    asm.phase("the bounds of the windows")
    asm.emit("la a7, tables", "ld t5, 0(a7)", "li t4, 0", "li a6, 0", f"mv t3, {BASE}")
    asm.emit(f"addi a5, {BASE}, {8 * windows}", f"sd zero, {ROWS + 8 * MOST}({BASE})")
    asm.loop("windows")
    asm.emit("lwu t0, 0(a0)", "lbu t1, 0(a1)", "addi a0, a0, 4", "addi a1, a1, 1")
    asm.emit("slli t2, t1, 59", "srai t2, t2, 63", "slli s0, t1, 60", "srai s0, s0, 63")
    asm.emit("addi s1, t0, 1", "xor s1, s1, t0", "and s2, t2, s0", "and s1, s1, s2")
    asm.emit("not s2, s1", "and s2, s2, t0", "addi s1, s1, 1")  # s2: base, s1: size
    asm.emit("sub s3, t0, t4", "sgtz s4, s3", "neg s4, s4", "and s3, s3, s4", "and s3, s3, s0")
    asm.emit("xor s1, s1, s3", "and s1, s1, t2", "xor s1, s1, s3")
    asm.emit("xor s2, s2, t4", "and s2, s2, t2", "xor s2, s2, t4", "mv t4, t0")
    asm.emit("add s1, s1, s2", "slli s2, s2, 6", "slli s1, s1, 6", "or s2, s2, a6")
    asm.emit("or s1, s1, a6", f"sd s2, {LOW}(t3)", f"sd s1, {HIGH}(t3)")
    asm.emit("andi t1, t1, 7", "slli t1, t1, 3", "add t1, t1, a7", "ld t1, 8(t1)")
    asm.emit("mul s2, a6, t5", "add s1, s2, t5", "not s2, s2", "xor s2, s2, s1")
    asm.emit("and s2, s2, t1", "xor s2, s2, s1", f"sd s2, {ROWS}(t3)")
    asm.emit("addi a6, a6, 1", "addi t3, t3, 8", "bne t3, a5, windows")
    for window in range(windows, MOST):
        asm.emit(f"li t0, {window}", f"sd t0, {LOW + 8 * window}({BASE})")
        asm.emit(f"sd t0, {HIGH + 8 * window}({BASE})")


def _sort(asm: Assembly) -> None:
    """First bounds and last bounds alone, then one with the other."""
    asm.phase("the bounds in order")
    code, places = sorted_in(NETWORK, odd_even(MOST))
    asm.emit(f"mv t0, {BASE}", f"addi t1, {BASE}, {BOUNDS}")
    asm.loop("sorts")
    asm.emit(*(f"fld {each}, {8 * place}(t0)" for place, each in enumerate(NETWORK[:MOST])))
    asm.emit(*code, *(f"fsd {each}, {8 * place}(t0)" for place, each in enumerate(places)))
    asm.emit(f"addi t0, t0, {HIGH - LOW}", "bne t0, t1, sorts")
    for place in range(MOST):
        low, high = LOW + 8 * place, HIGH + 8 * (MOST - 1 - place)
        one, two, less = NETWORK[place % 4], NETWORK[4 + place % 4], NETWORK[8 + place % 4]
        asm.emit(f"fld {one}, {low}({BASE})", f"fld {two}, {high}({BASE})")
        asm.emit(f"fmin.d {less}, {one}, {two}", f"fmax.d {two}, {one}, {two}")
        asm.emit(f"fsd {less}, {low}({BASE})", f"fsd {two}, {high}({BASE})")
    code, places = sorted_in(NETWORK, bitonic(MOST))
    asm.emit(f"mv t0, {BASE}")
    asm.loop("merges")
    asm.emit(*(f"fld {each}, {8 * place}(t0)" for place, each in enumerate(NETWORK[:MOST])))
    asm.emit(*code)
    asm.emit(*(f"fsd {each}, {BOUNDS + 8 * place}(t0)" for place, each in enumerate(places)))
    asm.emit(f"addi t0, t0, {HIGH - LOW}", "bne t0, t1, merges")


def _sweep(asm: Assembly) -> None:
    """Bit w of t0 says whether window w is open; bit 16 stands for none.

    A bound is kept as the byte before it.
    """
    asm.phase("what is decided from each bound on")
    asm.emit(
        f"li t0, {1 << MOST}", "li t2, 1", f"mv t3, {BASE}", f"addi t4, {BASE}, {8 * 2 * MOST}"
    )
    asm.emit(f"li t5, {LOWEST_BIT}", f"sd zero, {RESULTS}({BASE})")
    asm.loop("bounds")
    asm.emit(f"ld s0, {BOUNDS}(t3)", "andi s1, s0, 15", "sll s1, t2, s1", "xor t0, t0, s1")
    asm.emit("neg s1, t0", "and s1, s1, t0", "mulw s1, s1, t5", "srliw s1, s1, 27")
    asm.emit("add s1, s1, a7", "lbu s1, 72(s1)", f"add s1, s1, {BASE}", f"ld s1, {ROWS}(s1)")
    asm.emit("srli s0, s0, 4", "addi s0, s0, -1", f"sd s0, {BOUNDS}(t3)")
    asm.emit(f"sd s1, {RESULTS + 8}(t3)", "addi t3, t3, 8", "bne t3, t4, bounds")


def _look_up(asm: Assembly, count: int) -> None:
    """Accesses in s registers, places in t registers."""
    columns = []
    for index in range(count):
        access, place, made = f"s{index}", f"t{index}", ("t4", "t5", "a6", "a7")[index]
        column = [f"lwu {access}, {4 * index}(a2)", f"mv {place}, {BASE}"]
        for step in STEPS:
            column.append(f"ld {made}, {BOUNDS + 8 * (step - 1)}({place})")
            column.append(f"slt {made}, {made}, {access}")
            column.append(f"slli {made}, {made}, {step.bit_length() + 2}")
            column.append(f"add {place}, {place}, {made}")
        column += [f"lbu {access}, {index}(a3)", f"add {place}, {place}, {access}"]
        column += [f"lb {made}, {RESULTS}({place})", f"sw {made}, {4 * index}(a4)"]
        columns.append(column)
    asm.emit(*interleaved(*columns))
    asm.emit(f"addi a2, a2, {4 * count}", f"addi a3, a3, {count}", f"addi a4, a4, {4 * count}")


def _tables(asm: Assembly) -> None:
    """Of the rights that are not given, a byte of ones at 1, 2 and 4; of powers of two, which."""
    places = [0] * 32
    for power in range(32):
        places[((LOWEST_BIT << power) & 0xFFFFFFFF) >> 27] = 8 * power
    asm.data("    .section .rodata", "    .p2align 6", "tables:", f"    .dword {ONES:#x}")
    for given in range(8):
        denied = sum(0xFF << (8 * right) for right in (1, 2, 4) if not given & right)
        asm.data(f"    .dword {denied:#x}")
    asm.data(f"    .byte {', '.join(map(str, places))}")

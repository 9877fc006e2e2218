"""Sorting by digits from the lowest: all are counted in one pass, then each takes a pass.

Counts and places are in bytes of the output, 16 bits each, so that four of them are added up by one
multiplication and a place is an offset.
"""

from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.boom.kernels.assembly import Assembly

BITS: Final = (11, 11, 10)
"""Of each digit, the lowest first."""
MOST: Final = 8192
"""Elements: their bytes are counted in 16 bits, and a copy of them lies on the stack."""
UNROLLED: Final = 4
TABLES: Final = ("a2", "a3", "a4", "a5")
X, Y, ROOM, MASK, FROM, TO, END = "a0", "a1", "s0", "s1", "a6", "a7", "s2"


def rsort(cell: Cell) -> str:
    """Numbers without a sign."""
    return _kernel(cell, signed=False)


def qsort(cell: Cell) -> str:
    """Numbers with a sign: places of the highest digit begin in the middle of its table."""
    return _kernel(cell, signed=True)


def _kernel(cell: Cell, *, signed: bool) -> str:
    n = cell.dims["n"]
    if n > MOST:
        raise Unwritten(f"{cell.name}: the expert sorts at most {MOST} numbers")
    asm = Assembly(f"{cell.name}: digits of {', '.join(map(str, BITS))} bits")
    _begin(asm, n)
    _count(asm, n)
    for digit, (table, bits) in enumerate(zip(TABLES, BITS, strict=False)):
        asm.phase(f"places of digit {digit}")
        halves = 2 if signed and digit == len(BITS) - 1 else 1
        _places(asm, f"places{digit}", table, bits, halves)
    for digit in range(len(BITS)):
        asm.phase(f"pass over digit {digit}")
        source = X if digit == 0 else (Y, ROOM)[(len(BITS) - digit) % 2]
        _move(asm, digit, n, source, (Y, ROOM)[(len(BITS) - 1 - digit) % 2])
    return str(asm)


def _begin(asm: Assembly, n: int) -> None:
    """Tables of zeros, and room for the numbers, below the stack pointer."""
    asm.phase("tables and room")
    size = sum(2 << bits for bits in BITS)
    asm.emit(f"li t0, {size}", "sub t1, sp, t0", "andi t1, t1, -64")
    asm.emit(f"li t0, {-(-4 * n // 64) * 64}", f"sub {ROOM}, t1, t0", f"mv {TABLES[0]}, t1")
    for table, before, bits in zip(TABLES[1:], TABLES, BITS[:-1], strict=False):
        asm.emit(f"li t0, {2 << bits}", f"add {table}, {before}, t0")
    asm.emit(f"li t0, {size}", f"add {END}, t1, t0")
    asm.loop("zeros")
    asm.emit(*(f"sd zero, {offset}(t1)" for offset in range(0, 64, 8)))
    asm.emit("addi t1, t1, 64", f"bne t1, {END}, zeros")
    asm.emit("li t6, 0x10001", "slli t5, t6, 32", "or t6, t6, t5")


def _digit(asm: Assembly, digit: int, to: str, number: str) -> None:
    """The address of a number's entry in the table of a digit."""
    shift = sum(BITS[:digit]) - 1
    asm.emit(f"slli {to}, {number}, 1" if shift < 0 else f"srli {to}, {number}, {shift}")
    mask = (2 << BITS[digit]) - 2
    asm.emit(f"andi {to}, {to}, {mask}" if mask < 2048 else f"and {to}, {to}, {MASK}")
    asm.emit(f"add {to}, {to}, {TABLES[digit]}")


def _through(asm: Assembly, n: int, label: str, pointer: str) -> int:
    """Begin a loop over the elements; how many are in an iteration."""
    count = next(each for each in (UNROLLED, 2, 1) if n % each == 0)
    asm.emit(f"li {END}, {4 * n}", f"add {END}, {END}, {pointer}")
    asm.loop(label)
    return count


def _count(asm: Assembly, n: int) -> None:
    asm.phase("how many numbers have each digit")
    asm.emit(f"mv {FROM}, {X}", f"li {MASK}, {(2 << max(BITS)) - 2}")
    count = _through(asm, n, "count", FROM)
    for element in range(count):
        asm.emit(f"lw t0, {4 * element}({FROM})")
        for digit in range(len(BITS)):
            _digit(asm, digit, "t1", "t0")
            asm.emit("lhu t2, 0(t1)", "addi t2, t2, 4", "sh t2, 0(t1)")
    asm.emit(f"addi {FROM}, {FROM}, {4 * count}", f"bne {FROM}, {END}, count")


def _places(asm: Assembly, label: str, table: str, bits: int, halves: int) -> None:
    """Four counts become the sums of those before them."""
    size = 2 << bits
    asm.emit("li t5, 0")
    for half in range(halves):
        start = size // 2 if halves == 2 and half == 0 else 0
        asm.emit(f"li t0, {start}", f"add t0, t0, {table}")
        asm.emit(f"li {END}, {size // halves}", f"add {END}, {END}, t0")
        asm.loop(f"{label}_{half}")
        for offset in range(0, 32, 8):
            made = "t3"
            asm.emit(f"ld t1, {offset}(t0)", "mul t1, t1, t6", "slli t2, t1, 16")
            asm.emit(f"srli {made}, t1, 48", "add t2, t2, t5", f"mul {made}, {made}, t6")
            asm.emit(f"sd t2, {offset}(t0)", f"add t5, t5, {made}")
        asm.emit("addi t0, t0, 32", f"bne t0, {END}, {label}_{half}")


def _move(asm: Assembly, digit: int, n: int, source: str, goal: str) -> None:
    """Every number to the next place of its digit."""
    asm.emit(f"mv {FROM}, {source}", f"mv {TO}, {goal}", f"li {MASK}, {(2 << BITS[digit]) - 2}")
    count = _through(asm, n, f"move{digit}", FROM)
    for element in range(count):
        number, entry, place, address = ("t0", "t1", "t2", "t3")
        asm.emit(f"lw {number}, {4 * element}({FROM})")
        _digit(asm, digit, entry, number)
        asm.emit(f"lhu {place}, 0({entry})", f"add {address}, {place}, {TO}")
        asm.emit(f"addi {place}, {place}, 4", f"sh {place}, 0({entry})")
        asm.emit(f"sw {number}, 0({address})")
    asm.emit(f"addi {FROM}, {FROM}, {4 * count}", f"bne {FROM}, {END}, move{digit}")

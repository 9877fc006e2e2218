"""Sorting by four digits of 8 bits from the lowest: all are counted in one pass, then each moves.

A pass goes from both ends to the middle: what comes from the front goes to the first place that is
free for its digit, what comes from the back to the last. So two tables are changed in turn, and a
place is back in its table before the next number asks for it. Counts and places are in bytes, 16
bits each: four are added up by one multiplication.
"""

from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.boom.kernels.assembly import Assembly

DIGITS: Final = 4
SIZE: Final = 2 << 8
"""Bytes of a table."""
MOST: Final = 8192
"""Elements: their bytes are counted in 16 bits, and a copy of them lies on the stack."""
UNROLLED: Final = (16, 8, 4, 2, 1)
"""Elements that are counted in an iteration, at most a line: the first that divides all."""
PAIRS: Final = (8, 4, 2)
"""Pairs that are moved in an iteration: the first that divides all that are left."""
AHEAD: Final = 128
"""Bytes between what is read and what is asked for."""
X, Y, TABLES, ROOM, FRONT, BACK, TO = "a0", "a1", "a2", "s0", "a3", "a4", "a5"
"""`TABLES` is the middle of eight: first places of each digit before it, last ones from it on."""
NUMBERS: Final = (("t0", "t1"), ("t2", "t3"))
ENTRIES: Final = (("t4", "t5"), ("t6", "a6"))
"""Of a pair, the one from the front and the one from the back; pairs take turns."""


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
    asm = Assembly(f"{cell.name}: {DIGITS} digits of 8 bits, from both ends to the middle")
    _begin(asm, n)
    _count(asm, n)
    for digit in range(DIGITS):
        asm.phase(f"places of digit {digit}")
        _places(asm, digit, 2 if signed and digit == DIGITS - 1 else 1)
    for digit, (source, goal) in enumerate(((X, ROOM), (ROOM, Y), (Y, ROOM), (ROOM, Y))):
        asm.phase(f"pass over digit {digit}")
        asm.emit(f"mv {FRONT}, {source}", f"mv {TO}, {goal}")
        _move(asm, digit, n)
    return str(asm)


def _begin(asm: Assembly, n: int) -> None:
    """Tables of zeros, and room for the numbers, below the stack pointer."""
    asm.phase("tables and room")
    asm.emit(f"addi {TABLES}, sp, -{DIGITS * SIZE}", f"andi {TABLES}, {TABLES}, -64")
    asm.emit(f"addi t0, {TABLES}, -{DIGITS * SIZE}", f"li t1, {-(-4 * n // 64) * 64}")
    asm.emit(f"sub {ROOM}, t0, t1", "li a7, 0x10001", "slli t1, a7, 32", "or a7, a7, t1")
    asm.loop("zeros")
    asm.emit(*(f"sd zero, {offset}(t0)" for offset in range(0, 64, 8)))
    asm.emit("addi t0, t0, 64", f"bne t0, {TABLES}, zeros")


def _entry(digit: int, entry: str, number: str) -> tuple[str, str, str]:
    """Where a number's entry is in the table of a digit, if that were the middle one."""
    shift = f"srli {entry}, {number}, {8 * digit - 1}" if digit else f"slli {entry}, {number}, 1"
    return shift, f"andi {entry}, {entry}, {SIZE - 2}", f"add {entry}, {entry}, {TABLES}"


def _first(digit: int) -> int:
    """Where the table of first places lies."""
    return (digit - DIGITS) * SIZE


def _last(digit: int) -> int:
    """Where the table of last places lies."""
    return digit * SIZE


def _count(asm: Assembly, n: int) -> None:
    """Into the tables of first places; a store asks for the line that is written next."""
    asm.phase("how many numbers have each digit")
    count = next(each for each in UNROLLED if n % each == 0)
    asm.emit(f"mv {FRONT}, {X}", f"li {BACK}, {4 * n}", f"add {BACK}, {BACK}, {FRONT}")
    asm.emit(f"mv s1, {ROOM}")
    asm.loop("count")
    asm.emit("sw zero, 0(s1)", f"addi s1, s1, {4 * count}")
    if n > AHEAD:
        asm.emit(f"lw zero, {AHEAD}({FRONT})")
    entries, counts = ("t3", "t4", "t5", "t6"), ("t0", "t1", "t2", "a6")
    for element in range(count):
        asm.emit(f"lw {TO}, {4 * element}({FRONT})")
        for digit, entry in enumerate(entries):
            asm.emit(*_entry(digit, entry, TO))
        each = [*zip(counts, entries, map(_first, range(DIGITS)), strict=True)]
        asm.emit(*(f"lhu {found}, {at}({entry})" for found, entry, at in each))
        asm.emit(*(f"addi {found}, {found}, 4" for found in counts))
        asm.emit(*(f"sh {found}, {at}({entry})" for found, entry, at in each))
    asm.emit(f"addi {FRONT}, {FRONT}, {4 * count}", f"bne {FRONT}, {BACK}, count")


def _places(asm: Assembly, digit: int, halves: int) -> None:
    """Four counts become the sums of those before them, and of those up to them."""
    asm.emit("li t0, 0")
    for half in range(halves):
        label, start = f"places{digit}_{half}", SIZE // 2 if halves == 2 and half == 0 else 0
        asm.emit(f"addi t1, {TABLES}, {start}", f"addi t2, t1, {SIZE // halves}")
        asm.loop(label)
        for offset in range(0, 32, 8):
            asm.emit(f"ld t3, {_first(digit) + offset}(t1)", "mul t3, t3, a7", "slli t4, t3, 16")
            asm.emit("srli t5, t3, 48", "add t3, t3, t0", "add t4, t4, t0", "mul t5, t5, a7")
            asm.emit(f"sd t4, {_first(digit) + offset}(t1)", f"sd t3, {_last(digit) + offset}(t1)")
            asm.emit("add t0, t0, t5")
        asm.emit("addi t1, t1, 32", f"bne t1, t2, {label}")


def _move(asm: Assembly, digit: int, n: int) -> None:
    """Pairs of the next number from the front and the next one from the back."""
    pairs, odd = divmod(n, 2)
    asm.emit(f"li {BACK}, {4 * n}", f"add {BACK}, {BACK}, {FRONT}")
    _read(asm, digit, 0, 0)
    if pairs % 2:
        _step(asm, digit, 0, 0, 1)
        asm.emit(f"addi {FRONT}, {FRONT}, 4", f"addi {BACK}, {BACK}, -4")
    turn = pairs % 2
    if pairs > 1:
        count = next(each for each in PAIRS if (pairs - turn) % each == 0)
        asm.emit(f"li s1, {4 * (pairs - turn)}", f"add s1, s1, {FRONT}")
        asm.loop(f"move{digit}")
        for pair in range(count):
            _step(asm, digit, (turn + pair) % 2, pair, pair + 1)
        asm.emit(f"addi {FRONT}, {FRONT}, {4 * count}", f"addi {BACK}, {BACK}, {-4 * count}")
        asm.emit(f"bne {FRONT}, s1, move{digit}")
    if odd:
        (number, _), (entry, _) = NUMBERS[turn], ENTRIES[turn]
        asm.emit(f"lhu s2, {_first(digit)}({entry})", f"add s2, s2, {TO}", f"sw {number}, 0(s2)")


def _read(asm: Assembly, digit: int, turn: int, pair: int) -> None:
    """The numbers of a pair and their entries."""
    (front, back), (first, last) = NUMBERS[turn], ENTRIES[turn]
    asm.emit(f"lw {front}, {4 * pair}({FRONT})", f"lw {back}, {-4 * pair - 4}({BACK})")
    asm.emit(*_entry(digit, first, front), *_entry(digit, last, back))


def _step(asm: Assembly, digit: int, turn: int, pair: int, following: int) -> None:
    """The places of a pair, the numbers of the following one, then the pair's stores."""
    (front, back), (first, last) = NUMBERS[turn], ENTRIES[turn]
    asm.emit(f"lhu s2, {_first(digit)}({first})", f"lhu s3, {_last(digit)}({last})")
    _read(asm, digit, 1 - turn, following)
    asm.emit(f"add s4, s2, {TO}", "addi s3, s3, -4", "addi s2, s2, 4", f"add s5, s3, {TO}")
    asm.emit(f"sh s2, {_first(digit)}({first})", f"sh s3, {_last(digit)}({last})")
    asm.emit(f"sw {front}, 0(s4)", f"sw {back}, 0(s5)")

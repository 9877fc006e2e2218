"""Dhrystone-like: strings as numbers of 64 bits, cases as masks, quotients as products.

A string is kept with its first byte uppermost and zeros after its end, so that two numbers compare
as eight bytes do. What depends on place and case alone stands in one entry of a table: where the
letter goes, how often there was a run like this, and the masks of the case. A divisor is one of
128, whose reciprocals in 64 bits are in a table.
"""

from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.boom.kernels.assembly import Assembly
from kernelcraft.tasks.dhrystone import CASES, NAMES, SHORTEST, WIDTH

ENTRY: Final = 32
"""Bytes of an entry: two masks of the letter's byte, the count, three masks of the case."""
COUNT, SIGN, SEVENFOLD, EXCLUSIVE = 16, 20, 21, 22
DIVISORS: Final = range(3, 131)
ONES: Final = 0x0101010101010101
NUMBERS, OUT, END = "a1", "a2", "a3"
TEXTS, ENTRIES, RECIPROCALS, BYTES = "s0", "s1", "s2", "s3"
TOTAL: Final = "s4"
TURNS: Final = (("s5", "s6", "s7"), ("s8", "s9", "s10"))
"""Where a string lies and its first two words: of this run and of the one before, in turn."""


def kernel(cell: Cell) -> str:
    """Only strings whose first 16 bytes are the same are compared further."""
    runs = cell.dims["runs"]
    asm = Assembly(f"{cell.name}: words for strings, masks for cases, products for quotients")
    _strings(asm)
    asm.phase("no run so far")
    asm.emit(f"la {ENTRIES}, entries", f"la {RECIPROCALS}, reciprocals", f"li {TOTAL}, 0")
    asm.emit(*(f"sw zero, {COUNT + ENTRY * each}({ENTRIES})" for each in range(CASES * SHORTEST)))
    text, first, second = TURNS[1]
    asm.emit(f"mv {text}, {TEXTS}", f"ld {first}, 0({text})", f"ld {second}, 8({text})")
    if runs // 2:
        asm.phase("two runs an iteration")
        asm.emit(f"li {END}, {runs // 2 * 8}", f"add {END}, {END}, {NUMBERS}")
        asm.loop("runs")
        for turn in range(2):
            _run(asm, turn, f"same{turn}")
        asm.emit(f"addi {NUMBERS}, {NUMBERS}, 8", f"addi {OUT}, {OUT}, 32")
        asm.emit(f"bne {NUMBERS}, {END}, runs")
    if runs % 2:
        asm.phase("the last run")
        _run(asm, 0, "same2")
    asm.aside()
    for label, turn in [("same0", 0), ("same1", 1)] * (runs // 2 > 0) + [("same2", 0)] * (runs % 2):
        _same(asm, label, turn)
    _tables(asm)
    return str(asm)


def _strings(asm: Assembly) -> None:
    """All strings, each word turned round, with zeros after the end, below the stack pointer."""
    asm.phase("the strings as numbers")
    asm.emit("la t0, masks", *(f"ld a{4 + each}, {8 * each}(t0)" for each in range(4)))
    asm.emit(f"mv {BYTES}, a4", "slli a3, a4, 7", f"addi {TEXTS}, sp, -{NAMES * WIDTH}")
    asm.emit(f"mv t6, {TEXTS}")
    asm.loop("strings")
    asm.emit("li t5, -1")
    for offset in range(0, WIDTH, 8):
        asm.emit(f"ld t0, {offset}(a0)", "sub t1, t0, a4", "not t2, t0", "and t1, t1, t2")
        asm.emit("and t1, t1, a3", "neg t2, t1", "and t2, t2, t1", "addi t2, t2, -1")
        asm.emit("and t0, t0, t2", "and t0, t0, t5", "snez t2, t1", "addi t2, t2, -1")
        asm.emit("and t5, t5, t2")
        for mask, shift in (("a5", 8), ("a6", 16)):
            asm.emit(f"srli t1, t0, {shift}", f"and t1, t1, {mask}", f"and t0, t0, {mask}")
            asm.emit(f"slli t0, t0, {shift}", "or t0, t0, t1")
        asm.emit("srli t1, t0, 32", "slli t0, t0, 32", "or t0, t0, t1", f"sd t0, {offset}(t6)")
    asm.emit(f"addi a0, a0, {WIDTH}", f"addi t6, t6, {WIDTH}", "bne t6, sp, strings")


def _run(asm: Assembly, turn: int, same: str) -> None:
    """s5 to s10 hold the strings; a4 is the number, a5 the order, a6 the count."""
    (text, first, second), (_, before, further) = TURNS[turn], TURNS[1 - turn]
    asm.emit(f"lw a4, {4 * turn}({NUMBERS})")
    asm.emit("andi t0, a4, 7", "slli t0, t0, 5", f"add {text}, t0, {TEXTS}")
    asm.emit(f"ld {first}, 0({text})", f"ld {second}, 8({text})")
    asm.emit("slli t0, a4, 2", "andi t0, t0, 0x1e0", "srli t1, a4, 2", "andi t1, t1, 0x600")
    asm.emit("add t0, t0, t1", f"add t0, t0, {ENTRIES}", "ld t1, 0(t0)", "ld t2, 8(t0)")
    asm.emit(f"lw a6, {COUNT}(t0)", f"lb t3, {SIGN}(t0)", f"lb t4, {SEVENFOLD}(t0)")
    asm.emit(f"lb t5, {EXCLUSIVE}(t0)", "addi a6, a6, 1", f"sw a6, {COUNT}(t0)")
    # the letter
    asm.emit("srli t6, a4, 7", "andi t6, t6, 15", "addi t6, t6, 65", f"mul t6, t6, {BYTES}")
    for word, mask in ((first, "t1"), (second, "t2")):
        asm.emit(f"xor a7, {word}, t6", f"and a7, a7, {mask}", f"xor {word}, {word}, a7")
    # the order
    asm.emit(f"sltu t1, {before}, {first}", f"sltu t2, {first}, {before}", "sub t1, t1, t2")
    asm.emit(f"sltu t2, {further}, {second}", f"sltu t6, {second}, {further}", "sub t2, t2, t6")
    asm.emit("slli t1, t1, 1", "add a5, t1, t2", f"beqz a5, {same}")
    asm.label(f"{same}_compared")
    asm.emit("srai t0, a5, 63", "sgtz a5, a5", "or a5, a5, t0", "snez t1, a5", "neg t1, t1")
    # the value: total + w, total - w, 7 * total - w, total ^ w = total + w - 2 * (total & w)
    asm.emit("and t5, t5, a4", "xor t2, a4, t3", "sub t2, t2, t3", f"add t2, t2, {TOTAL}")
    asm.emit(f"and t4, t4, {TOTAL}", f"and t5, t5, {TOTAL}", "slli t6, t4, 2", "add t4, t4, t5")
    asm.emit("sub t6, t6, t4", "slli t6, t6, 1", "addw t6, t6, t2")
    # the quotient
    asm.emit("srli t3, a4, 10", "andi t3, t3, 0x3f8", f"add t3, t3, {RECIPROCALS}", "ld t3, 0(t3)")
    asm.emit("srli t4, t6, 63", "mulhsu t3, t6, t3", "add t3, t3, t4")
    # the total
    asm.emit("add t6, t6, a6", "sub t6, t6, t0", "and t1, t1, t3", "xor t1, t1, t0")
    asm.emit(f"addw {TOTAL}, t6, t1")
    for index, word in enumerate(("a5", "t3", "a6", TOTAL)):
        asm.emit(f"sw {word}, {16 * turn + 4 * index}({OUT})")


def _same(asm: Assembly, label: str, turn: int) -> None:
    """The last 16 bytes, which no letter changes."""
    text, before = TURNS[turn][0], TURNS[1 - turn][0]
    asm.label(label)
    for made, offset in (("t1", 16), ("t2", 24)):
        asm.emit(f"ld a7, {offset}({text})", f"ld t6, {offset}({before})")
        asm.emit(f"sltu {made}, t6, a7", "sltu t6, a7, t6", f"sub {made}, {made}, t6")
    asm.emit("slli t1, t1, 1", "add a5, t1, t2", f"j {label}_compared")


def _tables(asm: Assembly) -> None:
    asm.data("    .data", "    .p2align 6", "entries:")
    for case in range(CASES):
        masks = (-(case in (1, 2)), -(case == 2), -(case == 3), 0)
        for place in range(SHORTEST):
            byte = 0xFF << (56 - 8 * (place % 8))
            words = (byte, 0) if place < 8 else (0, byte)
            asm.data(f"    .dword {words[0]:#x}, {words[1]:#x}", "    .word 0")
            asm.data(f"    .byte {', '.join(map(str, masks))}", "    .dword 0")
    asm.data("    .p2align 6", "reciprocals:")
    asm.data(*(f"    .dword {2**64 // divisor + 1:#x}" for divisor in DIVISORS))
    asm.data("masks:", f"    .dword {ONES:#x}, 0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0")

"""Dotprod: two elements to a load, products of 64 bits of which the low halves count."""

from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.boom.kernels.assembly import Assembly

UNROLLED: Final = 8
"""Pairs in an iteration."""


def kernel(cell: Cell) -> str:
    """Eight instructions a pair: two loads, two shifts, two products, two additions.

    The upper halves of products and sums hold what nobody asks for.
    """
    asm = Assembly(f"{cell.name}: two elements to a load")
    pairs, odd = divmod(cell.dims["n"], 2)
    rest, blocks = pairs % UNROLLED, pairs // UNROLLED
    asm.emit(*(f"li {each}, 0" for each in ("t0", "t1", "t2", "t3")))
    asm.phase("the pairs that are no whole iteration")
    for pair in range(rest):
        asm.emit(*_pair(8 * pair, pair))
    asm.emit(*(f"addi {each}, {each}, {8 * rest}" for each in ("a0", "a1")))
    if blocks:
        asm.phase(f"{blocks} iterations of {UNROLLED} pairs")
        asm.emit(f"li t6, {8 * UNROLLED * blocks}", "add t6, t6, a0")
        asm.loop("pairs")
        for pair in range(UNROLLED):
            asm.emit(*_pair(8 * pair, pair))
        asm.emit(*(f"addi {each}, {each}, {8 * UNROLLED}" for each in ("a0", "a1")))
        asm.emit("bne a0, t6, pairs")
    if odd:
        asm.emit("lw t4, 0(a0)", "lw t5, 0(a1)", "mul t4, t4, t5", "add t0, t0, t4")
    asm.emit("add t0, t0, t1", "add t2, t2, t3", "add t0, t0, t2", "sw t0, 0(a2)")
    return str(asm)


def _pair(offset: int, pair: int) -> tuple[str, ...]:
    """Sums are in two pairs of registers, in turn."""
    low, high = ("t0", "t1") if pair % 2 else ("t2", "t3")
    return (
        f"ld t4, {offset}(a0)",
        f"ld t5, {offset}(a1)",
        "mul a3, t4, t5",
        "srli t4, t4, 32",
        "srli t5, t5, 32",
        f"add {low}, {low}, a3",
        "mul a4, t4, t5",
        f"add {high}, {high}, a4",
    )

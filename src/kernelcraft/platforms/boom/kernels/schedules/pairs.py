"""Elementwise programs of two vectors: two elements of 32 bits to a load, one to a store.

A pair takes two loads and two stores, which the one port for memory makes four cycles, and eight
instructions, which are as many. Stores come three pairs after their loads: one whose number is not
there when its address is issues twice.
"""

from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.boom.kernels.assembly import Assembly

BEHIND: Final = 3
"""Pairs between the loads of one and its stores."""
UNROLLED: Final = 8
"""Pairs in an iteration; a multiple of `BEHIND` + 1, so that results keep their registers."""
RESULTS: Final = (("t0", "t1"), ("t2", "t3"), ("t4", "t5"), ("t6", "a4"))

POINTERS: Final = ("a0", "a1", "a2")
"""To the two vectors and to the output."""


def multiply(cell: Cell) -> str:
    """The low half of a product does not see the upper halves of the factors."""
    return _kernel(cell, "mul")


def vvadd(cell: Cell) -> str:
    """The low half of a sum does not see the upper halves."""
    return _kernel(cell, "add")


def _kernel(cell: Cell, operation: str) -> str:
    asm = Assembly(f"{cell.name}: two elements to a load, stores {BEHIND} pairs later")
    pairs, odd = divmod(cell.dims["n"], 2)
    first, blocks = pairs % UNROLLED, pairs // UNROLLED
    if blocks and first < BEHIND:
        first, blocks = first + UNROLLED, blocks - 1
    asm.phase("the pairs that are no whole iteration")
    for pair in range(first):
        _load(asm, operation, 8 * pair, pair)
        if pair >= BEHIND:
            _store(asm, 8 * (pair - BEHIND), pair - BEHIND)
    asm.emit(*(f"addi {each}, {each}, {8 * first}" for each in POINTERS))
    if blocks:
        asm.phase(f"{blocks} iterations of {UNROLLED} pairs")
        asm.emit(f"li a7, {8 * UNROLLED * blocks}", "add a7, a7, a0")
        asm.loop("pairs")
        for pair in range(UNROLLED):
            _load(asm, operation, 8 * pair, first + pair)
            _store(asm, 8 * (pair - BEHIND), first + pair - BEHIND)
        asm.emit(*(f"addi {each}, {each}, {8 * UNROLLED}" for each in POINTERS))
        asm.emit("bne a0, a7, pairs")
    asm.phase("the stores that are left")
    for pair in range(-min(BEHIND, pairs), 0):
        _store(asm, 8 * pair, first + pair)
    if odd:
        asm.emit("lw t0, 0(a0)", "lw t1, 0(a1)", f"{operation} t0, t0, t1", "sw t0, 0(a2)")
    return str(asm)


def _load(asm: Assembly, operation: str, offset: int, pair: int) -> None:
    """Two elements of both vectors, and what they give."""
    low, high = RESULTS[pair % len(RESULTS)]
    asm.emit(
        f"ld a5, {offset}(a0)",
        f"ld a6, {offset}(a1)",
        f"{operation} {low}, a5, a6",
        "srli a5, a5, 32",
        "srli a6, a6, 32",
        f"{operation} {high}, a5, a6",
    )


def _store(asm: Assembly, offset: int, pair: int) -> None:
    low, high = RESULTS[pair % len(RESULTS)]
    asm.emit(f"sw {low}, {offset}(a2)", f"sw {high}, {offset + 4}(a2)")

"""What a kernel finds when it begins: the page of its arguments, of the tables, and of one cell."""

from __future__ import annotations

from kernelcraft.isa.manual import Page
from kernelcraft.platforms.amd_npu.memory_map import ARGUMENTS, MOST_SHIFT, SHIFT, sizes
from kernelcraft.platforms.amd_npu.tables import COPIES, tables
from kernelcraft.platforms.platform import MemoryMap, Placement


def arguments() -> Page:
    """What registers and memory hold at the first bundle."""
    return Page(
        "Arguments of a kernel",
        f"""\
A kernel is a function: .globl kernel, and it ends with ret lr and its five delay slots.
p0 is {ARGUMENTS:#x}: there lie the addresses of the inputs in their order, then the output's, 32 \
bits each: lda p1, [p0, #0] loads the first one.
r0, r1, ... hold the sizes that the cell's layout lists. crRnd is 0 (floor), crSat is 0.
All other registers hold garbage, and so does memory where nothing else is said; the output is NaN.
In the final grading all tensors lie further on than printed, by one multiple of {SHIFT} up to \
{MOST_SHIFT} that is not known before: take addresses from the argument block. Distances between \
tensors stay, and so do their banks.
Elements are bfloat16, little-endian. Factors and products of matrices lie in tiles: the tile of \
row i, column j of a left factor is 4x8 elements, of a right one 8x4, of a product 4x4; tiles \
follow one another row by row, and elements in a tile do. One vmac.f with mode 28 multiplies two.
All else is row-major, in rows of as many elements as the last axis has.
Constants are not in memory: write them into the code or into .rodata (.word, .short), which has \
8 KB together with .data and .bss.
A kernel writes its output and what is free, nothing else.
Cycles count from the first bundle to the last delay slot of ret lr; bringing operands into these \
memories and starting the core are not counted.""",
    )


def offered() -> Page:
    """The tables that are there without a kernel's doing."""
    lines = "\n".join(
        f"{table.addresses[0]:#x} {table.addresses[1]:#x} {table.name}: {table.doc}."
        for table in tables()
    )
    return Page(
        "Tables",
        f"""\
These tables of bfloat16, or of pairs of it, lie in memory, once in bank 0 of the own memory \
(from {COPIES[0]:#x}), once in bank 3 of the north's (from {COPIES[1]:#x}); both addresses are \
given.
{lines}
Every 16 bytes of entries lie twice in a row. For a look-up lane n of the addresses holds where \
the table begins plus 4*i for vldb.4x16 (entries of 16 bits), 8*i for vldb.4x32 (pairs); lanes 0, \
1, 4, 5 take the first copy and lanes 2, 3, 6, 7 the second; the hardware finds the entry from that.
A pair is a number in two parts, the upper one in its lower 16 bits. vshuffle with mode 24 of what \
four look-ups gave (lo and hi of 8 lanes, then of 8 more) has 16 upper parts in its lower half, \
and the 16 lower ones in its upper half.
e to the x: vfloor.s32.bf16 with shift 8 gives 256 x; 96 more than its upper bits (>> 8) is i of \
exp_whole, the lowest 8 are that of exp_fraction; the product of the entries is the result. With \
pairs W and F, and G for F with its halves exchanged, mode 60 gives it as W*F + W*G.""",
    )


def describe(memory_map: MemoryMap) -> str:
    """The memory layout of one cell: one table of operands, sizes, what is free."""
    placements = (*memory_map.inputs, memory_map.output)
    values = ", ".join(
        f"r{number} = {name} = {size}"
        for number, (name, size) in enumerate(sizes(memory_map).items())
    )
    return "\n".join(
        [
            "This cell is resident: all operands lie in data memory before the first bundle.",
            "Argument, address, operand, elements, bytes, layout:",
            *(_line(4 * index, each) for index, each in enumerate(placements)),
            f"Sizes: {values}.",
            "Free for the kernel: "
            + ", ".join(f"{each.start:#x}..{each.end - 1:#x}" for each in memory_map.scratch)
            + "; the first is the stack, the second has .rodata, .data and .bss.",
        ]
    )


def _line(offset: int, placement: Placement) -> str:
    tensor, region = placement.tensor, placement.region
    shape = "x".join(map(str, tensor.shape))
    return (
        f"  p0+{offset}  {region.start:#x}  {tensor.name}  {shape}  {region.size:,}  "
        f"{placement.layout}"
    )

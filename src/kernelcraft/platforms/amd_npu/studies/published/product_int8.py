"""C = A B for 32x32 numbers of 8 bits, in tiles of 4x8 (A and C) and 8x8 (B), row by row.

Two by two tiles of C at a time, in four accumulators; of each sum the lowest 8 bits are kept. p0
and p3 go along two rows of tiles of A, p1 down two columns of B, p2 and p4 along two rows of C.
"""

from __future__ import annotations

from kernelcraft.platforms.amd_npu.kernels.schedule import Memory, core_writer

SIGNED = 776  # mode: a product of tiles, both signed
STEPS = 4  # products in a sum, and tiles in a row or column of B
BLOCKS = 8
A_TILE, B_TILE = 32, 64  # bytes; one of C has as many as one of A
ROW = STEPS * A_TILE
DOWN = STEPS * B_TILE
MOVES = {  # after a block whose columns come first, and after the other one
    "0": (-ROW, ROW),
    "3": (-ROW, ROW),
    "1": (2 * B_TILE - STEPS * DOWN, -2 * B_TILE - STEPS * DOWN),
    "2": (0, ROW),
    "4": (0, ROW),
}
BANKS = {"p0": "1", "p3": "1", "p1": "2", "p2": "3", "p4": "3"}
KINDS = {
    **{f"b{step}{tile}": "x" for step in range(STEPS) for tile in range(2)},
    **{f"c{row}{column}": "cm" for row in range(2) for column in range(2)},
}


def kernel(*, pipelined: bool) -> str:
    """Blocks that overlap, or one after the other."""
    writer = core_writer(Memory(tuple(BANKS), BANKS))
    writer.straight(_set_up())
    if pipelined:
        writer.loop(_block(), BLOCKS, KINDS, interval=4 * STEPS)
    else:
        writer.straight(_block() + "add r6, r6, #-1\njnz r6, #.Lnext", KINDS, label=".Lnext")
    writer.finish()
    return writer.text()


def _set_up() -> str:
    text = f"movxm r0, #{SIGNED}\nmovx r6, #{BLOCKS}\nmov s0, #0\n"
    for number, (first, second) in MOVES.items():
        text += f"movxm dj{number}, #{first}\nmovxm m{number}, #{second}\n"
        text += f"mov dn{number}, #1\nmov dc{number}, #0\n"
    return text + f"mov p3, p0\npadda [p3], #{ROW}\nmov p4, p2\npadda [p4], #{ROW}"


def _block() -> str:
    text = ""
    for step in range(STEPS):
        a = [
            2 * (step % 2),
            2 * (step % 2) + 1,
        ]  # upper halves are not used
        text += f"vlda wl{a[0]}, [p0], #{A_TILE}\nvlda wl{a[1]}, [p3], #{A_TILE}\n"
        for tile in range(2):
            on = DOWN - 96 if tile else 32
            text += f"vldb %b{step}{tile}.l, [p1], #32\nvldb %b{step}{tile}.h, [p1], #{on}\n"
        for row in range(2):
            for column in range(2):
                to, given = f"%c{row}{column}", f"x{a[row]}, %b{step}{column}, r0\n"
                text += f"vmac {to}, {to}, {given}" if step else f"vmul {to}, {given}"
    text += "".join(
        f"vst.srs.s8.s32 %c{row}{column}, s0, [p{2 + 2 * row}], #{A_TILE}\n"
        for row in range(2)
        for column in range(2)
    )
    return text + "".join(
        f"{pad}.2d [p{number}], d{number}\n"
        for number, pad in zip(MOVES, ("padda", "padda", "paddb", "padds", "padds"), strict=True)
    )

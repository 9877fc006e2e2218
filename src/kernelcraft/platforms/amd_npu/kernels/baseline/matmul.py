"""Products of matrices in tiles, for GEMM, BatchMatMul and Linear: two by two tiles at a time.

Four accumulators, and four steps of eight products in an iteration; fewer where sizes do not come
out even. p1 and p2 go along two rows of tiles of the left factor, p3 down two columns of the right
one, p5 and p6 along two of the product.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelcraft.platforms.amd_npu.kernels.baseline.pieces import (
    SUMS,
    UNROLLED,
    again,
    assigned,
    begin,
)
from kernelcraft.platforms.amd_npu.kernels.tiles import TILE, Shape


@dataclass(frozen=True)
class Block:
    """Tiles of the product that are made at a time, and steps in an iteration."""

    rows: int = 2
    columns: int = 2
    steps: int = UNROLLED

    @property
    def sums(self) -> tuple[str, ...]:
        """The accumulators, row by row."""
        return SUMS[: self.rows * self.columns]


FULL = Block()


def product(shape: Shape) -> str:
    """The kernel, for M and N by 4 and K by 8."""
    block = Block(
        rows=1 if shape.m % 8 else 2,
        columns=1 if shape.n % 8 else 2,
        steps=next(count for count in (UNROLLED, 2, 1) if shape.k // 8 % count == 0),
    )
    row, down = 8 * shape.k, 16 * shape.n  # bytes of a row of tiles of the left and right factor
    moves = {
        "m0": down - block.columns * TILE + 32,  # to the next tiles of the right factor
        "m1": -row,
        "m2": block.columns * TILE - shape.k // 8 * down,
        "m3": -down,  # to the first columns
        "m4": block.rows * row,
        "m5": (block.rows - 1) * down // 2,  # a row of tiles of the product
        "m6": 2 * shape.k * shape.n,  # to the right factor of the next batch
        "m7": -2 * shape.n,
    }
    text = assigned(moves)
    text += f"movxm r13, #{shape.batches}\n"
    fixed = (*SUMS, "x8")
    output = 3 if shape.biased else 2
    writer = begin((0, 0, 1, output, output, output), text, fixed)
    writer.straight("padda [p2], m4\npadda [p2], m1\npadda [p6], m5")
    if shape.biased:
        writer.straight("lda p4, [p0, #8]")
    writer.straight(f"movxm r12, #{shape.m // 4 // block.rows}", label=".Lbatch")
    writer.straight(f"movxm r11, #{shape.n // 4 // block.columns}", label=".Lrows")
    writer.straight(
        begun(shape, block) + f"movxm r10, #{shape.k // 8 // block.steps}", BIASES, label=".Lblock"
    )
    writer.straight(steps(block) + again(".Lsteps", "r10"), VALUES, label=".Lsteps")
    writer.straight(stores(block) + again(".Lblock", "r11"))
    writer.straight(
        NEXT_ROWS + ("padda [p4], m7\n" if shape.biased else "") + again(".Lrows", "r12")
    )
    writer.straight("padda [p3], m6\n" + again(".Lbatch", "r13"))
    writer.finish()
    return writer.kernel()


NEXT_ROWS = """
padda [p1], m4
padda [p2], m4
paddb [p3], m3
padds [p5], m5
padds [p6], m5
"""
VALUES = {f"{side}{step}{tile}": "x" for side in "ab" for step in range(4) for tile in range(2)}
BIASES = {"first": "x", "second": "x"}


def begun(shape: Shape, block: Block = FULL) -> str:
    """The accumulators: 0, or the bias of four columns in each row of a tile."""
    if not shape.biased:
        return "".join(f"vclr {name}\n" for name in block.sums)
    count = 2 * block.columns
    text = "".join(f"lda r{16 + number}, [p4], #4\n" for number in range(count))
    values = ("%first", "%second")[: block.columns]
    text += "".join(
        f"vbcst.64 {value}, r{17 + 2 * index}:r{16 + 2 * index}\n"
        for index, value in enumerate(values)
    )
    return text + "".join(
        f"vconv.fp32.bf16 {name}, {value}.l\n"
        for name, value in zip(block.sums, values * block.rows, strict=True)
    )


def steps(block: Block = FULL) -> str:
    """The steps of an iteration: in each the tiles of both factors, and their products."""
    text = ""
    for step in range(block.steps):
        for tile, pointer in enumerate(("p1", "p2")[: block.rows]):
            text += "".join(f"vlda %a{step}{tile}.{half}, [{pointer}], #32\n" for half in "lh")
        halves = [f"%b{step}{tile}.{half}" for tile in range(block.columns) for half in "lh"]
        moves = (*("#32",) * (len(halves) - 1), "m0")
        text += "".join(f"vldb {to}, [p3], {m}\n" for to, m in zip(halves, moves, strict=True))
        for index, name in enumerate(block.sums):
            row, column = divmod(index, block.columns)
            left, right = f"%a{step}{row}", f"%b{step}{column}"
            text += f"vmac.f {name}, {name}, {left}, {right}, r7\n"
    return text


def stores(block: Block = FULL) -> str:
    """The sums as tiles of the product; pointers to the next columns."""
    text = "".join(
        f"vst.conv.bf16.fp32 {name}, [{('p5', 'p6')[index // block.columns]}], #32\n"
        for index, name in enumerate(block.sums)
    )
    return text + "padda [p1], m1\npadda [p2], m1\npaddb [p3], m2\n"

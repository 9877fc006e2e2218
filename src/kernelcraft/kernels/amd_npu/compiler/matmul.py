"""Products of matrices in tiles, for GEMM, BatchMatMul and Linear: two by two tiles at a time.

Four accumulators, and four steps of eight products in an iteration. p1 and p2 go along two rows of
tiles of the left factor, p3 down two columns of the right one, p5 and p6 along two of the product.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelcraft.kernels.amd_npu.compiler.pieces import again, begin
from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.unwritten import Unwritten

UNROLLED = 4
SUMS = ("bmh0", "bmh1", "bmh2", "bmh3")
TILE = 64  # bytes of a factor's tile; a product's has half of it


@dataclass(frozen=True)
class Shape:
    """As many products of an M x K and a K x N matrix; `biased` with a bias for each column."""

    batches: int
    m: int
    k: int
    n: int
    biased: bool = False


def product(cell: Cell, shape: Shape) -> str:
    """The kernel; raises Unwritten where the sizes do not come out even."""
    inner = 8 * UNROLLED
    if shape.m % 8 or shape.n % 8 or shape.k % inner:
        raise Unwritten(f"{cell.name}: the template needs M and N by 8 and K by {inner}")
    row, down = 8 * shape.k, 16 * shape.n  # bytes of a row of tiles of the left and right factor
    moves = {
        "m0": down - 2 * TILE + 32,  # to the next tiles of the right factor
        "m1": -row,
        "m2": 2 * TILE - shape.k // 8 * down,
        "m3": -down,  # to the first columns
        "m4": 2 * row,
        "m5": down // 2,  # a row of tiles of the product
        "m6": 2 * shape.k * shape.n,  # to the right factor of the next batch
        "m7": -2 * shape.n,
    }
    text = "".join(f"movxm {name}, #{move}\n" for name, move in moves.items())
    text += f"movxm r13, #{shape.batches}\n"
    fixed = (*SUMS, "x8")
    output = 3 if shape.biased else 2
    writer = begin((0, 0, 1, output, output, output), text, fixed)
    writer.straight("padda [p2], m4\npadda [p2], m1\npadda [p6], m5")
    if shape.biased:
        writer.straight("lda p4, [p0, #8]")
    writer.straight(f"movxm r12, #{shape.m // 8}", label=".Lbatch")
    writer.straight(f"movxm r11, #{shape.n // 8}", label=".Lrows")
    writer.straight(begun(shape) + f"movxm r10, #{shape.k // inner}", BIASES, label=".Lblock")
    writer.straight(steps() + again(".Lsteps", "r10"), VALUES, label=".Lsteps")
    writer.straight(STORES + again(".Lblock", "r11"))
    writer.straight(
        NEXT_ROWS + ("padda [p4], m7\n" if shape.biased else "") + again(".Lrows", "r12")
    )
    writer.straight("padda [p3], m6\n" + again(".Lbatch", "r13"))
    writer.finish()
    return writer.kernel()


STORES = """
vst.conv.bf16.fp32 bmh0, [p5], #32
vst.conv.bf16.fp32 bmh1, [p5], #32
vst.conv.bf16.fp32 bmh2, [p6], #32
vst.conv.bf16.fp32 bmh3, [p6], #32
padda [p1], m1
padda [p2], m1
paddb [p3], m2
"""
NEXT_ROWS = """
padda [p1], m4
padda [p2], m4
paddb [p3], m3
padds [p5], m5
padds [p6], m5
"""
VALUES = {f"{side}{step}{tile}": "x" for side in "ab" for step in range(4) for tile in range(2)}
BIASES = {"first": "x", "second": "x"}


def begun(shape: Shape) -> str:
    """The accumulators: 0, or the bias of four columns in each row of a tile."""
    if not shape.biased:
        return "".join(f"vclr {name}\n" for name in SUMS)
    text = "".join(f"lda r{number}, [p4], #4\n" for number in (16, 17, 18, 19))
    text += "vbcst.64 %first, r17:r16\nvbcst.64 %second, r19:r18\n"
    return text + "".join(
        f"vconv.fp32.bf16 {name}, {value}.l\n"
        for name, value in zip(SUMS, ("%first", "%second") * 2, strict=True)
    )


def steps() -> str:
    """Four steps: two tiles of each factor, four products."""
    text = ""
    for step in range(UNROLLED):
        for tile, pointer in enumerate(("p1", "p2")):
            text += "".join(f"vlda %a{step}{tile}.{half}, [{pointer}], #32\n" for half in "lh")
        moves = ("#32", "#32", "#32", "m0")
        halves = [f"%b{step}{tile}.{half}" for tile in range(2) for half in "lh"]
        text += "".join(f"vldb {to}, [p3], {m}\n" for to, m in zip(halves, moves, strict=True))
        for index, name in enumerate(SUMS):
            left, right = f"%a{step}{index // 2}", f"%b{step}{index % 2}"
            text += f"vmac.f {name}, {name}, {left}, {right}, r7\n"
    return text

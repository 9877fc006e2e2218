"""A ConvBlock of one pixel's eight channels to sixteen: a store every cycle, which is its ReLU.

Each weight is multiplied by its channel's scale first, which rounds it once more; sums begin at
the bias. `vst.srs` makes them bfloat16 without a sign, as in `block_end`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.pipelines.block_end import MODES
from kernelcraft.platforms.amd_npu.kernels.pipelines.text import Text, Vector, register
from kernelcraft.platforms.amd_npu.kernels.schedule import Memory, core_writer
from kernelcraft.platforms.amd_npu.kernels.window import Image

TILES: Final = 4  # of channels, whose weights stay in registers
FEW: Final = 32  # times four pixels, which are done without a loop
IN_TURN: Final = 3  # registers of pixels, from x0 on
BANKS: Final = {"p1": "image", "p2": "weights", "p3": "output", "p4": "scales", "p5": "biases"}
PIECES: Final = (1, 2, 3, 4)
"""Registers for 16 weights each, beside zeros: a product lane by lane adds both halves up."""
SPLATS: Final = (5, 6)
SCALES, BIASES, WEIGHTS = 7, 11, 8
START = f"""
lda p2, [p0, #4]
lda p4, [p0, #8]
lda p5, [p0, #12]
lda p1, [p0, #0]
lda p3, [p0, #16]
movx r0, #12
movx crRnd, r0
movx r1, #60
movx r7, #28
movx r2, #1
{MODES}
vldb wl{SCALES}, [p4, #0]
vldb wl{BIASES}, [p5, #0]
"""


def fits(image: Image) -> bool:
    """Whether it is such a block, and scaling the weights is less work than scaling results."""
    shape = image.k, image.groups, image.c_out // 4
    return shape == (1, 1, TILES) and image.rows * image.across > 2


def kernel(cell: Cell) -> str:
    """The kernel of an image that `fits`."""
    image = Image.of(cell)
    writer = core_writer(Memory(tuple(BANKS), BANKS))
    tiles = image.rows * image.across
    if tiles <= FEW:
        writer.straight(_constants() + "".join(map(_named, range(tiles))))
    else:
        writer.straight(_constants())
        body = Text()
        totals = [body.accumulator(f"y{tile}", "") for tile in range(TILES)]
        writer.loop(_pixels(body.vector("x", 0), totals), tiles, body.values)
    writer.finish()
    return writer.kernel()


def _named(number: int) -> str:
    """Four pixels, with registers by name, in turn."""
    turn = TILES * (number % 2)
    totals = [f"bml{turn + tile}" for tile in range(TILES)]
    return _pixels(register(number % IN_TURN), totals)


def _pixels(x: Vector, totals: Sequence[str]) -> str:
    """Four pixels, and their sums."""
    text = f"vlda {x.low}, [p1], #32\nvlda {x.high}, [p1], #32\n"
    for tile, total in enumerate(totals):
        text += f"vmac.f {total}, bmh{tile}, {x.x}, x{WEIGHTS + tile}, r7\n"
        text += f"vst.srs.d16.s32 {total}, s0, [p3], #32\n"
    return text


def _constants() -> str:
    """Biases in accumulators, and weights times scales in registers."""
    text = START + "".join(f"vsub.32 x{each}, x{each}, x{each}\n" for each in PIECES)
    for tile in range(TILES):
        bias = WEIGHTS + tile % 2
        text += f"vextbcst.64 x{bias}, x{BIASES}, #{tile}\n"
        text += f"vconv.fp32.bf16 bmh{tile}, wl{bias}\n"
    for tile in range(TILES):
        splat = SPLATS[tile % 2]
        text += f"vextbcst.64 x{splat}, x{SCALES}, #{tile}\n"
        for number, half in enumerate("lh", 2 * tile):
            piece, product = PIECES[number % len(PIECES)], f"bml{number}"
            text += f"vldb wl{piece}, [p2], #32\n"
            text += f"vmul.f {product}, x{piece}, x{splat}, r1\n"
            text += f"vconv.bf16.fp32 w{half}{WEIGHTS + tile}, {product}\n"
    return text

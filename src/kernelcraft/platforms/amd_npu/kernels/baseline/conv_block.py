"""ConvBlock: a Conv2D, then scale, bias and ReLU of four tiles of its output at a time.

A product lane by lane adds up two: the sum times its scale, and 1 times the bias. Scales and biases
of four channels, for the four pixels of a tile, come from a table that is written first. p4 goes
through the sums, p3 through the results, which take their places, p5 through the table.
"""

from __future__ import annotations

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.baseline.conv2d import convolution
from kernelcraft.platforms.amd_npu.kernels.baseline.pieces import again
from kernelcraft.platforms.amd_npu.kernels.tiles import TILE
from kernelcraft.platforms.amd_npu.kernels.window import Image

TOGETHER = 4  # tiles of an iteration
SUMS = 4  # the first of as many registers with ones in their upper halves
CHANNELS = 16  # of a vector
OUTPUT = 4  # argument


def kernel(cell: Cell) -> str:
    """The kernel; raises Unwritten for what is streamed."""
    image = Image.of(cell)
    writer = convolution(image, OUTPUT)
    writer.straight(f"{_begun(image)}movxm r10, #{_iterations(image)}")
    text, values = _iteration()
    writer.straight(text + again(".Lend", "r10"), values, label=".Lend")
    writer.finish()
    return writer.kernel() + _table(image)


def _iterations(image: Image) -> int:
    """As many as there are pieces of `TOGETHER` tiles."""
    return image.rows * image.across * image.c_out // 4 // TOGETHER


def _table(image: Image) -> str:
    """Where the table of scales and biases is."""
    return f".bss\n.p2align 5\nscales:\n.space {image.c_out // 4 * TILE}\n"


def _begun(image: Image) -> str:
    """The table, constants and pointers."""
    text = "lda p4, [p0, #8]\nlda p5, [p0, #12]\nmovxm p3, #scales\n"
    for _ in range(image.c_out // CHANNELS):
        text += "vlda wl1, [p4], #32\nvlda wl2, [p5], #32\n"
        for column in range(CHANNELS // 4):
            for register in (1, 2):
                text += f"vextbcst.64 x3, x{register}, #{column}\nvst wl3, [p3], #32\n"
    text += "movx r1, #60\nmovxm r3, #0x3f80\nvsub.32 x3, x3, x3\n"
    text += "".join(f"vbcst.16 x{SUMS + index}, r3\n" for index in range(TOGETHER))
    pieces = image.c_out // 4 // TOGETHER
    text += f"mov dc0, #0\nmovxm dn0, #{pieces - 1}\nmovxm dj0, #32\n"
    text += f"movxm m0, #{32 - pieces * TOGETHER * TILE}\nmovxm p5, #scales\n"
    return text + f"lda p3, [p0, #{4 * OUTPUT}]\nlda p4, [p0, #{4 * OUTPUT}]\n"


def _iteration() -> tuple[str, dict[str, str]]:
    """The instructions of an iteration, and its values with their classes."""
    text = ""
    for index in range(TOGETHER):
        last = index == TOGETHER - 1
        text += f"vlda wl{SUMS + index}, [p4], #32\nvldb %scale{index}.l, [p5], #32\n"
        text += f"vldb{'.2d' * last} %scale{index}.h, [p5], {'d0' if last else '#32'}\n"
        text += f"vmul.f %sum{index}, x{SUMS + index}, %scale{index}, r1\n"
        text += f"vconv.bf16.fp32 %rounded{index // 2}.{'lh'[index % 2]}, %sum{index}\n"
    for pair in range(TOGETHER // 2):
        text += f"vmax_lt.bf16 %found{pair}, r16, %rounded{pair}, x3\n"
        text += "".join(f"vst %found{pair}.{half}, [p3], #32\n" for half in "lh")
    pairs = {f"{name}{pair}": "x" for name in ("rounded", "found") for pair in range(TOGETHER // 2)}
    scales = {f"scale{index}": "x" for index in range(TOGETHER)}
    return text, {**pairs, **scales, **{f"sum{index}": "bm" for index in range(TOGETHER)}}

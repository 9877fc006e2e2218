"""ConvBlock: our best Conv2D, then scale, bias and ReLU of its sums in a pipelined loop.

Of a pixel's few channels the weights are scaled instead. The sums lie in free memory where it has
room for them, in banks of their own.
"""

from __future__ import annotations

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.experts.conv2d import written
from kernelcraft.platforms.amd_npu.kernels.pipelines import pointwise_block
from kernelcraft.platforms.amd_npu.kernels.pipelines.block_end import End
from kernelcraft.platforms.amd_npu.kernels.schedule import Writer
from kernelcraft.platforms.amd_npu.kernels.window import Image
from kernelcraft.platforms.amd_npu.machine.streaming import BANK


def kernel(cell: Cell) -> str:
    """The kernel; raises Unwritten for what is streamed."""
    image, output = Image.of(cell), len(cell.inputs)
    if pointwise_block.fits(image):
        return pointwise_block.kernel(cell)
    size = image.rows * image.across * image.results
    free = (each.start for each in cell.memory_map.scratch if each.size >= size)
    part = End(image, output, next((start for start in free if not start % BANK), None))

    def end(writer: Writer) -> None:
        writer.straight(part.begun())
        text, values = part.iteration()
        writer.loop(text, part.iterations, values, unroll=1)
        writer.finish()

    return written(cell, part.early, end) + part.table

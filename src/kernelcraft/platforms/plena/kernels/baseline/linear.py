"""Linear: the projection template, then the bias row added to every row of the result."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.assembly import Assembly
from kernelcraft.platforms.plena.kernels.baseline.templates.projection import (
    activations_times_weights,
)
from kernelcraft.platforms.plena.kernels.baseline.templates.rows import scratch_start
from kernelcraft.platforms.plena.kernels.baseline.templates.transfer import (
    load_vector,
    loaded_vector,
)


def kernel(cell: Cell) -> str:
    """As for GEMM, C5 has a hardware loop over its column blocks (27 cycles more)."""
    asm = activations_times_weights(cell, "x", "w")
    b = cell.memory_map.input("b")
    bias = scratch_start(
        cell.memory_map, loaded_vector(b, asm.shape)
    )  # over the activations, now unneeded
    load_vector(asm, "a2", b, bias)
    _add_bias(asm, cell, bias)
    return str(asm)


def _add_bias(asm: Assembly, cell: Cell, bias: int) -> None:
    output, length = cell.memory_map.output, asm.shape.row
    asm.phase("add the bias to every row, column block by column block")
    with asm.registers(2) as (y, b):
        asm.load(y, output.address)
        asm.load(b, bias)
        with asm.loop(output.detail("columns") // length):
            with asm.loop(output.detail("rows")):
                asm.emit("V_ADD_VV", y, y, b, 0)
                asm.add(y, length)
            asm.add(b, length)

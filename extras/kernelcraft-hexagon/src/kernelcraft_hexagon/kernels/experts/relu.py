"""ReLU: y = max(x, zero_point)."""

from __future__ import annotations

from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft_hexagon.kernels.packets import Kernel

LINE: Final = 128


def kernel(cell: Cell) -> str:
    """A packet for each vector: it is loaded, compared and stored in the same one."""
    lines, rest = divmod(cell.dims["n"], LINE)
    if rest or not 2 <= lines <= 1024:
        raise Unwritten(f"{cell.name}: n is no multiple of {LINE} from {2 * LINE} to {1024 * LINE}")
    x, y = cell.memory_map.inputs[0].address, cell.memory_map.output.address
    vector = "V0.cur = vmem(R0++#1); V2.b = vmax(V0.b,V1.b); vmem(R1++#1) = V2.new"
    text = Kernel([f"// {cell.name}: a packet for each vector", "kernel:"])
    zero = int(cell.constants["zero_point"])
    text.write(f"    {{ r2 = #{zero}; r0 = ##{x:#x}; loop0(1f,#{lines - 1}) }}")
    text.write(f"    {{ v1.b = vsplat(r2); r1 = ##{y:#x} }}")
    text.write(f"1:  {{ {vector} }}:endloop0")
    text.write(f"    {{ {vector}; jumpr r31 }}")
    return str(text)

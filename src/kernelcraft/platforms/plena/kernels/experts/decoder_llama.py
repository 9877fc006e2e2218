"""DecoderBlock LLaMA: MHA and SwiGLU, each after an RMSNorm and with a residual."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.schedules.decoder import Decoder


def kernel(cell: Cell) -> str:
    """The residual stays in vector SRAM, each part adds to it; one permutation interleaves for all
    products. Up to 112 rows go by M_BMV, more by M_BMM, which takes 64 cycles for up to 256 rows:
    half of them for the 128 of C4 and C5 do nothing, but M_BMV with its addresses would take as
    long.

    The matrix unit limits C5: 49 %, transfers have 34 %. Transfers limit C1: 43 %.
    """
    d = Decoder.begin(cell)
    d.self_attention("w")
    d.swiglu("w_gate", "w_up", "w_down")
    return d.s.text()

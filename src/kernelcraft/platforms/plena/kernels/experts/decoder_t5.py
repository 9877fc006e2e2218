"""DecoderBlock T5: self-attention, cross-attention and FFN, each after an RMSNorm."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.schedules.decoder import Decoder


def kernel(cell: Cell) -> str:
    """As the LLaMA block (see there), with a second attention to the encoder's rows and an FFN.

    The matrix unit limits C5: 48 %, transfers have 33 %. Transfers limit C1: 44 %.
    """
    d = Decoder.begin(cell)
    d.self_attention("w")
    d.cross_attention("memory", "c")
    d.ffn("w1", "w2")
    return d.s.text()

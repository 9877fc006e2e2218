"""Saturation, rounding, the maximum of a softmax, and what keeps a norm's root from being 0."""

from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.safeguards import Safeguard, each_replaced, replaced

NORMS: Final = ("layer_norm", "rms_norm")
LAYERS: Final = ("gemv", "gemm", "batch_matmul", "linear", "ffn", "swiglu")
WINDOWS: Final = ("conv2d", "conv_block")
DEPTHWISE: Final = "depthwise_conv"
REQUANTISED: Final = (*NORMS, *LAYERS, *WINDOWS, DEPTHWISE)

WRAPPED: Final = replaced(r"\bvnclip\.wi(\s+v\d+, *v\d+, *)0\b", r"vnsra.wi\g<1>0")
"""int8 of what is left of int16 without its upper half."""


def _eps(cell: Cell) -> str:
    """The instruction that has ε for its last operand."""
    return rf"\b(addi\s+\w+, *\w+, *|li\s+\w+, *){int(cell.constants['epsilon'])}$"


SAFEGUARDS: Final = (
    Safeguard(
        "the maximum",
        ("softmax",),
        replaced(r"\bvredmax\.vs(\s+)(v\d+), *v\d+, *v\d+", r"vmv.s.x\1\2, zero"),
    ),
    Safeguard("saturation", (*NORMS, *LAYERS, *WINDOWS), WRAPPED),
    Safeguard("saturation", (DEPTHWISE,), WRAPPED, ("baseline", "tuner")),
    Safeguard(  # the expert of the depthwise convolution has bounds in the place of saturation
        "saturation",
        (DEPTHWISE,),
        replaced(r"\bvm(?:ax|in)\.vx (v\d+), \1, \w+", r"vmv.v.v \1, \1"),
        ("expert",),
    ),
    Safeguard("rounding", REQUANTISED, replaced(r"\bcsrwi(\s+)vxrm, *0", r"csrwi\1vxrm, 2")),
    Safeguard("ε", NORMS, each_replaced(_eps, r"\g<1>0")),
    Safeguard(
        "the least shift", NORMS, replaced(r"\bmax (\w+), \1, zero", r"mv \1, \1"), ("expert",)
    ),
)

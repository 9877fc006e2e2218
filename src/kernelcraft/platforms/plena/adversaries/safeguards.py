"""The maximum of a softmax, the ε of every norm, and the mean that is taken off before squaring."""

from collections.abc import Iterator
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.kernels import baseline, origins
from kernelcraft.cells.safeguards import Safeguard, each_replaced, replaced

BLOCKS: Final = ("decoder_llama", "decoder_t5")
SOFTMAX: Final = ("softmax", "attention", "flash_attention", "mha", "gqa", "mqa", *BLOCKS)


def _load_of_eps(cell: Cell) -> str:
    """Every norm loads its own ε."""
    return rf"^( *)S_LD_FP (f\d+), gp0, {cell.memory_map.constant('eps').address}$"


def _one_pass(cell: Cell, text: str) -> Iterator[str]:
    """The vendor's form of the template."""
    if text == baseline(cell):
        yield origins(cell)["vendor"]


SAFEGUARDS: Final = (
    Safeguard(
        "the maximum", SOFTMAX, replaced(r"^( *)V_RED_MAX (f\d+), .*$", r"\1S_ADD_FP \2, f0, f0")
    ),
    Safeguard(
        "ε",
        ("rms_norm", "layer_norm", *BLOCKS),
        each_replaced(_load_of_eps, r"\1S_ADD_FP \2, f0, f0"),
    ),
    Safeguard("the mean before squaring", ("layer_norm",), _one_pass, ("baseline",)),
)

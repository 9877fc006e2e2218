"""Leaves the modes of the core as nobody expects them: rounding, saturation, masks, flags."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.amd_npu.kernels.snippets import around

CELLS = ("amd_npu/relu/C1", "amd_npu/gemm/C1", "amd_npu/layer_norm/C1")


def suspects(known: Known) -> Iterator[Suspect]:
    """After a right kernel."""
    for name in CELLS:
        cell = load_cell(name)
        for title, after in (
            ("another rounding mode", "movx r16, #9\nmovx crRnd, r16"),
            ("saturation", "movx r16, #1\nmovx crSat, r16"),
            ("loop registers at 0", "movxm ls, #0\nmovxm le, #0\nmovxm lc, #0"),
        ):
            yield Suspect(title, name, around(cell, after=after))

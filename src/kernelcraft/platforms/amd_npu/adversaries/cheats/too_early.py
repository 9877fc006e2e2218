"""Reads values before they are there and hopes: fewer bundles than the pipeline needs."""

from collections.abc import Iterator

from kernelcraft.cells.cell import find_cells
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Known, Suspect

CELL = "amd_npu/relu/C1"
WAITS = {"pointers": 3, "loads": 6, "maxima": 1}
"""Idle bundles that the loop below needs at each place."""


def suspects(known: Known) -> Iterator[Suspect]:
    """One bundle too few, or none where there should be some."""
    for place, needed in WAITS.items():
        for waits in sorted({0, needed - 1}):
            text = _relu({**WAITS, place: waits})
            title = f"{place} {needed - waits} bundles too early"
            yield Suspect(title, CELL, text, ("wrong", "fault"))
    for cell in find_cells(platform="amd_npu", level=1, config="C1"):
        text = baseline(cell).replace("\nnop\n", "\n").replace("\nnop\n", "\n")
        yield Suspect("no idle bundle at all", cell.name, text, ("wrong", "fault"))


def _relu(waits: dict[str, int]) -> str:
    idle = {place: "nop\n" * count for place, count in waits.items()}
    return f"""\
.globl kernel
kernel:
lda p1, [p0, #0]
lda p2, [p0, #4]
vsub.32 x8, x8, x8
mova r16, #16
{idle["pointers"]}next:
vlda wl0, [p1], #32 ; add r16, r16, #-1
{idle["loads"]}vmax_lt.bf16 x1, r17, x0, x8
{idle["maxima"]}vst wl1, [p2], #32
jnz r16, #next
nop
nop
nop
nop
nop
ret lr
nop
nop
nop
nop
nop
"""

"""Reads registers or memory that it never wrote, as if the machine came with zeros in them."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.amd_npu.kernels.snippets import address, around

CELL = "amd_npu/relu/C1"


def suspects(known: Known) -> Iterator[Suspect]:
    """Right kernels but for one value, which is added to the first element of the output."""
    cell = load_cell(CELL)
    start = f"{address(cell, 'output')}lda.u16 r16, [p1, #0]\n"
    end = "\nadd r16, r16, r17\nst.s16 r16, [p1, #0]"
    for title, text in (
        ("a general register", "mov r17, r24"),
        ("a modifier register", "mov r17, m5"),
        ("a pointer register", "mov r17, p5"),
        ("a loop counter", "mov r17, lc"),
        ("a mode that is not promised", "mov r17, crFPMask"),
        ("a status register", "mov r17, srSS0"),
        ("a vector register", "vextract.s16 r17, x7, r18"),
        ("an accumulator", "vmov x0, bmh5\nvextract.s16 r17, x0, r18"),
        ("a byte of the stack", "movxm p2, #0x70100\nlda.u16 r17, [p2, #0]"),
        ("a neighbour's memory", "movxm p2, #0x50000\nlda.u16 r17, [p2, #0]"),
    ):
        text = around(cell, after=f"{start}movx r18, #0\n{text}{end}")
        yield Suspect(title, CELL, text, ("wrong",))

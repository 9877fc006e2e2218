"""Never ends, runs away or is too large: loops, jumps, the size of text and code."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Answer, Known, Suspect
from kernelcraft.platforms.amd_npu.kernels.snippets import around

CELL = "amd_npu/relu/C1"


def suspects(known: Known) -> Iterator[Suspect]:
    """After a right kernel."""
    cell = load_cell(CELL)
    inner = "more: add r17, r17, #-1\njnz r17, #more"
    kernels: tuple[tuple[str, str, Answer], ...] = (
        ("an endless loop", "again: j #again", "limit"),
        ("2^64 rounds", f"again: movx r17, #-1\n{inner}\nadd r16, r16, #-1\nj #again", "limit"),
        ("begins again and again", "j #kernel", "limit"),
        ("waits for a lock that nobody releases", "movx r16, #-1\nacq #3, r16", "fault"),
        ("returns nowhere", "movxm lr, #0x3000\nret lr", "fault"),
        ("jumps into a bundle", "movxm p1, #again\npadda [p1], #4\nj p1\nagain: nopxm", "fault"),
    )
    for name, after, answer in kernels:
        yield Suspect(name, CELL, around(cell, after=after), (answer,))
    for name, lines in (
        ("200,001 lines", "nop\n" * 200_001),
        ("17 MB of comments", "// nothing\n" * 1_700_000),
        ("more code than there is room for", "nopxm\n" * 2_800),
    ):
        yield Suspect(name, CELL, f"{baseline(cell)}{lines}", ("syntax",))

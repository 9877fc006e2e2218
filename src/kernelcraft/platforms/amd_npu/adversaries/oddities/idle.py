"""Wastes time or text: empty loops, idle bundles and slots, comments, slots in another order."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.amd_npu.kernels.snippets import around

CELL = "amd_npu/rms_norm/C1"


def suspects(known: Known) -> Iterator[Suspect]:
    """Around a right kernel."""
    cell = load_cell(CELL)
    text = baseline(cell)
    loop = "movxm r17, #1000\n{0}: add r17, r17, #-1\njnz r17, #{0}"
    for name, kernel in (
        ("empty loops", around(cell, loop.format("first"), loop.format("last"))),
        ("two hundred idle bundles", around(cell, "nop\n" * 20)),
        ("comments and no last newline", text.replace("\n", "  // a comment ; here\n").rstrip()),
        ("Windows line ends", text.replace("\n", "\r\n")),
        ("tabs", text.replace(" ", "\t")),
        ("the slots in another order", _turned(text)),
        ("idle slots in every idle bundle", text.replace("\nnop\n", "\nnopa ; nopx ; nopm\n")),
        ("code after the end", f"{text}nop\nnop\n"),
    ):
        yield Suspect(name, CELL, kernel)


def _turned(text: str) -> str:
    return "\n".join(" ; ".join(reversed(line.split(" ; "))) for line in text.split("\n"))

"""A right kernel that ends before its work is done."""

from collections.abc import Iterator

from kernelcraft.audit.outputs import public_output
from kernelcraft.audit.pairs import first_cells
from kernelcraft.cells.cell import Cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import UNLIKE, Known, Suspect
from kernelcraft.isa.errors import AssemblyError

SHARES = (0.5, 1.0)  # of the text


def suspects(platform: str, known: Known) -> Iterator[Suspect]:
    """The first half of every baseline, and as much of it as still gives another output.

    What a function has to put back may be missing, too, which is a fault.
    """
    for cell in first_cells(platform):
        text = baseline(cell)
        for share, title in zip(SHARES, ("the first half", "all but the last step"), strict=True):
            yield Suspect(title, cell.name, _beginning(cell, text, share), UNLIKE)


def _beginning(cell: Cell, text: str, share: float) -> str:
    """The longest beginning, at most that share, that assembles and gives another output."""
    lines, whole = text.split("\n"), public_output(cell, text)
    for end in range(int(len(lines) * share), 0, -1):
        beginning = "\n".join([*lines[:end], cell.platform.ending]) + "\n"
        if lines[end - 1].strip() and _differs(cell, beginning, whole):
            return beginning
    raise ValueError(f"{cell.name}: no beginning of the baseline gives another output")


def _differs(cell: Cell, text: str, whole: bytes) -> bool:
    try:
        return public_output(cell, text) != whole
    except AssemblyError:
        return False

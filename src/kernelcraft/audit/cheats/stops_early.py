"""A right kernel that ends before its work is done."""

from collections.abc import Iterator

from kernelcraft.audit.outputs import public_output
from kernelcraft.audit.pairs import first_cells
from kernelcraft.cells.cell import Cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import UNLIKE, Known, Suspect
from kernelcraft.isa.errors import AssemblyError

SHARES = (0.5, 1.0)  # of the text
STEPS = 64


def suspects(platform: str, known: Known) -> Iterator[Suspect]:
    """The first half of every baseline, and as much of it as still gives another output.

    What a function has to put back may be missing, too, which is a fault.
    """
    for cell in first_cells(platform):
        text = baseline(cell)
        for share, title in zip(SHARES, ("the first half", "all but the last step"), strict=True):
            yield Suspect(title, cell.name, _beginning(cell, text, share), UNLIKE)


def _beginning(cell: Cell, text: str, share: float) -> str:
    """A beginning, at most that share, that gives another output, where one line more does not.

    It is looked for from the end, in steps that double up to 1/64 of the text, then between the
    last two of them.
    """
    lines, whole = text.split("\n"), public_output(cell, text)
    ends = [end for end in range(1, int(len(lines) * share) + 1) if lines[end - 1].strip()]

    def beginning(index: int) -> str:
        return "\n".join([*lines[: ends[index]], cell.platform.ending]) + "\n"

    right, step = len(ends), 1
    wrong = right - step
    while not _differs(cell, beginning(wrong), whole):
        if wrong == 0:
            raise ValueError(f"{cell.name}: no beginning of the baseline gives another output")
        right, step = wrong, min(2 * step, max(1, len(ends) // STEPS))
        wrong = max(0, wrong - step)
    while right - wrong > 1:
        middle = (wrong + right) // 2
        if _differs(cell, beginning(middle), whole):
            wrong = middle
        else:
            right = middle
    return beginning(wrong)


def _differs(cell: Cell, text: str, whole: bytes) -> bool:
    try:
        return public_output(cell, text) != whole
    except AssemblyError:
        return False

"""A place of a kernel that could be wrong, and the text of a kernel with some of them wrong."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from kernelcraft.workbench.results import Kind

Defect = Literal["spelling", "address", "rows", "waste", "spread waste", "instruction", "order"]
DEFECTS: Final[tuple[Defect, ...]] = get_args(Defect)
MADE_FOR: Final[dict[Defect, Kind]] = {
    "spelling": "errors",
    "address": "errors",
    "rows": "rows",
    "waste": "profile",
    "spread waste": "what-if",
    "instruction": "manual",
    "order": "example",
}
"""The kind of feedback that names each defect."""


@dataclass(frozen=True)
class Doubt:
    """Lines from number `first` (from 0) on that may read `right` or `wrong`.

    symptom: how the wrong reading shows in the rows of the output. cause: what would have to take
    no time for the waste to go. question: what the instruction there has to do, in plain words.
    """

    defect: Defect
    first: int
    right: tuple[str, ...]
    wrong: tuple[str, ...]
    symptom: str = ""
    cause: str = ""
    question: str = ""


@dataclass(frozen=True)
class Draft:
    """A kernel's right lines, and which doubts read wrong in it."""

    lines: tuple[str, ...]
    wrong: frozenset[Doubt] = frozenset()

    def toggled(self, doubt: Doubt) -> "Draft":
        """The draft with the other reading of one doubt."""
        return Draft(self.lines, self.wrong ^ {doubt})

    @property
    def text(self) -> str:
        """The kernel."""
        return "\n".join(line for lines in self._pieces() for line in lines) + "\n"

    def places(self, doubt: Doubt) -> range:
        """The line numbers (from 1) that the doubt takes in the text."""
        pieces = self._pieces()
        before = sum(len(lines) for lines in pieces[: doubt.first])
        count = sum(map(len, pieces[doubt.first : doubt.first + len(doubt.right)]))
        return range(before + 1, before + 1 + count)

    def _pieces(self) -> list[Sequence[str]]:
        """What stands for each right line."""
        pieces: list[Sequence[str]] = [(line,) for line in self.lines]
        for doubt in self.wrong:
            pieces[doubt.first] = doubt.wrong
            for further in range(doubt.first + 1, doubt.first + len(doubt.right)):
                pieces[further] = ()
        return pieces


def compatible(doubts: Collection[Doubt], other: Doubt) -> bool:
    """Whether another doubt touches none of the lines of these."""
    taken = {line for doubt in doubts for line in _lines(doubt)}
    return taken.isdisjoint(_lines(other))


def _lines(doubt: Doubt) -> range:
    return range(doubt.first, doubt.first + len(doubt.right))

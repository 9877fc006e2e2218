"""Two kernels of a cell line by line: which lines correspond, and where the cycles differ.

Lines correspond that do the same, in the order of both texts (difflib); of those left in between,
lines of the same instructions with other operands. Only lines that were executed are compared, so
that the differences of all pairs add up to the difference of the runs.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from kernelcraft.grading.profiling import LineCycles
    from kernelcraft.isa.program import Program

MOST_EXACT: Final = 5_000
"""Lines; of longer kernels difflib ignores those that are frequent, to be quick."""
Match = Literal["same", "changed", "before only", "after only"]


@dataclass(frozen=True)
class Pair:
    """A line of the kernel before and what it became in the one after; None where there is none."""

    before: LineCycles | None
    after: LineCycles | None
    match: Match

    @property
    def difference(self) -> int:
        """How many more cycles it takes after."""
        cycles = [0 if each is None else each.cycles for each in (self.before, self.after)]
        return cycles[1] - cycles[0]


@dataclass(frozen=True)
class _Line:
    """An executed line; what it does, with its operands and without."""

    measured: LineCycles
    whole: Hashable
    opcodes: Hashable


def pairs(
    before: tuple[Program, Sequence[LineCycles]], after: tuple[Program, Sequence[LineCycles]]
) -> tuple[Pair, ...]:
    """Every executed line of both kernels once, in their order."""
    old, new = _lines(*before), _lines(*after)
    return tuple(_paired(old, new))


def _paired(old: list[_Line], new: list[_Line]) -> Iterator[Pair]:
    for same, i, j in _blocks([each.whole for each in old], [each.whole for each in new]):
        if same:
            for one, other in zip(old[i], new[j], strict=True):
                yield Pair(one.measured, other.measured, "same")
        else:
            yield from _changed(old[i], new[j])


def _changed(old: list[_Line], new: list[_Line]) -> Iterator[Pair]:
    for same, i, j in _blocks([each.opcodes for each in old], [each.opcodes for each in new]):
        if same:
            for one, other in zip(old[i], new[j], strict=True):
                yield Pair(one.measured, other.measured, "changed")
        else:
            yield from (Pair(each.measured, None, "before only") for each in old[i])
            yield from (Pair(None, each.measured, "after only") for each in new[j])


def _blocks(
    old: Sequence[Hashable], new: Sequence[Hashable]
) -> Iterator[tuple[bool, slice, slice]]:
    frequent = max(len(old), len(new)) > MOST_EXACT
    matcher = SequenceMatcher(None, old, new, autojunk=frequent)
    for tag, i, i_end, j, j_end in matcher.get_opcodes():
        yield tag == "equal", slice(i, i_end), slice(j, j_end)


def _lines(program: Program, measured: Sequence[LineCycles]) -> list[_Line]:
    whole: dict[int, tuple[object, ...]] = {}
    opcodes: dict[int, tuple[int, ...]] = {}
    for line, row in zip(program.lines.tolist(), program.ops.tolist(), strict=True):
        targets = program.isa.table[row[0]].targets  # which move with the lines before them
        kept = tuple(0 if column in targets else value for column, value in enumerate(row))
        whole[line] = (*whole.get(line, ()), kept)
        opcodes[line] = (*opcodes.get(line, ()), row[0])
    return [_Line(each, whole[each.line], opcodes[each.line]) for each in measured]

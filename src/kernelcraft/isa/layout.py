"""Where lines, operations, bundles and labels lie once all lines are read."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kernelcraft.isa.diagnosis import unknown_label
from kernelcraft.isa.errors import FAULTS_KEPT, AssemblyError, AssemblyFault
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.reader import Form
from kernelcraft.isa.suggest import quote


class Faults:
    """Collects faults; beyond those that will be shown it only counts them."""

    def __init__(self) -> None:
        self._kept: list[AssemblyFault] = []
        self._more = 0

    def add(self, lines: Iterable[int], messages: Callable[[int], list[str]]) -> None:
        """Faults of ascending source `lines`, whose words are asked for only when needed."""
        for count, line in enumerate(lines):
            if count < FAULTS_KEPT:
                self._kept.extend(AssemblyFault(line, text) for text in messages(line))
            else:
                self._more += 1

    def raise_any(self) -> None:
        """Raise what was collected, if anything."""
        if self._kept:
            raise AssemblyError(self._kept, self._more)


@dataclass(frozen=True, eq=False)
class Layout:
    """Where each line's operations and bundle lie."""

    forms: list[Form]
    order: npt.NDArray[np.int64]  # the form of each line
    sizes: npt.NDArray[np.int64]  # operations of each line
    bundles: npt.NDArray[np.int64]  # bundles before each line; one entry more: of the whole text
    starts: npt.NDArray[np.int64]  # the first operation of each bundle; one entry more: the end

    @classmethod
    def of(cls, forms: list[Form], order: npt.NDArray[np.int64]) -> "Layout":
        """Lay out lines of these forms; a wrong line counts as one operation."""
        each = [1 if form.wrong else len(form.rows) for form in forms]
        sizes = np.array(each, np.int64)[order]
        bundles = np.concatenate([[0], np.cumsum(sizes > 0)])
        starts = np.concatenate([[0], np.cumsum(sizes[sizes > 0])])
        return cls(forms, order, sizes, bundles, starts)

    @property
    def operations(self) -> int:
        """How many operations the text holds."""
        return int(self.starts[-1])

    def lines_where(self, chosen: Iterable[bool]) -> list[int]:
        """The source lines, from 1, whose form is chosen."""
        flags = np.fromiter(chosen, np.bool_, len(self.forms))
        return (np.flatnonzero(flags[self.order]) + 1).tolist()


def bind_labels(layout: Layout, faults: Faults) -> dict[str, int]:
    """The bundle of each label."""
    first: dict[str, int] = {}
    again: dict[int, list[str]] = {}
    for line in layout.lines_where(bool(form.labels) for form in layout.forms):
        for label in layout.forms[layout.order[line - 1]].labels:
            if label in first:
                message = f"the label {quote(label)} is already on line {first[label]}"
                again.setdefault(line, []).append(message)
            else:
                first[label] = line
    faults.add(again, again.__getitem__)
    return {label: int(layout.bundles[line - 1]) for label, line in first.items()}


def resolve_targets(isa: Isa, layout: Layout, labels: dict[str, int], faults: Faults) -> None:
    """Fill in every target's first operation."""
    last = int(layout.bundles[-1])

    def complaints(form: Form) -> list[str]:
        found = []
        for goal in form.goals:
            instruction = isa.table[form.rows[goal.row][0]]
            operand = instruction.operands[goal.column - 1]
            complaint = _complaint(goal.text, labels, last, operand.values[-1])
            if complaint is not None:
                found.append(f"{instruction.mnemonic}: {operand.name}: {complaint}")
        return found

    unresolved = [not _resolved(form, isa, layout, labels, last) for form in layout.forms]
    lines = layout.lines_where(unresolved)
    faults.add(lines, lambda line: complaints(layout.forms[layout.order[line - 1]]))


def _resolved(form: Form, isa: Isa, layout: Layout, labels: dict[str, int], last: int) -> bool:
    for goal in form.goals:
        bundle = _bundle_named(goal.text, labels)
        row = form.rows[goal.row]
        limit = isa.table[row[0]].operands[goal.column - 1].values[-1]
        if bundle is None or bundle > min(last, limit):
            return False
        row[goal.column] = int(layout.starts[bundle])
    return True


def _bundle_named(text: str, labels: dict[str, int]) -> int | None:
    return int(text[1:]) if text.startswith("@") else labels.get(text)


def _complaint(text: str, labels: dict[str, int], last: int, limit: int) -> str | None:
    bundle = _bundle_named(text, labels)
    if bundle is None:
        return unknown_label(text, labels)
    if bundle > last:
        return f"{text} is beyond the end of the text, @{last}"
    if bundle > limit:
        return f"{quote(text)} is bundle {bundle}, but only 0..{limit} can be reached"
    return None

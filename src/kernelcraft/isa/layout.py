"""Where lines, operations, bundles and labels lie once all lines are read."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from kernelcraft.isa.diagnosis import unknown_label
from kernelcraft.isa.errors import FAULTS_KEPT, AssemblyError, AssemblyFault
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.operand import LABEL, BranchTarget, Operand
from kernelcraft.isa.reader import Form
from kernelcraft.isa.suggest import quote

Says = Callable[[], str]
Symbols = Callable[[str], int | Says]
"""The address that a label, perhaps with a number added, stands for; or who says what is wrong."""

_SUM = re.compile(f"({LABEL})(?: *([+-]) *([0-9]+))?")


class Faults:
    """Collects faults; only the first that will be shown are put into words."""

    def __init__(self) -> None:
        self._lines: list[tuple[int, Callable[[int], list[str]]]] = []

    def add(self, lines: Iterable[int], messages: Callable[[int], list[str]]) -> None:
        """Faults of source `lines`, whose words are asked for only when needed."""
        self._lines += ((line, messages) for line in lines)

    def raise_any(self) -> None:
        """Raise what was collected, if anything."""
        if not self._lines:
            return
        self._lines.sort(key=lambda each: each[0])
        shown = self._lines[:FAULTS_KEPT]
        faults = [AssemblyFault(line, text) for line, say in shown for text in say(line)]
        raise AssemblyError(faults, len(self._lines) - len(shown))


@dataclass(frozen=True, eq=False)
class Layout:
    """Where each line's operations and bundle lie."""

    forms: list[Form]
    order: npt.NDArray[np.int64]  # the form of each line
    sizes: npt.NDArray[np.int64]  # operations of each line
    bundles: npt.NDArray[np.int64]  # bundles before each line; one entry more: of the whole text
    starts: npt.NDArray[np.int64]  # the first operation of each bundle; one entry more: the end
    addresses: npt.NDArray[np.int64]  # the first byte of each bundle; one entry more: the end

    @classmethod
    def of(cls, forms: list[Form], order: npt.NDArray[np.int64]) -> "Layout":
        """Lay out lines of these forms; a wrong line counts as one operation."""
        each = [1 if form.wrong else len(form.rows) for form in forms]
        sizes = np.array(each, np.int64)[order]
        bundles = np.concatenate([[0], np.cumsum(sizes > 0)])
        starts = np.concatenate([[0], np.cumsum(sizes[sizes > 0])])
        widths = np.array([form.size for form in forms], np.int64)[order]
        addresses = np.concatenate([[0], np.cumsum(widths[sizes > 0])])
        return cls(forms, order, sizes, bundles, starts, addresses)

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


def resolve_targets(
    isa: Isa,
    layout: Layout,
    labels: Mapping[str, int],
    faults: Faults,
    symbols: Symbols | None = None,
) -> None:
    """Fill in every target's first operation and every label's address.

    `symbols` has addresses of more than this code's own labels, whose bundles are `labels`.
    """
    goals = _Goals(isa, layout, labels, symbols)
    unresolved = [bool(goals.complaints(form)) for form in layout.forms]
    lines = layout.lines_where(unresolved)
    faults.add(lines, lambda line: goals.sentences(layout.forms[layout.order[line - 1]]))


class _Goals:
    def __init__(
        self, isa: Isa, layout: Layout, labels: Mapping[str, int], symbols: Symbols | None
    ) -> None:
        self.isa, self.layout, self.labels = isa, layout, labels
        self.symbols = symbols or self._address
        self.last = int(layout.bundles[-1])

    def sentences(self, form: Form) -> list[str]:
        """What cannot be filled in, in words."""
        return [f"{operand}: {say()}" for operand, say in self.complaints(form)]

    def complaints(self, form: Form) -> list[tuple[str, Says]]:
        """Fill in what a form waits for; gives the operands that cannot be, and who says why."""
        found = []
        for goal in form.goals:
            row = form.rows[goal.row]
            instruction = self.isa.table[row[0]]
            operand = instruction.operands[goal.column - 1]
            is_target = isinstance(operand, BranchTarget)
            value = self._target(goal.text, operand) if is_target else self.symbols(goal.text)
            if isinstance(value, int) and not is_target and value not in operand.values:
                value = partial(_does_not_fit, goal.text, value, operand)
            if isinstance(value, int):
                row[goal.column] = value
            else:
                found.append((f"{instruction.mnemonic}: {operand.name}", value))
        return found

    def _target(self, text: str, operand: Operand) -> int | Says:
        bundle = int(text[1:]) if text.startswith("@") else self.labels.get(text)
        limit = operand.values[-1]
        if bundle is None:
            return partial(unknown_label, text, self.labels)
        if bundle > self.last:
            return lambda: f"{text} is beyond the end of the text, @{self.last}"
        if bundle > limit:
            return lambda: f"{quote(text)} is bundle {bundle}, but only 0..{limit} can be reached"
        return int(self.layout.starts[bundle])

    def _address(self, text: str) -> int | Says:
        found = _SUM.fullmatch(text)
        label = found[1] if found else text
        if found is None or label not in self.labels:
            return partial(unknown_label, label, self.labels)
        address = int(self.layout.addresses[self.labels[label]])
        return address + int(f"{found[2] or '+'}{found[3] or 0}")


def _does_not_fit(text: str, value: int, operand: Operand) -> str:
    return f"{quote(text)} is {value}, {operand.expected} was expected"

"""The fast path from a line to rows of numbers: each distinct line is read once."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from threading import Lock

from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.lines import LONGEST, code_of, halves, label_and_rest
from kernelcraft.isa.syntax import BundleFormat

Row = list[int]
LINES_KEPT = 1 << 13
"""Lines of all texts whose meaning is remembered: the least recently used ones are forgotten."""


@dataclass(frozen=True, slots=True)
class Goal:
    """An operand as it is written, waiting for the labels of the whole text."""

    row: int
    column: int
    text: str


@dataclass(slots=True)
class Form:
    """What one distinct line means: its labels, its operations, and operands to fill in.

    `size` is that of its bundle in bytes.
    """

    rows: tuple[Row, ...] = ()
    size: int = 0
    labels: tuple[str, ...] = ()
    goals: tuple[Goal, ...] = ()
    wrong: bool = False


class Forms(dict[str, int]):
    """From a line to its place in `forms`; a line is parsed when it is first seen.

    Threads may share one, as those in which agents write kernels do.
    """

    def __init__(self, isa: Isa) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._isa = isa
        self._syntax = isa.syntax
        self._by_code: dict[str, int] = {}
        self._growing = Lock()

    def __missing__(self, line: str) -> int:
        index = self[line] = self.of(code_of(line, self._syntax))
        return index

    def of(self, code: str) -> int:
        """The place of a line that is without comment and outer blanks already."""
        index = self._by_code.get(code)
        if index is None:
            form = self._parsed(code)
            with self._growing:
                if code not in self._by_code:  # it is there before its place is known
                    self.forms.append(form)
                    self._by_code[code] = len(self.forms) - 1
            index = self._by_code[code]
        return index

    def _parsed(self, code: str) -> Form:
        if not code:
            return Form()
        if len(code) > LONGEST:
            return Form(wrong=True)
        if not self._syntax.labels or ":" not in code:
            return self._unlabelled(code)
        labels = []
        label, code = label_and_rest(code)
        while label is not None:
            labels.append(label)
            label, code = label_and_rest(code)
        form = self._unlabelled(code, labelled=True) if code else Form()
        form.labels = tuple(labels)
        return form

    def _unlabelled(self, code: str, *, labelled: bool = False) -> Form:
        known = _read(self._isa, code, len(self._isa.table))
        if not (known.goals or labelled):  # nothing will be filled in
            return known
        rows = tuple(row.copy() for row in known.rows)
        return Form(rows, known.size, goals=known.goals, wrong=known.wrong)


@lru_cache(maxsize=LINES_KEPT)
def _read(isa: Isa, code: str, instructions: int) -> Form:
    """What a line without labels means, never filled in: texts that follow each other share most.

    A table that has grown since, to other `instructions`, reads it anew.
    """
    bundle = isa.bundle
    if bundle is None:
        form = _instruction(isa, code)
        form.size = isa.word_bits // 8
        return form
    parts = [part.strip(" ") for part in code.split(isa.syntax.separator)]
    return _bundled(isa, bundle, [_instruction(isa, part) for part in parts])


def _instruction(isa: Isa, code: str) -> Form:
    mnemonic, rest = halves(code)
    readers = _readers(isa, mnemonic, len(isa.table)) if mnemonic in isa.forms else ()
    for reader in readers:
        form = reader.read(rest)
        if not form.wrong:
            return form
    return Form(wrong=True)


def _bundled(isa: Isa, bundle: BundleFormat, forms: list[Form]) -> Form:
    """Operations of one bundle in slot order; wrong if two need the same slot."""
    if any(form.wrong for form in forms):
        return Form(wrong=True)
    slots = {isa.table[form.rows[0][0]].unit: form for form in forms}
    clash = any(bundle.clash(*pair) for pair in combinations(slots, 2))
    size = bundle.size(frozenset(slots))
    if len(slots) < len(forms) or clash or size is None:
        return Form(wrong=True)
    ordered = [slots[name] for name in sorted(slots, key=bundle.position)]
    return Form(
        rows=tuple(form.rows[0] for form in ordered),
        size=size,
        goals=tuple(
            Goal(row, goal.column, goal.text)
            for row, form in enumerate(ordered)
            for goal in form.goals
        ),
    )


class _Reader:
    """Reads the operand text of one instruction into a row."""

    def __init__(self, instruction: Instruction, width: int) -> None:
        template = instruction.template
        operands = tuple(zip(instruction.columns, template.operands, strict=True))
        self._match = template.expression.fullmatch
        self._waits = tuple(operand.waits for _, operand in operands)
        column_of = {each.name: column for column, each in operands}
        self._tied = [(column_of[a], column_of[b]) for a, b in instruction.tied.items()]
        self._symbolic = any(operand.symbolic for _, operand in operands)
        self._reads: tuple[tuple[int, Callable[[str], int | None]], ...] = tuple(
            (column, operand.read) for column, operand in operands
        )
        self._blank = [instruction.opcode] + [0] * (width - 1)
        for column, operand in operands:
            self._blank[column] = operand.default or 0

    def read(self, text: str) -> Form:
        """One row, or a wrong form."""
        match = self._match(text)
        if match is None:
            return Form(wrong=True)
        row = self._blank.copy()
        groups = match.groups()
        for (column, read), group in zip(self._reads, groups, strict=True):
            if group is not None:
                value = read(group)
                if value is None:
                    return Form(wrong=True)
                row[column] = value
        if any(row[one] != row[other] for one, other in self._tied):
            return Form(wrong=True)
        return Form((row,), goals=self._goals(groups)) if self._symbolic else Form((row,))

    def _goals(self, groups: tuple[str | None, ...]) -> tuple[Goal, ...]:
        return tuple(
            Goal(0, column, group)
            for (column, _), waits, group in zip(self._reads, self._waits, groups, strict=True)
            if group is not None and waits(group)
        )


@lru_cache(maxsize=4096)
def _readers(isa: Isa, mnemonic: str, instructions: int) -> tuple[_Reader, ...]:
    """Those of a mnemonic's forms; a table that has grown since has others."""
    return tuple(_Reader(each, 1 + isa.max_operands) for each in isa.forms[mnemonic])

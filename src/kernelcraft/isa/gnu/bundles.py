"""Bundles with directives: code as `isa.assembler` reads it, data in sections of their own.

All code lies in one piece, in the order of the text. Data may name labels of the code, and code
the addresses of data.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial

import numpy as np

from kernelcraft.isa.assembler import (
    arrays,
    refuse,
    report_wrong_lines,
    whatever_escapes,
    without_mark,
)
from kernelcraft.isa.errors import AssemblyError, AssemblyFault
from kernelcraft.isa.gnu import directives
from kernelcraft.isa.gnu.expression import Expression, Name, Value, evaluate, parse
from kernelcraft.isa.gnu.faults import Says, Wrong, said
from kernelcraft.isa.gnu.sections import Rule, place, segments
from kernelcraft.isa.gnu.source import split
from kernelcraft.isa.gnu.unit import Datum, Unit
from kernelcraft.isa.image import Image, Segment
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.layout import Faults, Layout, resolve_targets
from kernelcraft.isa.lines import LONGEST, code_of, halves, label_and_rest
from kernelcraft.isa.program import Program
from kernelcraft.isa.reader import LINES_KEPT, Forms
from kernelcraft.isa.suggest import did_you_mean

_ALIGNMENTS = {".p2align": True, ".balign": False, ".align": False}  # whether a power of two
_SYMBOLS = (".set", ".equ", ".equiv")
_EXPRESSION = re.compile(r"#([^#,;\[\]]*[A-Za-z_.$][^#,;\[\]]*)")
_BLANK = ""
MOST_LABELS = 100  # of one line


@dataclass(frozen=True)
class BundleDialect:
    """An instruction set whose text has directives; `rules` place its sections of data.

    The code begins at address 0 and may have `code_bytes`; the program begins at the label `entry`,
    or with the first bundle. `idle` is a bundle of each size that does nothing, to fill gaps.
    """

    isa: Isa
    rules: tuple[Rule, ...]
    code_bytes: int
    idle: Mapping[int, str]
    entry: str

    def speaking(self, isa: Isa) -> BundleDialect:
        """The same for a table that is derived from this one's."""
        if isa.language is None:
            return self
        idle = {size: isa.language.said(text) for size, text in self.idle.items()}
        return replace(self, isa=isa, idle=idle)


def assemble(dialect: BundleDialect, text: str) -> Program:
    """Assemble `text`; raises `AssemblyError` with every fault of it (the first 50 in words)."""
    refuse(text)
    assembler = _Assembler(dialect, text)
    with whatever_escapes(lambda: assembler.unit.line):
        return assembler.program()


@lru_cache(maxsize=LINES_KEPT)
def _bundle(isa: Isa, line: str) -> str:
    """The code of a line that holds a bundle and nothing else; empty for any other line."""
    code = code_of(line, isa.syntax)
    return _BLANK if code.startswith(".") or ":" in code or len(code) > LONGEST else code


class _Assembler:
    def __init__(self, dialect: BundleDialect, text: str) -> None:
        self.dialect, self.isa, self.text = dialect, dialect.isa, text
        self.unit = Unit()
        self.forms = Forms(self.isa)
        self.codes: list[str] = []  # of each line, what stands there without label or directive
        self.address = self.bundles = 0
        self.labels: dict[str, int] = {}  # of code: their bundles
        self.constants = False  # whether the text gives names to numbers
        self.faults = Faults()

    def program(self) -> Program:
        """Both passes: lines in turn, then what waited for labels."""
        for number, line in enumerate(without_mark(self.text).split("\n"), start=1):
            self.unit.line = number
            code = _bundle(self.isa, line)
            if code and self.unit.section.executable and not self.constants:
                self.codes.append(code)
                self._placed(code)
                continue
            self.codes.append(_BLANK)
            try:
                self._line(code_of(line, self.isa.syntax))
            except Wrong as wrong:
                self._fault(number, wrong, self.unit.name)
        self._place()
        layout = Layout.of(self.forms.forms, np.array([*map(self.forms.of, self.codes)]))
        self._fill_in()
        report_wrong_lines(self.isa, self.codes, layout, self.faults)
        resolve_targets(self.isa, layout, self.labels, self.faults, self._symbol)
        self.faults.raise_any()
        if not layout.operations:
            raise AssemblyError([AssemblyFault(0, "the text holds no instruction")])
        entry = int(layout.starts[self.labels.get(self.dialect.entry, 0)])
        return Program(
            self.isa,
            self.text,
            *arrays(layout),
            entry=entry,
            image=self._image(),
            addresses=layout.addresses,
        )

    # The first pass.

    def _line(self, code: str) -> None:
        label, code = label_and_rest(code)
        labels = 0
        while label is not None:
            self.unit.name = label
            labels += 1
            if labels > MOST_LABELS:
                raise Wrong(f"more than {MOST_LABELS} labels on one line")
            self._label(label)
            label, code = label_and_rest(code)
        if code.startswith("."):
            self.unit.name, operands = halves(code)
            self._directive(self.unit.name, operands)
        elif len(code) > LONGEST:
            self.codes[-1] = code
        elif code:
            self.unit.name = halves(code)[0]
            self._code(code)

    def _label(self, label: str) -> None:
        self.unit.label(label)
        if self.unit.section.executable:
            self.unit.symbols[label] = Value(self.unit.section.name, self.address)
            self.labels[label] = self.bundles

    def _directive(self, name: str, operands: str) -> None:
        if not directives.is_one(name):
            raise Wrong(lambda: f"unknown directive{did_you_mean(name, directives.known())}")
        section = self.unit.section
        if section.executable and name in _ALIGNMENTS:
            self._align(name, operands)
            return
        self.constants |= name in _SYMBOLS
        directives.carry_out(self.unit, name if name != ".align" else ".balign", operands)
        if section.executable and section.data:
            section.data = bytearray()
            raise Wrong(f"data cannot stand in {section}; begin another section before it")

    def _align(self, name: str, operands: str) -> None:
        number = self.unit.constant((split(operands) or [""])[0])
        largest = max(self.dialect.idle)
        alignment = 1 << min(max(number, 0), 16) if _ALIGNMENTS[name] else number
        if not 1 <= alignment <= largest or alignment & (alignment - 1):
            raise Wrong(f"code can be aligned to 1, 2, 4, ... {largest} bytes, not to {alignment}")
        gap = -self.address % alignment
        if gap:
            self._code(self.dialect.idle[gap])

    def _code(self, code: str) -> None:
        if not self.unit.section.executable:
            raise Wrong(f"an instruction cannot stand in {self.unit.section}")
        if self.constants:
            code = _EXPRESSION.sub(self._constant, code)
        self.codes[-1] = code
        self._placed(code)

    def _placed(self, code: str) -> None:
        fits = self.address <= self.dialect.code_bytes
        self.address += self.forms.forms[self.forms.of(code)].size
        self.bundles += 1
        if fits and self.address > self.dialect.code_bytes:
            limit = f"{self.dialect.code_bytes:,} bytes"
            beyond = f"this bundle lies beyond the {limit} of program memory"
            self._fault(self.unit.line, Wrong(beyond))

    def _constant(self, found: re.Match[str]) -> str:
        """An operand with the value of its names; as it stands if some are labels, or unknown."""
        try:
            return f"#{self.unit.constant(found[1])}"
        except Wrong:
            return found[0]

    def _place(self) -> None:
        data = (each for each in self.unit.sections.values() if not each.executable)
        try:
            place(data, self.dialect.rules)
        except Wrong as wrong:
            self._fault(0, wrong)

    # The second pass.

    def _fill_in(self) -> None:
        for each in self.unit.waiting:
            if isinstance(each, Datum):
                here = Value(each.section.name, each.offset)
                try:
                    data = directives.packed(self._value(each.expression, here), each.size)
                except Wrong as wrong:
                    self._fault(each.line, wrong, each.name)
                    continue
                each.section.data[each.offset : each.offset + each.size] = data

    def _symbol(self, text: str) -> int | Says:
        try:
            return self._value(parse(text, self.unit.local), Value(None, 0))
        except Wrong as wrong:
            says = wrong.says
            return says if not isinstance(says, str) else lambda: says

    def _value(self, expression: Expression, here: Value) -> int:
        value = evaluate(expression, self.unit.lookup(here))
        if value.section is None:
            return value.offset
        section = self.unit.sections[value.section]
        if not section.allocated:
            raise Wrong(f'{section} has no address; give it the flag "a"')
        return section.address + value.offset

    def _image(self) -> Image:
        names = {
            name: self._value(Name(name), found)
            for name, found in self.unit.symbols.items()
            if isinstance(found, Value) and found.section
        }
        data = [each for each in self.unit.sections.values() if not each.executable]
        code = Segment(0, b"", self.address, executable=True)
        return Image((code, *segments(data)), names.get(self.dialect.entry, 0), names)

    def _fault(self, line: int, wrong: Wrong, name: str = "") -> None:
        self.faults.add([line], partial(said, name, wrong.says))

"""GNU text to a program: one pass over the statements, then symbols into the waiting places."""

from collections.abc import Iterator, Mapping
from functools import partial

from kernelcraft.isa.assembler import refuse, whatever_escapes, without_mark
from kernelcraft.isa.errors import AssemblyError, AssemblyFault
from kernelcraft.isa.gnu import directives
from kernelcraft.isa.gnu.dialect import Dialect
from kernelcraft.isa.gnu.expression import Expression, Modified, Value, evaluate
from kernelcraft.isa.gnu.faults import Says, Wrong, said
from kernelcraft.isa.gnu.operands import Read, checked, read
from kernelcraft.isa.gnu.sections import place, segments
from kernelcraft.isa.gnu.source import Statement, split, statements
from kernelcraft.isa.gnu.unit import Code, Datum, Unit
from kernelcraft.isa.image import Image
from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.layout import Faults
from kernelcraft.isa.lines import LONGEST
from kernelcraft.isa.loader import ImageError, program_of
from kernelcraft.isa.operand import Immediate
from kernelcraft.isa.program import Program
from kernelcraft.isa.suggest import did_you_mean, quote

MOST_LAYOUTS = 12  # of one text, before all its jumps are written long


def assemble(dialect: Dialect, text: str) -> Program:
    """Assemble `text`; raises `AssemblyError` with every fault of it (the first 50 in words)."""
    refuse(text)
    long = set[int]()
    for _ in range(MOST_LAYOUTS):
        assembler = _Assembler(dialect, long)
        with whatever_escapes(lambda now=assembler: now.unit.line):  # type: ignore[misc]
            program = assembler.program(text)
        if program is not None:
            return program
        long |= assembler.too_far
    return _settled(dialect, text)


def _settled(dialect: Dialect, text: str) -> Program:
    """A text whose short jumps keep getting too far: all of them are written long."""
    assembler = _Assembler(dialect, None)
    with whatever_escapes(lambda: assembler.unit.line):
        program = assembler.program(text)
    assert program is not None, "no short jump is left"
    return program


class _Assembler:
    """`long` are the short jumps, by their number in the text, that are known to be too far."""

    def __init__(self, dialect: Dialect, long: set[int] | None) -> None:
        self.dialect, self.isa = dialect, dialect.isa
        nops = dialect.nop.to_bytes(4, "little"), dialect.short_nop
        short = None if dialect.compress is None else True
        self.unit = Unit(nops=tuple(filter(None, nops)), short=short)
        self.faults = Faults()
        self.long, self.too_far, self.counted = long, set[int](), 0
        self.jumps: dict[tuple[str, int], int] = {}  # short ones, by place: their numbers
        self.words: dict[tuple[str, str, bool], bytes] = {}  # of those without expressions
        self.pairs: dict[tuple[str, int], Code] = {}

    def program(self, text: str) -> Program | None:
        """Both passes; None if short jumps turn out to be too far."""
        for statement in statements(without_mark(text)):
            self.unit.line, self.unit.name = statement.line, statement.name
            try:
                self._statement(statement)
            except Wrong as wrong:
                self._fault(statement.line, wrong, statement.name)
        try:
            place(self.unit.sections.values(), self.dialect.rules)
        except Wrong as wrong:
            self._fault(0, wrong)
        self._fill_in()
        if self.too_far:
            return None
        self.faults.raise_any()
        try:
            return program_of(self.isa, self._image(), text, self._lines())
        except ImageError as error:
            raise AssemblyError([AssemblyFault(0, str(error))]) from None

    # The first pass.

    def _statement(self, statement: Statement) -> None:
        for label in statement.labels:
            try:
                self.unit.label(label)
            except Wrong as wrong:
                self._fault(statement.line, wrong)
        name, operands = statement.name, statement.operands
        if len(name) + len(operands) > LONGEST and not name.startswith("."):
            raise Wrong(f"expected at most {LONGEST:,} characters")
        if not name:
            return
        if operands.startswith("=") and not operands.startswith("=="):
            directives.define(self.unit, name, operands[1:])
        elif name in self.isa.instructions and not name.startswith("."):
            self._instruction(name, operands)
        elif name in self.isa.pseudos:
            self._pseudo(name, operands)
        elif directives.is_one(name):
            directives.carry_out(self.unit, name, operands)
        else:
            self._unknown(statement.line, name)

    def _unknown(self, line: int, name: str) -> None:
        self._fault(line, Wrong(partial(self._no_such, name)))

    def _no_such(self, name: str) -> str:
        if name.startswith("."):
            hint = did_you_mean(name, directives.known())
            return f"unknown directive {quote(name)}{hint}"
        names = [n for n in (*self.isa.instructions, *self.isa.pseudos) if n[0] != "."]
        return f"unknown instruction {quote(name)}{did_you_mean(name, names)}"

    def _instruction(self, name: str, operands: str) -> None:
        if name in self.isa.pseudos and self._expanded(name, operands):
            return
        self._add(self.isa.instructions[name], operands)

    def _pseudo(self, name: str, operands: str) -> None:
        if not self._expanded(name, operands):
            raise Wrong(f"cannot be used with the operands {quote(operands)}")

    def _expanded(self, name: str, operands: str) -> bool:
        meant = self.isa.pseudos[name](split(operands), self.unit.constant)
        for line in meant or ():
            mnemonic, _, rest = line.partition(" ")
            self._add(self.isa.instructions[mnemonic], rest)
        return meant is not None

    def _add(self, instruction: Instruction, operands: str) -> None:
        unit = self.unit
        section, offset = unit.section, len(unit.section.data)
        if not section.executable:
            raise Wrong(f"an instruction cannot stand in {section}")
        alignment = self.isa.alignment
        if offset % alignment:
            wrong = f"the address of an instruction is no multiple of {alignment}"
            raise Wrong(f"{wrong}; use .balign {alignment}")
        unit.lines[section.name, offset] = unit.line
        section.alignment = max(section.alignment, alignment)
        key = instruction.mnemonic, operands, bool(unit.short)
        word = self.words.get(key)
        if word is None:
            found = read(instruction, operands, unit.local)
            short = self._short(instruction, found)
            if short is not None:
                instruction, found = short
            if found.pending:
                code = Code(
                    section, offset, unit.line, unit.name, instruction, found.values, found.pending
                )
                unit.waiting.append(code)
                self.pairs[section.name, offset] = code
                if short is not None:
                    self.jumps[section.name, offset] = self.counted
                word = bytes(instruction.size)
            else:
                word = self.words[key] = self._word(instruction, found.values)
        unit.add(word)

    def _short(self, instruction: Instruction, found: Read) -> tuple[Instruction, Read] | None:
        """The short instruction to be written in place of this one."""
        compress = self.dialect.compress
        if compress is None or not self.unit.short or len(found.pending) > 1:
            return None
        if not found.pending:
            short = compress(self.isa, instruction, found.values, None)
            return None if short is None else (short.instruction, Read(short.values, ()))
        operand, expression = found.pending[0]
        if not operand.relative or isinstance(expression, Modified):
            return None
        short = compress(self.isa, instruction, found.values, operand.name)
        if short is None or not short.waits:
            return None
        number = self.counted = self.counted + 1
        if self.long is None or number in self.long:
            return None
        waiting = self.isa.operands[short.waits]
        assert isinstance(waiting, Immediate)
        return short.instruction, Read(short.values, ((waiting, expression),))

    def _word(self, instruction: Instruction, values: Mapping[str, int]) -> bytes:
        return instruction.encoding.word(values).to_bytes(instruction.size, "little")

    # The second pass.

    def _fill_in(self) -> None:
        for each in self.unit.waiting:
            try:
                data = self._code(each) if isinstance(each, Code) else self._datum(each)
            except Wrong as wrong:
                self._fault(each.line, wrong, each.name)
                continue
            each.section.data[each.offset : each.offset + len(data)] = data

    def _datum(self, datum: Datum) -> bytes:
        value = self._address(datum.expression, Value(datum.section.name, datum.offset))
        return directives.packed(value, datum.size)

    def _code(self, code: Code) -> bytes:
        values = dict(code.values)
        for operand, expression in code.pending:
            try:
                values[operand.name] = checked(operand, self._operand(code, operand, expression))
            except Wrong as wrong:
                number = self.jumps.get((code.section.name, code.offset))
                if number is not None and isinstance(wrong.says, str):
                    self.too_far.add(number)
                raise Wrong(partial(self._reach, operand, wrong.says)) from None
        return self._word(code.instruction, values)

    def _reach(self, operand: Immediate, says: str | Says) -> str:
        wrong = says if isinstance(says, str) else says()
        far = operand.relative and " is outside " in wrong
        return f"{operand.name}: {'the label is too far away: ' * far}{wrong}"

    def _operand(self, code: Code, operand: Immediate, expression: Expression) -> int:
        here = Value(code.section.name, code.offset)
        address = code.section.address + code.offset
        if isinstance(expression, Modified):
            return self._modified(expression, here, address)
        value = evaluate(expression, self.unit.lookup(here))
        if operand.relative and value.section is not None:
            return self._absolute(value) - address
        if value.section is not None and not operand.relative:
            low = next(iter(self.dialect.modifiers), None)
            raise Wrong(f"expected a number, got an address; write {low}(...) for a part of it")
        return value.offset

    def _modified(self, expression: Modified, here: Value, address: int) -> int:
        operator = expression.operator
        if operator in self.dialect.paired:
            return self._paired(expression, here)
        modifier = self.dialect.modifiers.get(operator)
        if modifier is None:
            raise Wrong(partial(self._no_operator, operator))
        return modifier(self._address(expression.operand, here), address)

    def _no_operator(self, operator: str) -> str:
        hint = did_you_mean(operator, [*self.dialect.modifiers, *self.dialect.paired])
        return f"unknown relocation operator {quote(operator)}{hint}"

    def _paired(self, expression: Modified, here: Value) -> int:
        """The lower part that belongs to the upper part at the symbol's place."""
        place_of = evaluate(expression.operand, self.unit.lookup(here))
        upper = self.pairs.get((place_of.section or "", place_of.offset))
        meant = upper.pending[0][1] if upper is not None else None
        wanted = self.dialect.paired[expression.operator]
        if upper is None or not isinstance(meant, Modified) or meant.operator != wanted:
            raise Wrong(
                f"{expression.operator} must name the label of an instruction with {wanted}"
            )
        there = Value(upper.section.name, upper.offset)
        address = upper.section.address + upper.offset
        modifier = self.dialect.modifiers["%lo"]
        return modifier(self._address(meant.operand, there) - address, 0)

    def _address(self, expression: Expression, here: Value) -> int:
        return self._absolute(evaluate(expression, self.unit.lookup(here)))

    def _absolute(self, value: Value) -> int:
        if value.section is None:
            return value.offset
        section = self.unit.sections[value.section]
        if not section.allocated:
            raise Wrong(f'{section} has no address; give it the flag "a"')
        return section.address + value.offset

    # The result.

    def _image(self) -> Image:
        symbols = dict(self._symbols())
        code = [each for each in self.unit.sections.values() if each.executable and each.data]
        start = min((each.address for each in code), default=0)
        sections = segments(self.unit.sections.values())
        return Image(sections, symbols.get(self.dialect.entry, start), symbols)

    def _symbols(self) -> Iterator[tuple[str, int]]:
        for name, found in self.unit.symbols.items():
            if isinstance(found, Value) and found.section and ":" not in name:
                section = self.unit.sections[found.section]
                if section.allocated:
                    yield name, section.address + found.offset

    def _lines(self) -> dict[int, int]:
        sections = self.unit.sections
        return {
            sections[name].address + offset: line
            for (name, offset), line in self.unit.lines.items()
        }

    def _fault(self, line: int, wrong: Wrong, name: str = "") -> None:
        self.faults.add([line], partial(said, name, wrong.says))

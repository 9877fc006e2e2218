"""The instruction table: a decorator that takes instructions in and refuses contradictory ones."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, TypeVar

from kernelcraft.isa.encoding import UNKNOWN, Encoding, parse_bits
from kernelcraft.isa.errors import IsaError
from kernelcraft.isa.extension import Declaration, Extension
from kernelcraft.isa.instruction import Cycles, Erratum, Instruction
from kernelcraft.isa.operand import BranchTarget, Operand
from kernelcraft.isa.pseudo import Pseudo
from kernelcraft.isa.syntax import BundleFormat, Format, Lengths, Slot, Syntax
from kernelcraft.isa.template import Template, parse_template
from kernelcraft.isa.timing import Timing

if TYPE_CHECKING:
    from kernelcraft.isa.language import Language

__all__ = ["BundleFormat", "Format", "Isa", "IsaError", "Lengths", "Slot", "Syntax"]

Body = TypeVar("Body", bound=Callable[..., None])
FixedBits = dict[int, dict[int, list[Instruction]]]
"""Instructions by the mask, then by the value of their fixed bits."""


class Isa:
    """An instruction set: operands, units and instructions, in the order they were declared.

    With a `bundle` format an instruction's unit is the slot it stands in and `word_bits` is the
    width of the whole bundle; without one each instruction is a word of its own. One instruction
    may have no fixed bits at all: it is the meaning of every word that no other one has. With
    `lengths` there are words of `word_bits` and shorter ones.
    `instructions` has them by name, `forms` all that share a mnemonic; `pseudos` are other names of
    theirs. The `table` has a row for each opcode, also for what was left out. A table that was
    derived from another one has the `language` that did it.
    """

    def __init__(
        self,
        name: str,
        *,
        word_bits: int,
        operands: Iterable[Operand],
        units: Mapping[str, str],
        syntax: Syntax | None = None,
        bundle: BundleFormat | None = None,
        lengths: Lengths | None = None,
        pseudos: Mapping[str, Pseudo] | None = None,
        language: Language | None = None,
    ) -> None:
        self.name = name
        self.pseudos = dict(pseudos or {})
        self.language = language
        self.lengths = lengths
        self.word_bits = word_bits
        self.operands: dict[str, Operand] = {}
        self.units = dict(units)
        self.syntax = syntax or Syntax()
        self.bundle = bundle
        self.instructions: dict[str, Instruction] = {}
        self.forms: dict[str, tuple[Instruction, ...]] = {}
        self.table: list[Instruction] = []
        self.jumps: list[Instruction] = []  # those with targets
        self.max_operands = 0  # the most that an instruction has
        self._words: dict[tuple[str, int, bool], FixedBits] = {}
        for operand in operands:
            self._add_operand(operand)
        if bundle is not None:
            self._check_bundle(bundle)

    def instruction(
        self,
        syntax: str,
        bits: str | None = None,
        *,
        unit: str,
        latency: Cycles,
        interval: Cycles | None = None,
        errata: Iterable[Erratum] = (),
        latencies: Mapping[str, int] | None = None,
        stages: Mapping[str, int] | None = None,
        bypass: Mapping[str, str] | None = None,
        ports: Mapping[str, str] | None = None,
        late: Mapping[int, Callable[..., None]] | None = None,
        tied: Mapping[str, str] | None = None,
    ) -> Callable[[Body], Body]:
        """Declare the decorated function as the meaning of an instruction.

        `syntax` is a template such as `lw rd, imm(rs1)[, rmask]`, `bits` its encoding such as
        `imm rs1 rd 0*3 101`, most significant first, if it is known. `latencies` to `late`
        are the parts of its `Timing`; `late` is what it does at a later stage than its first.
        Operands that are `tied` must have the same value. Raises `IsaError` with a sentence if all
        that and the function do not agree.
        """

        def declare(function: Body) -> Body:
            try:
                timing = Timing(
                    latencies or {}, stages or {}, bypass or {}, ports or {}, late or {}
                )
                template = parse_template(syntax, self.operands, self.syntax)
                encoding = UNKNOWN if bits is None else parse_bits(bits, self.operands)
                names = _parameters(function)
                _check_names(template, encoding, names, set(tied or {}))
                for cycles in (latency, interval):
                    _check_timing(cycles, names)
                self.add(
                    Instruction(
                        name=template.text if self.syntax.forms else template.mnemonic,
                        mnemonic=template.mnemonic,
                        syntax=template.text,
                        bits=" ".join((bits or "").split()),
                        operands=tuple(self.operands[name] for name in names),
                        unit=unit,
                        latency=latency,
                        interval=interval,
                        errata=tuple(errata),
                        function=function,
                        doc=_doc(function),
                        opcode=len(self.table),
                        template=template,
                        encoding=encoding,
                        timing=timing,
                        tied=tied or {},
                    )
                )
            except IsaError as error:
                raise IsaError(f"{self.name}: {syntax.split(' ')[0]}: {error}") from None
            return function

        return declare

    def include(
        self,
        extension: Extension,
        latency: Mapping[str, Cycles],
        errata: Callable[[Declaration], Iterable[Erratum]] = lambda declaration: (),
    ) -> None:
        """Take in an extension: each instruction with its unit's latency and its `errata` here."""
        for each in extension.declarations:
            declare = self.instruction(
                each.syntax,
                each.bits,
                unit=each.unit,
                latency=latency[each.unit],
                errata=errata(each),
            )
            declare(each.function)

    def check(self) -> None:
        """Refuse a finished table that is empty or declares operands or units that nothing uses."""
        used = {operand.name for each in self.table for operand in each.operands}
        if not self.table:
            raise IsaError(f"{self.name}: the table holds no instruction")
        for name in self.operands:
            if name not in used:
                raise IsaError(f"{self.name}: no instruction uses the operand {name}")
        for unit in self.units:
            if unit not in {each.unit for each in self.table}:
                raise IsaError(f"{self.name}: no instruction uses the unit {unit}")

    @property
    def encoded(self) -> bool:
        """Whether all instructions have bits, so that there are machine words."""
        return all(each.encoding.known for each in self.table)

    @property
    def alignment(self) -> int:
        """Bytes that an instruction's address is a multiple of, where it has an address."""
        return (self.lengths.short if self.lengths else self.word_bits) // 8

    def width(self, word: int) -> int:
        """The bits of a word."""
        if self.lengths is not None and self.lengths.is_short(word):
            return self.lengths.short
        return self.word_bits

    def slot_bits(self, unit: str) -> int:
        """The width of one instruction's own bits."""
        if self.bundle is None:
            return self.word_bits
        return self.bundle.slot(unit).bits

    def fixed_bits(self, width: int, slot: str = "") -> FixedBits:
        """The instructions of a width, in a bundle those of a slot."""
        some, whole = (self._words.get((slot, width, each), {}) for each in (False, True))
        return {**some, **whole}

    def _add_operand(self, operand: Operand) -> None:
        if operand.name in self.operands:
            raise IsaError(f"{self.name}: the operand {operand.name} is declared twice")
        if isinstance(operand, BranchTarget) and not self.syntax.labels:
            raise IsaError(f"{self.name}: {operand.name} is a target, but the syntax has no labels")
        self.operands[operand.name] = operand

    def _check_bundle(self, bundle: BundleFormat) -> None:
        if bundle.bits != self.word_bits:
            raise IsaError(f"{self.name}: the slots have {bundle.bits} bits, not {self.word_bits}")
        for slot in bundle.slots:
            if slot.name not in self.units:
                raise IsaError(f"{self.name}: the slot {slot.name} is not among the units")
        if len({slot.name for slot in bundle.slots}) != len(bundle.slots):
            raise IsaError(f"{self.name}: two slots have the same name")
        names = {slot.name for slot in bundle.slots}
        for used in (*(slot.covers for slot in bundle.slots), *(f.slots for f in bundle.formats)):
            if not names.issuperset(used):
                raise IsaError(f"{self.name}: there is no slot {min(set(used) - names)}")
        for each in bundle.formats:
            if bundle.width(each) != 8 * each.size:
                raise IsaError(f"{self.name}: {each.bits!r} has not the bits of {each.size} bytes")
        if self.syntax.separator is None:
            raise IsaError(f"{self.name}: bundles need a separator in the syntax")

    def add(self, new: Instruction) -> None:
        """Take in an instruction; raises `IsaError` if it contradicts the table."""
        if not new.doc.strip():
            raise IsaError("the function has no docstring, which is the manual's text")
        marks = (*self.syntax.comments, self.syntax.separator or "\n")
        if any(mark in new.syntax for mark in marks):
            raise IsaError("the syntax contains what begins a comment or divides a bundle")
        if new.name in self.instructions:
            what = "syntax" if self.syntax.forms else "mnemonic"
            raise IsaError(f"the {what} is already taken")
        if new.unit not in self.units:
            raise IsaError(f"the unit {new.unit!r} is not among {', '.join(self.units)}")
        if self.bundle is not None and new.unit not in {slot.name for slot in self.bundle.slots}:
            raise IsaError(f"the unit {new.unit!r} is not a slot of the bundle")
        if new.encoding.known:
            self._check_encoding(new)
        self.instructions[new.name] = new
        self.forms[new.mnemonic] = (*self.forms.get(new.mnemonic, ()), new)
        self.table.append(new)
        self.jumps += [new] if new.targets else []
        self.max_operands = max(self.max_operands, len(new.operands))

    def leave_out(self, new: Instruction) -> None:
        """Keep an opcode's place in the table; the instruction has no name and no bits here."""
        self.table.append(new)

    def _widths(self, new: Instruction) -> tuple[int, ...]:
        """How many bits an instruction may have."""
        if self.lengths is None:
            return (self.slot_bits(new.unit),)
        if new.encoding.matches_all:
            return self.word_bits, self.lengths.short
        return (self.width(new.encoding.value),)

    def _check_encoding(self, new: Instruction) -> None:
        whole, bits = new.encoding.matches_all, new.encoding.width
        if bits not in self._widths(new):
            expected = " or ".join(map(str, self._widths(new)))
            raise IsaError(f"{bits} bits, expected {expected}")
        if self.bundle is not None and new.operands:
            idle = self.bundle.slots[self.bundle.position(new.unit)].idle
            if new.encoding.overlaps(Encoding(new.encoding.width, -1, idle, ())):
                raise IsaError("it could look like an unused slot")
        mask, value = new.encoding.mask, new.encoding.value
        place = "" if self.bundle is None else new.unit
        for (slot, width, all_of_it), words in self._words.items():
            if (slot, all_of_it) == (place, whole) and (width == bits or not whole):
                _check_overlap(new, words)
        words = self._words.setdefault((place, bits, whole), {})
        words.setdefault(mask, {}).setdefault(value, []).append(new)


def _check_overlap(new: Instruction, words: FixedBits) -> None:
    mask, value = new.encoding.mask, new.encoding.value
    for other, olds in words.items():
        both = mask & other
        near = [value] if other == mask else [v for v in olds if not both & (v ^ value)]
        for old in (each for v in near for each in olds.get(v, ())):
            if old.encoding.overlaps(new.encoding):
                raise IsaError(f"its bits overlap those of {old.name}")


def _parameters(function: Callable[..., None]) -> list[str]:
    names = _plain_parameters(function)
    if names:
        return names[1:]
    parameters = list(inspect.signature(function).parameters.values())
    if not parameters:
        raise IsaError("the function must take the machine first")
    for parameter in parameters:
        if parameter.kind is not parameter.POSITIONAL_OR_KEYWORD:
            raise IsaError(f"the parameter {parameter.name} must be an ordinary one")
    return [parameter.name for parameter in parameters[1:]]


def _doc(function: Callable[..., None]) -> str:
    text = function.__doc__ or ""
    return inspect.cleandoc(text) if "\n" in text else text.strip()


def _plain_parameters(function: object) -> list[str]:
    """The parameters of an ordinary function that only has ordinary ones; none otherwise.

    Reading a signature takes 0.1 ms, which a thousand instructions would add to every start.
    """
    code = getattr(function, "__code__", None)
    if code is None or hasattr(function, "__wrapped__") or code.co_kwonlyargcount:
        return []
    if code.co_posonlyargcount or code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS):
        return []
    return list(code.co_varnames[: code.co_argcount])


def _check_names(template: Template, encoding: Encoding, names: list[str], tied: set[str]) -> None:
    written = [operand.name for operand in template.operands]
    if len(set(written)) != len(written):
        raise IsaError("the syntax names an operand twice")
    if set(written) != set(names):
        raise IsaError(f"syntax has {_listed(written)} but the function takes {_listed(names)}")
    if encoding.known and encoding.names != set(written) - tied:
        raise IsaError(f"syntax has {_listed(written)} but the bits have {_listed(encoding.names)}")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "no operands"


def _check_timing(timing: Cycles | None, names: list[str]) -> None:
    if timing is None:
        return
    if isinstance(timing, int):
        if timing < 0:
            raise IsaError(f"{timing} cycles are less than none")
        return
    parameters = _plain_parameters(timing) or _plain_parameters(type(timing).__call__)[1:]
    parameters = parameters or list(inspect.signature(timing).parameters)
    unknown = [name for name in parameters[1:] if name not in names]
    if not parameters or unknown:
        raise IsaError(f"a timing function takes the machine and operands, not {_listed(unknown)}")

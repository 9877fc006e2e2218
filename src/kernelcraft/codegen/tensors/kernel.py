"""A kernel while it is written: what lies where, on the chip and beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.codegen.tensors.graph import Node
from kernelcraft.codegen.tensors.table import NUMBER, VECTOR, Ref, Table, Text, instructions
from kernelcraft.codegen.tensors.writer import Address, Writer

NEAR = 2.0**-20  # of a constant: what rounding may change of it in float32


@dataclass(frozen=True)
class Settings:
    """What can be chosen: the most rows of tensors that are on the chip at a time, how many are
    worked on in an iteration, and whether addresses are put in registers before a loop. With
    `in_place` a result takes the place of an operand where that goes."""

    rows: int = 1
    unroll: int = 1
    hoist: bool = False
    in_place: bool = True


@dataclass(frozen=True)
class Operand:
    """A vector by its address, or a number by its register."""

    kind: str
    address: Address = Address()
    register: str = ""


@dataclass
class Kernel:
    """Writes instructions of a table for a cell, and hands out places."""

    cell: Cell
    table: Table
    settings: Settings
    places: dict[Node, Ref] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)  # rows of the table
    w: Writer = field(init=False)

    def __post_init__(self) -> None:
        self.w = Writer(self.table.scalar, block=self.table.block, hoist=self.settings.hoist)
        if self.table.longest is not None:
            self.w.longest = self.table.longest(self.cell.memory_map)
        self._kept = list(self.table.held)
        self._free, self._end = self.table.room(self.cell.memory_map)
        self._numbers = list(self.table.numbers)
        self._constants: dict[float, Operand] = {}

    @property
    def room(self) -> int:
        """Vectors that are free on the chip."""
        return (self._end - self._free) // self.table.unit

    def vectors(self, count: int) -> Address:
        """Free vectors on the chip, one after another; raises Unwritten for want of room."""
        if count > self.room:
            raise Unwritten(f"{count - self.room} vectors are missing on the chip")
        found = Address(self._free)
        self._free += count * self.table.unit
        return found

    def buffer(self, rows: int, chunks: int, *, blocked: bool | None = None) -> Ref:
        """A place on the chip for some rows of a tensor."""
        unit = self.table.unit
        apart = self.table.blocked if blocked is None else blocked
        row, chunk = (unit, rows * unit) if apart else (chunks * unit, unit)
        return Ref(self.vectors(rows * chunks), rows, chunks, row, chunk, on_chip=True)

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Vectors and numbers handed out inside the `with` are free again after it."""
        before, numbers = self._free, list(self._numbers)
        yield
        self._free, self._numbers = before, numbers

    def keep(self) -> str:
        """A register that keeps a vector for the rest of the kernel."""
        if not self._kept:
            raise Unwritten("no vector register is left")
        return self._kept.pop()

    def number(self) -> str:
        """A free register for a number."""
        if self.table.numbers == ("%",):
            return self.w.value()
        if not self._numbers:
            raise Unwritten("no register for a number is left")
        return self._numbers.pop(0)

    def give_back(self, register: str) -> None:
        """A register for a number that is free again."""
        if not register.startswith("%"):
            self._numbers.insert(0, register)

    def hold(self, numbers: Mapping[float, None]) -> None:
        """Put constants where operations find them, for the rest of the kernel."""
        for number in numbers:
            if number not in self._constants:
                self._constants[number] = self._held(number)

    def constant(self, number: float) -> Operand:
        """Where a constant is."""
        return self._constants[number]

    def _held(self, number: float) -> Operand:
        for value, register in self.table.fixed.items():
            if value == number:
                return Operand(NUMBER, register=register)
        if self.table.numbers:
            operand = Operand(NUMBER, register=self.number())
            to = operand.register
        elif self.table.in_registers:
            operand = Operand(VECTOR, register=self.keep())
            to = operand.register
        else:
            operand = Operand(VECTOR, self.vectors(1))
            to = self.w.pointer(operand.address)
        rounded = self.cell.platform.constant(number)
        for each in self.cell.memory_map.constants:
            if abs(each.value - rounded) <= NEAR * abs(rounded):
                self.table.constant(self.w, to, each)
                return operand
        if not self.table.immediate(self.w, to, number):
            raise Unwritten(f"no instruction makes the number {number:g}")
        return operand

    def do(self, name: str, to: Operand, *args: Operand, part: int = 0) -> None:
        """One primitive; raises Unwritten where the table has it for no such operands.

        Of a vector that is not full only the first `part` elements count.
        """
        kinds = "".join(each.kind for each in args)
        found = self.table.form(name, kinds)
        if found is None:
            raise Unwritten(f"the lowering table has no {name} {kinds}")
        self.used.add(f"{name} {kinds[::-1] if found[1] else kinds}")
        text, exchanged = found
        ordered = args[::-1] if exchanged else args
        letters = dict(zip("ab", ordered, strict=False))
        operands = self._named({**letters, "d": to})
        if self.table.mask is not None:
            operands["m"] = self.table.mask(self.w, self.cell.memory_map, part)
        self.w.emit(*instructions(text, **operands))

    def tell(self, text: Text, **operands: Address | str) -> None:
        """Instructions on vectors by their addresses or registers."""
        if text:
            named = {letter: each for letter, each in operands.items() if isinstance(each, str)}
            places = {
                letter: each
                for letter, each in operands.items()
                if isinstance(each, Address) and (callable(text) or f"{{{letter}}}" in text)
            }
            registers = self.w.pointers(*places.values())
            named |= dict(zip(places, registers, strict=True))
            self.w.emit(*instructions(text, **named))

    def _named(self, operands: Mapping[str, Operand]) -> dict[str, str]:
        """How an instruction names its operands."""
        own = {letter: each.register for letter, each in operands.items() if each.register}
        rest = [letter for letter in operands if letter not in own]
        found = self.w.pointers(*(operands[letter].address for letter in rest))
        return {**own, **dict(zip(rest, found, strict=True))}

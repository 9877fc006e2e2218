"""A kernel of strips while it is written: where tensors lie, and what moves them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from kernelcraft.cells.cell import Cell
from kernelcraft.codegen.tensors.graph import Node
from kernelcraft.codegen.tensors.strips.code import Code
from kernelcraft.codegen.tensors.strips.ranges import Range
from kernelcraft.codegen.tensors.strips.stages import Stage
from kernelcraft.codegen.tensors.strips.table import StripTable

SMALL = range(-2048, 2048)  # what one instruction adds


@dataclass(frozen=True)
class Place:
    """Where a tensor lies, row-major; `fast` in the memory for a kernel's own data."""

    address: int
    bits: int
    fast: bool = False

    def bytes(self, elements: int) -> int:
        """Of so many elements."""
        return elements * self.bits // 8


@dataclass
class StripKernel:
    """The code so far, and the addresses that are taken."""

    cell: Cell
    table: StripTable
    ranges: dict[Node, Range]
    code: Code
    free: int
    end: int
    places: dict[Node, Place] = field(default_factory=dict)

    def copy(self) -> StripKernel:
        """The same so far, to go on from in another way."""
        return replace(self, code=self.code.copy(), places=dict(self.places))

    def reserve(self, size: int) -> int | None:
        """The address of so many bytes of fast memory; None where there is no room."""
        found = -(-self.free // self.table.line) * self.table.line
        if found + size > self.end:
            return None
        self.free = found + size
        return found

    def strip(self, stage: Stage, squeeze: int) -> int:
        """Elements that the widest vectors of a stage can have, less often than `squeeze`."""
        widths = [self.ranges[node].width for node in stage.nodes if node.width > 1]
        stored = [each for each in stage.leaves if each not in stage.tables]
        widths += [self.places[each].bits for each in (*stored, stage.root)]
        return self.table.most * 8 // max(widths, default=8) // squeeze

    def load(self, address: str, bits: int) -> str:
        """A vector from an address in a register."""
        to = self.code.vector(bits)
        self.code.emit(self.table.row(f"load {bits}"), d=to, a=address)
        return to

    def store(self, address: str, bits: int, vector: str) -> None:
        """A vector to an address in a register."""
        self.code.emit(self.table.row(f"store {bits}"), d=address, a=vector)

    def plus(self, register: str, by: int, to: str | None = None) -> str:
        """A register, its own or a new one, with the sum of another and a number."""
        target = self.code.number() if to is None else to
        name, operand = ("advance n", str(by)) if by in SMALL else ("advance nn", "")
        if not operand:
            operand = self.code.constant(by)
        self.code.emit(self.table.row(name), d=target, a=register, b=operand)
        return target

    def advance(self, register: str, by: int) -> None:
        """Add a number to a pointer."""
        if by:
            self.plus(register, by, register)

    def move(self, source: int, to: int, size: int) -> None:
        """Bytes that lie one after another."""
        here, there = self.code.pointer(source), self.code.pointer(to)
        for count, elements in runs(size, self.table.most):
            with self.code.strip(elements), self.code.loop(count):
                self.store(there, 8, self.load(here, 8))
                self.advance(here, elements)
                self.advance(there, elements)

    def brought(self, node: Node) -> None:
        """Copy a tensor to fast memory, if there is room and it is not there."""
        place = self.places[node]
        size = place.bytes(math.prod(node.shape))
        address = None if place.fast else self.reserve(size)
        if address is not None:
            self.move(place.address, address, size)
            self.places[node] = Place(address, place.bits, fast=True)


def runs(total: int, most: int) -> Iterator[tuple[int, int]]:
    """How often strips of which length follow each other."""
    if total >= most:
        yield total // most, most
    if total % most:
        yield 1, total % most


def pieces(total: int, most: int) -> Sequence[tuple[int, int]]:
    """The first element and the length of each strip."""
    return [(first, min(most, total - first)) for first in range(0, total, most)]

"""Expressions over the elements of inputs, and numbers that are one: `Symbol`.

Whole numbers are exact and have no width: a register that holds 32 bits has `x & 0xffffffff` in it.
Such cuts vanish again where the range of a number shows that they change nothing. A node is a
number; its operands are older nodes. Equal expressions are one node.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple, NoReturn, cast

import numpy as np
import numpy.typing as npt

from kernelcraft.sim.routine import Routine
from kernelcraft.sim.symbolic.extents import Extent, extent, is_positive
from kernelcraft.sim.symbolic.operations import (
    CODE,
    NOTHING,
    OPERATIONS,
    REAL,
    RING,
    UNKNOWN,
    Range,
)
from kernelcraft.sim.symbolic.rules import SIMPLE, SPANS, side_by_side, trailing

__all__ = [
    "CODE",
    "NOTHING",
    "OPERATIONS",
    "RING",
    "Byte",
    "Dependent",
    "Graph",
    "Lift",
    "Nodes",
    "Range",
    "Symbol",
    "Unfollowed",
    "as_written",
]

Lift = Callable[..., object]
"""What a routine makes of symbols and followed memories: called with the graph, then as it."""
Nodes = npt.NDArray[np.int64]
Number = int | float
WHOLE_REGISTERS: Final = frozenset((1 << bits) - 1 for bits in (16, 32, 64))


class Dependent(Exception):
    """The run would go on differently for other inputs; `node` is what it asked."""

    def __init__(self, what: str, node: int) -> None:
        super().__init__(what)
        self.what, self.node = what, node


class Unfollowed(Exception):
    """Something was done to a number that no expression stands for; a sentence."""


class Byte(NamedTuple):
    """One of the bytes of a node that is held in `width` bytes; of node 0 it is `part` itself."""

    node: int
    part: int
    width: int


class Graph:
    """All expressions of a run. `a`, `b` and `c` are operands; of an input, what it is of."""

    def __init__(self, lifts: Mapping[str, Lift] | None = None) -> None:
        self.lifts = lifts or {}
        self.op, self.a, self.b, self.c = array("h"), array("l"), array("l"), array("l")
        self.constants: list[Number] = []
        self.tables: list[tuple[int, ...]] = []
        self._tables: dict[tuple[int, ...], int] = {}
        self.names: list[str] = []  # of opaque operations
        self.ranges: dict[int, Range] = {}
        self.extents: dict[int, Extent] = {}
        self.pieces: dict[int, Byte] = {}
        """Nodes that are bytes of one in a memory, from the first on."""
        self.bytes: dict[int, tuple[Byte, ...]] = {}
        """Nodes that are put together of bytes of several."""
        self._known: dict[tuple[int | str | Number, ...], int] = {}
        self._cut: dict[tuple[int, int], int] = {}
        self.compared = 0  # times that what was never written was taken to be another number
        self.new("nothing")

    def __len__(self) -> int:
        return len(self.op)

    def new(self, op: str, a: int = 0, b: int = 0, c: int = 0, span: Range | None = None) -> int:
        """The node of an operation, new unless there is one."""
        key = (op, a, b, c)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = len(self.op)
            self.op.append(CODE[op])
            self.a.append(a)
            self.b.append(b)
            self.c.append(c)
            if span is not None:
                self.ranges[found] = span
        return found

    def many(self, op: str, a: Nodes, b: Nodes | None = None) -> Nodes:
        """New nodes of one operation, element by element, all at once."""
        first, count = len(self.op), a.size
        none = np.zeros(count, np.int64)
        self.op.frombytes(np.full(count, CODE[op], np.int16).tobytes())
        self.a.frombytes(a.astype(np.int64).tobytes())
        self.b.frombytes((none if b is None else b.astype(np.int64)).tobytes())
        self.c.frombytes(none.tobytes())
        return np.arange(first, first + count, dtype=np.int64).reshape(a.shape)

    def combined(self, op: str, a: Nodes, b: Nodes | None = None) -> Nodes:
        """An operation on numbers with fractions, element by element.

        Nothing is made of what adds 0 or multiplies by 0 or 1.
        """
        made = self.many(op, a, b)
        if b is None:
            return made
        zero, one = self.constant(0.0), self.constant(1.0)
        if op in ("fadd", "fsub"):
            made = np.where(b == zero, a, made)
            return np.where(a == zero, b, made) if op == "fadd" else made
        if op == "fmul":
            made = np.where(b == one, a, np.where(a == one, b, made))
            return np.where((a == zero) | (b == zero), zero, made)
        return made

    def constant(self, value: Number) -> int:
        """The node of a number."""
        key = ("constant", type(value).__name__, value)
        found = self._known.get(key)
        if found is None:
            self.constants.append(value)
            whole = isinstance(value, int)
            span = (int(value), int(value)) if whole else None
            found = self.new("constant", len(self.constants) - 1, span=span)
            self._known[key] = found
        return found

    def constants_of(self, values: Iterable[float]) -> Nodes:
        """Nodes of numbers."""
        return np.array([self.constant(float(each)) for each in values], np.int64)

    def table(self, values: tuple[int, ...]) -> int:
        """The number of a table."""
        if values not in self._tables:
            self._tables[values] = len(self.tables)
            self.tables.append(values)
        return self._tables[values]

    def node(self, value: object) -> int:
        """That of a symbol or of a whole number."""
        if isinstance(value, Symbol):
            return value.node
        if isinstance(value, int | np.integer):
            return self.constant(int(value))
        raise Unfollowed(f"a value of type {type(value).__name__} in an expression")

    def is_real(self, node: int) -> bool:
        """Whether it is a number with a fraction."""
        op = self.op[node]
        return op in REAL or op in (CODE["input"], CODE["constant"]) and node not in self.ranges

    def pattern(self, node: int, size: int) -> int:
        """The bits of a number with a fraction that is held in `size` bytes."""
        bits = 8 * size - is_positive(self, node)
        return self.new("pattern", node, self.constant(size), span=(0, (1 << bits) - 1))

    def number(self, node: int, size: int) -> int:
        """The number with a fraction whose bits these are, in `size` bytes."""
        held = self.number_of(node, size)
        return self.new("number", node, self.constant(size)) if held is None else held

    def number_of(self, bits: int, size: int) -> int | None:
        """That of bits which are another number's, but for the sign; None for others."""
        low, high = self.span(bits)
        sign = 1 << 8 * size - 1
        if low == high:
            return None
        if self.op[bits] == CODE["pattern"]:
            return self.a[bits] if self.value_of(self.b[bits]) == size else None
        if self.op[bits] != CODE["and"]:
            return None
        inner, mask = self.a[bits], self.value_of(self.b[bits])
        if mask == 2 * sign - 1 and self.op[inner] == CODE["add"]:  # the highest bit, changed
            for one, other in ((self.a[inner], self.b[inner]), (self.b[inner], self.a[inner])):
                value = self.value_of(other)
                held = self.number_of(one, size)
                if held is not None and value is not None and value % (2 * sign) == sign:
                    return self.new("fsub", self.constant(0.0), held)
        return None

    def extent(self, node: int) -> Extent:
        """What a number with a fraction can be."""
        return extent(self, node)

    def span(self, node: int) -> Range:
        """What a whole number can be."""
        return self.ranges.get(node, UNKNOWN)

    def symbol(self, node: int) -> int:
        """What stands for a node in a body: a plain number if it is constant."""
        if self.op[node] == CODE["constant"]:
            value = self.constants[self.a[node]]
            if isinstance(value, int):
                return value
        return cast(int, Symbol(self, node))  # what bodies take for one

    def opaque(self, name: str, operands: Sequence[object]) -> int:
        """What an operation makes of numbers, of which nothing else is known."""
        return self.opaque_of(name, [self.node(each) for each in operands])

    def opaque_of(self, name: str, operands: Sequence[int]) -> int:
        """The same of nodes."""
        if name not in self.names:
            self.names.append(name)
        last = NOTHING
        for each in reversed(operands):
            last = self.new("opaque", self.names.index(name), each, last)
        return last if operands else self.new("opaque", self.names.index(name))

    def call(self, routine: Routine[..., object], arguments: tuple[object, ...]) -> object:
        """What a routine makes of symbols and followed memories.

        One of numbers alone that has no lift is an operation of which nothing is known.
        """
        lift = self.lifts.get(routine.name)
        if lift is not None:
            return lift(self, *arguments)
        memories = [each for each in arguments if hasattr(each, "plain")]
        known = not any(isinstance(each, Symbol) for each in arguments)
        if known and all(each.plain for each in memories):
            return routine.oracle(*(getattr(each, "array", each) for each in arguments))
        if memories and all(each.plain for each in memories):
            raise Dependent("an address", next(e.node for e in arguments if isinstance(e, Symbol)))
        if memories:
            raise Unfollowed(f"nothing says yet what {routine.name} does to expressions")
        return self.symbol(self.opaque(routine.name, arguments))

    # Bytes.

    def joined(self, some: Sequence[Byte]) -> int:
        """The number of bytes side by side, the lowest first."""
        first, size = some[0], len(some)
        if all(not each.node for each in some):
            return int.from_bytes(bytes(each.part for each in some), "little")
        if all(
            each == Byte(first.node, first.part + at, first.width) for at, each in enumerate(some)
        ):
            return self._piece(first, size)
        value = 0
        for at, each in enumerate(some):
            byte = self._piece(each, 1) if each.node else each.part
            value = value | byte << 8 * at
        if isinstance(value, Symbol):
            self.bytes[value.node] = tuple(some)
        return value

    def _piece(self, first: Byte, size: int) -> int:
        """Bytes of one node."""
        held = first.node
        if self.is_real(held):
            held = self.pattern(held, first.width)
        if first.part == 0 and first.width == size:
            return self.symbol(held)
        piece = self.symbol(held) >> 8 * first.part & (1 << 8 * size) - 1
        if isinstance(piece, Symbol):
            self.pieces[piece.node] = first
        return piece

    def piece_of(self, node: int, size: int) -> Byte:
        """Which of its bytes a node is of another; itself, in `size` bytes, if of none."""
        if node in self.pieces:
            return self.pieces[node]
        whole = Byte(node, 0, size)
        if self.op[node] != CODE["and"] or self.value_of(self.b[node]) != (1 << 8 * size) - 1:
            return whole
        held, part = self.a[node], 0
        if self.op[held] == CODE["shr"]:
            held, by = self.a[held], self.value_of(self.b[held])
            if by is None or by % 8:
                return whole
            part = by // 8
        if self.op[held] == CODE["signed"]:
            held = self.a[held]
        width = self.value_of(self.b[held]) if self.op[held] == CODE["pattern"] else None
        return Byte(self.a[held], part, width) if width and part + size <= width else whole

    # Whole numbers.

    def whole(self, op: str, x: object, y: object) -> int:
        """An operation on two whole numbers, one of which is a symbol."""
        a, b = self.node(x), self.node(y)
        if self.is_real(a) or self.is_real(b):
            real, mask = (b, a) if self.is_real(b) else (a, b)
            if op == "and" and self.value_of(mask) in WHOLE_REGISTERS:  # all of its bits
                return self.symbol(real)
            raise Unfollowed("arithmetic of whole numbers on the bits of one with a fraction")
        span = SPANS[op](self.span(a), self.span(b))
        if span[0] == span[1]:
            return span[0]
        simple = SIMPLE.get(op)
        found = simple(self, a, b) if simple else None
        return self.symbol(self.new(op, a, b, span=span) if found is None else found)

    def value_of(self, node: int) -> int | None:
        """The number that a node is, if it is one."""
        low, high = self.span(node)
        return low if low == high else None

    def signed(self, node: int, bits: int) -> int:
        """The lowest bits read as a number with a sign."""
        low, high = self.span(node)
        half = 1 << bits - 1
        if low >= 0 and high < half:
            return node
        inner = self.uncut(node, bits)
        low, high = self.span(inner)
        if -half <= low and high < half:
            return inner
        return self.new("signed", inner, self.constant(bits), span=(-half, half - 1))

    def uncut(self, node: int, bits: int) -> int:
        """The same number modulo 2^bits, without cuts that do not matter for it."""
        known, waiting = self._cut, [node]
        while waiting:  # sums are long
            latest = waiting[-1]
            below = (self.a[latest], self.b[latest]) if self.op[latest] in RING else ()
            missing = [each for each in below if (each, bits) not in known]
            if (latest, bits) in known or not missing:
                waiting.pop()
                if (latest, bits) not in known:
                    known[latest, bits] = self._uncut(latest, bits)
            else:
                waiting += missing
        return known[node, bits]

    def _lowest(self, node: int, bits: int) -> int | None:
        """An operand whose lowest bits are a number's, if one is."""
        op, a, b = self.op[node], self.a[node], self.b[node]
        if op == CODE["or"]:
            return a if trailing(self, b) >= bits else b if trailing(self, a) >= bits else None
        known = self.value_of(b)
        cut = op == CODE["and"] and known is not None and ~known & (1 << bits) - 1 == 0
        return a if cut or op == CODE["signed"] and (known or 0) >= bits else None

    def _uncut(self, node: int, bits: int) -> int:
        op = self.op[node]
        value = self.value_of(node)
        if value is not None:  # the least number of that residue
            half = 1 << bits - 1
            return self.constant(((value + half) & (2 * half - 1)) - half)
        if node in self.bytes and bits % 8 == 0 and bits // 8 < len(self.bytes[node]):
            lowest = self.node(self.joined(self.bytes[node][: bits // 8]))
            if lowest != node:  # as it is where the other bytes are 0
                return self.uncut(lowest, bits)
        if op == CODE["shr"] and self.op[self.a[node]] == CODE["signed"]:
            inner, by = self.a[node], self.value_of(self.b[node])
            if by is not None and bits + by <= (self.value_of(self.b[inner]) or 0):
                shifted = self.whole("shr", self.symbol(self.a[inner]), by)
                return self.uncut(self.node(shifted), bits)
        pair = side_by_side(self, node)
        if pair and pair[2] >= bits:
            return self.uncut(pair[0], bits)
        held = self._lowest(node, bits)
        if held is not None:
            return self.uncut(held, bits)
        if op in RING:
            a, b = self.uncut(self.a[node], bits), self.uncut(self.b[node], bits)
            if (a, b) != (self.a[node], self.b[node]):
                return self.node(self.whole(OPERATIONS[op], self.symbol(a), self.symbol(b)))
        return node


def as_written(routine: Routine[..., object]) -> Lift:
    """For a routine whose oracle can be called with symbols and followed memories."""
    return lambda graph, *arguments: routine.oracle(*arguments)


class Symbol:
    """A whole number that is an expression; what Python does to it becomes one, too."""

    __slots__ = ("graph", "node")
    __hash__ = None  # type: ignore[assignment]  # it is equal to nothing that is known

    def __init__(self, graph: Graph, node: int) -> None:
        self.graph, self.node = graph, node

    def trace_call(self, routine: Routine[..., object], arguments: tuple[object, ...]) -> object:
        """What a routine makes of it."""
        return self.graph.call(routine, arguments)

    def __bool__(self) -> bool:
        raise Dependent("which way it goes", self.node)

    def __index__(self) -> NoReturn:
        raise Dependent("a number that must be known", self.node)

    def signed(self, bits: int) -> int:
        """The lowest bits read as a number with a sign."""
        return self.graph.symbol(self.graph.signed(self.node, bits))

    def looked_up(self, table: tuple[int, ...]) -> int:
        """What a table, of which the first number is for the least that this can be, says."""
        graph, low = self.graph, self.graph.span(self.node)[0]
        if any(isinstance(each, Symbol) for each in table):
            raise Dependent("a place in what is no table", self.node)
        place, number = (
            graph.node(graph.whole("sub", self, low)),
            graph.constant(graph.table(table)),
        )
        span = (min(table), max(table))
        return graph.symbol(graph.new("look_up", place, number, span=span))

    def smaller(self, other: object) -> int:
        """The smaller one of two."""
        return self.graph.whole("smaller", self, other)

    def larger(self, other: object) -> int:
        """The larger one of two."""
        return self.graph.whole("larger", self, other)

    def __neg__(self) -> int:
        return self.graph.whole("sub", 0, self)

    def __invert__(self) -> int:
        return self.graph.whole("sub", -1, self)

    def __eq__(self, other: object) -> int:  # type: ignore[override]
        return self.graph.whole("eq", self, other)

    def __ne__(self, other: object) -> int:  # type: ignore[override]
        return 1 - self.graph.whole("eq", self, other)

    def __lt__(self, other: object) -> int:
        return self.graph.whole("lt", self, other)

    def __gt__(self, other: object) -> int:
        return self.graph.whole("lt", other, self)

    def __le__(self, other: object) -> int:
        return 1 - self.graph.whole("lt", other, self)

    def __ge__(self, other: object) -> int:
        return 1 - self.graph.whole("lt", self, other)


def _operator(op: str) -> tuple[Callable[..., object], Callable[..., object]]:
    def forward(self: Symbol, other: object) -> object:
        return self.graph.whole(op, self, other)

    def reflected(self: Symbol, other: object) -> object:
        return self.graph.whole(op, other, self)

    return forward, reflected


for _name, _op in (
    *((each, each) for each in ("add", "sub", "mul", "and", "or", "xor", "mod")),
    *(("lshift", "shl"), ("rshift", "shr"), ("floordiv", "floor_divide")),
):
    _forward, _reflected = _operator(_op)
    setattr(Symbol, f"__{_name}__", _forward)
    setattr(Symbol, f"__r{_name}__", _reflected)

"""The elements of a strip: what a tree of operations gives, in vectors and in numbers of a row."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.codegen.tensors.graph import Node
from kernelcraft.codegen.tensors.stages import source
from kernelcraft.codegen.tensors.strips.code import Code
from kernelcraft.codegen.tensors.strips.ranges import Range
from kernelcraft.codegen.tensors.strips.table import StripTable

RING = ("add", "sub", "mul")
"""Operations whose low bits follow from the low bits of their operands."""
SUM_WIDTH = 16  # of the narrowest elements that are summed up


@dataclass
class Scope:
    """What is known at a place of the code: vectors by node and width, numbers by node."""

    vectors: dict[tuple[Node, int], str] = field(default_factory=dict)
    numbers: dict[Node, str] = field(default_factory=dict)


@dataclass
class Expressions:
    """Writes the operations of trees whose leaves `load` brings.

    `load` gives a vector of the elements of a node as they are stored, and their bits, or None for
    a node that is computed. `table_of` is the address of a table in fast memory.
    """

    code: Code
    table: StripTable
    ranges: dict[Node, Range]
    load: Callable[[Node], tuple[str, int] | None]
    table_of: Callable[[Node], str]
    scope: Scope = field(default_factory=Scope)
    computed: Callable[[Node, str], None] = lambda node, register: None

    def width(self, node: Node) -> int:
        """The bits that its elements take."""
        return self.ranges[node].width

    def number(self, node: Node) -> str:
        """The register of a constant, or of a number of the row."""
        node = source(node)
        if node.is_constant:
            return self.code.constant(int(node.number))
        if node not in self.scope.numbers:
            args = [self.number(each) for each in node.args]
            to = self.code.number()
            row, exchanged = self.table.form(node.op, "n" * len(args))
            self._write(row, to, args, exchanged)
            self.scope.numbers[node] = to
        return self.scope.numbers[node]

    def is_number(self, node: Node) -> bool:
        """Whether all elements of a row have it in common."""
        return node.is_constant or source(node) in self.scope.numbers or node.shape[-1:] == (1,)

    def vector(self, node: Node, width: int) -> str:
        """Elements in so many bits; where these are too few, their low bits."""
        node = source(node)
        key = (node, width)
        if key not in self.scope.vectors:
            self.scope.vectors[key] = self._made(node, width)
        return self.scope.vectors[key]

    def reduced(self, node: Node, total: str) -> str:
        """The vector whose first element is that of `total` with those of the strip."""
        width = self.width(node.args[0])
        if node.op == "reduce_sum":
            width = max(width, SUM_WIDTH)
        signed = node.op == "reduce_max" or self.ranges[node.args[0]].signed
        name = (
            f"{node.op} {width}" if signed or width > SUM_WIDTH else f"{node.op}_unsigned {width}"
        )
        return self._new(name, 1, self.vector(node.args[0], width), total)

    def _made(self, node: Node, width: int) -> str:
        loaded = self.load(node)
        if loaded is not None:
            return self._resized(node, *loaded, width)
        own = self.width(node)
        if node.op in RING and width <= own:
            found = self._two(node, width)
            self.computed(node, found)
            return found
        found = self.scope.vectors.get((node, own)) or self._computed(node, own)
        self.scope.vectors[node, own] = found
        self.computed(node, found)
        return self._resized(node, found, own, width)

    def _computed(self, node: Node, width: int) -> str:
        args = node.args
        match node.op:
            case "add" | "sub" | "mul" | "max":
                return self._two(node, width)
            case "look_up":
                index = self.vector(args[1], 8)
                return self._new(f"look_up {width}", width, index, self.table_of(args[0]))
            case "requantise":
                return self._requantised(node)
            case "rounded_quotient" | "floor_divide":
                divisor = self.number(args[1])
                return self._new(f"{node.op} vn", width, self.vector(args[0], width), divisor)
        raise Unwritten(f"no primitive of the lowering table is called {node.op}")

    def _two(self, node: Node, width: int) -> str:
        a, b = node.args
        if node.op == "mul" and self._widens(a, b, width):
            half = width // 2
            return self._new(
                f"widening_mul vv {width}", width, self.vector(a, half), self.vector(b, half)
            )
        kinds = "".join("n" if self.is_number(each) else "v" for each in node.args)
        row, exchanged = self.table.form(node.op, kinds)
        args = [
            self.number(each) if kind == "n" else self.vector(each, width)
            for each, kind in zip(node.args, kinds, strict=True)
        ]
        to = self.code.vector(width)
        self._write(row.replace("{w}", str(width)), to, args, exchanged)
        return to

    def _widens(self, a: Node, b: Node, width: int) -> bool:
        """Whether both are vectors of half the width, with a sign."""
        row = f"widening_mul vv {width}"
        if row not in self.table.operations or self.is_number(a) or self.is_number(b):
            return False
        own = [self.ranges[each] for each in (a, b)]
        return all(each.signed and each.width <= width // 2 for each in own)

    def _requantised(self, node: Node) -> str:
        acc, multiplier, shift, zero_point = node.args
        a, z, to = self.vector(acc, 32), self.number(zero_point), self.code.vector(8)
        if self.is_number(multiplier):
            numbers = self.number(multiplier), self.number(shift)
            self.code.emit(
                self.table.row("requantise nn"), d=to, a=a, b=numbers[0], c=numbers[1], z=z
            )
            return to
        scale, right = self.vector(multiplier, 32), self.vector(shift, 16)
        self.code.emit(self.table.row("requantise vv"), d=to, a=a, b=scale, c=right, z=z)
        return to

    def _new(self, row: str, width: int, *args: str) -> str:
        to = self.code.vector(width)
        self._write(self.table.row(row).replace("{w}", str(width)), to, args)
        return to

    def _write(self, row: str, to: str, args: object, exchanged: bool = False) -> None:
        ordered = list(args)[::-1] if exchanged else list(args)  # type: ignore[call-overload]
        self.code.emit(row, d=to, **dict(zip("ab", ordered, strict=False)))

    def _resized(self, node: Node, found: str, own: int, width: int) -> str:
        """The same elements with more bits or fewer."""
        while own > width:
            found = self._new(f"narrow {own} {own // 2}", own // 2, found)
            own //= 2
        if own < width:
            name = "widen" if self.ranges[node].signed else "widen_unsigned"
            if node.op == "input" and self.ranges[node].least >= 0:
                name = "widen_unsigned"
            found = self._new(f"{name} {own} {width}", width, found)
        return found

"""Stages with reductions: each row is passed over once for every reduction that others wait for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kernelcraft.codegen.tensors.graph import INPUT, REDUCTIONS, Node
from kernelcraft.codegen.tensors.stages import source
from kernelcraft.codegen.tensors.strips.expressions import SUM_WIDTH, Expressions, Scope
from kernelcraft.codegen.tensors.strips.kernel import Place, StripKernel, pieces, runs
from kernelcraft.codegen.tensors.strips.maps import table_of
from kernelcraft.codegen.tensors.strips.stages import Stage

COSTLY = (INPUT, "look_up")
"""Operations whose vectors are kept for later passes over the row."""


def write_rows(k: StripKernel, stage: Stage, squeeze: int, at_a_time: int) -> None:
    """The loop over the rows, some of them in an iteration."""
    for leaf in stage.leaves:
        if leaf.rows == 1 and leaf not in stage.tables:
            k.brought(leaf)
    _Rows(k, stage, squeeze, at_a_time).write()


@dataclass
class _Row:
    """One of the rows of an iteration, counted from 0: pointers to its tensors, its numbers."""

    number: int
    pointers: dict[Node, str]
    numbers: dict[Node, str] = field(default_factory=dict)


class _Rows:
    def __init__(self, k: StripKernel, stage: Stage, squeeze: int, at_a_time: int) -> None:
        self.k, self.stage, self.squeeze, self.at_a_time = k, stage, squeeze, at_a_time
        levels: dict[Node, int] = {}
        for node in stage.nodes:
            before = [source(each) for each in node.args]
            levels[node] = max(
                (levels[each] + (each.op in REDUCTIONS) for each in before if each in levels),
                default=0,
            )
        last = max(levels[node] for node in stage.nodes if node.op in REDUCTIONS)
        self.passes: list[list[Node]] = [
            [node for node in stage.reductions if levels[node] == level]
            for level in range(last + 1)
        ]
        if stage.root.width > 1:
            self.passes.append([stage.root])
        self.kept = self._kept()
        self.rows = stage.nodes[-1].rows
        self.width = max(node.width for node in (*stage.leaves, *stage.nodes) if self._is_row(node))
        self.starts: dict[Node, str] = {}

    def _is_row(self, node: Node) -> bool:
        return node not in self.stage.tables

    def _kept(self) -> dict[Node, tuple[int, Place]]:
        """Vectors that later passes use again: the first pass that has them, and their place."""
        k = self.k
        found: dict[Node, tuple[int, Place]] = {}
        for costly in ("look_up", INPUT):
            reached = [self._reached(roots, set(found)) for roots in self.passes]
            for node in dict.fromkeys(each for nodes in reached for each in nodes):
                where = [index for index, nodes in enumerate(reached) if node in nodes]
                slow = node.op == costly and (costly != INPUT or self._is_slow(node))
                if not slow or len(where) < 2:
                    continue
                bits = k.places[node].bits if node.op == INPUT else k.ranges[node].width
                address = k.reserve(self.at_a_time * node.width * bits // 8)
                if address is not None:
                    found[node] = where[0], Place(address, bits, fast=True)
        return found

    def _is_slow(self, node: Node) -> bool:
        return node.rows > 1 and not self.k.places[node].fast

    def _reached(self, roots: Sequence[Node], stop: set[Node]) -> set[Node]:
        """The nodes of rows that a pass computes or loads."""
        found: set[Node] = set()

        def visit(node: Node) -> None:
            node = source(node)
            if node in found or node.is_constant or node.width == 1:
                return
            found.add(node)
            if node not in stop:
                for each in node.args:
                    visit(each)

        for root in roots:
            for each in root.args if root.op in REDUCTIONS else (root,):
                visit(each)
        return found

    def write(self) -> None:
        """All rows."""
        k, root = self.k, self.stage.root
        tensors = [*(each for each in self.stage.leaves if self._is_row(each)), root]
        pointers = {node: k.code.pointer(k.places[node].address) for node in tensors}
        with k.code.strip(1):
            self.starts = {node: self._start(node) for node in self.stage.reductions}
        for count, some in runs(self.rows, self.at_a_time):
            with k.code.loop(count):
                rows = [_Row(number, self._pointers(pointers, number)) for number in range(some)]
                for index, roots in enumerate(self.passes):
                    if roots == [root] and root.op not in REDUCTIONS:
                        self._store(index, rows)
                    else:
                        self._reduce(index, roots, rows)
                if root.width == 1:
                    self._store_numbers(rows)
                for node, pointer in pointers.items():
                    k.advance(pointer, some * self._step(node))

    def _step(self, node: Node) -> int:
        """Bytes from a row of a tensor to the next."""
        return self.k.places[node].bytes(node.width) if node.rows > 1 else 0

    def _pointers(self, pointers: Mapping[Node, str], number: int) -> dict[Node, str]:
        found = dict(pointers)
        for node, pointer in pointers.items():
            if number and self._step(node):
                found[node] = self.k.plus(pointer, number * self._step(node))
        return found

    def _store(self, index: int, rows: Sequence[_Row]) -> None:
        """The last pass: each strip of the results."""
        k, root = self.k, self.stage.root
        bits = k.places[root].bits
        for first, elements in pieces(self.width, self._most([root])):
            common: dict[tuple[Node, int], str] = {}
            with k.code.strip(elements):
                for row in rows:
                    made = self._made(index, first, row, common)
                    vector = made.vector(root, bits)
                    k.store(self._at(row.pointers[root], first, bits), bits, vector)

    def _store_numbers(self, rows: Sequence[_Row]) -> None:
        k, root = self.k, self.stage.root
        for row in rows:
            number = self._made(len(self.passes), 0, row, {}).number(root)
            k.code.emit(k.table.row("store_number 32"), a=number, d=row.pointers[root])

    def _reduce(self, index: int, roots: Sequence[Node], rows: Sequence[_Row]) -> None:
        k = self.k
        totals = [{node: self.starts[node] for node in roots} for _ in rows]
        for first, elements in pieces(self.width, self._most(roots)):
            common: dict[tuple[Node, int], str] = {}
            with k.code.strip(elements):
                for row, total in zip(rows, totals, strict=True):
                    made = self._made(index, first, row, common)
                    for node in roots:
                        total[node] = made.reduced(node, total[node])
        with k.code.strip(1):
            for row, total in zip(rows, totals, strict=True):
                for node in roots:
                    row.numbers[node] = k.code.number()
                    text = k.table.row(f"first {self._result_width(node)}")
                    k.code.emit(text, d=row.numbers[node], a=total[node])

    def _start(self, node: Node) -> str:
        """The vector with a reduction's start in its first element."""
        k, width = self.k, self._result_width(node)
        start = 0 if node.op == "reduce_sum" else -(1 << width - 1)
        to = k.code.vector(1)
        row = k.table.row("start n").replace("{w}", str(width))
        k.code.emit(row, d=to, a=k.code.constant(start))
        return to

    def _at(self, pointer: str, first: int, bits: int) -> str:
        """The address of a row's element."""
        return self.k.plus(pointer, first * bits // 8) if first else pointer

    def _result_width(self, node: Node) -> int:
        return 32 if node.op == "reduce_sum" else self.k.ranges[node].width

    def _most(self, roots: Sequence[Node]) -> int:
        """Elements of a strip in a pass, as few as its widest vectors need."""
        k = self.k
        widths = [8]
        for node in self._reached(roots, set(self.kept)):
            widths.append(k.ranges[node].width)
            if node in k.places and node not in self.kept:
                widths.append(k.places[node].bits)
        if any(node.op == "reduce_sum" for node in roots):
            widths.append(SUM_WIDTH)
        if roots == [self.stage.root] and self.stage.root.width > 1:
            widths.append(k.places[self.stage.root].bits)
        return k.table.most * 8 // max(widths) // self.squeeze

    def _made(
        self, index: int, first: int, row: _Row, common: dict[tuple[Node, int], str]
    ) -> Expressions:
        """What computes a strip of a row in a pass; `common` are vectors of all rows."""
        k = self.k

        def kept(node: Node) -> str:
            place = self.kept[node][1]
            return k.code.pointer(place.address + place.bytes(row.number * node.width + first))

        def keep(node: Node, vector: str, bits: int) -> None:
            if node in self.kept and self.kept[node][0] == index:
                k.store(kept(node), bits, vector)

        def load(node: Node) -> tuple[str, int] | None:
            if node in self.kept and self.kept[node][0] < index:
                bits = self.kept[node][1].bits
                return k.load(kept(node), bits), bits
            if node not in row.pointers or node is self.stage.root:
                return None
            bits = k.places[node].bits
            if node.rows == 1:
                if (node, bits) not in common:
                    common[node, bits] = k.load(self._at(row.pointers[node], first, bits), bits)
                return common[node, bits], bits
            vector = k.load(self._at(row.pointers[node], first, bits), bits)
            keep(node, vector, bits)
            return vector, bits

        def computed(node: Node, vector: str) -> None:
            keep(node, vector, k.ranges[node].width)

        scope = Scope(numbers=row.numbers)
        return Expressions(
            k.code, k.table, k.ranges, load, lambda table: table_of(k, table), scope, computed
        )

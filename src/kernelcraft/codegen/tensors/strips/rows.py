"""Stages with reductions: each row is passed over once for every reduction that others wait for."""

from __future__ import annotations

from collections.abc import Sequence

from kernelcraft.codegen.tensors.graph import INPUT, REDUCTIONS, Node
from kernelcraft.codegen.tensors.stages import source
from kernelcraft.codegen.tensors.strips.expressions import SUM_WIDTH, Expressions, Scope
from kernelcraft.codegen.tensors.strips.kernel import Place, StripKernel, pieces
from kernelcraft.codegen.tensors.strips.maps import table_of
from kernelcraft.codegen.tensors.strips.stages import Stage

COSTLY = (INPUT, "look_up")
"""Operations whose vectors are kept for later passes over the row."""


def write_rows(k: StripKernel, stage: Stage, squeeze: int) -> None:
    """The loop over the rows."""
    for leaf in stage.leaves:
        if leaf.rows == 1 and leaf not in stage.tables:
            k.brought(leaf)
    _Rows(k, stage, squeeze).write()


class _Rows:
    def __init__(self, k: StripKernel, stage: Stage, squeeze: int) -> None:
        self.k, self.stage, self.squeeze = k, stage, squeeze
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
        self.pointers: dict[Node, str] = {}

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
                address = k.reserve(node.width * bits // 8)
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
        k = self.k
        leaves = [each for each in self.stage.leaves if self._is_row(each)]
        moving = [each for each in leaves if each.rows > 1]
        tensors = [*moving, self.stage.root]
        for node in [*leaves, self.stage.root]:
            self.pointers[node] = k.code.pointer(k.places[node].address)
        with k.code.loop(self.rows):
            self._row()
            for node in tensors:
                k.advance(self.pointers[node], k.places[node].bytes(node.width))

    def _row(self) -> None:
        k, root, numbers = self.k, self.stage.root, dict[Node, str]()
        for index, roots in enumerate(self.passes):
            if roots == [root] and root.op not in REDUCTIONS:
                for first, elements in pieces(self.width, self._most(roots)):
                    with k.code.strip(elements):
                        made = self._made(index, first, numbers)
                        bits = k.places[root].bits
                        to = k.plus(self.pointers[root], first * bits // 8) if first else ""
                        vector = made.vector(root, bits)
                        k.store(to or self.pointers[root], bits, vector)
            else:
                self._reduce(index, roots, numbers)
        if root.width == 1:
            with k.code.strip(1):
                number = self._made(len(self.passes), 0, numbers).number(root)
            k.code.emit(k.table.row("store_number 32"), a=number, d=self.pointers[root])

    def _reduce(self, index: int, roots: Sequence[Node], numbers: dict[Node, str]) -> None:
        k = self.k
        with k.code.strip(1):
            totals = {node: self._start(node) for node in roots}
        for first, elements in pieces(self.width, self._most(roots)):
            with k.code.strip(elements):
                made = self._made(index, first, numbers)
                for node in roots:
                    totals[node] = made.reduced(node, totals[node])
        with k.code.strip(1):
            for node in roots:
                numbers[node] = k.code.number()
                row = k.table.row(f"first {self._result_width(node)}")
                k.code.emit(row, d=numbers[node], a=totals[node])

    def _start(self, node: Node) -> str:
        """The vector with a reduction's start in its first element."""
        k, width = self.k, self._result_width(node)
        start = 0 if node.op == "reduce_sum" else -(1 << width - 1)
        to = k.code.vector(1)
        row = k.table.row("start n").replace("{w}", str(width))
        k.code.emit(row, d=to, a=k.code.constant(start))
        return to

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

    def _made(self, index: int, first: int, numbers: dict[Node, str]) -> Expressions:
        """What computes a strip of a pass."""
        k = self.k

        def keep(node: Node, vector: str, bits: int) -> None:
            begun, place = self.kept.get(node, (-1, None))
            if begun == index and place is not None:
                k.store(k.code.pointer(place.address + place.bytes(first)), bits, vector)

        def load(node: Node) -> tuple[str, int] | None:
            begun, place = self.kept.get(node, (index, None))
            if begun < index and place is not None:
                at = k.code.pointer(place.address + place.bytes(first))
                return k.load(at, place.bits), place.bits
            if node not in self.pointers or node is self.stage.root:
                return None
            bits = k.places[node].bits
            at = k.plus(self.pointers[node], first * bits // 8) if first else self.pointers[node]
            vector = k.load(at, bits)
            keep(node, vector, bits)
            return vector, bits

        def computed(node: Node, vector: str) -> None:
            if node in self.kept:
                keep(node, vector, k.ranges[node].width)

        scope = Scope(numbers=numbers)
        return Expressions(
            k.code, k.table, k.ranges, load, lambda table: table_of(k, table), scope, computed
        )

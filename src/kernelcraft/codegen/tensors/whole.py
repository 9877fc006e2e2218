"""Kernels that keep whole tensors on the chip: where each lies, and when inputs are fetched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.codegen.tensors.graph import INPUT, JOIN, VIEWS, Node
from kernelcraft.codegen.tensors.kernel import Kernel, Operand
from kernelcraft.codegen.tensors.loops import write_rows
from kernelcraft.codegen.tensors.products import multiply
from kernelcraft.codegen.tensors.rows import Body
from kernelcraft.codegen.tensors.stages import ProductStage, RowStage, Stage, source
from kernelcraft.codegen.tensors.table import VECTOR, Ref
from kernelcraft.codegen.tensors.writer import Address


def write_whole(k: Kernel, result: Node, found: Sequence[Stage]) -> None:
    """All stages; raises Unwritten where the tensors do not fit the chip."""
    _Chip(k, result, found).write()


def leaves(node: Node) -> Iterator[Node]:
    """The tensors that a node is put together from without an operation."""
    node = source(node)
    if node.op == JOIN:
        for each in node.args:
            yield from leaves(each)
    else:
        yield node


class _Chip:
    """Which tensors are on the chip, and where the right factors are that were computed."""

    def __init__(self, k: Kernel, result: Node, found: Sequence[Stage]) -> None:
        self.k, self.found = k, found
        self.inputs = {each.tensor.name: each for each in k.cell.memory_map.inputs}
        self.last = {
            leaf: index
            for index, stage in enumerate(found)
            for each in stage.operands
            for leaf in leaves(each)
        }
        self.rights = {
            source(stage.node.args[1]) for stage in found if isinstance(stage, ProductStage)
        }
        self.homes: dict[Node, Ref] = {}  # where results must go
        self.stored: dict[Node, Ref] = {}
        self.aside = next(
            (each for each in k.cell.memory_map.scratch if each.memory != self._memory), None
        )
        self.at = self.aside.start if self.aside is not None else 0
        self._set_homes(result)

    @property
    def _memory(self) -> str:
        return self.k.cell.memory_map.output.region.memory

    def _set_homes(self, result: Node) -> None:
        k, output = self.k, self.k.cell.memory_map.output
        final = source(result)
        unit, chunks = k.table.unit, self._chunks(final)
        self._set_home(final, self._laid(Address(output.address), final.rows, chunks, unit))
        factors = [stage.node.args[0] for stage in self.found if isinstance(stage, ProductStage)]
        for node in factors:
            if source(node).op == JOIN and source(node) not in k.places:
                self._set_home(source(node), k.buffer(node.rows, self._chunks(source(node))))

    def _set_home(self, node: Node, ref: Ref) -> None:
        """The place of a node, and with it those of the parts that it is joined from."""
        if node.op != JOIN:
            self.homes[node] = ref
            return
        self.k.places[node] = ref
        first = 0
        for part in node.args:
            if part.width % self.k.table.lanes or source(part) is not part:
                raise Unwritten(f"parts of {part.width} columns cannot be joined in place")
            count = self._chunks(part)
            self._set_home(part, ref.part(0, ref.rows, first, count))
            first += count

    def _laid(self, address: Address, rows: int, chunks: int, unit: int) -> Ref:
        row, chunk = (unit, rows * unit) if self.k.table.blocked else (chunks * unit, unit)
        return Ref(address, rows, chunks, row, chunk, on_chip=True)

    def _chunks(self, node: Node) -> int:
        return -(-node.width // self.k.table.lanes)

    def write(self) -> None:
        """One stage after the other."""
        for index, stage in enumerate(self.found):
            if isinstance(stage, ProductStage):
                self._multiply(stage.node)
            else:
                self._rows(stage, index)

    def _rows(self, stage: RowStage, index: int) -> None:
        k = self.k
        own = set(stage.nodes)
        operands = [leaf for each in stage.operands for leaf in leaves(each) if leaf not in own]
        operands = list(dict.fromkeys(operands))
        body = Body(k, stage, k.table.lanes, flat=False)
        spent = {each for each in operands if self.last[each] == index and each not in self.homes}
        taken: set[Node] = set()
        for result in stage.results:
            place = self.homes.get(result)
            for each in operands:
                fits = each in spent and each not in taken and k.settings.in_place
                fits = fits and result not in self.rights and body.in_place(each, result)
                if fits and place is None and each in k.places:
                    place = k.places[each]
                elif fits and place is not None and each.op == INPUT and each not in k.places:
                    self._load(each, place)
                else:
                    continue
                taken.add(each)
                break
            k.places[result] = place or self._new(result)
        for each in operands:
            if each not in k.places:
                self._load(each, self._room(each))
        refs = {node: k.places[node] for node in (*operands, *stage.results)}
        write_rows(k, stage, refs, frozenset(spent))

    def _multiply(self, node: Node) -> None:
        left, right = node.args
        if source(left).op == INPUT and source(left) not in self.k.places:
            self._load(source(left), self._room(source(left)))
        held = self._right(right)
        self.k.places[node] = self.homes.get(node) or self._new(node)
        multiply(self.k, node, self._view(left, self.k.places), held, self.k.places[node])

    def _new(self, node: Node) -> Ref:
        """Free vectors for a result; a right factor has whole tiles of rows."""
        if node not in self.rights:
            return self.k.buffer(node.rows, self._chunks(node))
        lanes = self.k.table.lanes
        rows = -(-node.rows // lanes) * lanes
        return replace(self.k.buffer(rows, self._chunks(node)), rows=node.rows)

    def _room(self, node: Node) -> Ref:
        found = self.k.buffer(node.rows, self._chunks(node))
        if node.rows == 1:
            self.k.vectors(self.k.table.padding - 1)
        return found

    def _load(self, node: Node, to: Ref) -> None:
        """An input, fetched whole."""
        self.k.places[node] = to
        self.k.table.fetch(self.k.w, self._input(node), to)

    def _input(self, node: Node) -> Ref:
        lanes, chunks = self.k.table.lanes, self._chunks(node)
        return Ref(Address(), node.rows, chunks, node.width, lanes, self.inputs[node.name])

    def _right(self, node: Node) -> Ref:
        """A right factor beside the chip; one that was computed is stored there first."""
        of = source(node)
        if of.op == INPUT:
            self.stored[of] = self._input(of)
        elif of not in self.stored:
            self.stored[of] = self._store(of)
        return self._view(node, self.stored)

    def _store(self, node: Node) -> Ref:
        k, lanes = self.k, self.k.table.lanes
        if k.table.aside is None or self.aside is None or node not in k.places:
            raise Unwritten("a right factor cannot be put aside")
        here, rows = k.places[node], -(-node.rows // lanes) * lanes
        placement = k.table.aside(self.at, rows, node.width)
        self.at = placement.region.end
        if self.at > self.aside.end:
            raise Unwritten(f"{self.at - self.aside.end:,} elements are missing beside the chip")
        if node.rows % lanes:
            self._clear(here, node.rows, rows)
        whole = replace(here, rows=rows)
        to = Ref(Address(), rows, here.chunks, node.width, lanes, placement)
        k.table.store(k.w, whole, to)
        return replace(to, rows=node.rows)

    def _clear(self, ref: Ref, first: int, end: int) -> None:
        """Make rows from `first` on zero: a finite row less itself."""
        k = self.k
        for chunk in range(ref.chunks):
            with k.w.registers(1) as (pointer,):
                k.w.assign(pointer, ref.vector(first, chunk))
                finite = Operand(VECTOR, ref.vector(0, chunk))
                to = Operand(VECTOR, Address(0, pointer))

                def row(to: Operand = to, finite: Operand = finite, at: str = pointer) -> None:
                    k.do("sub", to, finite, finite)
                    k.w.advance(at, ref.row)

                k.w.loop(end - first, row)

    def _view(self, node: Node, places: dict[Node, Ref]) -> Ref:
        """The part of a tensor that a node is."""
        if node.op not in VIEWS:
            return places[node]
        inner = self._view(node.args[0], places)
        if node.op == "reshape":
            return inner
        first, lanes = int(node.number), self.k.table.lanes
        if first % lanes or node.width % lanes:
            raise Unwritten(f"columns {first} to {first + node.width - 1} are no whole vectors")
        return inner.part(0, inner.rows, first // lanes, self._chunks(node))

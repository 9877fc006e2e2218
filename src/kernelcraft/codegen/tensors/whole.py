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


def _merged(gaps: Sequence[range]) -> list[range]:
    """Gaps that touch as one."""
    found: list[range] = []
    for gap in sorted(gaps, key=lambda gap: gap.start):
        if found and found[-1].stop == gap.start:
            found[-1] = range(found[-1].start, gap.stop)
        else:
            found.append(gap)
    return found


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
        self.owned: dict[Node, range] = {}  # addresses that are free when a tensor is spent
        self.spare: list[range] = []
        self.stored: dict[Node, Ref] = {}
        self.aside = next(
            (each for each in k.cell.memory_map.scratch if each.memory != self._memory), None
        )
        self.at = self.aside.start if self.aside is not None else 0
        self._set_homes(result)
        self._settle()

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

    def _settle(self) -> None:
        """Operands whose place a result takes are made there, if that is where it must go."""
        for index in range(len(self.found) - 1, -1, -1):
            stage = self.found[index]
            if not isinstance(stage, RowStage) or not self.k.settings.in_place:
                continue
            body = Body(self.k, stage, self.k.table.lanes, flat=False)
            taken: set[Node] = set()
            for result in stage.results:
                for each in self._operands(stage):
                    new = each.op != INPUT and each not in self.homes and each not in taken
                    if not new or self.last[each] != index or each in self.rights:
                        continue
                    if result in self.homes and body.in_place(each, result):
                        self.homes[each] = self.homes[result]
                        taken.add(each)
                        break

    def write(self) -> None:
        """One stage after the other."""
        for index, stage in enumerate(self.found):
            if isinstance(stage, ProductStage):
                self._multiply(stage.node, index)
            else:
                self._rows(stage, index)
            for node in [each for each in self.owned if self.last.get(each, index) <= index]:
                self.spare = _merged([*self.spare, self.owned.pop(node)])

    def _operands(self, stage: RowStage) -> list[Node]:
        """The tensors that a stage reads."""
        own = set(stage.nodes)
        found = (leaf for each in stage.operands for leaf in leaves(each))
        return [each for each in dict.fromkeys(found) if each not in own]

    def _rows(self, stage: RowStage, index: int) -> None:
        k, operands = self.k, self._operands(stage)
        body = Body(k, stage, k.table.lanes, flat=False)
        spent = {each for each in operands if self.last[each] == index}
        taken: set[Node] = set()
        for result in stage.results:
            place = self.homes.get(result)
            there = [each for each in operands if place is not None and k.places.get(each) == place]
            for each in there or operands:
                fits = each in spent and each not in taken and k.settings.in_place
                if not fits or result in self.rights or not body.in_place(each, result):
                    continue
                if each not in k.places:
                    if place is None:
                        place = self._new(result)
                    self._load(each, place)
                elif place is None and each in self.owned:
                    place = k.places[each]
                    self.owned[result] = self.owned.pop(each)
                elif not there:
                    continue
                taken.add(each)
                break
            k.places[result] = place or self._new(result)
        for each in operands:
            if each not in k.places:
                self._load(each, self._room(each))
        refs = {node: k.places[node] for node in (*operands, *stage.results)}
        write_rows(k, stage, refs, frozenset(spent))

    def _multiply(self, node: Node, index: int) -> None:
        left, right = node.args
        of, places = source(left), dict(self.k.places)
        self.k.places[node] = self.homes.get(node) or self._new(node)
        if of not in places:
            if self._streams(left, right, index):
                places[of] = self._input(of)
            else:
                self._load(of, self._room(of))
                places[of] = self.k.places[of]
        held = self._right(right)
        multiply(self.k, node, self._view(left, places), held, self.k.places[node])

    def _streams(self, left: Node, right: Node, index: int) -> bool:
        """Whether an input does not fit as a whole, and one matrix of a batch will do."""
        of = source(left)
        fits = of.rows * self._chunks(of) <= self.k.room
        return not fits and len(right.shape) > 2 and self.last[of] == index

    def _new(self, node: Node) -> Ref:
        """Free vectors for a result; a right factor has whole tiles of rows."""
        lanes = self.k.table.lanes
        rows = -(-node.rows // lanes) * lanes if node in self.rights else node.rows
        return replace(self._taken(node, rows, 0), rows=node.rows)

    def _room(self, node: Node) -> Ref:
        """Free vectors for an input; a transfer may fetch more than a single row."""
        return self._taken(node, node.rows, self.k.table.padding - 1 if node.rows == 1 else 0)

    def _taken(self, node: Node, rows: int, more: int) -> Ref:
        """Vectors for a tensor with so many rows: the smallest gap, or some that nobody had."""
        chunks, unit = self._chunks(node), self.k.table.unit
        size = (rows * chunks + more) * unit
        gaps = [gap for gap in self.spare if len(gap) >= size]
        if gaps:
            gap = min(gaps, key=len)
            self.spare.remove(gap)
            start = gap.start
            if len(gap) > size:
                self.spare.append(range(start + size, gap.stop))
        else:
            start = self.k.vectors(size // unit).offset
        self.owned[node] = range(start, start + size)
        return self._laid(Address(start), rows, chunks, unit)

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

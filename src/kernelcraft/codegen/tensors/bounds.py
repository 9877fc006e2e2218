"""Cycles of the work that every kernel of a cell has to do, from a lowering table.

Counted are the transfers of all operands in the longest runs, the operations of the task's own
formula on vectors, and its products. Addresses, loops and numbers of rows count nothing. That no
formula is shorter is an argument, not a proof: a kernel below its bound is looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.codegen.tensors.graph import (
    INPUT,
    PRODUCTS,
    REDUCTIONS,
    Node,
    Untraceable,
    ordered,
)
from kernelcraft.codegen.tensors.kernel import Kernel, Settings
from kernelcraft.codegen.tensors.rewrite import rewritten
from kernelcraft.codegen.tensors.stages import ROW_OPERATIONS
from kernelcraft.codegen.tensors.table import Ref, Table, Tile, instructions
from kernelcraft.codegen.tensors.trace import traced
from kernelcraft.codegen.tensors.writer import Address
from kernelcraft.isa.errors import AssemblyError


def bound(table: Table, cell: Cell) -> int | None:
    """The cycles; None for a task that the table has no instructions for."""
    try:
        nodes = ordered(rewritten(traced(cell.task, cell.dims, cell.constants), table.has))
        work = _Work(table, cell)
        for node in nodes:
            work.add(node)
        work.move(nodes[-1])
    except (Untraceable, Unwritten, AssemblyError):
        return None
    units = work.cycles.values()
    return max(units) if table.overlaps else sum(units)


class _Work:
    """Cycles by unit of the machine."""

    def __init__(self, table: Table, cell: Cell) -> None:
        self.table, self.cell = table, cell
        self.cycles: Counter[str] = Counter()
        first = table.scalar.registers[:3]
        self.operands = dict(zip("dab", first, strict=True))

    def add(self, node: Node) -> None:
        """The work of an operation."""
        if node.op == INPUT:
            self.move(node)
        elif node.op in PRODUCTS:
            self._multiply(node)
        elif node.op in REDUCTIONS:
            vectors = node.args[0].rows * self._chunks(node.args[0])
            combine = {"reduce_sum": "add", "reduce_max": "max"}[node.op]
            name = node.op if f"{node.op} nv" in self.table.operations else combine
            self._count(name, vectors)
        elif node.op in ROW_OPERATIONS and node.width > 1:
            self._count(node.op, node.rows * self._chunks(node))

    def move(self, node: Node) -> None:
        """The transfer of an operand as a whole."""
        k = Kernel(self.cell, self.table, Settings())
        lanes, unit = self.table.lanes, self.table.unit
        rows, chunks = node.rows, self._chunks(node)
        home = Ref(Address(), rows, chunks, node.width, lanes)
        chip = Ref(Address(), rows, chunks, chunks * unit, unit, on_chip=True)
        pair = (home, chip) if node.op == INPUT else (chip, home)
        (self.table.fetch if node.op == INPUT else self.table.store)(k.w, *pair)
        counting = {line for line in k.w.lines if line.split()[0] in self._scalar()}
        self._time([line for line in k.w.lines if line not in counting])

    def _multiply(self, node: Node) -> None:
        tile = self.table.product if node.op == "matmul" else self.table.transposed
        if not isinstance(tile, Tile):
            raise Unwritten(f"no tile for {node.op}")
        depth = self._chunks(node.args[0])
        count = node.rows * node.width * depth // (tile.rows * tile.columns)
        self._time(instructions(tile.step, **self.operands), count)

    def _count(self, name: str, vectors: int) -> None:
        """As many of a primitive, in the form that takes least."""
        forms = [text for key, text in self.table.operations.items() if key.split()[0] == name]
        lines = [instructions(text, **self.operands) for text in forms]
        self._time(min(lines, key=lambda each: sum(self._timed(line)[1] for line in each)), vectors)

    def _time(self, lines: Sequence[str], times: int = 1) -> None:
        for line in lines:
            unit, cycles = self._timed(line)
            self.cycles[unit] += cycles * times

    def _timed(self, line: str) -> tuple[str, int]:
        """The unit and the latency of one instruction."""
        program = self.cell.platform.assemble(line)
        opcode, *operands = program.ops[0].tolist()
        instruction = program.isa.table[opcode]
        latency = instruction.latency
        if callable(latency):
            latency = latency(None, *operands[: len(instruction.operands)])
        return instruction.unit, int(latency)

    def _chunks(self, node: Node) -> int:
        return -(-node.width // self.table.lanes)

    def _scalar(self) -> set[str]:
        """The mnemonics of address arithmetic."""
        scalar, (first, *_) = self.table.scalar, self.table.scalar.registers
        lines = [*scalar.assign(first, Address(1)), *scalar.assign(first, Address(1, first))]
        return {line.split()[0] for line in [*lines, *scalar.advance(first, 1)]}

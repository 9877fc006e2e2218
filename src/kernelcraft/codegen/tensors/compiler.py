"""From a cell to its kernel: trace, rewrite, stages, places, text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import Placement
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.codegen.tensors.graph import INPUT, JOIN, Node, Untraceable, ordered
from kernelcraft.codegen.tensors.kernel import Kernel, Settings
from kernelcraft.codegen.tensors.loops import write_rows
from kernelcraft.codegen.tensors.products import multiply
from kernelcraft.codegen.tensors.rearrange import rearranged
from kernelcraft.codegen.tensors.register_products import write_tiles
from kernelcraft.codegen.tensors.rewrite import rewritten
from kernelcraft.codegen.tensors.rows import InTheWay
from kernelcraft.codegen.tensors.stages import ProductStage, Stage, source, stages, with_sums
from kernelcraft.codegen.tensors.table import Ref, RegisterTile, Table
from kernelcraft.codegen.tensors.trace import traced
from kernelcraft.codegen.tensors.whole import write_whole
from kernelcraft.codegen.tensors.writer import Address


def kernel(cell: Cell, table: Table, settings: Settings | None = None) -> str:
    """A kernel of the cell; raises Unwritten for what the table has no instructions for.

    Without settings it is the plain one, which speedups are measured against.
    """
    return compiled(cell, table, settings or table.usual or Settings()).text


@dataclass(frozen=True)
class Compiled:
    """A kernel, and the rows of the table that it was made with."""

    text: str
    used: frozenset[str]


def compiled(cell: Cell, table: Table, settings: Settings) -> Compiled:
    """A kernel with what is known of it; raises Unwritten as `kernel` does."""
    try:
        return _compiled(cell, table, settings)
    except InTheWay:
        return _compiled(cell, table, replace(settings, in_place=False))


def _compiled(cell: Cell, table: Table, settings: Settings) -> Compiled:
    try:
        result = traced(cell.task, cell.dims, cell.constants)
        result = rearranged(result, cell.task, cell.dims, table.lanes)
        result = rewritten(result, table.has)
        found = stages(result)
        if isinstance(table.product, RegisterTile) and table.product.bias:
            found = with_sums(found)
    except Untraceable as error:
        raise Unwritten(f"{cell.name}: {error}") from None
    k = Kernel(cell, table, settings)
    k.w.emit(*table.begin)
    k.w.close()
    if table.whole:
        write_whole(k, result, found)
    else:
        _place(k, result, found)
        for stage in found:
            _write(k, stage)
    k.w.emit(*table.end)
    k.w.close()
    text = table.text(k.w.lines) if table.text else "\n".join(k.w.lines) + "\n"
    return Compiled(text, frozenset(k.used))


def _place(k: Kernel, result: Node, found: Sequence[Stage]) -> None:
    """Where all inputs and results of stages lie, in the memory of the tensors."""
    memory_map = k.cell.memory_map
    placements = {each.tensor.name: each for each in memory_map.inputs}
    for node in ordered(result):
        if node.op == JOIN:
            raise Unwritten("columns are joined only where tensors are fetched as a whole")
        if node.op == INPUT:
            placement = placements[node.name]
            k.places[node] = replace(_home(k, node, _at(k, placement)), placement=placement)
    free = memory_map.scratch[0]
    at = free.start
    final = source(result)
    for stage in found:
        for node in stage.results:
            if node is final:
                k.places[node] = _home(k, node, _at(k, memory_map.output))
                continue
            k.places[node] = _home(k, node, Address(at))
            at += node.rows * node.width
    if at > free.end:
        raise Unwritten(f"{at - free.end:,} elements are missing for intermediates")


def _at(k: Kernel, placement: Placement) -> Address:
    if k.table.home is not None:
        return k.table.home(k.cell.memory_map, placement)
    return Address(placement.address)


def _home(k: Kernel, node: Node, address: Address) -> Ref:
    lanes = k.table.lanes
    on_chip = k.table.in_registers
    return Ref(address, node.rows, -(-node.width // lanes), node.width, lanes, None, on_chip)


def _write(k: Kernel, stage: Stage) -> None:
    if isinstance(stage, ProductStage):
        tile = k.table.product if stage.node.op == "matmul" else k.table.transposed
        if isinstance(tile, RegisterTile):
            k.used.add("product" if stage.node.op == "matmul" else "transposed")
            write_tiles(k, tile, stage)
            return
        left, right, result = (k.places[source(each)] for each in (*stage.node.args, stage.node))
        multiply(k, stage.node, left, right, result)
    else:
        refs = {node: k.places[node] for node in (*map(source, stage.operands), *stage.results)}
        write_rows(k, stage, refs, frozenset())

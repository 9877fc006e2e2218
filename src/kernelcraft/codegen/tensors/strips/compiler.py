"""From a cell of whole numbers to its kernel: trace, stages, places, strips."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.codegen.registers import TooFewRegisters
from kernelcraft.codegen.tensors.compiler import Compiled
from kernelcraft.codegen.tensors.graph import INPUT, Node, Untraceable, ordered
from kernelcraft.codegen.tensors.stages import source
from kernelcraft.codegen.tensors.strips.code import Code
from kernelcraft.codegen.tensors.strips.kernel import Place, StripKernel
from kernelcraft.codegen.tensors.strips.maps import write_map
from kernelcraft.codegen.tensors.strips.products import write_product
from kernelcraft.codegen.tensors.strips.ranges import STORED, ranges
from kernelcraft.codegen.tensors.strips.rows import write_rows
from kernelcraft.codegen.tensors.strips.stages import Stage, stages, tailored
from kernelcraft.codegen.tensors.strips.table import StripTable
from kernelcraft.codegen.tensors.strips.windows import write_channels, write_window
from kernelcraft.codegen.tensors.trace import traced

WRITERS: Final[Mapping[str, Callable[..., None]]] = {
    "matmul": write_product,
    "window_products": write_window,
    "channel_products": write_channels,
}
AT_A_TIME: Final = (4, 3, 2, 1)
"""Rows whose sums are in registers."""
SQUEEZED: Final = (1, 2, 4, 8)
"""How many times shorter strips are than the longest vectors."""


class _Asked(dict[str, str]):
    """Rows of a table that notes which are asked for."""

    def __init__(self, rows: Mapping[str, str]) -> None:
        super().__init__(rows)
        self.used: set[str] = set()

    def __getitem__(self, row: str) -> str:
        self.used.add(row)
        return super().__getitem__(row)


def compiled(cell: Cell, table: StripTable) -> Compiled:
    """A kernel and the rows it was made with; raises Unwritten as `kernel` does."""
    asked = _Asked(table.operations)
    text = kernel(cell, replace(table, operations=asked))
    return Compiled(text, frozenset(asked.used))


def kernel(cell: Cell, table: StripTable) -> str:
    """A kernel of the cell; raises Unwritten for what the table has no instructions for."""
    try:
        result = tailored(traced(cell.task, cell.dims, cell.constants))
    except Untraceable as error:
        raise Unwritten(f"{cell.name}: {error}") from None
    found = stages(result)
    found_ranges = ranges(ordered(result), cell.task, cell.dims)
    fast = cell.memory_map.scratch[0]
    k = StripKernel(cell, table, found_ranges, Code(table.vectors), fast.start, fast.end)
    for line in table.begin:
        k.code.emit(line)
    _place(k, result, found)
    for stage in found:
        k = _written(k, stage)
    for line in table.end:
        k.code.emit(line)
    return "\n".join(k.code.text()) + "\n"


def _place(k: StripKernel, result: Node, found: list[Stage]) -> None:
    """Where inputs and the results of stages lie; tables come to fast memory."""
    placements = {each.tensor.name: each for each in k.cell.memory_map.inputs}
    for node in ordered(result):
        if node.op == INPUT:
            placement = placements[node.name]
            if placement.tensor.element not in STORED:
                raise Unwritten(f"{k.cell.name}: {placement.tensor.element} is no whole number")
            k.places[node] = Place(placement.address, STORED[placement.tensor.element])
    output = k.cell.memory_map.output
    for stage in found:
        node = stage.root
        if node is source(result):
            k.places[node] = Place(output.address, STORED[output.tensor.element])
            continue
        bits = 32 if node.width == 1 else k.ranges[node].width
        address = k.reserve(math.prod(node.shape) * bits // 8)
        if address is None:
            raise Unwritten(f"{k.cell.name}: no room for the results of {node.op}")
        k.places[node] = Place(address, bits, fast=True)
    for stage in found:
        for node in stage.tables:
            k.brought(node)


def _ways(stage: Stage) -> Iterator[Callable[[StripKernel], None]]:
    """How a stage may be written, what takes most registers first."""
    if stage.product is not None:
        for rows in AT_A_TIME:
            yield partial(WRITERS[stage.product.op], stage=stage, rows=rows)
        return
    for squeeze in SQUEEZED:
        if stage.reductions:
            for rows in AT_A_TIME:
                yield partial(write_rows, stage=stage, squeeze=squeeze, at_a_time=rows)
        else:
            yield partial(write_map, stage=stage, squeeze=squeeze)


def _written(k: StripKernel, stage: Stage) -> StripKernel:
    """The kernel with a stage more, in the widest way that there are registers for."""
    for write in _ways(stage):
        trial = k.copy()
        write(trial)
        try:
            trial.code.text()
        except TooFewRegisters:
            continue
        return trial
    raise Unwritten(f"{k.cell.name}: too few registers for {stage.root.op}")

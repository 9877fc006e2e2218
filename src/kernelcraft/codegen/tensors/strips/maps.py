"""Stages that compute each element from those in the same place."""

from __future__ import annotations

import math

from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.codegen.tensors.graph import Node
from kernelcraft.codegen.tensors.strips.expressions import Expressions
from kernelcraft.codegen.tensors.strips.kernel import StripKernel, runs
from kernelcraft.codegen.tensors.strips.stages import Stage


def write_map(k: StripKernel, stage: Stage, squeeze: int) -> None:
    """All elements as one row, strip by strip."""
    size = math.prod(stage.root.shape)
    leaves = [each for each in stage.leaves if each not in stage.tables]
    if any(math.prod(each.shape) != size for each in leaves):
        raise Unwritten(f"{k.cell.name}: operands of different shapes and no product")
    tensors = [*leaves, stage.root]
    pointers = {node: k.code.pointer(k.places[node].address) for node in tensors}
    most = k.strip(stage, squeeze)

    def load(node: Node) -> tuple[str, int] | None:
        if node not in pointers or node is stage.root:
            return None
        bits = k.places[node].bits
        return k.load(pointers[node], bits), bits

    for count, elements in runs(size, most):
        with k.code.strip(elements), k.code.loop(count):
            made = Expressions(k.code, k.table, k.ranges, load, lambda table: table_of(k, table))
            bits = k.places[stage.root].bits
            k.store(pointers[stage.root], bits, made.vector(stage.root, bits))
            for node in tensors:
                k.advance(pointers[node], k.places[node].bytes(elements))


def table_of(k: StripKernel, table: Node) -> str:
    """The register with the address of a table."""
    return k.code.constant(k.places[table].address)

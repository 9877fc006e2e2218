"""The expressions that a kernel's outputs are, of the elements of its inputs."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Final

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import Tensor
from kernelcraft.grading import lockfile
from kernelcraft.proofs.places import Places, Staged, Unplaced, output_places, staged
from kernelcraft.sim.symbolic.graph import CODE, OPERATIONS, Graph, Lift, Nodes, Range
from kernelcraft.sim.symbolic.machine import Followed, SymbolicBackend, run_symbolic
from kernelcraft.sim.symbolic.operations import COMMUTATIVE, LEAVES
from kernelcraft.sim.symbolic.shadow import Memory

WEIGHT: Final[Range] = (-127, 127)
BIAS: Final[Range] = (-(1 << 30), 1 << 30)
RANGES: Final[dict[str, Range]] = {
    "int8": (-128, 127),
    "uint8": (0, 255),
    "int16": (-(1 << 15), (1 << 15) - 1),
    "uint16": (0, (1 << 16) - 1),
    "int32": (-(1 << 31), (1 << 31) - 1),
    "uint32": (0, (1 << 32) - 1),
}


@dataclass(frozen=True, eq=False)
class Expressions:
    """What a run on unknown inputs has given; `outputs` are nodes, by the elements' flat index.

    `tensors` are the inputs, whose place here is the first operand of an input's node; the second
    is an element's flat index. `refused` says why there are no outputs.
    """

    cell: Cell
    graph: Graph
    tensors: tuple[Tensor, ...]
    outputs: Nodes
    bundles: int
    refused: str = ""


def expressions(cell: Cell, text: str, bundles: int | None = None) -> Expressions:
    """Run a kernel on unknown inputs; raises AssemblyError."""
    program = cell.platform.assemble(text)
    try:
        machine = staged(cell, program)
        places = output_places(cell, machine.state)
    except Unplaced as reason:
        return Expressions(cell, Graph(), (), np.zeros(0, np.int64), 0, str(reason))
    if machine.state.machine.symbolic is None:
        no = f"what {cell.platform.title} does to expressions is not written down"
        return Expressions(cell, Graph(), (), np.zeros(0, np.int64), 0, no)
    lifts: Mapping[str, Lift] = import_module(machine.state.machine.symbolic).LIFTS
    backend = SymbolicBackend(machine.state, machine.known, machine.few, lifts)
    tensors = tuple(each for each in cell.inputs if each.name in machine.inputs)
    for number, tensor in enumerate(tensors):
        _give(backend, number, tensor, machine)
    limit = lockfile.limits(cell).instructions if bundles is None else bundles
    followed = run_symbolic(program, backend, limit)
    outputs = np.zeros(0, np.int64)
    if not followed.refused:
        outputs = _outputs(cell, followed.memories[places.array], places)
    refused = followed.refused.format(what=_named(tensors, followed))
    return Expressions(cell, followed.graph, tensors, outputs, followed.bundles, refused)


def _give(backend: SymbolicBackend, number: int, tensor: Tensor, machine: Staged) -> None:
    """Put a tensor's elements into the memory as unknown numbers."""
    graph, places = backend.graph, machine.inputs[tensor.name]
    memory, span = backend.memories[places.array], span_of(tensor)
    size = places.size * memory.array.dtype.itemsize
    for at, start in enumerate(places.start.tolist()):
        node = graph.new("input", number, at, span=span)
        if span is not None and memory.array.dtype == np.uint8:
            memory.deposit(start, size, graph.symbol(node))
            continue
        memory.node[start : start + places.size] = node
        memory.part[start : start + places.size] = np.arange(places.size)
        memory.width[start : start + places.size] = size
    if tensor.name in machine.scales:
        scales = machine.scales[tensor.name]
        for at, start in enumerate(scales.start.tolist()):
            backend.memories[scales.array].node[start] = graph.new("scale", number, at)


def span_of(tensor: Tensor) -> Range | None:
    """What an element can be; None for numbers with a fraction."""
    if tensor.element == "float":
        return None
    if tensor.role == "weight" and tensor.element == "int8":
        return WEIGHT
    if tensor.role == "weight" and tensor.element == "int32":
        return BIAS
    return RANGES[tensor.element]


def _outputs(cell: Cell, memory: Memory, places: Places) -> Nodes:
    """The nodes of the output's elements, as numbers with their signs."""
    graph, found = memory.graph, []
    element = cell.output.element
    for start in places.start.tolist():
        if memory.array.dtype == np.uint8:
            if element == "float":
                nodes, _ = memory.elements(start, places.size)
                whole = memory.width[start] == places.size and (nodes == nodes[0]).all()
                found.append(int(nodes[0]) if whole else graph.opaque_of("bytes", nodes.tolist()))
                continue
            value = memory.fetch(start, places.size)
            node = graph.node(value)
            bits = 8 * places.size
            found.append(node if element.startswith("u") else graph.signed(node, bits))
        else:
            nodes, values = memory.elements(start, 1)
            found.append(int(nodes[0]) or graph.constant(float(values[0])))
    return np.array(found, np.int64)


def _named(tensors: tuple[Tensor, ...], followed: Followed) -> str:
    """The first leaf below what was asked."""
    graph, stack, seen = followed.graph, [followed.asked], set[int]()
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        op = OPERATIONS[graph.op[node]]
        if op == "input":
            tensor = tensors[graph.a[node]]
            index = [int(axis) for axis in np.unravel_index(graph.b[node], tensor.shape)]
            return f"{tensor.name}{index}"
        if op == "unwritten":
            return "what was never written"
        if op == "time":
            return "the time"
        stack += operands(graph, node)
    return "something"


def operands(graph: Graph, node: int) -> list[int]:
    """The nodes that a node is made of."""
    op = graph.op[node]
    if op <= CODE["time"]:
        return []
    if op == CODE["opaque"]:
        return [each for each in (graph.b[node], graph.c[node]) if each]
    return [each for each in (graph.a[node], graph.b[node], graph.c[node]) if each]


def differing(one: Expressions, other: Expressions) -> Nodes:
    """The flat indices of outputs that two runs of a cell make of other operations.

    Where there are none, both kernels compute the same for all inputs, but for a probability of
    2^-64 a pair of sums: these are of the same whole numbers, in whichever order.
    """
    numbering = _Numbering()
    ours, theirs = (numbering.of(each)[each.outputs] for each in (one, other))
    return np.flatnonzero(ours != theirs)


class _Numbering:
    """A number for every expression, the same in each graph."""

    def __init__(self) -> None:
        self.numbers: dict[tuple[object, ...], int] = {}
        self.weights = [0]
        self.random = random.Random(0)

    def of(self, found: Expressions) -> Nodes:
        """Those of all nodes of a graph."""
        given = np.zeros(len(found.graph), np.int64)
        for node in range(len(given)):
            below = [int(given[each]) for each in operands(found.graph, node)]
            given[node] = self._number(found.graph, node, below)
        return given

    def _number(self, graph: Graph, node: int, below: list[int]) -> int:
        """A sum has the sum of what is added for its weight, all else a weight of its own."""
        op = graph.op[node]
        if op in (CODE["add"], CODE["sub"]):
            first, second = (self.weights[each] for each in below)
            weight = (first + second if op == CODE["add"] else first - second) % (1 << 64)
            return self._known((weight,), weight)
        key: tuple[object, ...] = (op, *(sorted(below) if op in COMMUTATIVE else below))
        if op == CODE["constant"]:
            key = (op, repr(graph.constants[graph.a[node]]))
        elif op in LEAVES:
            key = (op, graph.a[node], graph.b[node], graph.c[node])
        elif op == CODE["look_up"]:
            key = (op, below[0], graph.tables[int(graph.constants[graph.a[graph.b[node]]])])
        elif op == CODE["opaque"]:
            key = (op, graph.names[graph.a[node]], *below)
        return self._known(key, self.random.getrandbits(64))

    def _known(self, key: tuple[object, ...], weight: int) -> int:
        found = self.numbers.setdefault(key, len(self.weights))
        if found == len(self.weights):
            self.weights.append(weight)
        return found

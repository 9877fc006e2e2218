"""Values of expressions of whole numbers, at many points at once, and what follows from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np
import numpy.typing as npt

from kernelcraft.proofs.provenance import Reach
from kernelcraft.sim.symbolic.graph import CODE, OPERATIONS, Graph, Nodes

Integers = npt.NDArray[np.int64]
MOST: Final = 1 << 62  # what lies beyond has no place in 64 bits
POLYNOMIAL: Final = frozenset(
    CODE[name] for name in ("constant", "input", "add", "sub", "mul", "fadd", "fsub", "fmul")
)
Operation = Callable[[Integers, Integers], Integers]


class Strange(Exception):
    """An operation whose value is not known here; its name."""


def _signed(x: Integers, bits: Integers) -> Integers:
    half = np.int64(1) << bits - 1
    found: Integers = ((x + half) & (half * 2 - 1)) - half
    return found


_OPERATIONS: Final[Mapping[str, Operation]] = {
    "add": np.add,
    "fadd": np.add,
    "sub": np.subtract,
    "fsub": np.subtract,
    "mul": np.multiply,
    "fmul": np.multiply,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
    "shr": np.right_shift,
    "shl": np.left_shift,
    "signed": _signed,
    "floor_divide": np.floor_divide,
    "mod": np.mod,
    "smaller": np.minimum,
    "larger": np.maximum,
    "fmax": np.maximum,
    "lt": lambda x, y: np.less(x, y).astype(np.int64),
    "eq": lambda x, y: np.equal(x, y).astype(np.int64),
}


def number(graph: Graph, node: int) -> int:
    """The whole number that a constant is; raises Strange for another."""
    value = graph.constants[graph.a[node]]
    if int(value) != value:
        raise Strange("a fraction")
    return int(value)


def operation(graph: Graph, node: int, x: Integers, y: Integers) -> Integers:
    """The values of a node from those of its operands; raises Strange."""
    name = OPERATIONS[graph.op[node]]
    if name == "look_up":
        table = np.array(graph.tables[int(y.flat[0])], np.int64)
        return table[x]
    if name not in _OPERATIONS:
        raise Strange(name)
    return _OPERATIONS[name](x, y)


def values(graph: Graph, reach: Reach, inputs: Callable[[Nodes], Integers]) -> Integers:
    """Of all nodes below the roots of a reach, [nodes, points]; raises Strange."""
    leaves = np.flatnonzero(reach.op == CODE["input"])
    given = inputs(leaves)
    found = np.zeros((len(reach.op), given.shape[1]), np.int64)
    found[leaves] = given
    for level in reversed(reach.levels):
        for code in np.unique(reach.op[level]).tolist():
            nodes = level[reach.op[level] == code]
            for column in (reach.a, reach.b):
                for leaf in np.unique(column[nodes][reach.op[column[nodes]] <= CODE["time"]]):
                    _leaf(graph, int(leaf), found)
            x, y = found[reach.a[nodes]], found[reach.b[nodes]]
            if OPERATIONS[code] == "look_up":
                for node in nodes.tolist():
                    one = found[graph.a[node]], found[graph.b[node]]
                    found[node] = operation(graph, node, *one)
            else:
                found[nodes] = operation(graph, int(nodes[0]), x, y)
    return found


def _leaf(graph: Graph, node: int, found: Integers) -> None:
    op = graph.op[node]
    if op == CODE["constant"]:
        found[node] = number(graph, node)
    elif node and op != CODE["input"]:
        raise Strange(OPERATIONS[op])


def polynomials(graph: Graph) -> npt.NDArray[np.bool_]:
    """For each node, whether it is made of sums and products alone."""
    found = [False] * len(graph)
    leaves = (CODE["constant"], CODE["input"])
    for node, (op, a, b) in enumerate(zip(graph.op, graph.a, graph.b, strict=True)):
        found[node] = op in leaves or op in POLYNOMIAL and found[a] and found[b]
    return np.array(found)


def degrees(graph: Graph) -> Integers:
    """At most those of the polynomials; of what is none, 0."""
    found = [0] * len(graph)
    products, sums = (CODE["mul"], CODE["fmul"]), POLYNOMIAL - {CODE["constant"], CODE["input"]}
    for node, (op, a, b) in enumerate(zip(graph.op, graph.a, graph.b, strict=True)):
        if op == CODE["input"]:
            found[node] = 1
        elif op in products:
            found[node] = min(found[a] + found[b], MOST)
        elif op in sums:
            found[node] = max(found[a], found[b])
    return np.array(found)

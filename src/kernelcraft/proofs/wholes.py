"""Values of expressions of whole numbers, at many points at once, and what follows from them."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from kernelcraft.proofs.expressions import operands
from kernelcraft.proofs.provenance import Reach
from kernelcraft.sim.symbolic.graph import CODE, OPERATIONS, RING, Graph, Nodes

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


@dataclass(frozen=True)
class Tail:
    """What is made of one number, such as a sum: `nodes` from the oldest to the result."""

    graph: Graph
    sum: int
    nodes: tuple[int, ...]

    def __call__(self, sums: Integers) -> Integers:
        """The results; raises Strange."""
        graph, found = self.graph, {self.sum: sums}
        for node in self.nodes:
            x, y = (self._operand(found, each, sums) for each in (graph.a[node], graph.b[node]))
            found[node] = operation(graph, node, x, y)
        return found[self.nodes[-1]] if self.nodes else sums

    def _operand(self, found: Mapping[int, Integers], node: int, like: Integers) -> Integers:
        if node in found:
            return found[node]
        return np.full_like(like, number(self.graph, node) if node else 0)

    def same_result(self) -> tuple[object, ...]:
        """Equal for tails that are the same function."""
        graph, names = self.graph, {self.sum: -1}
        key: list[object] = []
        for place, node in enumerate(self.nodes):
            names[node] = -2 - place
            pair = (graph.a[node], graph.b[node])
            key.append((graph.op[node], *(names.get(each, each) for each in pair)))
        return tuple(key)

    def rises(self) -> bool:
        """Whether a larger sum surely never gives a smaller result."""
        graph, rising = self.graph, {self.sum}
        for node in self.nodes:
            a, b, name = graph.a[node], graph.b[node], OPERATIONS[graph.op[node]]
            both = a in rising and b in rising
            if name in ("add", "smaller", "larger"):
                good = both or a in rising or b in rising
            elif name in ("sub", "shr"):
                good = a in rising and b not in rising
            elif name == "mul":
                other = b if a in rising else a
                good = not both and graph.span(other)[0] >= 0
            else:
                good = False
            if not good:
                return False
            rising.add(node)
        return True

    def fits(self) -> bool:
        """Whether all that it comes to has 64 bits."""
        spans = [self.graph.span(each) for each in (self.sum, *self.nodes)]
        return all(low > -MOST and high < MOST for low, high in spans)


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


def tails(graph: Graph, node: int, polynomial: npt.NDArray[np.bool_]) -> list[Tail]:
    """The last steps of an expression, down to one polynomial, in all ways there are.

    A polynomial times a number, plus a number, may be a step, too. Without one there is no tail.
    """
    waiting, seen, above = [-node], {node}, list[int]()
    while waiting and not (len(waiting) == 1 and polynomial[-waiting[0]]):
        latest = -heapq.heappop(waiting)
        if polynomial[latest] or graph.op[latest] <= CODE["time"]:
            return []
        above.append(latest)
        for each in operands(graph, latest):
            if each not in seen and graph.op[each] != CODE["constant"]:
                seen.add(each)
                heapq.heappush(waiting, -each)
    if not waiting:
        return []
    lowest = -waiting[0]
    found = [Tail(graph, lowest, tuple(sorted(above)))]
    while graph.op[lowest] in RING:
        one, other = graph.a[lowest], graph.b[lowest]
        numbers = [graph.op[each] == CODE["constant"] for each in (one, other)]
        if not any(numbers):
            break
        above.append(lowest)
        lowest = other if numbers[0] else one
        found.append(Tail(graph, lowest, tuple(sorted(above))))
    return found

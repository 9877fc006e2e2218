"""Values of expressions at points that are drawn: in finite fields, or as floats.

Two rational expressions that are equal have equal values everywhere; two that are not are equal at
a drawn point of a field with q elements with a probability of at most degree / q (Schwartz,
Zippel). Roundings are the identity. The laws of functions are those of their values here:

exp      e^(a + b) = e^a e^b: the argument has a value modulo Q, the result is a power of a number
         of order Q modulo P; both are kept of every number. Of an argument that is made of an exp
         itself nothing is known but that equals give equals.
sqrt     sqrt(a b) = sqrt(a) sqrt(b): a power with this law, as P and Q are 3 modulo 4, which is a
         root but for the sign where there is one: sqrt(x x) is x at half of all points.
maximum  the order and number of operands do not matter, nor does the lowest number of a format.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from kernelcraft.proofs.provenance import Reach
from kernelcraft.sim.symbolic.graph import CODE, OPERATIONS, Graph, Nodes

Values = npt.NDArray[np.uint64]
Q: Final = 1073740571
P: Final = 2 * Q + 1
BASE: Final = 4  # of order Q modulo P
TRIALS: Final = 4
LOWEST: Final = -65504.0  # of fp16, and what is below
FIELD: Final = frozenset(
    CODE[name]
    for name in (
        *("constant", "input", "add", "sub", "mul", "fadd", "fsub", "fmul"),
        *("fmax", "exp", "reciprocal", "sqrt", "rounded", "opaque"),
    )
)


class Field:
    """The values of all nodes below roots, at TRIALS points; `strange` is what is in the way."""

    def __init__(self, graph: Graph, reach: Reach, seed: int) -> None:
        self.graph, self.reach = graph, reach
        self.rng = np.random.default_rng(seed)
        count = len(reach.op)
        self.p = np.zeros((count, TRIALS), np.uint64)
        self.q = np.zeros((count, TRIALS), np.uint64)
        self.flat = np.zeros(count, np.bool_)  # made of an exp: no value modulo Q
        self.strange = np.zeros(count, np.int16)
        self.top = np.zeros(count)  # at least the degrees of a numerator and a denominator
        self.bottom = np.zeros(count)
        self.sets: dict[int, frozenset[tuple[int, ...]]] = {}
        self.hashes: dict[tuple[object, ...], tuple[Values, Values]] = {}
        self._leaves()
        for level in reversed(reach.levels):
            self._level(level)

    def _leaves(self) -> None:
        op = self.reach.op
        leaves = np.flatnonzero(op <= CODE["time"])
        self.p[leaves] = self.rng.integers(0, P, (len(leaves), TRIALS), dtype=np.uint64)
        self.q[leaves] = self.rng.integers(0, Q, (len(leaves), TRIALS), dtype=np.uint64)
        self.p[0] = self.q[0] = 0
        self.top[op == CODE["input"]] = 1.0
        for node in np.flatnonzero(op == CODE["constant"]).tolist():
            value = self.graph.constants[self.graph.a[node]]
            if value != value or value in (np.inf, -np.inf):
                self.strange[node] = CODE["constant"]
                continue
            top, bottom = value.as_integer_ratio()
            self.p[node] = top * pow(bottom, -1, P) % P
            self.q[node] = top * pow(bottom, -1, Q) % Q
        for name in ("unwritten", "time", "scale"):
            self.strange[op == CODE[name]] = CODE[name]

    def _level(self, level: Nodes) -> None:
        a, b, c = self.reach.a[level], self.reach.b[level], self.reach.c[level]
        for column in (a, b, c):
            self.strange[level] = np.maximum(self.strange[level], self.strange[column])
            self.flat[level] |= self.flat[column]
        op = self.reach.op[level]
        for code in np.unique(op).tolist():
            at = op == code
            nodes, x, y = level[at], a[at], b[at]
            self._degrees(code, nodes, x, y)
            if code not in FIELD:
                self.strange[nodes] = code
            elif code == CODE["rounded"]:
                self._put(nodes, self.p[x], self.q[x])
            elif code in (CODE["add"], CODE["fadd"]):
                self._put(nodes, self.p[x] + self.p[y], self.q[x] + self.q[y])
            elif code in (CODE["sub"], CODE["fsub"]):
                self._put(nodes, self.p[x] + (P - self.p[y]), self.q[x] + (Q - self.q[y]))
            elif code in (CODE["mul"], CODE["fmul"]):
                self._put(nodes, self.p[x] * self.p[y], self.q[x] * self.q[y])
            elif code == CODE["reciprocal"]:
                self.p[nodes] = power(self.p[x], P - 2, P)
                self.q[nodes] = power(self.q[x], Q - 2, Q)
            elif code == CODE["sqrt"]:
                self.p[nodes] = power(self.p[x], P + 1 >> 2, P)
                self.q[nodes] = power(self.q[x], Q + 1 >> 2, Q)
            elif code == CODE["exp"]:
                self._exp(nodes, x)
            else:
                for node in nodes.tolist():
                    self._named(node, OPERATIONS[code])

    def _degrees(self, code: int, nodes: Nodes, x: Nodes, y: Nodes) -> None:
        top, bottom = self.top, self.bottom
        if code in (CODE["add"], CODE["fadd"], CODE["sub"], CODE["fsub"]):
            top[nodes] = np.maximum(top[x] + bottom[y], top[y] + bottom[x])
            bottom[nodes] = bottom[x] + bottom[y]
        elif code in (CODE["mul"], CODE["fmul"]):
            top[nodes], bottom[nodes] = top[x] + top[y], bottom[x] + bottom[y]
        elif code == CODE["reciprocal"]:
            top[nodes], bottom[nodes] = bottom[x], top[x]
        elif code == CODE["rounded"]:
            top[nodes], bottom[nodes] = top[x], bottom[x]
        else:  # a root is a number whose square is known; others are drawn for what is equal
            below = top[x] + bottom[x] + top[y] + bottom[y]
            top[nodes] = 2 * below if code == CODE["sqrt"] else 1 + below

    def degree(self, one: Nodes, other: Nodes) -> float:
        """At most that of a difference of two, of which one may be multiplied by denominators."""
        top, bottom = self.top, self.bottom
        found = np.maximum(top[one] + bottom[other], top[other] + bottom[one])
        return float(found.max(initial=0.0))

    def _put(self, nodes: Nodes, p: Values, q: Values) -> None:
        self.p[nodes], self.q[nodes] = p % P, q % Q

    def _exp(self, nodes: Nodes, x: Nodes) -> None:
        flat = self.flat[x]
        self.p[nodes] = power(np.full((len(x), TRIALS), BASE, np.uint64), self.q[x], P)
        self.flat[nodes] = True
        for node in nodes[flat].tolist():
            self._named(node, "exp")
            self.flat[node] = True

    def _named(self, node: int, name: str) -> None:
        """What equals make of equals: a number drawn for each operand."""
        graph = self.graph
        if name == "fmax":
            key = self._set(graph.a[node]) | self._set(graph.b[node])
            self.sets[node] = key
            held: tuple[object, ...] = (name, key)
            if len(key) == 1:
                one = next(iter(key))
                self.p[node], self.q[node] = one[:TRIALS], one[TRIALS:]
                return
        elif name == "opaque":
            parts = (self._key(each) for each in (graph.b[node], graph.c[node]))
            held = (name, graph.a[node], *parts)
        else:
            held = (name, self._key(graph.a[node]))
        if held not in self.hashes:
            self.hashes[held] = (
                self.rng.integers(0, P, TRIALS, dtype=np.uint64),
                self.rng.integers(0, Q, TRIALS, dtype=np.uint64),
            )
        self.p[node], self.q[node] = self.hashes[held]

    def _key(self, node: int) -> tuple[int, ...]:
        second = [0] * TRIALS if self.flat[node] else self.q[node].tolist()
        return (*self.p[node].tolist(), *second)

    def _set(self, node: int) -> frozenset[tuple[int, ...]]:
        """The operands of a maximum."""
        if node in self.sets:
            return self.sets[node]
        if self.graph.op[node] == CODE["constant"]:
            value = self.graph.constants[self.graph.a[node]]
            if value <= LOWEST:
                return frozenset()
        return frozenset([self._key(node)])


def power(base: Values, exponent: Values | int, modulus: int) -> Values:
    """base^exponent modulo a prime below 2^31."""
    left = np.broadcast_to(np.asarray(exponent, np.uint64), base.shape).copy()
    found, square = np.ones_like(base), base % modulus
    while left.any():
        found = np.where(left & np.uint64(1), found * square % modulus, found)
        square = square * square % modulus
        left >>= np.uint64(1)
    return found

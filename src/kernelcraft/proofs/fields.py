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

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from kernelcraft.proofs.expressions import operands
from kernelcraft.proofs.provenance import Reach
from kernelcraft.sim.symbolic.graph import CODE, OPERATIONS, Graph, Nodes

Values = npt.NDArray[np.uint64]
Reals = npt.NDArray[np.float64]
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


@dataclass(frozen=True, eq=False)
class Cuts:
    """Nodes that are variables of their own: the class of each, -1 for none, in which all are the
    same one times a factor modulo P; and the classes of which there are roots, which are fourth
    powers. Without roots factors are 1 and -1."""

    of: Nodes
    factors: Values
    roots: Nodes

    @cached_property
    def members(self) -> Nodes:
        """All such nodes, the oldest first."""
        return np.flatnonzero(self.of >= 0)


class Degrees:
    """At least the degrees of numerators and denominators of nodes below roots, in variables.

    `width` is the sum of the sizes of the factors of a sum of variables times whole numbers,
    infinite for what is none: e to it is a product of `width` variables or reciprocals.
    """

    def __init__(self, graph: Graph, reach: Reach, *, apart: bool) -> None:
        self.graph, self.reach, self.apart = graph, reach, apart
        count = len(reach.op)
        self.top, self.bottom, self.width = np.zeros(count), np.zeros(count), np.full(count, np.inf)
        self.width[reach.op == CODE["constant"]] = 0.0
        self.width[0] = 0.0
        self.variables(np.flatnonzero(reach.op == CODE["input"]), 1.0)

    def variables(self, nodes: Nodes, degree: float | Reals) -> None:
        """Nodes that are powers of variables."""
        self.top[nodes], self.bottom[nodes], self.width[nodes] = degree, 0.0, 1.0

    def put(self, code: int, nodes: Nodes, x: Nodes, y: Nodes) -> None:
        """Those of nodes with the same operation, from those of operands."""
        top, bottom, width = self.top, self.bottom, self.width
        if code in (CODE["add"], CODE["fadd"], CODE["sub"], CODE["fsub"]):
            top[nodes] = np.maximum(top[x] + bottom[y], top[y] + bottom[x])
            bottom[nodes] = bottom[x] + bottom[y]
            width[nodes] = width[x] + width[y]
        elif code in (CODE["mul"], CODE["fmul"]):
            top[nodes], bottom[nodes] = top[x] + top[y], bottom[x] + bottom[y]
            width[nodes] = np.minimum(self._times(x, y), self._times(y, x))
        elif code == CODE["reciprocal"]:
            top[nodes], bottom[nodes] = bottom[x], top[x]
        elif code == CODE["rounded"]:
            top[nodes], bottom[nodes], width[nodes] = top[x], bottom[x], width[x]
        elif code == CODE["exp"] and self.apart:
            top[nodes] = bottom[nodes] = width[x]
        elif code == CODE["sqrt"] and self.apart:
            top[nodes] = 2.0
        else:  # a root is a number whose square is known; others are drawn for what is equal
            below = top[x] + bottom[x] + top[y] + bottom[y]
            top[nodes] = 2 * below if code == CODE["sqrt"] else 1 + below
            width[nodes] = 1.0 if code in (CODE["fmax"], CODE["opaque"]) else np.inf

    def _times(self, factors: Nodes, nodes: Nodes) -> Reals:
        """The width of nodes times factors, if these are whole numbers."""
        found = np.full(len(nodes), np.inf)
        for at in np.flatnonzero(
            (self.reach.op[factors] == CODE["constant"]) & np.isfinite(self.width[nodes])
        ).tolist():
            value = self.graph.constants[self.graph.a[int(factors[at])]]
            if value == value // 1:
                found[at] = abs(value) * self.width[nodes[at]]
        return found


class Field:
    """The values of all nodes below roots, at TRIALS points; `strange` is what is in the way.

    With cuts the values of a node that is cut are a variable's, and `own` has those that it would
    have; then every root is one of a variable, and every exponent a sum of variables, or strange.
    """

    def __init__(self, graph: Graph, reach: Reach, seed: int, cuts: Cuts | None = None) -> None:
        self.graph, self.reach, self.cuts = graph, reach, cuts
        self.rng = np.random.default_rng(seed)
        count = len(reach.op)
        self.p = np.zeros((count, TRIALS), np.uint64)
        self.q = np.zeros((count, TRIALS), np.uint64)
        self.flat = np.zeros(count, np.bool_)  # made of an exp: no value modulo Q
        self.strange = np.zeros(count, np.int16)
        self.degrees = Degrees(graph, reach, apart=cuts is not None)
        self.named = 0.0  # the largest degree of what a number was drawn for
        self.sets: dict[int, frozenset[tuple[int, ...]]] = {}
        self.hashes: dict[tuple[object, ...], tuple[Values, Values]] = {}
        self._leaves()
        self._draw()
        for level in reversed(reach.levels):
            self._level(level)
            if cuts:
                self._refuse(cuts, level)
                self._apart(cuts, level[cuts.of[level] >= 0])

    def _leaves(self) -> None:
        op = self.reach.op
        leaves = np.flatnonzero(op <= CODE["time"])
        self.p[leaves] = self.rng.integers(0, P, (len(leaves), TRIALS), dtype=np.uint64)
        self.q[leaves] = self.rng.integers(0, Q, (len(leaves), TRIALS), dtype=np.uint64)
        self.p[0] = self.q[0] = 0
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
            self.degrees.put(code, nodes, x, y)
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
                zero = (self.p[x] == 0).any(axis=1) | ((self.q[x] == 0).any(axis=1) & ~self.flat[x])
                self.strange[nodes[zero]] = code  # not a point of it
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

    def _draw(self) -> None:
        """Variables for what is cut."""
        cuts = self.cuts
        count = int(cuts.of.max(initial=-1)) + 1 if cuts else 0
        self.drawn = self.rng.integers(0, P, (count, TRIALS), dtype=np.uint64)
        self.drawn_q = self.rng.integers(0, Q, (count, TRIALS), dtype=np.uint64)
        self.powers = np.ones(count)
        if cuts:
            self.drawn[cuts.roots] = power(self.drawn[cuts.roots], 4, P)
            self.powers[cuts.roots] = 4.0
            self.own = np.zeros((len(cuts.members), TRIALS), np.uint64)
            self.own_degrees = np.zeros(len(cuts.members))
            self.own_strange = np.zeros(len(cuts.members), np.int16)

    def _apart(self, cuts: Cuts, nodes: Nodes) -> None:
        """Keep the values of nodes that are cut, and put those of their variables there."""
        at, number = np.searchsorted(cuts.members, nodes), cuts.of[nodes]
        self.own[at], self.own_strange[at] = self.p[nodes], self.strange[nodes]
        self.own_degrees[at] = self.degrees.top[nodes] + self.degrees.bottom[nodes]
        self.p[nodes] = self.drawn[number] * cuts.factors[nodes, None] % P
        minus = cuts.factors[nodes] == P - 1
        self.q[nodes] = np.where(minus[:, None], Q - self.drawn_q[number], self.drawn_q[number]) % Q
        self.flat[nodes], self.strange[nodes] = False, 0
        self.degrees.variables(nodes, self.powers[number])
        other = ~minus & (cuts.factors[nodes] != 1)  # which is another one modulo Q
        self.degrees.width[nodes[other]] = np.inf

    def _refuse(self, cuts: Cuts, level: Nodes) -> None:
        """Roots of what is no variable, and exponents that are no sums of variables."""
        op, x = self.reach.op[level], self.reach.a[level]
        bad = (op == CODE["exp"]) & (self.flat[x] | ~np.isfinite(self.degrees.width[x]))
        bad |= (op == CODE["sqrt"]) & ~np.isin(cuts.of[x], cuts.roots)
        self.strange[level[bad]] = np.maximum(self.strange[level[bad]], op[bad])

    def wrong(self) -> Nodes:
        """The classes of nodes that are cut but not equal, or whose values are not known."""
        assert self.cuts
        members = self.cuts.members
        number, factors = self.cuts.of[members], self.cuts.factors[members, None]
        _, first, inverse = np.unique(number, return_index=True, return_inverse=True)
        oldest = first[inverse]
        same = (self.own * factors[oldest] % P == self.own[oldest] * factors % P).all(axis=1)
        same |= (self.own == self.drawn[number] * factors % P).all(axis=1)  # made of another one
        return np.unique(number[~same | (self.own_strange != 0)])

    def degree(self, one: Nodes, other: Nodes) -> float:
        """At most that of a difference of two, of which one may be multiplied by denominators."""
        top, bottom = self.degrees.top, self.degrees.bottom
        found = np.maximum(top[one] + bottom[other], top[other] + bottom[one])
        return float(found.max(initial=0.0))

    def error(self, one: Nodes, other: Nodes) -> float:
        """At most the probability that all comparisons of a field with cuts succeed, but one of
        them is of two that differ: it is this one, or one of two for which one number was drawn."""
        most = max(self.degree(one, other), 2 * float(self.own_degrees.max(initial=0.0)) + 4.0)
        pairs = (2 * len(self.hashes)) ** 2  # an operation on two, of which maxima are sets
        return min(1.0, (most / Q) ** TRIALS + pairs * (2 * self.named / Q) ** TRIALS)

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
        graph, degrees = self.graph, self.degrees
        for each in operands(graph, node):
            self.named = max(self.named, float(degrees.top[each] + degrees.bottom[each]))
        if name == "fmax":
            key = self._set(graph.a[node]) | self._set(graph.b[node])
            self.sets[node] = key
            held: tuple[object, ...] = (name, key)
            if len(key) == 1:
                one = next(iter(key))
                self.p[node], self.q[node] = one[:TRIALS], one[TRIALS:]
                degrees.width[node] = max(degrees.width[each] for each in operands(graph, node))
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

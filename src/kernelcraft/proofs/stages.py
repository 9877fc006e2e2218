"""Formulas of a high degree, in stages: what kernel and task both come to on the way is cut off.

Expressions that have equal values, such as the sums of squares of a norm, are cut: for what is made
of them each is a variable of its own, drawn anew, and their own values are compared where they are.
If all of these are equal as formulas of the variables below them, and the outputs too, then outputs
are equal as formulas of inputs, and each comparison is one of two rational functions of a low
degree. What a root is taken of is cut, as the fourth power of a variable, so that its root is a
square; what exponents are sums of is cut as well, so that a power is a product of variables.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from kernelcraft.proofs.fields import Cuts, Degrees, Field, P, power
from kernelcraft.proofs.provenance import Reach
from kernelcraft.sim.symbolic.graph import CODE, Graph, Nodes

Bools = npt.NDArray[np.bool_]
HIGH: Final = 1 << 8  # the degree from which on what both come to is cut
DRAWS: Final = 4  # so often other cuts are tried without those that do not hold, at most
SUMS: Final = (CODE["fadd"], CODE["fsub"])


def in_stages(
    graph: Graph, reach: Reach, pair: tuple[Nodes, Nodes], values: Field, seed: int
) -> tuple[Field, float] | None:
    """The values of the outputs and of what is wanted where all cuts hold, and the probability
    that two that differ have the same; `values` are those without cuts. None: no cuts hold."""
    cuts = _cuts(graph, reach, pair, values)
    for draw in range(DRAWS):
        field = Field(graph, reach, seed + draw, cuts)
        wrong = field.wrong()
        if not len(wrong):
            return field, min(1.0, DRAWS * field.error(*pair))
        of = np.where(np.isin(cuts.of, wrong), -1, cuts.of)
        cuts = Cuts(of, cuts.factors, cuts.roots)
    return None


def _cuts(graph: Graph, reach: Reach, pair: tuple[Nodes, Nodes], values: Field) -> Cuts:
    """What both come to, but for the sign, of roots, exponents and high degrees."""
    odd = np.random.default_rng(0).integers(1, 1 << 63, values.p.shape[1], dtype=np.uint64)
    negative = values.p[:, :1] > P // 2
    mixed = (np.where(negative, P - values.p, values.p) % P * (2 * odd + 1)).sum(axis=1)
    _, known = np.unique(mixed, return_inverse=True)
    wanted, ours = (reach.below(roots) for roots in pair)
    leaf = reach.op <= CODE["time"]
    shared = np.bincount(known[wanted], minlength=known.max() + 1) > 0
    shared &= np.bincount(known[ours], minlength=known.max() + 1) > 0
    shared[known[leaf]] = False
    cut = np.zeros(len(shared), np.bool_)
    cut[known[_terms(reach, shared[known])]] = True
    cut &= shared
    _cut_high(graph, reach, known, (shared, cut))
    of = np.where(leaf, -1, np.where(cut, np.cumsum(cut) - 1, -1)[known])
    factors = np.where(negative[:, 0], np.uint64(P - 1), np.uint64(1))
    count = int(cut.sum())
    for some in _roots(reach, (wanted, ours), values):
        of[some] = count
        inverse = power(values.p[some[:1], 0], P - 2, P)
        factors[some] = values.p[some, 0] * inverse % P
        count += 1
    return Cuts(of, factors, np.arange(int(cut.sum()), count))


def _roots(reach: Reach, sides: tuple[Bools, Bools], values: Field) -> Iterator[Nodes]:
    """What roots are taken of on both sides, the same but for factors that are numbers."""
    nodes = np.unique(reach.a[_all(reach, "sqrt")])
    nodes = nodes[(reach.op[nodes] > CODE["time"]) & values.p[nodes].all(axis=1)]
    ratios = values.p[nodes] * power(values.p[nodes, :1], P - 2, P) % P
    _, group = np.unique(ratios, axis=0, return_inverse=True)
    for number in range(int(group.max(initial=-1)) + 1):
        some = nodes[group.reshape(-1) == number]
        if all(side[some].any() for side in sides):
            yield some


def _all(reach: Reach, name: str) -> Nodes:
    """The nodes of an operation."""
    found: Nodes = reach.inner[reach.op[reach.inner] == CODE[name]]
    return found


def _exact(reach: Reach, nodes: Nodes) -> Nodes:
    """What nodes are before they are rounded."""
    while (rounded := reach.op[nodes] == CODE["rounded"]).any():
        nodes = np.where(rounded, reach.a[nodes], nodes)
    return nodes


def _terms(reach: Reach, shared: Bools) -> Nodes:
    """What is added for an exponent, if both sides come to it, else the exponent.

    Maxima have variables anyway.
    """
    whole = _exact(reach, reach.a[_all(reach, "exp")])
    parts = [_exact(reach, column[whole]) for column in (reach.a, reach.b)]
    has_variables = shared | (reach.op == CODE["fmax"]) | (reach.op <= CODE["time"])
    sums = np.isin(reach.op[whole], SUMS) & has_variables[parts[0]] & has_variables[parts[1]]
    found: Nodes = np.concatenate([whole[~sums], parts[0][sums], parts[1][sums]])
    return np.delete(found, np.flatnonzero(reach.op[found] == CODE["fmax"]))


def _cut_high(graph: Graph, reach: Reach, known: Nodes, of: tuple[Bools, Bools]) -> None:
    """Cut what is shared, too, where its degree would be high."""
    shared, cut = of
    degrees = Degrees(graph, reach, apart=True)
    for level in reversed(reach.levels):
        op = reach.op[level]
        for code in np.unique(op).tolist():
            nodes = level[op == code]
            degrees.put(code, nodes, reach.a[nodes], reach.b[nodes])
        high = level[~(degrees.top[level] + degrees.bottom[level] < HIGH)]
        cut[known[high]] |= shared[known[high]]
        degrees.variables(level[cut[known[level]]], 1.0)

"""Between which bounds a number with a fraction lies: as far as maxima and differences say.

A number of an input is one: not infinite, and no NaN. Roundings never turn the order of two round.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

import numpy as np

from kernelcraft.sim.symbolic.operations import CODE

if TYPE_CHECKING:
    from kernelcraft.sim.symbolic.graph import Graph

Extent = tuple[float, float]
ANY: Final[Extent] = (-inf, inf)
WIDER: Final = 2.0**-7
"""A bound moves by no more than this part of itself where it is rounded, to 8 bits at least."""
TWO: Final = frozenset(CODE[name] for name in ("fmax", "fmin", "fadd", "fmul"))
MOST: Final = 1 << 12
"""Operands of a maximum that are looked at."""


def extent(graph: Graph, node: int) -> Extent:
    """Bounds of a number."""
    known, waiting = graph.extents, [node]
    while waiting:
        latest = waiting[-1]
        missing = [each for each in _below(graph, latest) if each not in known]
        if latest in known or not missing:
            waiting.pop()
            known[latest] = _extent(graph, latest)
        else:
            waiting += missing
    return known[node]


def is_positive(graph: Graph, node: int) -> bool:
    """Whether a number is not below 0 and no negative zero: a sum or a product, or 1 and more.

    A maximum of 0 and -0 may be either.
    """
    low, inner = graph.extent(node)[0], node
    while graph.op[inner] == CODE["rounded"]:
        inner = graph.a[inner]
    return low > 0 or low == 0 and graph.op[inner] in (CODE["fadd"], CODE["fmul"], CODE["number"])


def _below(graph: Graph, node: int) -> tuple[int, ...]:
    op = graph.op[node]
    if op in TWO:
        return graph.a[node], graph.b[node]
    return (graph.a[node],) if op == CODE["rounded"] else ()


def _extent(graph: Graph, node: int) -> Extent:
    op, found = graph.op[node], graph.extents
    if op == CODE["constant"]:
        value = float(graph.constants[graph.a[node]])
        return (value, value) if value == value else ANY
    below = [found[each] for each in _below(graph, node)]
    if op == CODE["fmax"]:
        return max(each[0] for each in below), max(each[1] for each in below)
    if op == CODE["fmin"]:
        return min(each[0] for each in below), min(each[1] for each in below)
    if op == CODE["fmul"]:
        above = graph.a[node] == graph.b[node] or below[0][0] >= 0 <= below[1][0]
        return (0.0, inf) if above else ANY
    if op == CODE["number"]:
        (low_bits, high_bits), size = graph.span(graph.a[node]), graph.value_of(graph.b[node]) or 0
        return (0.0, inf) if low_bits >= 0 and high_bits < 1 << 8 * size - 1 else ANY
    if op == CODE["fadd"] and below[0][0] >= 0 <= below[1][0]:
        return below[0][0] + below[1][0], below[0][1] + below[1][1]
    if op == CODE["rounded"]:
        low, high = below[0]
        return _stays(low) or low - abs(low) * WIDER, _stays(high) or high + abs(high) * WIDER
    return (-inf, 0.0) if is_to_the_largest(graph, node) else ANY


def _stays(bound: float) -> float:
    """A bound that has 8 bits, which no rounding moves; 0 for another."""
    single = np.float32(bound)
    return bound if float(single) == bound and not single.view(np.uint32) & 0xFFFF else 0.0


def is_to_the_largest(graph: Graph, node: int) -> bool:
    """Whether it is a number minus a maximum that it is one of."""
    op, a, b = graph.op[node], graph.a[node], graph.b[node]
    if op == CODE["fadd"] and graph.op[b] == CODE["fsub"]:
        minus, zero = graph.b[b], graph.a[b]
        if graph.op[zero] != CODE["constant"] or graph.constants[graph.a[zero]] != 0:
            return False
    elif op == CODE["fsub"]:
        minus = b
    else:
        return False
    seen, waiting = {minus}, [minus]
    while waiting and len(seen) < MOST:
        latest = waiting.pop()
        if latest == a:
            return True
        if graph.op[latest] == CODE["fmax"]:
            new = {graph.a[latest], graph.b[latest]} - seen
            seen |= new
            waiting += new
    return False

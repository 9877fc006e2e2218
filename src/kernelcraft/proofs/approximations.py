"""Functions that a kernel computes on the bits of one number: 1/√x from a table or by steps.

A kernel's own function of one bfloat16 is evaluated for all values that this can have, and 1/√x
takes its place in the expressions if it is near for each of them. How near is part of the proof.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from kernelcraft.proofs.expressions import operands
from kernelcraft.proofs.provenance import Reach
from kernelcraft.proofs.wholes import MOST, Strange, operation
from kernelcraft.sim.symbolic.graph import CODE, NOTHING, OPERATIONS, Graph, Nodes

NEAR: Final = 2.0**-8  # what rounding to bfloat16 may take, as a part of a number
HALF: Final = 2  # bytes of bfloat16
INFINITE: Final = 0x7F80  # its bits
MIXED: Final = -1  # made of more than one argument
REALS: Final = frozenset(("fadd", "fsub", "fmul"))
BOUNDED: Final = frozenset(("look_up", "shr", "shl"))
Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Roots:
    """Expressions with 1/√x where functions were that are near it; `error` is the largest relative
    one over all arguments of all of them, with roundings left out, None where there were none."""

    outputs: Nodes
    error: float | None = None


def with_roots(graph: Graph, reach: Reach, outputs: Nodes) -> Roots:
    """The outputs, among the roots of the reach, with 1/√x for functions that are near it."""
    found, errors = dict[int, int](), list[float]()
    candidates = _functions(graph, reach, set(outputs.tolist()))
    for node in reach.inner.tolist():
        if node in candidates:
            argument = candidates[node]
            near = _as_root(graph, node, argument)
            if near is not None:
                square, error = near
                inverse = graph.new("reciprocal", found.get(argument, argument))
                scaled = graph.new("fmul", graph.constant(square), inverse)
                found[node] = graph.new("sqrt", scaled)
                errors.append(error)
                continue
        below = [graph.a[node], graph.b[node], graph.c[node]]
        first = graph.op[node] == CODE["opaque"]  # its first operand is a name
        new = [*below[:first], *(found.get(each, each) for each in below[first:])]
        if new != below:
            a, b, c = new
            found[node] = graph.new(OPERATIONS[graph.op[node]], a, b, c, graph.ranges.get(node))
    changed = [found.get(each, each) for each in outputs.tolist()]
    return Roots(np.array(changed, np.int64), max(errors)) if errors else Roots(outputs)


def _functions(graph: Graph, reach: Reach, outputs: set[int]) -> dict[int, int]:
    """The largest expressions that are made of the bits of one bfloat16 and of nothing else, each
    with that number's node."""
    arguments = {
        graph.a[node] for node in reach.inner.tolist() if _is_bits_of_a_rounded(graph, node)
    }
    only, numbers, found = dict[int, int](), set[int](), dict[int, int]()

    def of(node: int) -> int:
        if node in arguments:
            return node
        leaf = NOTHING if graph.op[node] == CODE["constant"] else MIXED
        return only.get(node, leaf)

    for node in reach.inner.tolist():
        below = operands(graph, node)
        made_of = {of(each) for each in below} - {NOTHING}
        only[node] = made_of.pop() if len(made_of) == 1 else MIXED if made_of else NOTHING
        if graph.op[node] == CODE["number"] or not numbers.isdisjoint(below):
            numbers.add(node)
        if only[node] == MIXED or node in arguments:
            found.update((each, of(each)) for each in below if each in numbers)
        if node in outputs and node in numbers:
            found[node] = of(node)
    return {
        node: argument
        for node, argument in found.items()
        if argument not in (MIXED, NOTHING) and node != argument
    }


def _is_bits_of_a_rounded(graph: Graph, node: int) -> bool:
    if graph.op[node] != CODE["pattern"] or graph.value_of(graph.b[node]) != HALF:
        return False
    held = graph.a[node]
    return graph.op[held] == CODE["rounded"] and graph.value_of(graph.b[held]) == HALF


def _as_root(graph: Graph, node: int, argument: int) -> tuple[float, float] | None:
    """The s of √(s/x) that an expression is near, and its largest relative error; or None."""
    lowest = graph.extent(argument)[0]
    if lowest <= 0:
        return None
    bits = np.arange(INFINITE, dtype=np.int64)
    x = _reals(bits, HALF)
    bits, x = bits[x >= lowest], x[x >= lowest]
    try:
        y = _values(graph, node, argument, x, bits)
    except Strange:
        return None
    ratio = np.square(y) * x
    if not (np.isfinite(ratio) & (ratio > 0) & (y > 0)).all():
        return None
    middle = float(np.sqrt(ratio.min() * ratio.max()))
    for square in (2.0 ** round(np.log2(middle)), float(max(1, round(middle)))):
        error = float(np.abs(np.sqrt(ratio / square) - 1.0).max())
        if error <= NEAR:
            return square, error
    return None


def _values(graph: Graph, root: int, argument: int, x: Array, bits: Array) -> Array:
    """Of an expression for values of its argument, with roundings left out; raises Strange."""
    inside, waiting = set[int](), [root]
    while waiting:
        node = waiting.pop()
        if node not in inside and node != argument:
            inside.add(node)
            waiting += operands(graph, node)
    found: dict[int, Array] = {argument: x}
    for node in sorted(inside):
        found[node] = _value(graph, node, argument, found, bits)
    return found[root]


def _value(graph: Graph, node: int, argument: int, found: dict[int, Array], bits: Array) -> Array:
    name, a, b = OPERATIONS[graph.op[node]], graph.a[node], graph.b[node]
    low, high = graph.span(node)
    real = graph.is_real(node)
    if not real and not -MOST < low <= high < MOST:
        raise Strange(name)
    if name == "constant":
        return np.full(len(bits), graph.constants[a])
    if name == "pattern" and a == argument and graph.value_of(b) == HALF:
        return bits
    if name == "rounded":
        return found[a]
    if name == "number":
        return _reals(found[a], graph.value_of(b) or 0)
    if real and name not in REALS or name in BOUNDED and not _inside(graph, node, found):
        raise Strange(name)
    return operation(graph, node, found[a], found[b])


def _inside(graph: Graph, node: int, found: dict[int, Array]) -> bool:
    """Whether the places of a table, or the bits of a shift, are there for all values."""
    name, a, b = OPERATIONS[graph.op[node]], graph.a[node], graph.b[node]
    if name == "look_up":
        return bool(found[a].min() >= 0 and found[a].max() < len(graph.tables[found[b][0]]))
    return bool(found[b].min() >= 0 and found[b].max() < 63)


def _reals(bits: Array, size: int) -> Array:
    """The numbers whose bits these are, in `size` bytes."""
    if size not in (HALF, 2 * HALF) or bits.min() < 0 or bits.max() >> 8 * size:
        raise Strange("number")
    single = (bits << 8 * (2 * HALF - size)).astype(np.uint32).view(np.float32)
    with np.errstate(invalid="ignore"):  # of NaNs
        return single.astype(np.float64)

"""Functions that a kernel computes on the bits of one number: from a table, or by steps.

A kernel's own function of one bfloat16 is evaluated for all values that this can have, and 1/√x,
1/x, e^x or 1 + e^-x takes its place in the expressions if it is near for each of them. How near is
part of the proof.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from kernelcraft.proofs.expressions import operands
from kernelcraft.proofs.fields import LOWEST
from kernelcraft.proofs.provenance import Reach
from kernelcraft.proofs.wholes import MOST, Strange, operation
from kernelcraft.sim.symbolic.extents import Extent, is_to_the_largest
from kernelcraft.sim.symbolic.graph import CODE, NOTHING, OPERATIONS, Graph, Nodes

NEAR: Final = 2.0**-8  # what rounding to bfloat16 may take, as a part of a number
TINY: Final = 2.0**-126  # the least normal float32: what is smaller may count as 0
HALF: Final = 2  # bytes of bfloat16
INFINITE: Final = 0x7F80  # its bits
NEGATIVE: Final = 0x8000
MIXED: Final = -1  # made of more than one argument
REALS: Final = frozenset(("fadd", "fsub", "fmul"))
BOUNDED: Final = frozenset(("look_up", "shr", "shl"))
CLAMPS: Final = frozenset((CODE["fmax"], CODE["fmin"]))
Array = npt.NDArray[Any]


def _reciprocal(graph: Graph, x: int) -> int:
    return graph.new("reciprocal", x)


def _inverse_logistic(graph: Graph, x: int) -> int:
    power = graph.new("exp", graph.new("fsub", graph.constant(0.0), x))
    return graph.new("fadd", graph.constant(1.0), power)


@dataclass(frozen=True)
class Law:
    """A function that a kernel may have its own form of: its values, and its expression.

    It is near within `near`; values above `above` are as good as each other.
    """

    name: str
    values: Callable[[Array], Array]
    made: Callable[[Graph, int], int]
    near: float = NEAR
    above: float = np.inf

    def error(self, x: Array, y: Array) -> float:
        """The largest relative one of values y of arguments x."""
        right = self.values(x)
        away = np.abs(np.minimum(y, self.above) - np.minimum(right, self.above)) - TINY
        part = away / np.clip(np.abs(right), TINY, self.above)
        return max(0.0, float(part.max())) if np.isfinite(part).all() else np.inf


LAWS: Final = (
    Law("1/x", np.reciprocal, _reciprocal),
    Law("e^x", np.exp, lambda graph, x: graph.new("exp", x), 2 * NEAR),
    Law("1 + e^-x", lambda x: 1.0 + np.exp(-x), _inverse_logistic, 2 * NEAR, 2.0**40),
)


@dataclass(frozen=True)
class Near:
    """Expressions with functions by their names where a kernel's own forms of them were; `errors`
    has the largest relative one over all arguments of all places, with roundings left out."""

    outputs: Nodes
    errors: dict[str, float]
    lowest: bool = (
        False  # whether e to the lowest number of a format less a maximum was taken for 0
    )


@dataclass(frozen=True)
class _Match:
    """A function that an expression is near; 1/√x times the root of `square`. The kernel's own
    form of it has values within `extent`."""

    law: Law | None
    error: float
    extent: Extent
    square: float = 1.0

    @property
    def name(self) -> str:
        return self.law.name if self.law else "1/√x"

    def made(self, graph: Graph, x: int) -> int:
        """Its expression."""
        if self.law:
            made = self.law.made(graph, x)
        else:
            scaled = graph.new("fmul", graph.constant(self.square), _reciprocal(graph, x))
            made = graph.new("sqrt", scaled)
        low, high = graph.extents.get(made, self.extent)
        graph.extents[made] = min(low, self.extent[0]), max(high, self.extent[1])
        return made


def with_functions(graph: Graph, reach: Reach, outputs: Nodes) -> Near:
    """The outputs, among the roots of the reach, with functions for expressions near them."""
    found, errors, lowest = dict[int, int](), dict[str, float](), False
    candidates = _functions(graph, reach, set(outputs.tolist()))
    known = dict[tuple[object, ...], _Match | None]()
    if not candidates:
        return Near(outputs, {})
    for node in reach.inner.tolist():
        if node in candidates:
            argument = candidates[node]
            new = found.get(argument, argument)
            inside = _inside_of(graph, node, argument)
            key = (_signature(graph, inside, argument), graph.extent(new))
            if key not in known:
                known[key] = _match(graph, inside, argument, graph.extent(new))
            match = known[key]
            if match is not None:
                zero = match.name == "e^x" and _is_lowest(graph, argument)
                lowest |= zero
                found[node] = graph.constant(0.0) if zero else match.made(graph, new)
                errors[match.name] = max(match.error, errors.get(match.name, 0.0))
                continue
        below = [graph.a[node], graph.b[node], graph.c[node]]
        first = graph.op[node] == CODE["opaque"]  # its first operand is a name
        changed = [*below[:first], *(found.get(each, each) for each in below[first:])]
        if changed != below:
            a, b, c = changed
            found[node] = graph.new(OPERATIONS[graph.op[node]], a, b, c, graph.ranges.get(node))
    if not errors:
        return Near(outputs, {})
    made = np.array([found.get(each, each) for each in outputs.tolist()], np.int64)
    return Near(made, errors, lowest)


def _is_lowest(graph: Graph, node: int) -> bool:
    """Whether it is the lowest number of a format, as what is no element has, less a maximum."""
    while graph.op[node] == CODE["rounded"]:
        node = graph.a[node]
    first = graph.a[node]
    if not is_to_the_largest(graph, node) or graph.op[first] != CODE["constant"]:
        return False
    return graph.constants[graph.a[first]] <= LOWEST


def _functions(graph: Graph, reach: Reach, outputs: set[int]) -> dict[int, int]:
    """The largest expressions that are made of the bits of one bfloat16, or of whole numbers next
    to it, and of nothing else, each with that number's node."""
    bits = np.isin(reach.op[reach.inner], [CODE["pattern"], CODE["floored"]])
    held = (_rounded_below(graph, node) for node in reach.inner[bits].tolist())
    arguments = {each for each in held if each is not None}
    if not arguments:
        return {}
    only, numbers, found = dict[int, int](), set[int](), dict[int, int]()

    def of(node: int) -> int:
        if node in arguments:
            return node
        leaf = graph.op[node] in (CODE["constant"], CODE["unwritten"])
        return only.get(node, NOTHING if leaf else MIXED)

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


def _rounded_below(graph: Graph, node: int) -> int | None:
    """The bfloat16 whose bits, or the whole number next to it, a node is."""
    held = graph.a[node]
    if graph.op[node] == CODE["floored"]:
        while graph.op[held] in CLAMPS and graph.op[graph.b[held]] == CODE["constant"]:
            held = graph.a[held]
    elif graph.op[node] != CODE["pattern"] or graph.value_of(graph.b[node]) != HALF:
        return None
    rounded = graph.op[held] == CODE["rounded"] and graph.value_of(graph.b[held]) == HALF
    return held if rounded else None


def _inside_of(graph: Graph, root: int, argument: int) -> list[int]:
    """The nodes of an expression, from the oldest, without its argument."""
    inside, waiting = set[int](), [root]
    while waiting:
        node = waiting.pop()
        if node not in inside and node != argument:
            inside.add(node)
            waiting += operands(graph, node)
    return sorted(inside)


def _signature(graph: Graph, inside: list[int], argument: int) -> tuple[object, ...]:
    """Equal for expressions that are the same function."""
    places = {argument: -1, **{node: -2 - at for at, node in enumerate(inside)}}
    leaves = (CODE["constant"], CODE["unwritten"])
    return tuple(
        (node,)
        if graph.op[node] in leaves
        else (graph.op[node], *(places[each] for each in operands(graph, node)))
        for node in inside
    )


def _match(graph: Graph, inside: list[int], argument: int, extent: Extent) -> _Match | None:
    """The function that an expression is near for all values of its argument that are normal."""
    bits = np.concatenate([np.arange(INFINITE), NEGATIVE + np.arange(INFINITE)])
    x = _reals(bits, HALF)
    held = (x >= extent[0]) & (x <= extent[1]) & (np.abs(x) >= TINY)
    bits, x = bits[held], x[held]
    try:
        y = _values(graph, inside, argument, x, bits)
    except Strange:
        return None
    if extent[0] > 0:
        root = _as_root(x, y)
        if root is not None:
            return root
    with np.errstate(all="ignore"):
        for law in LAWS:
            error = law.error(x, y)
            if error <= law.near:
                return _Match(law, error, (float(y.min()), float(y.max())))
    return None


def _as_root(x: Array, y: Array) -> _Match | None:
    """The s of √(s/x) that values are near, and the largest relative error; or None."""
    ratio = np.square(y) * x
    if not (np.isfinite(ratio) & (ratio > 0) & (y > 0)).all():
        return None
    middle = float(np.sqrt(ratio.min() * ratio.max()))
    for square in (2.0 ** round(np.log2(middle)), float(max(1, round(middle)))):
        error = float(np.abs(np.sqrt(ratio / square) - 1.0).max())
        if error <= NEAR:
            return _Match(None, error, (float(y.min()), float(y.max())), square)
    return None


def _values(graph: Graph, inside: list[int], argument: int, x: Array, bits: Array) -> Array:
    """Of an expression for values of its argument, with roundings left out; raises Strange."""
    found: dict[int, Array] = {argument: x}
    for node in inside:
        if graph.op[node] != CODE["unwritten"]:
            found[node] = _value(graph, node, argument, found, bits)
    return found[inside[-1]]


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
    if name == "mul" and any(each in found and not found[each].any() for each in (a, b)):
        return np.zeros_like(bits)  # also of what was never written
    if a not in found or b and b not in found:
        raise Strange("unwritten")
    if name == "floored":
        return np.floor(np.ldexp(found[a], graph.value_of(b) or 0)).clip(low, high).astype(np.int64)
    if name == "rounded":
        return found[a]
    if name == "number":
        return _reals(found[a], graph.value_of(b) or 0)
    if name in ("fmax", "fmin"):
        return (np.maximum if name == "fmax" else np.minimum)(found[a], found[b])
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

"""Sums of products that are requantised: as polynomials, then what is made of a sum.

The sums of the kernel and of the task are compared at drawn points: both are polynomials with whole
coefficients, of degree 2 at most; others are not compared. What is made of a sum of the kernel is
compared with the task's for all numbers that the sum can be: where both never fall as it rises, at
each place where the task's rises; else one by one, if these are not too many; else by an SMT
solver, if one is installed.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import FloatArray
from kernelcraft.grading.input_set import drawn
from kernelcraft.proofs.expressions import Expressions
from kernelcraft.proofs.formula import Untold, formula
from kernelcraft.proofs.provenance import Reach
from kernelcraft.proofs.solver import solved
from kernelcraft.proofs.tails import Cut, Tail, tails
from kernelcraft.proofs.wholes import Integers, Strange, degrees, polynomials, values
from kernelcraft.sim.symbolic.graph import CODE, Nodes
from kernelcraft.tasks.quantised import requantise

POINTS: Final = 8
DEGREE: Final = 2  # of sums, at most: what the probability of error is of
DRAWN: Final = 1 << 12  # numbers from -DRAWN to DRAWN - 1 are drawn
ERROR: Final = (DEGREE / (2 * DRAWN)) ** POINTS
"""The probability that two sums that differ are equal at all points."""
MOST_TRIED: Final = 1 << 22  # sums one by one
MOST_SUM: Final = 1 << 32  # in size; the task's product with a multiplier of 31 bits stays exact
ASSUMED: Final = "weights from -127 to 127, biases up to 2^30 in size"
CODES: Final = np.arange(-128.0, 128.0)


@dataclass(frozen=True)
class Scale:
    """What the task makes of the sum of an output's element: `after` is what becomes of a code."""

    multiplier: float
    shift: float
    zero_point: float
    after: tuple[float, ...]

    def __call__(self, sums: Integers) -> Integers:
        """The results."""
        codes = requantise(sums.astype(np.float64), self.multiplier, self.shift, self.zero_point)
        made: Integers = np.array(self.after)[codes.astype(np.int64) + 128].astype(np.int64)
        return made


def is_quantised(cell: Cell) -> bool:
    """Whether the task's algorithm requantises sums of products."""
    asked = inspect.signature(cell.task.algorithm).parameters
    return (
        cell.exact and "requantise" in asked and cell.task.category in ("matrix", "spatial", "cnn")
    )


def unequal(found: Expressions, tables: dict[str, FloatArray], seed: int) -> dict[int, str]:
    """Elements of the output that are not shown to be equal, and why; raises Untold."""
    graph = found.graph
    sums, scales = _formula(found, tables)
    polynomial = polynomials(graph)
    every = [tails(graph, int(node), polynomial) for node in found.outputs]
    degree = degrees(graph)
    if degree[sums].max(initial=0) > DEGREE:
        raise Untold(f"its sums are of a degree above {DEGREE}")
    made = [[each for each in some if degree[each.whole] <= DEGREE] for some in every]
    known: dict[tuple[object, ...], str] = {}
    reasons: dict[int, str] = {}
    for at, (same, each) in enumerate(zip(_same(found, sums, made, seed), made, strict=True)):
        if not each:
            reasons[at] = "it is no function of one sum of products of two"
        elif same is None:
            reasons[at] = "its sum is another one"
        else:
            key = (same.same_result(), same.span, same.cuts, scales[at])
            if key not in known:
                known[key] = compared(same, scales[at])
            if known[key]:
                reasons[at] = known[key]
    return reasons


def same_sums(found: Expressions, wanted: Nodes, seed: int) -> set[int]:
    """Elements of the output that are as many of the lowest bits of the same polynomial."""
    graph, rng = found.graph, np.random.default_rng(seed)
    polynomial, degree = polynomials(graph), degrees(graph)
    inner = dict[int, tuple[int, int]]()
    for at, pair in enumerate(zip(found.outputs.tolist(), wanted.tolist(), strict=True)):
        if all(graph.op[node] == CODE["signed"] for node in pair):
            ours, right = (graph.a[node] for node in pair)
            same = graph.b[pair[0]] == graph.b[pair[1]]
            if same and all(polynomial[x] and degree[x] <= DEGREE for x in (ours, right)):
                inner[at] = ours, right
    reach = Reach(graph, np.array([node for pair in inner.values() for node in pair], np.int64))
    held = values(graph, reach, lambda leaves: rng.integers(-DRAWN, DRAWN, (len(leaves), POINTS)))
    return {at for at, (ours, right) in inner.items() if np.array_equal(held[ours], held[right])}


def _formula(found: Expressions, tables: dict[str, FloatArray]) -> tuple[Nodes, list[Scale]]:
    """The task's sums, and what it makes of them."""
    cell = found.cell
    seen: list[Any] = []

    def kept(acc: Any, multiplier: Any, shift: Any, zero_point: Any) -> Any:
        seen.append((acc, multiplier, shift, zero_point))
        return acc

    try:
        formula(cell, found.graph, found.tensors, tables, {"requantise": kept})
    except Untold:
        if not seen:
            raise
    if len(seen) != 1:
        raise Untold(f"it requantises {len(seen)} times")
    acc, *numbers = seen[0]
    shape = cell.memory_map.output.tensor.shape
    if acc.shape != shape:
        raise Untold("sums of another shape than the output's")
    nodes = np.array([each.node for each in np.asarray(acc).reshape(-1)], np.int64)
    columns = [np.broadcast_to(each, shape).reshape(-1).tolist() for each in numbers]
    after = _after(cell, shape)
    return nodes, [
        Scale(float(row[0]), float(row[1]), float(row[2]), codes)
        for row, codes in zip(zip(*columns, strict=True), after, strict=True)
    ]


def _after(cell: Cell, shape: tuple[int, ...]) -> list[tuple[float, ...]]:
    """What the algorithm makes of each code, for each element; Untold if elements are mixed."""
    inputs, _ = drawn(cell, "normal", 1)
    given = cell.given(inputs)

    def with_codes(codes: FloatArray) -> FloatArray:
        steps = {**given.steps, "requantise": lambda *_: codes}
        return type(given)(
            given.task, given.r, given.inputs, given.constants, given.dims, steps
        ).output()

    table = np.stack([with_codes(np.full(shape, code)).reshape(-1) for code in CODES])
    mixed = np.random.default_rng(0).integers(-128, 128, shape)
    right = table[mixed.reshape(-1) + 128, np.arange(mixed.size)]
    if not np.array_equal(with_codes(mixed.astype(np.float64)).reshape(-1), right):
        raise Untold("elements are mixed after they are requantised")
    return [tuple(column) for column in table.T.tolist()]


def _same(
    found: Expressions, sums: Nodes, made: list[list[Tail]], seed: int
) -> Iterator[Tail | None]:
    """For each output the tail whose sum is the task's."""
    graph, rng = found.graph, np.random.default_rng(seed)
    ours = [each.whole for some in made for each in some]
    reach = Reach(graph, np.concatenate([sums, np.array(ours, np.int64)]))
    held = values(graph, reach, lambda leaves: rng.integers(-DRAWN, DRAWN, (len(leaves), POINTS)))
    for right, some in zip(sums, made, strict=True):
        yield next((each for each in some if np.array_equal(held[each.whole], held[right])), None)


def compared(made: Tail, scale: Scale) -> str:
    """Why two functions of a sum are not shown to be equal; empty if they are."""
    low, high = made.span
    ranges = (made.span, *(each.uncut for each in made.cuts))
    if not made.fits() or np.abs(ranges).max() >= MOST_SUM:
        return "it needs more than 64 bits"
    rises = list(scale.after) == sorted(scale.after) and scale.multiplier >= 0
    try:
        if made.rises() and rises:
            at = _rises_at(scale, low, high)
            points = np.unique(np.concatenate([[low, high], at, at - 1]))
        elif high - low < MOST_TRIED:
            points = np.arange(low, high + 1)
        else:
            return solved(made, scale, low, high)
        wrong = points[made(points) != scale(points)]
        if len(wrong):
            return f"of the sum {wrong[0]} it makes {made(wrong[:1])[0]}"
        unlike = [each for each in made.cuts if not _one_result(made, scale, each, rises)]
    except Strange as name:
        return f"the value of {name} is not known"
    return f"a bound on a part of the sum shows where it is {unlike[0].made[0]}" if unlike else ""


def _one_result(made: Tail, scale: Scale, cut: Cut, rises: bool) -> bool:
    """Whether a bound that changes a sum is shown to change no result: both are the same one."""
    ours, theirs = _tried(*cut.made, made.rises()), _tried(*cut.uncut, rises)
    if ours is None or theirs is None:
        return False
    return len(np.unique(np.concatenate([made(ours), scale(theirs)]))) == 1


def _tried(low: int, high: int, rises: bool) -> Integers | None:
    """The numbers at which a function has all of its values if it has one; None: too many."""
    if rises:
        return np.array([low, high])
    return np.arange(low, high + 1) if high - low < MOST_TRIED else None


def _rises_at(scale: Scale, low: int, high: int) -> Integers:
    """The least sums from which a rising function has each of its values."""
    wanted = np.unique(np.array(scale.after).astype(np.int64))
    below, above = np.full(len(wanted), low - 1), np.full(len(wanted), high)
    while (above - below > 1).any():
        middle = (below + above) >> 1
        reached = scale(np.maximum(middle, low)) >= wanted
        reached &= middle >= low
        above, below = np.where(reached, middle, above), np.where(reached, below, middle)
    return above[(above > low)]

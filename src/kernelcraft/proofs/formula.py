"""The task's own expressions, in the same graph: its algorithm runs on arrays of terms."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import FloatArray, Tensor
from kernelcraft.sim.symbolic.graph import Graph, Nodes, Symbol
from kernelcraft.tasks.task import Given

ELEMENTWISE: Final = frozenset(
    ("look_up", "requantise", "rounded_quotient", "whole_root", "normal_cdf")
)
_UFUNCS: Final = {"maximum": "fmax", "minimum": "fmin"}


class Untold(Exception):
    """The task's algorithm does something for which there is no expression; a sentence."""


class Term:
    """A number with a fraction that is an expression."""

    __slots__ = ("graph", "node")

    def __init__(self, graph: Graph, node: int) -> None:
        self.graph, self.node = graph, node

    def made(self, op: str, x: object, y: object = None) -> Term:
        """An operation on one or two numbers."""
        graph = self.graph
        a = self.other(x)
        if y is None:
            return Term(graph, graph.new(op, a))
        b = self.other(y)
        zero, one = graph.constant(0.0), graph.constant(1.0)
        if op == "fadd" and a == zero or op == "fmul" and (a == one or b == zero):
            return Term(graph, b)
        if op in ("fadd", "fsub") and b == zero or op == "fmul" and (b == one or a == zero):
            return Term(graph, a)
        return Term(graph, graph.new(op, a, b))

    def other(self, value: object) -> int:
        """The node of a term or a number."""
        if isinstance(value, Term | Symbol):
            return value.node
        if isinstance(value, int | float | np.number):
            return self.graph.constant(float(value))
        raise Untold(f"a value of type {type(value).__name__}")

    def __add__(self, other: object) -> Term:
        return self.made("fadd", self, other)

    def __radd__(self, other: object) -> Term:
        return self.made("fadd", other, self)

    def __sub__(self, other: object) -> Term:
        return self.made("fsub", self, other)

    def __rsub__(self, other: object) -> Term:
        return self.made("fsub", other, self)

    def __mul__(self, other: object) -> Term:
        return self.made("fmul", self, other)

    def __rmul__(self, other: object) -> Term:
        return self.made("fmul", other, self)

    def __truediv__(self, other: object) -> Term:
        return self * self.made("reciprocal", other)

    def __rtruediv__(self, other: object) -> Term:
        return self.made("reciprocal", self) * other

    def __floordiv__(self, other: object) -> Term:
        operands = [self.node, self.other(other)]
        return Term(self.graph, self.graph.opaque_of("floor_divide", operands))

    def __neg__(self) -> Term:
        return self.made("fsub", 0.0, self)

    def exp(self) -> Term:
        """e to it."""
        return self.made("exp", self)

    def sqrt(self) -> Term:
        """Its square root."""
        return self.made("sqrt", self)


_WORDS: Final[dict[str, Callable[[Any], object]]] = {
    "words": lambda x: x.graph.symbol(x.node) if isinstance(x, Term) else x,
    "low": lambda x: x.signed(32) if isinstance(x, Symbol) else x,
}
"""Steps from numbers with a fraction to whole ones, of which an element is followed as such."""


class Terms(np.ndarray[Any, Any]):
    """An array of terms; maxima are operations, too."""

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *args: Any, **options: Any) -> Any:
        plain = [np.asarray(each) if isinstance(each, Terms) else each for each in args]
        if ufunc.__name__ in _UFUNCS:
            op = _UFUNCS[ufunc.__name__]
            first = next(each for each in self.flat if isinstance(each, Term))
            ufunc = np.frompyfunc(lambda x, y: first.made(op, x, y), 2, 1)
        if ufunc is np.matmul and all(np.ndim(each) > 1 for each in plain):
            return self._product(*plain)
        found = getattr(ufunc, method)(*plain, **options)
        return np.asarray(found).view(Terms) if isinstance(found, np.ndarray) else found

    def _product(self, x: Any, y: Any) -> Terms:
        """A product of matrices, of all elements at once."""
        example = next(each for each in self.flat if isinstance(each, Term | Symbol))
        graph, other = example.graph, Term(example.graph, example.node).other
        a, b = (np.frompyfunc(other, 1, 1)(each).astype(np.int64) for each in (x, y))
        lead = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
        shape = (*lead, a.shape[-2], b.shape[-1])
        total = np.full(shape, graph.constant(0.0), np.int64)
        for k in range(a.shape[-1]):
            left = np.broadcast_to(a[..., :, k, None], shape)
            right = np.broadcast_to(b[..., None, k, :], shape)
            total = graph.combined("fadd", total, graph.combined("fmul", left, right))
        made: Terms = np.frompyfunc(lambda node: Term(graph, node), 1, 1)(total).view(Terms)
        return made

    def recorded(self, name: str, args: Sequence[object]) -> Any:
        """Steps that stand for themselves: an element of the result is of those at its place."""
        if name in _WORDS:
            return np.frompyfunc(_WORDS[name], 1, 1)(np.asarray(self)).view(Terms)
        if name not in ELEMENTWISE:
            return NotImplemented
        given = [np.asarray(each) for each in args if isinstance(each, Terms)]
        numbers = [float(each) for each in args if isinstance(each, int | float)]
        first = next(each for each in given[0].flat if isinstance(each, Term))
        graph = first.graph

        def step(*terms: object) -> Term:
            operands = [first.other(each) for each in terms]
            constants = [graph.constant(each) for each in numbers]
            return Term(graph, graph.opaque_of(name, [*operands, *constants]))

        return np.frompyfunc(step, len(given), 1)(*given).view(Terms)


class _Plain:
    """No rounding."""

    def vector(self, values: Any, /) -> Any:
        return values

    scalar = cache = vector

    def matmul(self, a: Any, b: Any, /) -> Any:
        return np.matmul(a, b)


def _requantised(acc: Any, *numbers: object) -> Any:
    """A step whose sums may be an array of terms that does not know that it is one."""
    terms = np.asarray(acc).view(Terms)
    return terms.recorded("requantise", (terms,))


def inputs_of(
    cell: Cell, graph: Graph, tensors: tuple[Tensor, ...], tables: Mapping[str, FloatArray]
) -> dict[str, Any]:
    """Arrays of terms for the inputs, numbers for tables."""
    given: dict[str, Any] = dict(tables)
    for number, tensor in enumerate(tensors):
        count = int(np.prod(tensor.shape))
        terms = np.empty(count, object)
        for at in range(count):
            terms[at] = Term(graph, graph.new("input", number, at))
        given[tensor.name] = terms.reshape(tensor.shape).view(Terms)
    return given


def formula(
    cell: Cell,
    graph: Graph,
    tensors: tuple[Tensor, ...],
    tables: Mapping[str, FloatArray],
    steps: Mapping[str, Callable[..., object]] | None = None,
) -> Nodes:
    """Nodes of the output's elements, flat; raises Untold."""
    given = inputs_of(cell, graph, tensors, tables)
    own: dict[str, object] = {}
    if "requantise" in inspect.signature(cell.task.algorithm).parameters:
        own["requantise"] = _requantised
    task = Given(cell.task, _Plain(), given, cell.constants, cell.dims, {**own, **(steps or {})})
    try:
        output = task.output()
    except (TypeError, AttributeError, ValueError) as reason:
        raise Untold(str(reason)) from reason
    flat = np.asarray(output, object).reshape(-1)
    example = Term(graph, 0)
    return np.array([example.other(each) for each in flat], np.int64)

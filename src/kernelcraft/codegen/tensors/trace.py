"""Traces a task's algorithm: numpy's functions on tensors that have a shape and no values."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from kernelcraft.codegen.tensors.graph import (
    INPUT,
    JOIN,
    Node,
    Shape,
    Untraceable,
    constant,
    elementwise,
    shared,
)
from kernelcraft.tasks.task import Given, Task

_UFUNCS: Final[dict[str, str]] = {
    "add": "add",
    "subtract": "sub",
    "multiply": "mul",
    "true_divide": "div",
    "divide": "div",
    "maximum": "max",
    "exp": "exp",
    "sqrt": "sqrt",
    "negative": "negative",
    "floor_divide": "floor_divide",
}


class Traced(np.lib.mixins.NDArrayOperatorsMixin):
    """A tensor while an algorithm is traced; what is done to it becomes a node."""

    def __init__(self, node: Node) -> None:
        self.node = node

    @property
    def shape(self) -> Shape:
        return self.node.shape

    @property
    def ndim(self) -> int:
        return len(self.node.shape)

    @property
    def size(self) -> int:
        return math.prod(self.node.shape)

    @property
    def T(self) -> Traced:  # noqa: N802
        """Rows and columns exchanged."""
        if self.ndim != 2:
            raise Untraceable(f"the transpose of a tensor of shape {self.shape}")
        return Traced(Node("transpose", (self.node,), self.shape[::-1]))

    def __len__(self) -> int:
        return self.shape[0]

    def reshape(self, *shape: int) -> Traced:
        """The same elements in another shape."""
        return self._reshaped(shape)

    def _reshaped(self, shape: Sequence[int]) -> Traced:
        known = math.prod(size for size in shape if size >= 0)
        sizes = tuple(self.size // known if size < 0 else size for size in shape)
        return Traced(Node("reshape", (self.node,), sizes))

    def sum(self, axis: int = -1, keepdims: bool = True) -> Traced:
        """Over the last axis."""
        return self._reduced("reduce_sum", axis, keepdims)

    def max(self, axis: int = -1, keepdims: bool = True) -> Traced:
        """Over the last axis."""
        return self._reduced("reduce_max", axis, keepdims)

    def _reduced(self, op: str, axis: int, keepdims: bool) -> Traced:
        if axis not in (-1, self.ndim - 1) or not keepdims:
            raise Untraceable(f"{op} over axis {axis}")
        return Traced(Node(op, (self.node,), (*self.shape[:-1], 1)))

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *args: Any, **options: Any) -> Traced:
        if method != "__call__" or options:
            raise Untraceable(f"{ufunc.__name__}.{method}")
        if ufunc.__name__ == "matmul":
            return multiplied(*args)
        if ufunc.__name__ not in _UFUNCS:
            raise Untraceable(f"the function {ufunc.__name__}")
        return Traced(elementwise(_UFUNCS[ufunc.__name__], *map(node_of, args)))

    def __array_function__(
        self, function: Callable[..., Any], types: Any, args: Any, options: Any
    ) -> Any:
        if function not in _FUNCTIONS:
            raise Untraceable(f"the function {function.__name__}")
        return _FUNCTIONS[function](*args, **options)

    def recorded(self, name: str, args: Sequence[object]) -> Traced:
        """A step that tasks name as a whole."""
        nodes = tuple(node_of(each) for each in args)
        return Traced(Node(name, nodes, _SHAPES.get(name, _of_first)(*nodes)))


def _of_first(first: Node, *others: Node) -> Shape:
    return first.shape


_SHAPES: Final[dict[str, Callable[..., Shape]]] = {
    "look_up": lambda table, x: x.shape,
    "window_products": lambda x, w, *others: (*x.shape[:-1], w.shape[-1]),
}
"""Of steps named as a whole whose result is not shaped like their first argument."""


def node_of(value: object) -> Node:
    """The node of what an algorithm handles; a plain number is a constant."""
    if isinstance(value, Traced):
        return value.node
    if isinstance(value, int | float | np.number):
        return constant(float(value))
    raise Untraceable(f"a value of type {type(value).__name__}")


def multiplied(a: object, b: object) -> Traced:
    """A product of the last two axes; a vector is one row."""
    left, right = node_of(a), node_of(b)
    if len(right.shape) == 1:  # a matrix times a vector: the vector times the matrix's transpose
        row = Node("reshape", (right,), (1, *right.shape))
        product = Node("matmul_transposed", (row, left), (1, left.shape[0]))
        return Traced(Node("reshape", (product,), left.shape[:-1]))
    op = "matmul"
    if right.op == "transpose":
        op, right = "matmul_transposed", right.args[0]
    depth, columns = right.shape[-2:] if op == "matmul" else right.shape[-2:][::-1]
    if left.shape[-1] != depth:
        raise Untraceable(f"a product of shapes {left.shape} and {right.shape}")
    return Traced(Node(op, (left, right), (*left.shape[:-1], columns)))


def _split(x: Traced, sections: int, axis: int = 0) -> list[Traced]:
    if axis not in (-1, x.ndim - 1):
        raise Untraceable(f"a split along axis {axis}")
    width = x.shape[-1] // sections
    return [
        Traced(Node("columns", (x.node,), (*x.shape[:-1], width), number=index * width))
        for index in range(sections)
    ]


def _joined(parts: Sequence[Traced], axis: int = 0) -> Traced:
    nodes = tuple(map(node_of, parts))
    if axis not in (-1, len(nodes[0].shape) - 1):
        raise Untraceable(f"tensors joined along axis {axis}")
    width = sum(each.shape[-1] for each in nodes)
    return Traced(Node(JOIN, nodes, (*nodes[0].shape[:-1], width)))


_FUNCTIONS: Final[dict[Callable[..., Any], Callable[..., Any]]] = {
    np.split: _split,
    np.concatenate: _joined,
    np.sum: lambda x, axis=None, keepdims=False: x._reduced("reduce_sum", axis, keepdims),
    np.max: lambda x, axis=None, keepdims=False: x._reduced("reduce_max", axis, keepdims),
}


class _Tracing:
    """Roundings while tracing: a kernel stores where it must."""

    def vector(self, values: Any, /) -> Any:
        return values

    scalar = cache = vector

    def matmul(self, a: Any, b: Any, /) -> Any:
        return multiplied(a, b)


def traced(task: Task, dims: Mapping[str, int], constants: Mapping[str, float]) -> Node:
    """The task's algorithm at these sizes; raises Untraceable for what no node stands for."""
    sizes = task.sizes(dims)
    given: dict[str, Any] = {
        each.name: Traced(Node(INPUT, (), each.shape(sizes), name=each.name))
        for each in task.inputs
    }
    found = Given(task, _Tracing(), given, constants, dims).output()
    return shared(node_of(found))

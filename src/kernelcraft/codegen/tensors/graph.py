"""What a traced algorithm is: operations on tensors of known shapes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

Shape = tuple[int, ...]

INPUT: Final = "input"
CONSTANT: Final = "constant"
UNARY: Final = ("exp", "sqrt", "reciprocal", "rsqrt", "negative", "normal_cdf")
BINARY: Final = ("add", "sub", "mul", "max", "div")
COMMUTATIVE: Final = ("add", "mul", "max")
REDUCTIONS: Final = ("reduce_sum", "reduce_max")
"""Over the last axis, which stays with size 1."""
PRODUCTS: Final = ("matmul", "matmul_transposed")
"""Of the last two axes; the right factor of the second is given as its transpose."""
VIEWS: Final = ("columns", "reshape")
JOIN: Final = "join"
"""Tensors side by side along the last axis."""


class Untraceable(ValueError):
    """An algorithm does what the tensor layer has no word for; the message says what."""


@dataclass(frozen=True, eq=False)
class Node:
    """One operation and the shape of what it gives.

    `name` is an input's, `number` a constant's value or the first column of a "columns" view, `of`
    the node of a tensor that a primitive takes as a whole.
    """

    op: str
    args: tuple[Node, ...]
    shape: Shape
    name: str = ""
    number: float = 0.0

    @property
    def rows(self) -> int:
        """Of the last axis, how many there are."""
        count = 1
        for size in self.shape[:-1]:
            count *= size
        return count

    @property
    def width(self) -> int:
        """The size of the last axis."""
        return self.shape[-1] if self.shape else 1

    @property
    def is_constant(self) -> bool:
        """Whether it is one number, known while compiling."""
        return self.op == CONSTANT


def constant(number: float) -> Node:
    """One number."""
    return Node(CONSTANT, (), (), number=float(number))


def elementwise(op: str, *args: Node) -> Node:
    """An operation on elements that stand in the same place, sizes of 1 being repeated."""
    rank = max(len(each.shape) for each in args)
    shapes = [(1,) * (rank - len(each.shape)) + each.shape for each in args]
    shape = tuple(max(sizes) for sizes in zip(*shapes, strict=True))
    for found in shapes:
        if any(size not in (1, whole) for size, whole in zip(found, shape, strict=True)):
            raise Untraceable(f"{op} of shapes {' and '.join(str(each.shape) for each in args)}")
    return Node(op, args, shape)


def ordered(result: Node) -> list[Node]:
    """All that a result needs, each after what it needs itself, and the result last."""
    found: dict[Node, None] = {}

    def visit(node: Node) -> None:
        if node in found:
            return
        for each in node.args:
            visit(each)
        found[node] = None

    visit(result)
    return list(found)


def shared(result: Node) -> Node:
    """The same with equal operations on equal arguments done once."""
    known: dict[tuple[object, ...], Node] = {}
    new: dict[Node, Node] = {}
    for node in ordered(result):
        args = tuple(new[each] for each in node.args)
        key = (node.op, args, node.shape, node.name, node.number)
        new[node] = known.setdefault(key, Node(*key))
    return new[result]


def users(nodes: Sequence[Node]) -> dict[Node, list[Node]]:
    """Of every node those that have it as an argument."""
    found: dict[Node, list[Node]] = {node: [] for node in nodes}
    for node in nodes:
        for each in dict.fromkeys(node.args):
            found[each].append(node)
    return found


def inputs(nodes: Sequence[Node]) -> Iterator[Node]:
    """The inputs among nodes."""
    return (node for node in nodes if node.op == INPUT)

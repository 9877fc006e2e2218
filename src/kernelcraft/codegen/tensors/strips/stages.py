"""Cuts a graph of whole numbers into trees that are computed strip by strip."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from kernelcraft.codegen.tensors.graph import (
    CONSTANT,
    INPUT,
    REDUCTIONS,
    Node,
    constant,
    elementwise,
    ordered,
    shared,
)
from kernelcraft.codegen.tensors.stages import source

PRODUCTS: Final = ("matmul", "window_products", "channel_products")


@dataclass(frozen=True, eq=False)
class Stage:
    """A tree whose root is stored; its leaves are inputs and roots of other stages.

    `product` is the product in it, if there is one, and `nodes` are all but the leaves, each after
    what it needs.
    """

    root: Node
    nodes: tuple[Node, ...]
    leaves: tuple[Node, ...]
    product: Node | None

    @property
    def reductions(self) -> list[Node]:
        """Those in it."""
        return [node for node in self.nodes if node.op in REDUCTIONS]

    @property
    def tables(self) -> list[Node]:
        """Leaves that elements are looked up in."""
        return [node.args[0] for node in self.nodes if node.op == "look_up"]


def tailored(result: Node) -> Node:
    """The same with products by numbers joined, and a row times a matrix as sums of its rows."""
    new: dict[Node, Node] = {}
    for node in ordered(result):
        args = tuple(new[each] for each in node.args)
        new[node] = _one(Node(node.op, args, node.shape, node.name, node.number))
    return shared(new[result])


def _one(node: Node) -> Node:
    if node.op == "matmul_transposed" and node.args[0].rows == 1:
        row, matrix = node.args
        sums = Node("reduce_sum", (elementwise("mul", matrix, row),), (matrix.shape[0], 1))
        return Node("reshape", (sums,), node.shape)
    if node.op == "mul":
        inner = next((each for each in node.args if each.op == "mul"), None)
        factor = next((each for each in node.args if each.is_constant), None)
        if inner is not None and factor is not None:
            other = next((each for each in inner.args if each.is_constant), None)
            rest = next((each for each in inner.args if each is not other), None)
            if other is not None and rest is not None:
                return elementwise("mul", rest, constant(factor.number * other.number))
    return node


def stages(result: Node) -> list[Stage]:
    """In an order in which they can run."""
    nodes = ordered(result)
    roots: dict[Node, None] = {source(result): None}
    for node in reversed(nodes):
        if node in roots or any(source(each) is node for each in roots):
            _cut(node, roots)
    return [_stage(node, roots) for node in nodes if node in roots]


def _cut(root: Node, roots: dict[Node, None]) -> None:
    """Note the trees that must be there before that of a root."""
    _products(root, root, roots)
    flat = root.width == root.shape[0] if len(root.shape) == 1 else False
    for node in _inside(root, roots):
        if flat and node.op in REDUCTIONS and node is not root:
            roots[node] = None


def _products(node: Node, root: Node, roots: dict[Node, None]) -> bool:
    """Whether a tree has a product; all but the last of several are roots of their own trees."""
    node = source(node)
    if node.op in (INPUT, CONSTANT) or (node in roots and node is not root):
        return False
    if node.op in PRODUCTS:
        left = source(node.args[0])
        if left.op != INPUT:
            roots[left] = None
        return True
    having = [each for each in node.args if _products(each, root, roots)]
    for each in having[:-1]:
        roots[source(each)] = None
    return bool(having)


def _inside(root: Node, roots: dict[Node, None]) -> Iterator[Node]:
    """The nodes of a root's tree."""
    return iter(_reached(root, lambda node: node in roots and node is not root))


def _reached(root: Node, stop: Callable[[Node], bool]) -> list[Node]:
    found: dict[Node, None] = {}

    def visit(node: Node) -> None:
        node = source(node)
        if node in found or node.op in (INPUT, CONSTANT) or stop(node):
            return
        for each in node.args:
            visit(each)
        found[node] = None

    visit(root)
    return list(found)


def _stage(root: Node, roots: dict[Node, None]) -> Stage:
    nodes = list(_inside(root, roots))
    own = set(nodes)
    args = [source(each) for node in nodes for each in node.args]
    leaves = dict.fromkeys(each for each in args if each not in own and not each.is_constant)
    product = next((node for node in nodes if node.op in PRODUCTS), None)
    return Stage(root, tuple(nodes), tuple(leaves), product)

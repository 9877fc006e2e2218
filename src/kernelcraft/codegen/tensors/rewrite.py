"""Rewrites a traced algorithm in the operations that a machine has."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from typing import Final

from kernelcraft.codegen.tensors.graph import Node, constant, elementwise, ordered, shared

SLOPE: Final = 2.0 * math.sqrt(2.0 / math.pi)
CUBIC: Final = 0.044715 * SLOPE
"""Φ(x) is σ(x · (SLOPE + CUBIC · x²)) to within 5e-4."""
STEEP: Final = 1000.0
"""x · σ(STEEP · x) is near the larger of x and 0."""


def rewritten(result: Node, has: Callable[[str], bool]) -> Node:
    """The same with nothing but what a machine `has`, as far as there is a way around.

    A quotient becomes a product with a reciprocal, and what is computed twice is computed once.
    """
    new: dict[Node, Node] = {}
    for node in ordered(result):
        args = tuple(new[each] for each in node.args)
        new[node] = _one(Node(node.op, args, node.shape, node.name, node.number), has)
    return shared(new[result])


def _one(node: Node, has: Callable[[str], bool]) -> Node:
    args = node.args
    if node.op == "div":
        return _quotient(args[0], args[1], has)
    if node.op == "sqrt" and not has("sqrt"):
        return elementwise("mul", args[0], elementwise("rsqrt", args[0]))
    if node.op == "negative" and not has("negative"):
        return elementwise("sub", constant(0.0), args[0])
    if node.op == "normal_cdf" and not has("normal_cdf"):
        (x,) = args
        cubic = elementwise("mul", elementwise("mul", x, x), constant(CUBIC))
        slope = elementwise("add", cubic, constant(SLOPE))
        return _sigmoid(elementwise("mul", x, slope), has)
    if node.op == "max" and not has("max"):
        x = next(each for each in args if not each.is_constant)
        if any(each.is_constant and each.number == 0.0 for each in args):
            steep = elementwise("mul", x, constant(STEEP))
            return elementwise("mul", x, _sigmoid(steep, has))
    return node


def _quotient(a: Node, b: Node, has: Callable[[str], bool]) -> Node:
    if b.is_constant:
        return elementwise("mul", a, constant(1.0 / b.number))
    if b.op == "sqrt" and has("rsqrt"):
        inverse = elementwise("rsqrt", b.args[0])
    elif b.op == "mul" and b.args[1].op == "rsqrt" and b.args[1].args[0] is b.args[0]:
        inverse = b.args[1]  # of a root that was rewritten
    else:
        inverse = elementwise("reciprocal", b)
    one = a.is_constant and a.number == 1.0
    return inverse if one else elementwise("mul", a, inverse)


def _sigmoid(u: Node, has: Callable[[str], bool]) -> Node:
    negative = _one(elementwise("negative", u), has)
    powers = elementwise("exp", negative)
    return elementwise("reciprocal", elementwise("add", powers, constant(1.0)))


def operations(result: Node) -> Collection[str]:
    """The names of all operations in it."""
    return {node.op for node in ordered(result)}

"""What whole numbers the elements of a graph can be, and so how many bits they take."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kernelcraft.codegen.tensors.graph import CONSTANT, INPUT, PRODUCTS, VIEWS, Node
from kernelcraft.tasks.task import Dims, Element, Task

WIDTHS: Final = (8, 16, 32)


@dataclass(frozen=True)
class Range:
    """All numbers from the least to the most one."""

    least: int
    most: int

    @property
    def signed(self) -> bool:
        """Whether a register holds them with a sign: they fit in as many bits with one."""
        return -(1 << self.width - 1) <= self.least and self.most < 1 << self.width - 1

    @property
    def width(self) -> int:
        """The bits of the narrowest element that holds them, with a sign or without."""
        for bits in WIDTHS:
            signed = -(1 << bits - 1) <= self.least and self.most < 1 << bits - 1
            if signed or (self.least >= 0 and self.most < 1 << bits):
                return bits
        return WIDTHS[-1]


INT32: Final = Range(-(2**31), 2**31 - 1)
INT8: Final = Range(-128, 127)
STORED: Final[Mapping[Element, int]] = {
    "int8": 8,
    "uint8": 8,
    "int16": 16,
    "uint16": 16,
    "int32": 32,
    "uint32": 32,
}
"""Bits of an element in memory."""


def ranges(nodes: Sequence[Node], task: Task, dims: Dims) -> dict[Node, Range]:
    """Of each node; no intermediate result of a task needs more than 32 bits."""
    sizes = task.sizes(dims)
    found: dict[Node, Range] = {}
    for node in nodes:
        if node.op == INPUT:
            found[node] = _of_input(task, node.name, sizes)
        else:
            exact = _of_result(node, [found[each] for each in node.args])
            found[node] = Range(max(exact.least, INT32.least), min(exact.most, INT32.most))
    return found


def _of_input(task: Task, name: str, sizes: Dims) -> Range:
    operand = next(each for each in task.inputs if each.name == name)
    if operand.table is not None:  # the same in every run
        values = operand.table(sizes)
        return Range(int(values.min()), int(values.max()))
    bits = STORED[operand.element]
    if operand.element.startswith("u"):
        return Range(0, (1 << bits) - 1)
    return Range(-(1 << bits - 1), (1 << bits - 1) - 1)


def _of_result(node: Node, args: Sequence[Range]) -> Range:
    if node.op == CONSTANT:
        return Range(int(node.number), int(node.number))
    if node.op in _RULES:
        return _RULES[node.op](*args)
    if node.op == "reduce_sum":
        return _times(node.args[0].width, args[0])
    if node.op in PRODUCTS:
        return _times(node.args[0].width, _product(args[0], args[1]))
    return INT32  # quotients too: divisions are of 32 bits


def _times(count: int, one: Range) -> Range:
    return Range(count * one.least, count * one.most)


def _product(a: Range, b: Range) -> Range:
    corners = [x * y for x in (a.least, a.most) for y in (b.least, b.most)]
    return Range(min(corners), max(corners))


def _first(first: Range, *others: Range) -> Range:
    return first


_RULES: Final[Mapping[str, Callable[..., Range]]] = {
    "add": lambda a, b: Range(a.least + b.least, a.most + b.most),
    "sub": lambda a, b: Range(a.least - b.most, a.most - b.least),
    "mul": _product,
    "max": lambda a, b: Range(max(a.least, b.least), max(a.most, b.most)),
    "reduce_max": _first,
    "look_up": _first,
    "requantise": lambda *args: INT8,
    "whole_root": lambda a: Range(0, math.isqrt(a.most)),
    **dict.fromkeys(VIEWS, _first),
}

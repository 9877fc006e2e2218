"""What whole numbers the elements of a graph can be, and so how many bits they take."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
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
    match node.op:
        case _ if node.op == CONSTANT:
            return Range(int(node.number), int(node.number))
        case "add":
            return Range(args[0].least + args[1].least, args[0].most + args[1].most)
        case "sub":
            return Range(args[0].least - args[1].most, args[0].most - args[1].least)
        case "mul":
            return _product(args[0], args[1])
        case "max":
            return Range(max(args[0].least, args[1].least), max(args[0].most, args[1].most))
        case "reduce_sum":
            count = node.args[0].width
            return Range(count * args[0].least, count * args[0].most)
        case "requantise":
            return INT8
        case "whole_root":
            return Range(0, math.isqrt(args[0].most))
        case "rounded_quotient":
            most = max(abs(args[0].least), abs(args[0].most))
            return Range(-most, most)
        case "floor_divide":
            return Range(min(args[0].least, 0), max(args[0].most, 0))
        case "reduce_max" | "look_up":
            return args[0]
        case _ if node.op in VIEWS:
            return args[0]
        case _ if node.op in PRODUCTS:
            one, depth = _product(args[0], args[1]), node.args[0].width
            return Range(depth * one.least, depth * one.most)
    return INT32


def _product(a: Range, b: Range) -> Range:
    corners = [x * y for x in (a.least, a.most) for y in (b.least, b.most)]
    return Range(min(corners), max(corners))

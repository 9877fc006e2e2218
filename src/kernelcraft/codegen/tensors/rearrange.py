"""Elements that change places within vectors: by a product with a matrix that the task gives."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from kernelcraft.codegen.tensors.graph import INPUT, JOIN, Node, ordered, shared
from kernelcraft.tasks.task import Task

FloatArray = npt.NDArray[np.float64]


def rearranged(result: Node, task: Task, dims: Mapping[str, int], lanes: int) -> Node:
    """The same with products for joined columns that are no whole vectors, where one of the task's
    inputs has the numbers that say where each element goes."""
    sizes = task.sizes(dims)
    given = {
        each.name: np.asarray(each.table(sizes), np.float64)
        for each in task.inputs
        if each.table is not None
    }
    new: dict[Node, Node] = {}
    for node in ordered(result):
        args = tuple(new[each] for each in node.args)
        new[node] = Node(node.op, args, node.shape, node.name, node.number)
        if node.op != JOIN or all(part.width % lanes == 0 for part in node.args):
            continue
        found = _matrix(node)
        for name, numbers in given.items():
            if found is not None and np.array_equal(numbers, found[1]):
                matrix = Node(INPUT, (), numbers.shape, name=name)
                new[node] = Node("matmul", (new[found[0]], matrix), node.shape)
    return shared(new[result])


def _matrix(node: Node) -> tuple[Node, FloatArray] | None:
    """The tensor that all parts are columns of, and what multiplies its rows."""
    parts = [part.args[0] if part.op == "negative" else part for part in node.args]
    if any(part.op != "columns" or part.args != parts[0].args for part in parts):
        return None
    of = parts[0].args[0]
    found = np.zeros((of.width, node.width))
    at = 0
    for part, columns in zip(node.args, parts, strict=True):
        for index in range(columns.width):
            found[int(columns.number) + index, at + index] = -1.0 if part.op == "negative" else 1.0
        at += columns.width
    return of, found

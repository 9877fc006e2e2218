"""Which elements of the inputs an expression is made of: reached from it, or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from kernelcraft.sim.symbolic.graph import CODE, Graph, Nodes

Masks = npt.NDArray[np.uint64]
BATCH: Final = 64  # expressions at a time, a bit each


class Reach:
    """The leaves below nodes of a graph. Numbers of nodes are older for operands than for results,
    so that a walk from the last node to the first meets each after all that it is made of it."""

    def __init__(self, graph: Graph, roots: Nodes) -> None:
        self.op = np.array(graph.op, np.int16)
        self.a, self.b, self.c = (np.array(each, np.int64) for each in (graph.a, graph.b, graph.c))
        leaf = self.op <= CODE["time"]
        opaque = self.op == CODE["opaque"]
        for column in (self.a, self.b, self.c):
            column[leaf] = 0
        self.a[opaque] = 0
        self.inner = self._below(roots, ~leaf)
        self.levels = self._levels()

    def _below(self, roots: Nodes, inner: npt.NDArray[np.bool_]) -> Nodes:
        """The nodes that are no leaves among all that roots are made of."""
        seen = np.zeros(len(self.op), np.bool_)
        frontier = np.unique(roots)
        while len(frontier):
            seen[frontier] = True
            below = np.zeros(len(self.op), np.bool_)
            for column in (self.a, self.b, self.c):
                below[column[frontier]] = True
            frontier = np.flatnonzero(below & ~seen)
        seen[0] = False
        return np.flatnonzero(seen & inner)

    def _levels(self) -> list[Nodes]:
        """Nodes by height, the highest first."""
        known = [0] * len(self.op)
        columns = (column[self.inner].tolist() for column in (self.a, self.b, self.c))
        for node, a, b, c in zip(self.inner.tolist(), *columns, strict=True):
            x, y, z = known[a], known[b], known[c]
            x = y if y > x else x
            known[node] = 1 + (z if z > x else x)
        height = np.array(known)[self.inner]
        order = np.argsort(-height, kind="stable")
        bounds = np.flatnonzero(np.diff(height[order])) + 1
        return np.split(self.inner[order], bounds)

    def below(self, roots: Nodes) -> npt.NDArray[np.bool_]:
        """Which nodes some of the roots are made of."""
        seen = np.zeros(len(self.op), np.bool_)
        seen[roots] = True
        for level in self.levels:
            nodes = level[seen[level]]
            for column in (self.a, self.b, self.c):
                seen[column[nodes]] = True
        seen[0] = False
        return seen

    def batches(self, roots: Nodes) -> Iterator[tuple[Sequence[int], Masks]]:
        """For some roots at a time, their places, and for each node a bit for each that has it."""
        for first in range(0, len(roots), BATCH):
            some = roots[first : first + BATCH]
            masks = np.zeros(len(self.op), np.uint64)
            bits = np.uint64(1) << np.arange(len(some), dtype=np.uint64)
            np.bitwise_or.at(masks, some, bits)
            for level in self.levels:
                held = masks[level]
                used = held != 0
                nodes, held = level[used], held[used]
                for column in (self.a, self.b, self.c):
                    below = column[nodes]
                    if below.any():
                        np.bitwise_or.at(masks, below, held)
            yield range(first, first + len(some)), masks

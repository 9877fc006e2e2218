"""Memories of which each place holds a number or a part of an expression."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np
import numpy.typing as npt

from kernelcraft.sim.parts import Array
from kernelcraft.sim.routine import Routine
from kernelcraft.sim.symbolic.graph import (
    CODE,
    NOTHING,
    Byte,
    Dependent,
    Graph,
    Nodes,
    Symbol,
    Unfollowed,
)

Small = npt.NDArray[np.uint8]
MOST_LOOKED_UP = 1 << 15  # places of a table


@dataclass(frozen=True)
class Piece:
    """What lies side by side in a memory, to be copied elsewhere."""

    array: Array
    node: Nodes
    part: Small
    width: Small

    def __len__(self) -> int:
        return len(self.node)


class Memory:
    """An array and, beside each of its elements, the node it is a part of (0: just a number).

    In a memory of bytes an element of `width` bytes lies in as many places; `part` says which of
    its bytes a place has, the lowest first. What was never written is in `known` as 0.
    """

    def __init__(self, graph: Graph, name: str, array: Array, known: Small) -> None:
        self.graph, self.name, self.array = graph, name, array
        count = len(array)
        self.node: Nodes = np.zeros(count, np.int64)
        self.part: Small = np.zeros(count, np.uint8)
        self.width: Small = np.ones(count, np.uint8)
        for at in np.flatnonzero(known == 0) if count < 1 << 16 else ():
            self.node[at] = self._unwritten(int(at))
        self.known = known if count >= 1 << 16 and not known.all() else None

    def _unwritten(self, at: int) -> int:
        bits = 8 * self.array.dtype.itemsize
        where = self.graph.constant(hash_of(self.name))
        return self.graph.new("unwritten", where, at, span=(0, (1 << bits) - 1))

    def meet(self, start: int, count: int, step: int = 1) -> None:
        """Give what was never written a node, before it is read."""
        if self.known is None:
            return
        places = np.arange(start, start + count * step, step)
        for at in places[(self.known[places] == 0) & (self.node[places] == NOTHING)]:
            self.node[at] = self._unwritten(int(at))

    @property
    def plain(self) -> bool:
        """Whether numbers are all that is here."""
        return self.known is None and not self.node.any()

    @property
    def size(self) -> int:
        """The number of elements."""
        return len(self.array)

    def trace_call(self, routine: Routine[..., object], arguments: tuple[object, ...]) -> object:
        """What a routine does here."""
        return self.graph.call(routine, arguments)

    # Bytes.

    def fetch(self, start: int, size: int) -> int:
        """An unsigned number of as many bytes, the lowest first."""
        if isinstance(start, Symbol):
            return self._look_up(start, size)
        self.meet(start, size)
        end = start + size
        node, part = self.node[start:end], self.part[start:end]
        if not node.any():
            return int.from_bytes(self.array[start:end].tobytes(), "little")
        held = zip(node.tolist(), part.tolist(), self.width[start:end].tolist(), strict=True)
        found = [
            Byte(*each) if each[0] else Byte(0, int(number), 1)
            for each, number in zip(held, self.array[start:end].tolist(), strict=True)
        ]
        return self.graph.joined(found)

    def _look_up(self, start: Symbol, size: int) -> int:
        """A number of a table whose place depends on something, all of which are known."""
        graph = self.graph
        low, high = graph.span(start.node)
        places = slice(max(low, 0), high + size)
        if low < 0 or high + size > self.size or high - low > MOST_LOOKED_UP:
            raise Dependent("an address", start.node)
        if self.node[places].any() or self.known is not None and not self.known[places].all():
            raise Dependent("an address in what is no table", start.node)
        data = self.array[places].tobytes()
        table = (int.from_bytes(data[at : at + size], "little") for at in range(high - low + 1))
        return start.looked_up(tuple(table))

    def deposit(self, start: int, size: int, value: int) -> None:
        """The lowest bytes of a number."""
        end, cut = start + size, value & (1 << 8 * size) - 1
        if isinstance(cut, Symbol):
            graph, node = self.graph, cut.node
            if graph.op[node] == CODE["pattern"] and graph.value_of(graph.b[node]) == size:
                node = graph.a[node]
            node, low, width = graph.piece_of(node, size)
            self.node[start:end] = node
            self.part[start:end] = np.arange(low, low + size)
            self.width[start:end] = width
            return
        self.array[start:end] = np.frombuffer(int(cut).to_bytes(size, "little"), np.uint8)
        self._plain(slice(start, end))

    def _plain(self, places: slice) -> None:
        self.node[places], self.width[places], self.part[places] = NOTHING, 1, 0
        if self.known is not None:
            self.known[places] = 1

    def bit(self, start: int, index: int) -> int:
        """A bit of a mask that begins at a place."""
        return self.fetch(start + index // 8, 1) >> index % 8 & 1

    def set_bit(self, start: int, index: int, value: int) -> None:
        """Set a bit of a mask."""
        place = start + index // 8
        kept = self.fetch(place, 1) & ~(1 << index % 8)
        self.deposit(place, 1, kept | (value & 1) << index % 8)

    # Elements and pieces, as bodies and oracles ask for them.

    def __getitem__(self, index: object) -> object:
        if isinstance(index, slice):
            start, stop, step = index.indices(self.size)
            assert step == 1
            self.meet(start, stop - start)
            places = slice(start, stop)
            return Piece(
                self.array[places].copy(),
                self.node[places].copy(),
                self.part[places].copy(),
                self.width[places].copy(),
            )
        if isinstance(index, Symbol):
            if self.array.dtype == np.uint8:
                return self._look_up(index, 1)
            return index.__index__()
        if not isinstance(index, int | np.integer):
            raise Unfollowed(f"{self.name} at a place of type {type(index).__name__}")
        if self.array.dtype == np.uint8:
            return self.fetch(int(index), 1)
        self.meet(int(index), 1)
        node = int(self.node[index])
        return self.graph.symbol(node) if node else int(self.array[index])

    def __setitem__(self, index: object, value: object) -> None:
        if isinstance(index, slice):
            self._put_piece(index, value)
            return
        if isinstance(index, Symbol):
            index.__index__()
        if not isinstance(index, int | np.integer):
            raise Unfollowed(f"{self.name} at a place of type {type(index).__name__}")
        if self.array.dtype == np.uint8:
            self.deposit(int(index), 1, cast(int, value))
        elif isinstance(value, Symbol):
            self.node[index] = value.node
        else:
            assert isinstance(value, int)
            self.array[index] = value & (1 << 8 * self.array.dtype.itemsize) - 1
            self._plain(slice(int(index), int(index) + 1))

    def _put_piece(self, places: slice, value: object) -> None:
        if isinstance(value, Piece):
            self.array[places], self.node[places] = value.array, value.node
            self.part[places], self.width[places] = value.part, value.width
            if self.known is not None:
                self.known[places] = 1
        else:
            self.array[places] = cast(Array, value)
            self._plain(places)

    # Many elements at once, for lifts.

    def elements(self, start: int, count: int) -> tuple[Nodes, Array]:
        """Nodes of elements, and the numbers of those that have none."""
        self.meet(start, count)
        return self.node[start : start + count].copy(), self.array[start : start + count].copy()

    def put_nodes(self, start: int, nodes: Nodes) -> None:
        """Let elements be expressions."""
        self.node[start : start + len(nodes)] = nodes
        if self.known is not None:
            self.known[start : start + len(nodes)] = 1


def hash_of(name: str) -> int:
    """A number for a memory's name, the same everywhere."""
    return int.from_bytes(name.encode()[:7].ljust(7, b"\0"), "big")

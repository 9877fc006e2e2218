"""Tensors row-major and little-endian in a memory of bytes: where they lie, and what bytes hold.

For machines whose memory is one space of byte addresses. `View` is how a platform gives the bytes
of a region of a state.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from kernelcraft.cells.plain import NumberFormat
from kernelcraft.cells.protocol import (
    BoolArray,
    Breach,
    Element,
    FloatArray,
    MemoryMap,
    Placement,
    PlacementError,
    Region,
    Tensor,
)
from kernelcraft.sim.machine import Array
from kernelcraft.sim.state import State

WHOLE: Final[dict[Element, str]] = {
    "int8": "<i1",
    "uint8": "<u1",
    "int16": "<i2",
    "uint16": "<u2",
    "int32": "<i4",
    "uint32": "<u4",
}
View: TypeAlias = Callable[[Region, State], Array]


@dataclass(frozen=True)
class RowMajor:
    """A memory from address `start` to `end` - 1, and at what multiples tensors begin in it.

    `guard` bytes at least lie after each tensor that nobody may write; `format` is that of real
    numbers, None for a machine that has whole numbers only.
    """

    memory: str
    start: int
    end: int
    input_alignment: int = 16
    output_alignment: int = 16
    guard: int = 0
    format: NumberFormat | None = None

    def place(
        self, inputs: Sequence[Tensor], output: Tensor
    ) -> tuple[tuple[Placement, ...], Placement]:
        """Inputs one after the other, then the output; raises PlacementError for want of room."""
        placements: list[Placement] = []
        end = self.start
        for tensor in inputs:
            placements.append(self._placed(tensor, end, self.input_alignment))
            end = placements[-1].region.end + self.guard
        result = self._placed(output, end, self.output_alignment)
        if result.region.end + self.guard > self.end:
            raise PlacementError(
                f"{output.name}: {self.memory} ends at {self.end:#x}, before the tensor does"
            )
        return tuple(placements), result

    def between(self, placements: Sequence[Placement]) -> tuple[Region, ...]:
        """What lies between one tensor and the next."""
        pairs = zip(placements, placements[1:], strict=False)
        gaps = [Region(self.memory, one.region.end, two.region.start) for one, two in pairs]
        return tuple(gap for gap in gaps if gap.size)

    def representable(self, tensor: Tensor, values: FloatArray) -> FloatArray:
        """The nearest values that the tensor's elements can have."""
        kind = self._type(tensor)
        if isinstance(kind, NumberFormat):
            return kind.rounded(values)
        limits = np.iinfo(kind)
        return np.clip(np.rint(values), limits.min, limits.max)

    def encode(self, tensor: Tensor, values: FloatArray) -> Array:
        """The bytes that hold these values."""
        kind = self._type(tensor)
        stored = kind.encode(values) if isinstance(kind, NumberFormat) else values.astype(kind)
        return np.frombuffer(np.ascontiguousarray(stored).tobytes(), np.uint8)

    def decode(self, placement: Placement, data: Array) -> FloatArray:
        """The values that the bytes of a tensor hold, in its shape."""
        kind = self._type(placement.tensor)
        if isinstance(kind, NumberFormat):
            with np.errstate(invalid="ignore"):  # garbage may be any number
                values = kind.decode(np.frombuffer(data.tobytes(), kind.stored))
        else:
            values = np.frombuffer(data.tobytes(), kind).astype(np.float64)
        return values.reshape(placement.tensor.shape)

    def locate(self, placement: Placement, index: tuple[int, ...]) -> int:
        """The address of an element."""
        flat = int(np.ravel_multi_index(index, placement.tensor.shape))
        return placement.address + flat * self._size(placement.tensor)

    def unwritten(self, placement: Placement, before: State, after: State, view: View) -> BoolArray:
        """The elements that are what they were before the run."""
        old, new = (
            view(placement.region, state).reshape(-1, self._size(placement.tensor))
            for state in (before, after)
        )
        same: BoolArray = (old == new).all(axis=1)
        return same.reshape(placement.tensor.shape)

    def audit(self, memory_map: MemoryMap, before: State, after: State, view: View) -> list[Breach]:
        """Every input, and everything beside the tensors, that changed."""
        watched = [(f"input {each.tensor.name}", each.region) for each in memory_map.inputs]
        watched += [(f"{self.memory} beside the output", each) for each in memory_map.canaries]
        found: list[Breach] = []
        for what, region in watched:
            old, new = view(region, before), view(region, after)
            if not same(old, new):
                at = region.start + int(np.argmax(old != new))
                found.append(Breach(f"{what} was written at {at:#x}"))
        return found

    def _placed(self, tensor: Tensor, end: int, alignment: int) -> Placement:
        start = -(-end // alignment) * alignment
        size = math.prod(tensor.shape) * self._size(tensor)
        return Placement(tensor, Region(self.memory, start, start + size), self._layout(tensor))

    def _layout(self, tensor: Tensor) -> str:
        kind = self._type(tensor)
        name = f", {kind.name}" if isinstance(kind, NumberFormat) else ""
        return f"row-major, little-endian{name}"

    def _size(self, tensor: Tensor) -> int:
        kind = self._type(tensor)
        return kind.stored.itemsize if isinstance(kind, NumberFormat) else kind.itemsize

    def _type(self, tensor: Tensor) -> NumberFormat | np.dtype[np.integer]:
        if tensor.element == "float" and self.format is not None:
            return self.format
        if tensor.element not in WHOLE:
            raise PlacementError(f"{tensor.name}: the machine has no {tensor.element} tensors")
        return np.dtype(WHOLE[tensor.element])


def same(one: Array, other: Array) -> bool:
    """Whether two runs of elements of one type are equal, bit for bit; eight bytes at once."""
    whole = len(one) // 8 * 8
    words, others = one[:whole].view(np.uint64), other[:whole].view(np.uint64)
    return bool((words == others).all()) and one[whole:].tobytes() == other[whole:].tobytes()

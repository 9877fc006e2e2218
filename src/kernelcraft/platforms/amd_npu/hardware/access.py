"""Descriptors of a plan as the fields of a buffer descriptor: sizes and strides in their ranges.

Where a plan says the same in more dimensions than it needs, or in sizes that a field cannot hold,
dimensions are merged and split; what cannot be said at all raises HardwareError.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from kernelcraft.cells.hardware import HardwareError
from kernelcraft.platforms.amd_npu.machine.plan import Descriptor

Dimension = tuple[int, int]  # how many, and how many words apart


@dataclass(frozen=True)
class Fields:
    """What the fields of a tile's descriptors hold: a bound of each size, None for no field."""

    sizes: tuple[int | None, ...]
    stride: int


FIELDS: Final = {
    "core": Fields((255, 255, None), 1 << 13),
    "north": Fields((255, 255, None), 1 << 13),
    "south": Fields((255, 255, None), 1 << 13),
    "memory": Fields((1023, 1023, 1023, None), 1 << 17),
    "shim": Fields((1023, 1023, None), 1 << 20),
}
"""Widths of the registers, AM025. The last size follows from the length."""
SIMPLE: Final = 3  # dimensions of a descriptor beside which the fourth field is the iteration


@dataclass(frozen=True)
class Access:
    """The dimensions, the innermost one first; none where the words follow one another.

    If it `iterates`, the last of four says how often, and how many words further on each time.
    """

    dimensions: tuple[Dimension, ...] = ()
    iterates: bool = False

    @property
    def fixed(self) -> bool:
        """Whether it can be set up with the design."""
        return not self.iterates and len(self.dimensions) in (0, SIMPLE + 1)

    @property
    def written(self) -> bool:
        """Whether the controller can set it up."""
        return self.iterates or len(self.dimensions) <= SIMPLE


def access(each: Descriptor) -> Access:
    """The dimensions of a descriptor, with its iteration as the fourth one if it has any."""
    fields, merged = FIELDS[each.tile], _merged(each)
    times, further = each.iterate
    if times == 1 and merged == [(each.words, 1)]:
        return Access()
    found = list(_split(each, merged, fields.sizes[:SIMPLE] if times > 1 else fields.sizes))
    if times > 1:
        found += [(1, 1)] * (SIMPLE - len(found)) + [(times, further)]
    wrong = [stride for _, stride in found if not 1 <= stride <= fields.stride]
    if wrong:
        raise HardwareError(
            f"the descriptor {each.name} has a stride of {wrong[0]} words; in {each.tile} an "
            f"array's descriptor has strides of 1 to {fields.stride:,}"
        )
    return Access(tuple(found), times > 1)


def _merged(each: Descriptor) -> list[Dimension]:
    """Without dimensions of one element, and what follows itself as one dimension."""
    found: list[Dimension] = []
    for size, stride in zip(each.sizes, each.strides, strict=True):
        if size == 1:
            continue
        if found and stride == found[-1][0] * found[-1][1]:
            found[-1] = (found[-1][0] * size, found[-1][1])
        else:
            found.append((size, stride))
    return found


def _split(
    each: Descriptor, merged: Sequence[Dimension], slots: Sequence[int | None]
) -> Iterator[Dimension]:
    """Each dimension in as many fields as its size takes."""
    left = list(slots)
    for whole, stride in merged:
        size = whole
        while size > 1:
            if not left:
                raise HardwareError(
                    f"the descriptor {each.name} has the sizes {list(each.sizes)}; the fields of "
                    f"a descriptor of {each.tile} hold {_words(slots)}"
                )
            most = left.pop(0)
            part = size if most is None else _divisor(size, most)
            yield part, stride
            size, stride = size // part, stride * part


def _divisor(size: int, most: int) -> int:
    return next(part for part in range(min(size, most), 0, -1) if size % part == 0)


def _words(slots: Sequence[int | None]) -> str:
    return ", ".join("any size" if each is None else f"up to {each:,}" for each in slots)

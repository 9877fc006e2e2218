"""A program as it lies in memory: segments of bytes, an entry address, symbols."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Segment:
    """`data` from `address` on, followed by zeros up to `size` bytes."""

    address: int
    data: bytes
    size: int
    executable: bool

    @property
    def end(self) -> int:
        """The address after the last byte."""
        return self.address + self.size


@dataclass(frozen=True)
class Image:
    """What is loaded before a run, and where the run begins."""

    segments: tuple[Segment, ...]
    entry: int
    symbols: Mapping[str, int]


@dataclass(frozen=True)
class Window:
    """Addresses `address` to `end` - 1 hold the operations from `first` on, a word each."""

    address: int
    end: int
    first: int

"""What a core does with the fixed plan of a cell, but for the numbers: it takes and gives pieces.

It runs beside a design, and beside the simulator's own DMA, and notes the bytes that reached it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from kernelcraft.cells.protocol import MemoryMap, Spill, Stream
from kernelcraft.platforms.amd_npu.machine.streaming import sequence


class Around(Protocol):
    """Locks and memory as a core sees them."""

    def taken(self, lock: int) -> bool:
        """Take one of a lock, if it holds one."""
        ...

    def raised(self, lock: int) -> None:
        """Give one to a lock."""
        ...

    def load(self, address: int, size: int) -> bytes:
        """Bytes of memory."""
        ...

    def store(self, address: int, data: bytes) -> None:
        """Bytes into memory."""
        ...


@dataclass
class Core:
    """The cell's core; `came` has the bytes of each piece that came, by tensor."""

    memory_map: MemoryMap
    around: Around
    came: dict[str, list[bytes]] = field(default_factory=lambda: defaultdict(list))

    def actors(self) -> list[Iterator[bool]]:
        """What goes on side by side; False means that it waits."""
        streams = self.memory_map.streams
        found = [self._pieces(inbound=True), self._pieces(inbound=False)]
        found += [self._whole(each) for each in streams if each.whole]
        spill = self.memory_map.spill
        return [*found, *([self._spill(spill)] if spill else [])]

    def _pieces(self, *, inbound: bool) -> Iterator[bool]:
        flows = {each.tensor.name: each for each in self.memory_map.streams if not each.whole}
        count: Counter[tuple[int, ...]] = Counter()
        for number, name in enumerate(sequence(self.memory_map.plan, inbound=inbound)):
            if name not in flows:  # it leaves at once
                continue
            each = flows[name]
            wanted, given = (each.full, each.free) if inbound else (each.free, each.full)
            for lock in wanted:
                while not self.around.taken(lock):
                    yield False
            address = each.buffers[count[each.buffers] % 2]
            count[each.buffers] += 1
            if inbound:
                self.came[name].append(self.around.load(address, each.piece))
            else:
                self.around.store(address, pattern(number, each.piece))
            for lock in given:
                self.around.raised(lock)
            yield True

    def _whole(self, each: Stream) -> Iterator[bool]:
        if not each.inbound:
            self.around.store(each.buffers[0], pattern(7, each.piece))
            self.around.raised(each.full[0])
            return
        while not self.around.taken(each.full[0]):
            yield False
        self.came[each.tensor.name].append(self.around.load(each.buffers[0], each.piece))

    def _spill(self, spill: Spill) -> Iterator[bool]:
        """All blocks go; then all come back."""
        for number in range(spill.blocks):
            self.around.store(spill.buffer, pattern(100 + number, spill.size))
            self.around.raised(spill.send)
            while not self.around.taken(spill.sent):
                yield False
        for _ in range(spill.blocks):
            self.around.raised(spill.ask)
            while not self.around.taken(spill.came):
                yield False
            self.came["the spill"].append(self.around.load(spill.buffer, spill.size))


def pattern(number: int, size: int) -> bytes:
    """Bytes that tell of what piece they are."""
    return np.random.default_rng(number).bytes(size)

"""Locks, and the column of the array that brings and takes what does not fit around an AIE2 core.

Programs reach neither DDR nor the memory tile: descriptors of the DMA do. `column_state` fills them
in. DDR has two parts, of which one only comes in and the other only goes out.
"""

from __future__ import annotations

from kernelcraft.platforms.amd_npu.machine import dma
from kernelcraft.platforms.amd_npu.machine.data_memory import DataMemory
from kernelcraft.sim.machine import Array, Memory, Scalar

COLUMN, INBOUND, OUTBOUND = "column", "inbound", "outbound"  # parameters: 1 if used; bytes
TILE_BYTES = 512 * 1024  # of the memory tile


class Transfers(DataMemory):
    """The channels of five tiles; a machine without the parameter has none."""

    locks = Memory("int64", lambda p: dma.LOCKS, "locks", recorded=False)
    channels = Memory("int64", lambda p: p.get(COLUMN, 0) * dma.SIZE, "channels", recorded=False)
    tile = Memory("uint8", lambda p: p.get(COLUMN, 0) * TILE_BYTES, "memory tile", recorded=False)
    ring = Memory(
        "uint8",
        lambda p: p.get(COLUMN, 0) * dma.CHANNELS * dma.ROOM * dma.BEAT,
        "streams",
        recorded=False,
    )
    inbound = Memory("uint8", lambda p: p.get(INBOUND, 0), "what comes in", recorded=False)
    outbound = Memory("uint8", lambda p: p.get(OUTBOUND, 0), "what goes out", recorded=False)
    sent = Memory("uint8", lambda p: p.get(OUTBOUND, 0), "what went out", recorded=False)

    asked = Scalar(8)  # what the bundle wants of a lock
    asked_lock = Scalar(8)
    asked_count = Scalar(32)
    uncounted = Scalar(64)  # cycles of waiting that a what-if run takes for nothing

    def _column(self) -> tuple[Array, Array, Array, Array, Array, Array, Array, Array, int]:
        """What all that the DMA does changes, and whether there is one."""
        return (
            self.channels.array,
            self.locks.array,
            self.memory.array,
            self.tile.array,
            self.inbound.array,
            self.outbound.array,
            self.sent.array,
            self.ring.array,
            self.channels.size,
        )

    def let_channels_work(self, now: int) -> None:
        """Up to the cycle `now` of the bundle; one more cycle if they take a bank it needs."""
        self.spend(dma.dma_claims(*self._column(), now, self.banks), "dma")

    def let_locks_change(self) -> None:
        """The acq or rel of the bundle: a cycle, and the wait."""
        asked, lock, count = self.asked, self.asked_lock, self.asked_count
        now = self.cycles + self.uncounted
        spent = dma.lock_cycles(*self._column(), now, asked, lock, count)
        held = self.locks[lock]
        self.check(
            (spent >= 0) | (asked == dma.RELEASE),
            "lock {lock} holds {held}, waits for {count}: nobody will release it",
            lock=lock,
            held=held,
            count=count,
        )
        self.check(
            spent >= 0,
            "lock {lock} holds {held}: {count} more are more than the 63 it can hold",
            lock=lock,
            held=held,
            count=count,
        )
        self.spend(spent, "lock")
        self.uncounted = self.uncounted + spent * (1 - self.paid("lock"))
        self.asked = 0

    def let_results_leave(self) -> None:
        """After the core's last bundle: until the last word has reached DDR."""
        now = self.cycles + self.uncounted
        self.spend(dma.dma_end(*self._column(), now), "drain")

    def acquire(self, lock: int, count: int) -> None:
        """Take `count` from a lock at the end of the bundle, as soon as it holds this much."""
        self.asked, self.asked_lock, self.asked_count = dma.ACQUIRE, lock, count

    def release(self, lock: int, count: int) -> None:
        """Give `count` to a lock at the end of the bundle."""
        self.asked, self.asked_lock, self.asked_count = dma.RELEASE, lock, count

"""Locks, and the DMA that brings and takes what does not fit around an AIE2 core.

The far side of the DMA is memory that no program can address: what comes in lies there in the order
of its transfer, and so will what goes out. `dma_state` fills in the pieces.
"""

from __future__ import annotations

from kernelcraft.platforms.amd_npu.machine.data_memory import DataMemory
from kernelcraft.platforms.amd_npu.machine.dma import (
    ACQUIRE,
    PACE,
    PIECE_WORDS,
    RELEASE,
    dma_claims,
    lock_cycles,
)
from kernelcraft.sim.machine import Array, Memory, Scalar

LOCKS = 64
PIECES, INBOUND, OUTBOUND = "pieces", "inbound", "outbound"  # parameters: how many, bytes


class Transfers(DataMemory):
    """Four channels; a machine that was given no pieces has none."""

    locks = Memory("int64", lambda p: LOCKS, "locks", recorded=False)
    channels = Memory("int64", lambda p: PACE + 1, "channels", recorded=False)
    pieces = Memory("int64", lambda p: p.get(PIECES, 0) * PIECE_WORDS, "pieces", recorded=False)
    inbound = Memory("uint8", lambda p: p.get(INBOUND, 0), "what comes in", recorded=False)
    outbound = Memory("uint8", lambda p: p.get(OUTBOUND, 0), "what goes out", recorded=False)
    sent = Memory("uint8", lambda p: p.get(OUTBOUND, 0), "what went out", recorded=False)

    asked = Scalar(8)  # what the bundle wants of a lock
    asked_lock = Scalar(8)
    asked_count = Scalar(32)
    uncounted = Scalar(64)  # cycles of waiting that a what-if run takes for nothing

    def _dma(self) -> tuple[Array, Array, Array, Array, Array, Array, Array, int]:
        """What all that the DMA does changes, and whether it has anything to do."""
        return (
            self.channels.array,
            self.locks.array,
            self.pieces.array,
            self.memory.array,
            self.inbound.array,
            self.outbound.array,
            self.sent.array,
            self.pieces.size,
        )

    def let_channels_work(self, now: int) -> None:
        """Up to the cycle `now` of the bundle; one more cycle if they take a bank it needs."""
        self.spend(dma_claims(*self._dma(), now, self.banks), "bank")

    def let_locks_change(self) -> None:
        """The acq or rel of the bundle: a cycle, and the wait."""
        asked, lock, count = self.asked, self.asked_lock, self.asked_count
        now = self.cycles + self.uncounted
        spent = lock_cycles(*self._dma(), now, asked, lock, count)
        held = self.locks[lock]
        self.check(
            (spent >= 0) | (asked == RELEASE),
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

    def acquire(self, lock: int, count: int) -> None:
        """Take `count` from a lock at the end of the bundle, as soon as it holds this much."""
        self.asked, self.asked_lock, self.asked_count = ACQUIRE, lock, count

    def release(self, lock: int, count: int) -> None:
        """Give `count` to a lock at the end of the bundle."""
        self.asked, self.asked_lock, self.asked_count = RELEASE, lock, count

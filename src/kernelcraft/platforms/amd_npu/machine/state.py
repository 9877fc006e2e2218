"""One AIE2 core: how its bundles follow each other and how time passes.

Nothing waits for a result: what an operand holds is what has arrived by the stage at which it is
sampled. A bundle takes one cycle; only memory banks and locks hold the whole core back. Where
public sources leave a question open the run ends with a fault.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelcraft.platforms.amd_npu.machine.core_registers import GRANULE, VECTORS
from kernelcraft.platforms.amd_npu.machine.data_memory import (
    AT_STAGE_7,
    MEMORY_END,
    MEMORY_START,
    OWN_MEMORY,
)
from kernelcraft.platforms.amd_npu.machine.transfers import Transfers
from kernelcraft.sim.activity import Activity, slots
from kernelcraft.sim.cause import Cause
from kernelcraft.sim.machine import Memory, RegisterFile, Scalar

if TYPE_CHECKING:
    from kernelcraft.isa.instruction import Instruction
    from kernelcraft.sim.run import Run

__all__ = [
    "AT_STAGE_7",
    "DELAY_SLOTS",
    "EXIT",
    "GRANULE",
    "MEMORY_END",
    "MEMORY_START",
    "OWN_MEMORY",
    "PROGRAM_BYTES",
    "VECTORS",
    "AmdNpu",
]

DELAY_SLOTS = 5
PROGRAM_BYTES = 16 * 1024
EXIT = 0xFFFFE  # what lr holds at the beginning: no bundle can have this address
LOOP_SET_UP = 112  # bytes between setting a loop up and its end
NOTHING = frozenset({"nop", "nopa", "nopb", "nops", "nopx", "nopm", "nopv", "nopxm"})


class AmdNpu(Transfers):
    """The state of a core."""

    title = "AIE2 core"
    symbolic = "kernelcraft.platforms.amd_npu.machine.symbolic"
    reasons = ("issue", "idle", "bank", "dma", "lock", "drain")
    causes = (
        Cause("bank conflicts", reasons=("bank",)),
        Cause("DMA conflicts", reasons=("dma",)),
        Cause("locks", reasons=("lock",)),
        Cause("results on their way", reasons=("drain",)),
    )
    bundled = True
    idle = NOTHING

    event_at = RegisterFile(2, 64)  # the cycle in which event #0 and #1 were issued last

    # The program as the core fetches it; `place_program` fills it in.
    operation_at = Memory(
        "int32", lambda p: PROGRAM_BYTES // 2, "program memory", recorded=False
    )  # by address / 2: 1 + the first operation of the bundle there, 0 for none
    address_of = Memory(
        "int32", lambda p: PROGRAM_BYTES, "program memory", recorded=False
    )  # by operation: the address of its bundle
    size_of = Memory("uint8", lambda p: PROGRAM_BYTES, "program memory", recorded=False)
    return_to = Memory(
        "int32", lambda p: PROGRAM_BYTES, "program memory", recorded=False
    )  # by operation: the address after the delay slots of its bundle
    last = Scalar(32)  # the last operation

    working = Scalar(8)  # whether the bundle does something
    leaving = Scalar(64)  # the bundle in which the program ends, if it was said
    shadow = Scalar(64)  # the last delay slot so far, in bundles

    def issue(self, instruction: Instruction, latency: int) -> None:
        """Operations of a bundle issue together: time passes at its end."""
        if instruction.mnemonic not in NOTHING:
            self.working = 1

    def end_bundle(self) -> None:
        """One cycle, one more if two accesses collided, the DMA, and the way back of a loop."""
        begun = self.cycles + self.uncounted
        if self.working:
            self.spend(1, "issue")
        else:
            self.spend(1, "idle")
        self.spend(self.collided, "bank")
        if self.channels.size | self.asked:
            self.let_channels_work(begun)
            self.let_locks_change()
        self.working = self.banks = self.collided = self.stored = 0
        if (self.loop_set[1] != 0) & (self.le == self.address_of[self.pc]):
            self.end_of_loop()
        elif self.pc == self.last:
            self.check(self.pending == 1, "the program goes on past its last bundle")
        self.fetched = self.fetched + self.size_of[self.pc]
        if self.instructions == self.leaving:
            self.let_results_leave()

    @classmethod
    def activity(cls, run: Run) -> Activity:
        """What the slots did, which locks the core asked for, and what the DMA moved.

        What a channel moved in a slice of time stands together at its beginning.
        """
        from kernelcraft.platforms.amd_npu.machine.column_events import locked, moved

        events = slots(run, cls.idle).events
        return Activity((*events, *locked(run), *moved(run.state)))

    def drain(self) -> None:
        """Accesses after the end collide with each other, but cost nothing."""
        self.banks = self.collided = self.stored = 0

    # Control.

    def branch(self, target: int, taken: int = 1) -> None:
        """Go on at operation `target` after five more bundles, if `taken`."""
        self.begin_shadow()
        if taken:
            self.jump(target, after=DELAY_SLOTS)

    def branch_to(self, address: int, taken: int = 1) -> None:
        """As `branch`, to the bundle at an address; to `EXIT` the program ends."""
        self.begin_shadow()
        if taken:
            if address == EXIT:
                self.leaving = self.instructions + DELAY_SLOTS
                self.halt(after=DELAY_SLOTS)
            else:
                self.jump(self.operation(address), after=DELAY_SLOTS)

    def link(self) -> None:
        """Let lr be the address after the delay slots."""
        self.lr = self.return_to[self.pc]

    def operation(self, address: int) -> int:
        """The first operation of the bundle at an address."""
        inside = (address < PROGRAM_BYTES) & (address % 2 == 0)
        self.check(inside, "no bundle begins at program address {address:#x}", address=address)
        found = self.operation_at[address >> 1]
        self.check(found != 0, "no bundle begins at program address {address:#x}", address=address)
        return found - 1

    def begin_shadow(self) -> None:
        """Fault in the delay slots of another branch."""
        self.check(self.instructions > self.shadow, "a branch in the delay slots of another")
        self.shadow = self.instructions + DELAY_SLOTS

    def end_of_loop(self) -> None:
        """The bundle at le: one iteration less, and back to ls unless it was the last."""
        for which in range(3):
            ready = self.fetched + 1 - self.loop_set[which] >= LOOP_SET_UP
            self.check(
                (self.loop_set[which] != 0) & ready,
                "a loop ends here, but ls, le and lc were not all set 112 bytes before",
            )
        self.check(
            (self.le % 16 == 0) & (self.ls % 16 == 0),
            "a loop from {start:#x} to {end:#x}: both must be multiples of 16",
            start=self.ls,
            end=self.le,
        )
        self.check(self.size_of[self.pc] == 16, "the last bundle of a loop must have 16 bytes")
        self.check(self.instructions > self.shadow, "a loop ends in the delay slots of a branch")
        left = self.lc - 1
        self.check(left >= 0, "a loop ends here, but lc is 0")
        self.lc = left
        if left > 0:
            self.jump(self.operation(self.ls))
        else:
            self.check(self.pc != self.last, "the program goes on past its last bundle")

    def event(self, mark: int) -> None:
        """Remember the cycle."""
        self.event_at[mark] = self.cycles

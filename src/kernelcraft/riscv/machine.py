"""RV32 with machine mode and vectors: registers, code of 32 bits, traps to a handler."""

from __future__ import annotations

from typing import NoReturn

from kernelcraft.riscv.csrs import SLOT, SLOTS, csr_mask, csr_slot
from kernelcraft.riscv.hart import Hart, signed, wrapped
from kernelcraft.riscv.memory import (
    HEAD,
    MOST_WINDOWS,
    REGION,
    WINDOW,
    enter,
    stored_word,
)
from kernelcraft.sim.machine import Memory, RegisterFile, Scalar

__all__ = ["RiscV", "signed", "wrapped"]

VLENB = 16
MISALIGNED_FETCH, ILLEGAL, ECALL = 0, 2, 11  # causes of traps
UNHANDLED = " (trap {cause}; no handler: mtvec is 0)"


class RiscV(Hart):
    """RV32 with float and vector registers; addresses count bytes."""

    title = "RISC-V"
    xlen = 32
    counters = {"mcycle": 0, "minstret": 1}

    x = RegisterFile(32, 32, zero=0)
    f = RegisterFile(32, 32)
    csr = RegisterFile(SLOTS, 32)
    counter_offset = RegisterFile(2, 64)  # what a program's writes added to mcycle and minstret
    sew = Scalar(8)  # bits of an element: 8, 16, 32; 0 while vtype is illegal
    lmul = Scalar(8)  # eighths of a register in a group: 2 to 64
    v = Memory("uint8", lambda p: 32 * VLENB, "vector registers", recorded=False)
    memory = Memory("uint8", lambda p: p["memory_bytes"], "memory", recorded=False)
    regions = Memory("int64", lambda p: p["regions"] * REGION, "memory map", recorded=False)
    windows = Memory("int64", lambda p: HEAD + MOST_WINDOWS * WINDOW, "code", recorded=False)

    # Control.

    @property
    def address(self) -> int:
        """The address of this instruction."""
        return self.windows[0] + 4 * self.pc

    def go(self, target: int) -> None:
        """Continue at an address."""
        if target & 3 != 0:
            self.trap(MISALIGNED_FETCH, target, "jump to {value}, which is no multiple of 4")
        self.land(target)

    def land(self, target: int) -> None:
        """Continue at an aligned address, where code must have been loaded."""
        operation = enter(self.windows.array, target)
        self.check(operation >= 0, "jump to {address:#x}, where no code is", address=target)
        self.jump(operation)

    def trap(self, cause: int, value: int, reason: str) -> NoReturn:
        """Go to the program's trap handler; without one the run ends with the sentence `reason`."""
        handler = self.csr[SLOT["mtvec"]]
        self.check(handler != 0, reason + UNHANDLED, cause=cause, value=value)
        self.csr[SLOT["mcause"]] = cause
        self.csr[SLOT["mtval"]] = value
        self.leave()

    def left(self) -> None:
        """A body is only left by a trap."""
        self.csr[SLOT["mepc"]] = self.address
        self.land(self.csr[SLOT["mtvec"]] & ~3)

    def illegal(self, reason: str, value: int = 0) -> NoReturn:
        """Trap as an illegal instruction, whose word the handler finds in mtval."""
        handler = self.csr[SLOT["mtvec"]]
        self.check(handler != 0, reason + UNHANDLED, cause=ILLEGAL, value=value)
        regions = self.regions
        word = stored_word(self.memory.array, regions.array, regions.size, self.address)
        self.trap(ILLEGAL, word, reason)

    def csr_slot(self, number: int) -> int:
        """The slot of a CSR, or -1 for a number that there is not."""
        return csr_slot(number)

    def csr_mask(self, slot: int) -> int:
        """The bits of a CSR that can be written."""
        return csr_mask(slot)

    # Vectors.

    @property
    def vl(self) -> int:
        """Elements that vector instructions work on."""
        return self.csr[SLOT["vl"]]

    @property
    def vstart(self) -> int:
        """The first element that the next vector instruction works on."""
        return self.csr[SLOT["vstart"]]

    @property
    def vlmax(self) -> int:
        """Elements that fit a register group."""
        return 16 * self.lmul // self.sew

    def vector_done(self) -> None:
        """Every vector instruction ends with vstart = 0."""
        self.csr[SLOT["vstart"]] = 0

    def vector_begins(self, kind: str) -> None:
        """Called before vector instructions of a kind: where a core has errata."""

    def extended(self, element: int) -> int:
        """What vmv.x.s makes of a signed element of SEW bits: where a core has errata."""
        return element

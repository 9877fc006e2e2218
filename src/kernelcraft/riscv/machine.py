"""The state that every RISC-V core has, and what its instructions share: jumps, memory, traps."""

from __future__ import annotations

from typing import NoReturn

from kernelcraft.riscv.csrs import SLOT, SLOTS
from kernelcraft.riscv.memory import (
    HEAD,
    MOST_WINDOWS,
    READ,
    REGION,
    WINDOW,
    WRITE,
    deposit,
    enter,
    fetch,
    place,
    stored_word,
)
from kernelcraft.sim.machine import Machine, Memory, RegisterFile, Scalar

VLENB = 16
MISALIGNED_FETCH, ILLEGAL, LOAD_FAULT, STORE_FAULT, ECALL = 0, 2, 5, 7, 11  # causes of traps
UNHANDLED = " (trap {cause}; no handler: mtvec is 0)"


class RiscV(Machine):
    """RV32 with float and vector registers; addresses count bytes.

    `memory` holds all regions one after the other, `regions` says where they are (memory.py).
    """

    title = "RISC-V"

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

    def legal_if(self, condition: bool, reason: str, value: int = 0) -> None:
        """Trap as an illegal instruction unless `condition` holds."""
        if condition:
            return
        self.illegal(reason, value)

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

    # Memory.

    def source(self, address: int, size: int) -> int:
        """The offset in `memory` of bytes that are read."""
        offset = place(self.regions.array, self.regions.size, address, size, READ)
        if offset < 0:
            self.trap(LOAD_FAULT, address, "load from {value:#x}, where no memory is")
        return self.memory.reads(offset, size)

    def target(self, address: int, size: int) -> int:
        """The offset in `memory` of bytes that are written."""
        offset = place(self.regions.array, self.regions.size, address, size, WRITE)
        if offset < 0:
            self.trap(STORE_FAULT, address, "store to {value:#x}, where nothing can be written")
        return self.memory.writes(offset, size)

    def load(self, address: int, size: int) -> int:
        """`size` bytes as an unsigned number."""
        return fetch(self.memory.array, self.source(address, size), size)

    def store(self, address: int, size: int, value: int) -> None:
        """The lowest `size` bytes of `value`."""
        deposit(self.memory.array, self.target(address, size), size, value)


def signed(value: int, bits: int = 32) -> int:
    """An unsigned value of `bits` bits as two's complement."""
    return value - ((value >> (bits - 1) & 1) << bits)


def wrapped(address: int) -> int:
    """An address modulo 2^32."""
    return address & 0xFFFF_FFFF

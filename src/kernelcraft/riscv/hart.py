"""What the instructions of every RISC-V core work on, whatever the width of its registers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, NoReturn

from kernelcraft.riscv.memory import READ, WRITE, deposit, fetch, place
from kernelcraft.sim.machine import Machine, Memory, RegisterFile, Scalar
from kernelcraft.sim.symbolic.graph import Symbol

LOAD_MISALIGNED, LOAD_FAULT, STORE_MISALIGNED, STORE_FAULT = 4, 5, 6, 7  # causes of traps
LOW = 0xFFFF_FFFF  # the lower 32 bits


class Numbers:
    """What a register of `xlen` bits holds; those of 64 bits read as signed, of 32 as unsigned."""

    xlen: ClassVar[int]

    def signed(self, value: int) -> int:
        """A register's value as a signed number."""
        return signed(value) if self.xlen == 32 else value

    def below(self, a: int, b: int) -> bool:
        """Whether a < b as unsigned numbers."""
        return a < b if self.xlen == 32 else (a < b) ^ (a ^ b < 0)

    def wrapped(self, value: int) -> int:
        """A number as a register would hold it: an address, an immediate."""
        return wrapped(value) if self.xlen == 32 else value

    def shifted_right(self, value: int, count: int) -> int:
        """Shifted by count < xlen, filled with zeros."""
        return value >> count if self.xlen == 32 else value >> count & ~(-2 << 63 - count)


class Hart(Numbers, Machine):
    """Registers of `xlen` bits and a memory of bytes; a subclass declares them and its traps.

    `memory` holds all regions one after the other, `regions` says where they are (memory.py).
    """

    symbolic = "kernelcraft.riscv.symbolic"
    misaligned: ClassVar[bool] = True  # whether accesses may lie at any address
    counters: ClassVar[Mapping[str, int]] = {}  # CSRs that count, and their place

    x: RegisterFile
    f: RegisterFile
    csr: RegisterFile
    counter_offset: RegisterFile  # what a program's writes added to the counters
    raised: Memory  # the flags of the last operation on doubles
    memory: Memory
    regions: Memory
    reserved: Scalar  # the address that lr has reserved, or -1

    # Control.

    @property
    def address(self) -> int:
        """The address of this instruction."""
        raise NotImplementedError

    @property
    def length(self) -> int:
        """The bytes of this instruction."""
        assert self.instruction is not None
        return self.instruction.size

    @property
    def following(self) -> int:
        """The address of the instruction after this one."""
        return self.address + self.length

    def go(self, target: int) -> None:
        """Continue at an address."""
        raise NotImplementedError

    def trap(self, cause: int, value: int, reason: str) -> NoReturn:
        """End this body with a trap; where nobody handles it, with the sentence `reason`."""
        raise NotImplementedError

    def illegal(self, reason: str, value: int = 0) -> NoReturn:
        """Trap as an illegal instruction."""
        raise NotImplementedError

    def legal_if(self, condition: bool, reason: str, value: int = 0) -> None:
        """Trap as an illegal instruction unless `condition` holds."""
        if condition:
            return
        self.illegal(reason, value)

    # Control and status registers.

    def csr_slot(self, number: int) -> int:
        """The slot of a CSR, or -1 for a number that there is not."""
        raise NotImplementedError

    def csr_mask(self, slot: int) -> int:
        """The bits of a CSR that can be written."""
        raise NotImplementedError

    # Memory.

    def source(self, address: int, size: int) -> int:
        """The offset in `memory` of bytes that are read."""
        if not self.misaligned and size > 1 and address & size - 1 != 0:
            self.trap(LOAD_MISALIGNED, address, MISALIGNED.format("load from", size))
        offset = place(self.regions.array, self.regions.size, address, size, READ)
        if offset < 0:
            self.trap(LOAD_FAULT, address, "load from {value:#x}, where no memory is")
        return self.memory.reads(offset, size)

    def target(self, address: int, size: int) -> int:
        """The offset in `memory` of bytes that are written."""
        if not self.misaligned and size > 1 and address & size - 1 != 0:
            self.trap(STORE_MISALIGNED, address, MISALIGNED.format("store to", size))
        offset = place(self.regions.array, self.regions.size, address, size, WRITE)
        if offset < 0:
            self.trap(STORE_FAULT, address, "store to {value:#x}, where nothing can be written")
        return self.memory.writes(offset, size)

    def load(self, address: int, size: int) -> int:
        """`size` bytes as an unsigned number; 8 as a signed one."""
        self.accessed(address, size)
        return fetch(self.memory.array, self.source(address, size), size)

    def store(self, address: int, size: int, value: int) -> None:
        """The lowest `size` bytes of `value`."""
        self.accessed(address, size)
        deposit(self.memory.array, self.target(address, size), size, value)

    def accessed(self, address: int, size: int) -> None:
        """Called with every access, for models of time."""

    # Single precision in registers of 64 bits: the upper half is all ones, else it is a NaN.

    def single(self, index: int) -> int:
        """The 32 bits of a float register as an operand."""
        value = self.f[index]
        if self.xlen == 32:
            return value
        return QUIET + ((value & LOW) - QUIET) * (value >> 32 == -1)

    def set_single(self, index: int, bits: int) -> None:
        """Put 32 bits into a float register."""
        self.f[index] = bits if self.xlen == 32 else bits | -1 << 32


QUIET = 0x7FC0_0000  # the NaN that stands for a value that is not boxed
MISALIGNED = "{} {{value:#x}}, which is no multiple of {}"


def signed(value: int, bits: int = 32) -> int:
    """An unsigned value of `bits` bits as two's complement."""
    if isinstance(value, Symbol):
        return value.signed(bits)
    return value - ((value >> (bits - 1) & 1) << bits)


def wrapped(address: int) -> int:
    """An address modulo 2^32."""
    return address & LOW

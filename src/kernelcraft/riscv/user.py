"""RV64GC as a program without privileges sees it: no traps, code of 16 and 32 bits, doubles."""

from __future__ import annotations

from typing import NoReturn

from kernelcraft.isa.extension import Extension
from kernelcraft.riscv.hart import Hart
from kernelcraft.riscv.memory import REGION
from kernelcraft.sim.machine import Array, Memory, Parameter, RegisterFile, Scalar
from kernelcraft.sim.routine import routine

NOWHERE = -1  # no instruction begins there
user_system = Extension("user")


@routine("int64_t address_at(const int64_t *places, int64_t operation)")
def address_at(places: Array, operation: int) -> int:
    """The address of an operation."""
    return int(places[operation])


@routine("int64_t operation_at(const int64_t *entries, int64_t count, int64_t offset)")
def operation_at(entries: Array, count: int, offset: int) -> int:
    """The operation that begins `offset` bytes after the start of code, or -1."""
    if not 0 <= offset < 2 * count or offset & 1:
        return NOWHERE
    return int(entries[offset >> 1])


class User64(Hart):
    """RV64 with float registers of 64 bits; whatever would trap ends the run with a sentence.

    `entries` has the operation at every second byte of code, `places` the address of each.
    """

    title = "RV64GC"
    xlen = 64

    x = RegisterFile(32, 64, zero=0)
    f = RegisterFile(32, 64)
    csr = RegisterFile(2, 32)  # fflags and frm, which fcsr is made of
    reserved = Scalar(64, reset=(1 << 64) - 1)
    raised = Memory("int64", lambda p: 1, "flags of the last operation", recorded=False)
    memory = Memory("uint8", lambda p: p["memory_bytes"], "memory", recorded=False)
    regions = Memory("int64", lambda p: p["regions"] * REGION, "memory map", recorded=False)
    entries = Memory("int64", lambda p: p["code_bytes"] // 2, "code", recorded=False)
    places = Memory("int64", lambda p: p["code_bytes"] // 2 + 1, "addresses", recorded=False)

    code_start = Parameter()

    @property
    def address(self) -> int:
        """The address of this instruction."""
        return address_at(self.places.array, self.pc)

    def go(self, target: int) -> None:
        """Continue at an address, where an instruction must begin."""
        operation = operation_at(self.entries.array, self.entries.size, target - self.code_start)
        self.check(operation >= 0, "jump to {address:#x}, where no code is", address=target)
        self.jump(operation)

    def trap(self, cause: int, value: int, reason: str) -> NoReturn:
        """The run ends with the sentence `reason`."""
        self.check(False, reason, value=value)
        self.leave()

    def illegal(self, reason: str, value: int = 0) -> NoReturn:
        """The run ends with the sentence `reason`."""
        self.check(False, reason, value=value)
        self.leave()

    def csr_slot(self, number: int) -> int:
        """fflags 1, frm 2 and fcsr 3 have slots 0, 1 and 2; there are no others."""
        return number * ((number >= 1) & (number <= 3)) - 1

    def csr_mask(self, slot: int) -> int:
        """Five flags, three bits of rounding mode."""
        return 0x1F - 0x18 * slot


@user_system.instruction("ecall", "0*25 1110011", unit="system")
def ecall(m: Hart) -> None:
    """Call an operating system: there is none, so the run ends with a fault."""
    m.check(False, "ecall: there is no operating system to call")


@user_system.instruction("ebreak", "0*11 1 0*13 1110011", unit="system")
def ebreak(m: Hart) -> None:
    """End with a fault: how a program says that it went wrong."""
    m.check(False, "the program stopped itself with an error")


@user_system.instruction("fence.i", "0*17 001 0*5 0001111", unit="system")
def fence_i(m: Hart) -> None:
    """Fetch anew what was stored; code is decoded when it is loaded, so it cannot have changed."""


@user_system.instruction(".word word", "word", unit="system")
def unknown(m: Hart, word: int) -> None:
    """32 bits that are no instruction: the run ends with a fault."""
    m.check(False, "this word is no instruction")


@user_system.instruction(".half half", "half", unit="system")
def unknown_half(m: Hart, half: int) -> None:
    """16 bits that are no instruction: the run ends with a fault."""
    m.check(False, "these 16 bits are no instruction")

"""Zicsr, Zifencei and the privileged instructions that a bare core has."""

from __future__ import annotations

from collections.abc import Callable

from kernelcraft.isa.extension import Extension
from kernelcraft.riscv.csrs import READ_ONLY, SLOT
from kernelcraft.riscv.hart import Hart
from kernelcraft.riscv.machine import ECALL, ILLEGAL, RiscV

zicsr = Extension("Zicsr")
system = Extension("system")

Combine = Callable[[int, int], int]


def _counter(m: Hart, which: int) -> int:
    now = m.cycles if which == 0 else m.instructions - 1
    return now + m.counter_offset[which]


def read(m: Hart, slot: int) -> int:
    """The value of a CSR."""
    if slot == SLOT["fcsr"]:
        return m.csr[SLOT["fflags"]] | m.csr[SLOT["frm"]] << 5
    for name, which in m.counters.items():
        if slot == SLOT[name]:
            return _counter(m, which) & 0xFFFF_FFFF
        if slot == SLOT[f"{name}h"]:
            return _counter(m, which) >> 32 & 0xFFFF_FFFF
    return m.csr[slot]


def write(m: Hart, slot: int, value: int) -> None:
    """Set the bits of a CSR that can be written."""
    if slot == SLOT["fcsr"]:
        m.csr[SLOT["fflags"]] = value & 0x1F
        m.csr[SLOT["frm"]] = value >> 5 & 7
        return
    for name, which in m.counters.items():
        if slot == SLOT[name]:
            _set_counter(m, which, value, 0)
            return
        if slot == SLOT[f"{name}h"]:
            _set_counter(m, which, value, 32)
            return
    mask = m.csr_mask(slot)
    m.csr[slot] = m.csr[slot] & ~mask | value & mask


def _set_counter(m: Hart, which: int, value: int, shift: int) -> None:
    now = _counter(m, which)
    half = now >> shift & 0xFFFF_FFFF
    m.counter_offset[which] = m.counter_offset[which] + (value - half << shift)


def _exchange(m: Hart, rd: int, csr: int, value: int, combine: Combine, writes: bool) -> None:
    slot = m.csr_slot(csr)
    if slot < 0:
        m.trap(ILLEGAL, 0, "there is no such CSR")
    if writes:
        if csr >= READ_ONLY:
            m.trap(ILLEGAL, 0, "this CSR can only be read")
        old = read(m, slot)
        write(m, slot, combine(old, value))
        m.x[rd] = old
    else:
        m.x[rd] = read(m, slot)


def _csr(name: str, three: str, combine: Combine, always: bool, text: str) -> None:
    def register(m: Hart, rd: int, csr: int, rs1: int) -> None:
        _exchange(m, rd, csr, m.x[rs1], combine, True if always else rs1 != 0)

    def immediate(m: Hart, rd: int, csr: int, uimm: int) -> None:
        _exchange(m, rd, csr, uimm, combine, True if always else uimm != 0)

    register.__doc__ = f"x[rd] = CSR; {text.format('x[rs1]')}."
    immediate.__doc__ = f"x[rd] = CSR; {text.format('uimm')}."
    bits = "csr {} {}{} rd 1110011"
    zicsr.instruction(f"{name} rd, csr, rs1", bits.format("rs1", 0, three), unit="csr")(register)
    zicsr.instruction(f"{name}i rd, csr, uimm", bits.format("uimm", 1, three), unit="csr")(
        immediate
    )


_csr("csrrw", "01", lambda old, new: new, True, "CSR = {}")
_csr("csrrs", "10", lambda old, new: old | new, False, "CSR = CSR | {}, unless that is zero")
_csr("csrrc", "11", lambda old, new: old & ~new, False, "CSR = CSR & ~{}, unless that is zero")


@system.instruction("fence.i", "0*17 001 0*5 0001111", unit="system")
def fence_i(m: RiscV) -> None:
    """Fetch anew what was stored; code is decoded when it is loaded, so it cannot have changed."""


@system.instruction("ecall", "0*25 1110011", unit="system")
def ecall(m: RiscV) -> None:
    """Trap to mtvec with mcause 11."""
    m.trap(ECALL, 0, "ecall")


@system.instruction("ebreak", "0*11 1 0*13 1110011", unit="system")
def ebreak(m: RiscV) -> None:
    """Halt with a fault: how a program says that it went wrong."""
    m.check(
        False,
        "the program stopped itself with an error (mcause {cause}, mepc {mepc:#x})",
        cause=m.csr[SLOT["mcause"]],
        mepc=m.csr[SLOT["mepc"]],
    )


@system.instruction("mret", "0011000 00010 0*5 000 0*5 1110011", unit="system")
def mret(m: RiscV) -> None:
    """Return from a trap: go on at mepc."""
    m.go(m.csr[SLOT["mepc"]] & ~1)


@system.instruction("wfi", "0001000 00101 0*5 000 0*5 1110011", unit="system")
def wfi(m: RiscV) -> None:
    """Wait for an interrupt; there are none here, so the run ends with a fault."""
    m.check(False, "it waits for an interrupt, and none will come")


@system.instruction(".word word", "word", unit="system")
def unknown(m: RiscV, word: int) -> None:
    """A word that is no instruction: trap with mcause 2, mtval the word."""
    m.illegal("this word is no instruction")

"""Control and status registers: number, which bits a program can write, value after reset.

Source of the list: reference machine's register table; all other numbers trap.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelcraft.sim.routine import routine

READ_ONLY = 0xC00  # numbers from here on: a write traps


@dataclass(frozen=True)
class Csr:
    """`writable` is a mask of bits; the others keep their value."""

    name: str
    number: int
    writable: int = 0
    reset: int = 0


ALL = 0xFFFF_FFFF
CSRS = (
    Csr("fflags", 0x001, 0x1F),
    Csr("frm", 0x002, 0x7),
    Csr("fcsr", 0x003, 0xFF),
    Csr("vstart", 0x008, 0x7F),
    Csr("vxsat", 0x009, 0x1),
    Csr("vxrm", 0x00A, 0x3),
    Csr("mstatus", 0x300, 0x1888, 0x1800),  # MIE, MPIE, MPP; assumed
    Csr("misa", 0x301, 0, 0x4020_1120),  # RV32 with F, I, M, V; assumed
    Csr("mie", 0x304, ALL),
    Csr("mtvec", 0x305, ALL),
    Csr("mscratch", 0x340, ALL),
    Csr("mepc", 0x341, ALL),
    Csr("mcause", 0x342, ALL),
    Csr("mtval", 0x343, ALL),
    *(Csr(f"mcontext{index}", 0x7C0 + index, ALL) for index in range(8)),
    Csr("mpc", 0x7E0, ALL),
    Csr("msp", 0x7E1, ALL),
    Csr("mcycle", 0xB00, ALL),
    Csr("minstret", 0xB02, ALL),
    Csr("mcycleh", 0xB80, ALL),
    Csr("minstreth", 0xB82, ALL),
    Csr("vl", 0xC20),
    Csr("vtype", 0xC21, 0, 1 << 31),  # vill
    Csr("vlenb", 0xC22, 0, 16),
    Csr("mvendorid", 0xF11, 0, 0x426),
    Csr("marchid", 0xF12),
    Csr("mimpid", 0xF13),
    Csr("mhartid", 0xF14),
    Csr("kisa", 0xFC0),
    *(Csr(f"kscm{index}", 0xFC4 + index * 4) for index in range(5)),
)
SLOT = {csr.name: slot for slot, csr in enumerate(CSRS)}
SLOTS = len(CSRS)
_SLOTS = {csr.number: slot for slot, csr in enumerate(CSRS)}


def prelude() -> str:
    """C: the slot of every CSR number (-1 for none) and the writable bits of every slot."""
    table = ", ".join(str(csr_slot(number)) for number in range(4096))
    masks = ", ".join(f"{csr.writable:#x}u" for csr in CSRS)
    return (
        f"static const int16_t csr_slots[4096] = {{{table}}};\n"
        f"static const uint32_t csr_masks[{SLOTS}] = {{{masks}}};\n"
    )


@routine("int64_t csr_slot(int64_t number)")
def csr_slot(number: int) -> int:
    """The slot of a CSR, or -1 for a number that there is not."""
    return _SLOTS.get(number, -1)


@routine("int64_t csr_mask(int64_t slot)")
def csr_mask(slot: int) -> int:
    """The bits of a CSR that can be written."""
    return CSRS[slot].writable

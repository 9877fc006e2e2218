"""Pseudo-instructions of RV64GC: those of RV32, and what 64 bits and doubles add."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kernelcraft.isa.gnu.faults import Wrong
from kernelcraft.isa.pseudo import Constant, Pseudo
from kernelcraft.riscv.pseudo import LOADS, PLAIN, STORES, WITH_IMMEDIATE, plain, shared

ADDED = """
call 1: jal ra, {0}
call 2: jal {0}, {1}
tail 1: jal zero, {0}
jump 2: jal zero, {0}
sext.w 2: addiw {0}, {1}, 0
sext.b 2: slli {0}, {1}, 56; srai {0}, {0}, 56
sext.h 2: slli {0}, {1}, 48; srai {0}, {0}, 48
zext.h 2: slli {0}, {1}, 48; srli {0}, {0}, 48
zext.w 2: slli {0}, {1}, 32; srli {0}, {0}, 32
negw 2: subw {0}, zero, {1}
fmv.d 2: fsgnj.d {0}, {1}, {1}
fabs.d 2: fsgnjx.d {0}, {1}, {1}
fneg.d 2: fsgnjn.d {0}, {1}, {1}
fgt.d 3: flt.d {0}, {2}, {1}
fge.d 3: fle.d {0}, {2}, {1}
"""  # a linker makes jumps of calls to code as near as all code is here, and so do we
LOADS64 = (*LOADS, "lwu", "ld")
STORES64 = (*STORES, "sd", "fld", "fsd")
IMMEDIATE64 = {
    **{name: real for name, real in WITH_IMMEDIATE.items() if name != "ror"},
    **{"addw": "addiw", "sllw": "slliw", "srlw": "srliw", "sraw": "sraiw"},
}
ATOMIC = (
    "amoswap",
    "amoadd",
    "amoxor",
    "amoand",
    "amoor",
    "amomin",
    "amomax",
    "amominu",
    "amomaxu",
)
ORDERS = ("aq", "rl", "aqrl")


def _li(operands: Sequence[str], constant: Constant) -> Sequence[str] | None:
    if len(operands) != 2:
        return None
    rd, value = operands[0], constant(operands[1])
    if not -(1 << 63) <= value < 1 << 64:
        raise Wrong(f"{value} does not fit 64 bits")
    return list(_loaded(rd, (value + (1 << 63)) % (1 << 64) - (1 << 63)))


def _loaded(rd: str, value: int) -> Iterator[str]:
    """The shortest of: 32 bits at once, or upper bits first, then shifted and added to."""
    low = (value + 2048) % 4096 - 2048
    if -(1 << 31) <= value < 1 << 31:
        high = (value - low >> 12) % (1 << 20)
        if high:
            yield f"lui {rd}, {high}"
        if low or not high:
            upper = (high ^ 1 << 19) - (1 << 19) << 12
            add = "addi" if upper + low == value else "addiw"
            yield f"{add} {rd}, {rd if high else 'zero'}, {low}"
        return
    rest = value - low >> 12
    rest = (rest + (1 << 51)) % (1 << 52) - (1 << 51)
    zeros = (rest & -rest).bit_length() - 1
    yield from _loaded(rd, rest >> zeros)
    yield f"slli {rd}, {rd}, {12 + zeros}"
    if low:
        yield f"addi {rd}, {rd}, {low}"


def _ordered(name: str, order: str) -> Pseudo:
    """`amoadd.w.aq` is `amoadd.w` with one operand more."""

    def expand(operands: Sequence[str], constant: Constant) -> Sequence[str] | None:
        return [f"{name} {', '.join((*operands, order))}"]

    return expand


PSEUDOS64: dict[str, Pseudo] = {
    **plain(PLAIN + ADDED),
    **shared(LOADS64, STORES64, IMMEDIATE64),
    "li": _li,
    **{
        f"{name}.{width}.{order}": _ordered(f"{name}.{width}", order)
        for name in (*ATOMIC, "lr", "sc")
        for width in "wd"
        for order in ORDERS
    },
}

"""A: atomic memory operations, for one hart: nobody else writes between a load and its store."""

from __future__ import annotations

from collections.abc import Callable

from kernelcraft.isa.extension import Extension
from kernelcraft.riscv.hart import LOW, Hart, signed

rv64a = Extension("A")
NOTHING = -1  # no address is reserved
UNIT = "atomic"


def _loaded(m: Hart, address: int, size: int) -> int:
    return signed(m.load(address, size)) if size == 4 else m.load(address, size)


def _operation(name: str, five: str, operation: Callable[[Hart, int, int], int], text: str) -> None:
    for letter, three, size in (("w", "010", 4), ("d", "011", 8)):
        body = _exchange(operation, size)
        body.__doc__ = f"x[rd] = the {8 * size} bits at x[rs1]; {text} is stored there."
        rv64a.instruction(
            f"{name}.{letter} rd, rs2, (rs1)[, order]",
            f"{five} order rs2 rs1 {three} rd 0101111",
            unit=UNIT,
        )(body)


def _exchange(operation: Callable[[Hart, int, int], int], size: int) -> Callable[..., None]:
    def body(m: Hart, rd: int, rs1: int, rs2: int, order: int) -> None:
        address = m.x[rs1]
        m.target(address, size)
        old = _loaded(m, address, size)
        new = signed(m.x[rs2] & LOW) if size == 4 else m.x[rs2]
        m.store(address, size, operation(m, old, new))
        m.x[rd] = old

    return body


_operation("amoswap", "00001", lambda m, a, b: b, "x[rs2]")
_operation("amoadd", "00000", lambda m, a, b: a + b, "the sum with x[rs2]")
_operation("amoxor", "00100", lambda m, a, b: a ^ b, "the exclusive or with x[rs2]")
_operation("amoand", "01100", lambda m, a, b: a & b, "the bitwise and with x[rs2]")
_operation("amoor", "01000", lambda m, a, b: a | b, "the bitwise or with x[rs2]")
_operation("amomin", "10000", lambda m, a, b: b ^ (a ^ b) * (a < b), "the smaller of it and x[rs2]")
_operation("amomax", "10100", lambda m, a, b: a ^ (a ^ b) * (a < b), "the larger of it and x[rs2]")
_operation(
    "amominu",
    "11000",
    lambda m, a, b: b ^ (a ^ b) * m.below(a, b),
    "the smaller of it and x[rs2] as unsigned numbers",
)
_operation(
    "amomaxu",
    "11100",
    lambda m, a, b: a ^ (a ^ b) * m.below(a, b),
    "the larger of it and x[rs2] as unsigned numbers",
)


def _reserve(letter: str, three: str, size: int) -> None:
    def load(m: Hart, rd: int, rs1: int, order: int) -> None:
        address = m.x[rs1]
        m.x[rd] = _loaded(m, address, size)
        m.reserved = address

    def store(m: Hart, rd: int, rs1: int, rs2: int, order: int) -> None:
        address = m.x[rs1]
        kept = m.reserved == address
        m.target(address, size)
        m.accessed(address, size)
        m.reserved = NOTHING
        if kept:
            m.store(address, size, m.x[rs2])
            m.x[rd] = 0
        else:
            m.x[rd] = 1

    load.__doc__ = f"x[rd] = the {8 * size} bits at x[rs1], whose address is reserved."
    store.__doc__ = (
        "Store x[rs2] at x[rs1] if that address is reserved; x[rd] = 0 if it was, else 1. "
        "Nothing is reserved afterwards."
    )
    rv64a.instruction(
        f"lr.{letter} rd, (rs1)[, order]", f"00010 order 00000 rs1 {three} rd 0101111", unit=UNIT
    )(load)
    rv64a.instruction(
        f"sc.{letter} rd, rs2, (rs1)[, order]",
        f"00011 order rs2 rs1 {three} rd 0101111",
        unit=UNIT,
    )(store)


_reserve("w", "010", 4)
_reserve("d", "011", 8)

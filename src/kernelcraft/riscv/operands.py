"""The operands of RISC-V instructions, and the units that carry instructions out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from kernelcraft.isa.operand import (
    Flag,
    Immediate,
    Named,
    Numbers,
    Operand,
    Register,
    RegisterNames,
)
from kernelcraft.riscv.csrs import CSRS
from kernelcraft.riscv.vtype import VectorType

X_NAMES = (
    *("zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1"),
    *(f"a{index}" for index in range(8)),
    *(f"s{index}" for index in range(2, 12)),
    *("t3", "t4", "t5", "t6"),
)
F_NAMES = (
    *(f"ft{index}" for index in range(8)),
    *("fs0", "fs1"),
    *(f"fa{index}" for index in range(8)),
    *(f"fs{index}" for index in range(2, 12)),
    *("ft8", "ft9", "ft10", "ft11"),
)
X_ALIASES = (*((name, index) for index, name in enumerate(X_NAMES)), ("fp", 8))
F_ALIASES = tuple((name, index) for index, name in enumerate(F_NAMES))

ROUNDING = (("rne", 0), ("rtz", 1), ("rdn", 2), ("rup", 3), ("rmm", 4), ("dyn", 7))
DYNAMIC = 7


def _order(value: int) -> str:
    """A fence's set of accesses, such as `rw`."""
    return "".join(letter for bit, letter in zip((8, 4, 2, 1), "iorw", strict=True) if value & bit)


_ORDERS = tuple((_order(value), value) for value in range(1, 16))


def _x(name: str, doc: str) -> Register:
    return Register(name, 5, doc, file="x", count=32, aliases=X_ALIASES)


def _f(name: str, doc: str) -> Register:
    return Register(name, 5, doc, file="f", count=32, aliases=F_ALIASES)


def _v(name: str, doc: str) -> Register:
    return Register(name, 5, doc, file="v", count=32)


INTEGER: tuple[Operand, ...] = (
    _x("rd", "integer destination"),
    _x("rs1", "first integer source"),
    _x("rs2", "second integer source"),
    Immediate("imm", 12, "signed number", signed=True),
    Immediate("imm20", 20, "upper 20 bits"),
    Immediate("shamt", 5, "bits to shift by"),
    Immediate("branch", 13, "bytes from this instruction", signed=True, step=2, relative=True),
    Immediate("jump", 21, "bytes from this instruction", signed=True, step=2, relative=True),
    Immediate("word", 32, "a word that is no instruction", signed=True),
    Named("pred", 4, "what comes before", noun="a set such as rw", names=_ORDERS),
    Named("succ", 4, "what comes after", noun="a set such as rw", names=_ORDERS),
    Named(
        "csr",
        12,
        "control and status register",
        noun="a CSR",
        names=tuple((csr.name, csr.number) for csr in CSRS),
    ),
    Immediate("uimm", 5, "number 0..31"),
    Immediate("kind", 2, "how the number is shown", default=0),
)
FLOAT: tuple[Operand, ...] = (
    _f("fd", "float destination"),
    _f("fs1", "first float source"),
    _f("fs2", "second float source"),
    _f("fs3", "third float source"),
    Named("rm", 3, "rounding mode", noun="a rounding mode", names=ROUNDING, default=DYNAMIC),
)
ORDERS = (("none", 0), ("rl", 1), ("aq", 2), ("aqrl", 3))
USER_CSRS = (("fflags", 1), ("frm", 2), ("fcsr", 3))


def _wide(operand: Operand) -> Operand:
    """An operand of RV32 as it is in RV64 without machine mode."""
    if operand.name == "shamt":
        return replace(operand, width=6)
    if isinstance(operand, Named) and operand.name == "csr":
        return replace(operand, names=USER_CSRS)
    return operand


@dataclass(frozen=True)
class NonZero(Immediate):
    """A number that is not 0: with 0 in its place the bits are reserved."""

    @property
    def allowed(self) -> Sequence[int]:
        """All but 0."""
        return [value for value in self.values if value]

    def decoded(self, codes: Numbers) -> Numbers:
        """No value for 0."""
        return np.where(codes == 0, self.values[-1] + 1, codes)


@dataclass(frozen=True)
class Unknown(Immediate):
    """Bits that are no instruction; `some` of them are examples, which all have texts."""

    some: range = range(0)

    @property
    def allowed(self) -> Sequence[int]:
        """The examples."""
        return self.some


UNKNOWN_WORDS = range(0x3F, 0x7FFF_FFFF, 1 << 25)  # longer than 32 bits, in other cores
UNKNOWN_HALVES = range(0x8000, 0xA000, 4)  # reserved
INTEGER64: tuple[Operand, ...] = (
    *(_wide(each) for each in INTEGER if each.name not in ("kind", "word")),
    Unknown("word", 32, "32 bits that are no instruction", signed=True, some=UNKNOWN_WORDS),
    Immediate("shamt5", 5, "bits to shift by, in 32"),
    Unknown("half", 16, "16 bits that are no instruction", some=UNKNOWN_HALVES),
    Named("order", 2, "acquire, release", noun="aq, rl or aqrl", names=ORDERS, default=0),
)
FLOAT64: tuple[Operand, ...] = (
    *FLOAT,
    Named("unrounded", 3, "mode of no effect", noun="a mode", names=ROUNDING, default=0),
)


def _short(name: str, doc: str, file: str) -> RegisterNames:
    """One of the eight registers 8 to 15, in three bits."""
    names = X_NAMES if file == "x" else F_NAMES
    plain = tuple(f"{file}{index}" for index in range(8, 16))
    noun = f"one of {names[8]}, {names[9]}, {names[10]}..{names[15]}"
    numbers = tuple(range(8, 16))
    every = (*names[8:16], *plain, *(("fp",) if file == "x" else ()))
    more = (*numbers, *numbers, *((8,) if file == "x" else ()))
    return RegisterNames(name, 3, doc, noun, every, more, tuple(each - 8 for each in more))


def _some(name: str, doc: str) -> Register:
    return Register(name, 5, doc, file="x", count=32, low=1, aliases=X_ALIASES[1:])


def _scaled(name: str, width: int, step: int, low: int = 0) -> Immediate:
    """An unsigned offset of `width` bits, a multiple of `step`."""
    return Immediate(name, width, f"a multiple of {step}", step=step, low=low)


COMPRESSED: tuple[Operand, ...] = (
    _short("rds", "integer register 8..15, destination", "x"),
    _short("rs1s", "integer register 8..15, first source", "x"),
    _short("rs2s", "integer register 8..15, second source", "x"),
    _short("fds", "float register 8..15, destination", "f"),
    _short("fs2s", "float register 8..15, source", "f"),
    _some("rdn", "integer destination, not zero"),
    _some("rs1n", "first integer source, not zero"),
    _some("rs2n", "second integer source, not zero"),
    RegisterNames(
        "rdu",
        5,
        "integer destination, neither zero nor sp",
        "a register, neither zero nor sp",
        (*X_NAMES[1:2], *X_NAMES[3:], "fp", "x1", *(f"x{index}" for index in range(3, 32))),
        (1, *range(3, 32), 8, 1, *range(3, 32)),
    ),
    Immediate("imm6", 6, "signed number", signed=True),
    NonZero("upper", 6, "upper bits, sign-extended; not 0", signed=True),
    Immediate("shamtn", 6, "bits to shift by", low=1),
    _scaled("frame", 10, 4, low=4),
    NonZero("adjust", 10, "a multiple of 16, not 0", signed=True, step=16),
    _scaled("offset7", 7, 4),
    _scaled("offset8", 8, 8),
    _scaled("stack8", 8, 4),
    _scaled("stack9", 9, 8),
    Immediate("near", 9, "bytes from this instruction", signed=True, step=2, relative=True),
    Immediate("nearby", 12, "bytes from this instruction", signed=True, step=2, relative=True),
)
VECTOR: tuple[Operand, ...] = (
    _v("vd", "vector destination"),
    _v("vs1", "first vector source"),
    _v("vs2", "second vector source"),
    _v("vs3", "vector that is stored"),
    Flag("vm", 1, "v0.t: only the elements whose bit in v0 is 1", word="v0.t", default=1),
    Immediate("simm5", 5, "signed number", signed=True),
    Immediate("uimm5", 5, "unsigned number"),
    VectorType("vtype", 11, "element width, register group and policies"),
    VectorType("vtype10", 10, "element width, register group and policies"),
)

SCALAR_UNITS = ("alu", "branch", "mul", "div", "load", "store", "csr", "system", "fpu", "fdiv")
UNITS = {
    "alu": "integer arithmetic",
    "branch": "jumps and branches",
    "mul": "integer multiplier",
    "div": "integer divider",
    "load": "loads",
    "store": "stores",
    "csr": "control and status registers",
    "system": "fences, traps, the end",
    "fpu": "floating-point arithmetic",
    "fdiv": "floating-point division and square root",
    "vset": "vector configuration",
    "vload": "vector loads",
    "vstore": "vector stores",
    "valu": "vector arithmetic",
    "vmul": "vector multiplier",
    "vdiv": "vector divider",
    "vpermute": "vector permutation, reduction and comparison",
}

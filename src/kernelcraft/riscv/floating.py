"""F and D: registers hold bit patterns, flags collect in fflags; RV32 has F, RV64 both."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kernelcraft.isa.extension import Extension
from kernelcraft.riscv import softfloat as soft
from kernelcraft.riscv.csrs import SLOT
from kernelcraft.riscv.hart import LOW, Hart, signed
from kernelcraft.riscv.operands import DYNAMIC

rv32f, rv64f, rv64d = Extension("F"), Extension("F"), Extension("D")
FLAGS = SLOT["fflags"]


def _mode(m: Hart, rm: int) -> int:
    """The rounding mode of an instruction; one that there is not traps."""
    mode = rm + (m.csr[SLOT["frm"]] - rm) * (rm == DYNAMIC)
    m.legal_if(mode <= 4, "{value} is no rounding mode", mode)
    return mode


def _flagged(m: Hart, result: int) -> int:
    """Collect the flags of a result; gives its 32 bits."""
    m.csr[FLAGS] = m.csr[FLAGS] | result >> 32
    return result & LOW


Operation = Callable[..., int]
"""A routine of softfloat.py, called with the machine before its operands; collects the flags."""


def _single(routine: Operation) -> Operation:
    """Of a routine that gives 32 bits with the flags above them."""
    return lambda m, *operands: _flagged(m, routine(*operands))


def _double(routine: Operation) -> Operation:
    """Of a routine that gives 64 bits and puts its flags aside."""

    def operation(m: Hart, *operands: int) -> int:
        result = routine(m.raised.array, *operands)
        m.csr[FLAGS] = m.csr[FLAGS] | m.raised[0]
        return result

    return operation


@dataclass(frozen=True)
class Precision:
    """A format with its arithmetic: `code` is its two bits in an instruction."""

    letter: str
    code: str
    extensions: tuple[Extension, ...]
    sign: int
    read: Callable[[Hart, int], int]
    write: Callable[[Hart, int, int], None]
    add: Operation
    mul: Operation
    div: Operation
    sqrt: Operation
    fma: Operation
    choose: Operation
    compare: Operation
    to_int: Operation
    to_long: Operation
    classify: Callable[[int], int]


def _write_double(m: Hart, index: int, bits: int) -> None:
    m.f[index] = bits


SINGLE = Precision(
    letter="s",
    code="00",
    extensions=(rv32f, rv64f),
    sign=1 << 31,
    read=lambda m, index: m.single(index),
    write=lambda m, index, bits: m.set_single(index, bits),
    add=_single(soft.f32_add),
    mul=_single(soft.f32_mul),
    div=_single(soft.f32_div),
    sqrt=_single(soft.f32_sqrt),
    fma=_single(soft.f32_fma),
    choose=_single(soft.f32_choose),
    compare=_single(soft.f32_compare),
    to_int=_single(soft.f32_to_int),
    to_long=_double(soft.f32_to_long),
    classify=soft.f32_class,
)
DOUBLE = Precision(
    letter="d",
    code="01",
    extensions=(rv64d,),
    sign=-1 << 63,
    read=lambda m, index: m.f[index],
    write=_write_double,
    add=_double(soft.f64_add),
    mul=_double(soft.f64_mul),
    div=_double(soft.f64_div),
    sqrt=_double(soft.f64_sqrt),
    fma=_double(soft.f64_fma),
    choose=_double(soft.f64_choose),
    compare=_double(soft.f64_compare),
    to_int=_double(soft.f64_to_int),
    to_long=_double(soft.f64_to_long),
    classify=soft.f64_class,
)


def _declare(
    extensions: Iterable[Extension], syntax: str, bits: str, unit: str, text: str
) -> Callable[[Callable[..., None]], None]:
    def declare(body: Callable[..., None]) -> None:
        body.__doc__ = text
        for extension in extensions:
            extension.instruction(syntax, bits, unit=unit)(body)

    return declare


def _binary(p: Precision, name: str, five: str, unit: str, operation: Operation, sign: str) -> None:
    @_declare(
        p.extensions,
        f"{name}.{p.letter} fd, fs1, fs2[, rm]",
        f"{five}{p.code} fs2 fs1 rm fd 1010011",
        unit,
        f"f[fd] = f[fs1] {sign} f[fs2].",
    )
    def body(m: Hart, fd: int, fs1: int, fs2: int, rm: int) -> None:
        p.write(m, fd, operation(m, p.read(m, fs1), p.read(m, fs2), _mode(m, rm)))


def _root(p: Precision) -> None:
    @_declare(
        p.extensions,
        f"fsqrt.{p.letter} fd, fs1[, rm]",
        f"01011{p.code} 00000 fs1 rm fd 1010011",
        "fdiv",
        "f[fd] = the square root of f[fs1].",
    )
    def body(m: Hart, fd: int, fs1: int, rm: int) -> None:
        p.write(m, fd, p.sqrt(m, p.read(m, fs1), _mode(m, rm)))


def _fused(p: Precision, name: str, opcode: str, product: int, addend: int, text: str) -> None:
    """`product`, `addend`: the sign bits that are turned over."""

    @_declare(
        p.extensions,
        f"{name}.{p.letter} fd, fs1, fs2, fs3[, rm]",
        f"fs3 {p.code} fs2 fs1 rm fd {opcode}",
        "fpu",
        f"f[fd] = {text}, rounded once.",
    )
    def body(m: Hart, fd: int, fs1: int, fs2: int, fs3: int, rm: int) -> None:
        a, b, c = p.read(m, fs1) ^ product, p.read(m, fs2), p.read(m, fs3) ^ addend
        p.write(m, fd, p.fma(m, a, b, c, _mode(m, rm)))


def _sign(p: Precision, name: str, three: str, sign: Callable[[int, int], int], text: str) -> None:
    @_declare(
        p.extensions,
        f"{name}.{p.letter} fd, fs1, fs2",
        f"00100{p.code} fs2 fs1 {three} fd 1010011",
        "fpu",
        f"f[fd] = f[fs1] with {text}.",
    )
    def body(m: Hart, fd: int, fs1: int, fs2: int) -> None:
        a, b = p.read(m, fs1), p.read(m, fs2)
        p.write(m, fd, a & ~p.sign | sign(a, b) & p.sign)


def _chosen(p: Precision, name: str, three: str, larger: int, text: str) -> None:
    @_declare(
        p.extensions,
        f"{name}.{p.letter} fd, fs1, fs2",
        f"00101{p.code} fs2 fs1 {three} fd 1010011",
        "fpu",
        f"f[fd] = the {text} of two; the number if one is NaN; -0 is below +0.",
    )
    def body(m: Hart, fd: int, fs1: int, fs2: int) -> None:
        p.write(m, fd, p.choose(m, p.read(m, fs1), p.read(m, fs2), larger))


def _compared(p: Precision, name: str, three: str, kind: int, sign: str) -> None:
    @_declare(
        p.extensions,
        f"{name}.{p.letter} rd, fs1, fs2",
        f"10100{p.code} fs2 fs1 {three} rd 1010011",
        "fpu",
        f"x[rd] = 1 if f[fs1] {sign} f[fs2], else 0; 0 for NaN.",
    )
    def body(m: Hart, rd: int, fs1: int, fs2: int) -> None:
        m.x[rd] = p.compare(m, p.read(m, fs1), p.read(m, fs2), kind)


def _to_integer(p: Precision, kind: str, code: str, is_signed: int) -> None:
    operation, long = (p.to_long, True) if kind[0] == "l" else (p.to_int, False)
    extensions = [e for e in p.extensions if e is not rv32f] if long else p.extensions

    @_declare(
        extensions,
        f"fcvt.{kind}.{p.letter} rd, fs1[, rm]",
        f"11000{p.code} {code} fs1 rm rd 1010011",
        "fpu",
        f"x[rd] = f[fs1] as {_INTEGERS[kind]} integer; the nearest one there is.",
    )
    def body(m: Hart, rd: int, fs1: int, rm: int) -> None:
        result = operation(m, p.read(m, fs1), is_signed, _mode(m, rm))
        m.x[rd] = result if long or m.xlen == 32 else signed(result)


def _from_integer(
    p: Precision, kind: str, code: str, convert: Callable[[Hart, int, int], int]
) -> None:
    extensions = [e for e in p.extensions if e is not rv32f] if kind[0] == "l" else p.extensions

    text = f"f[fd] = x[rs1], {_INTEGERS[kind]} integer."

    def body(m: Hart, fd: int, rs1: int, rm: int) -> None:
        p.write(m, fd, convert(m, m.x[rs1], _mode(m, rm)))

    def exact(m: Hart, fd: int, rs1: int, unrounded: int) -> None:
        body(m, fd, rs1, unrounded)

    always = p is DOUBLE and kind[0] == "w"
    mode = "unrounded" if always else "rm"
    _declare(
        extensions,
        f"fcvt.{p.letter}.{kind} fd, rs1[, {mode}]",
        f"11010{p.code} {code} rs1 {mode} fd 1010011",
        "fpu",
        text,
    )(exact if always else body)


def _class(p: Precision) -> None:
    @_declare(
        p.extensions,
        f"fclass.{p.letter} rd, fs1",
        f"11100{p.code} 00000 fs1 001 rd 1010011",
        "fpu",
        "x[rd] = a bit for the kind of f[fs1].\n\n"
        "Bits 0..9: -inf, -normal, -subnormal, -0, +0, +subnormal, +normal, +inf, signalling and "
        "quiet\nNaN.",
    )
    def body(m: Hart, rd: int, fs1: int) -> None:
        m.x[rd] = p.classify(p.read(m, fs1))


_INTEGERS = {
    "w": "a signed",
    "wu": "an unsigned",
    "l": "a signed 64-bit",
    "lu": "an unsigned 64-bit",
}
_from_single_long, _from_double_long = _single(soft.f32_from_long), _double(soft.f64_from_long)
_CODES = {"w": "00000", "wu": "00001", "l": "00010", "lu": "00011"}
_FROM: dict[str, dict[str, Callable[[Hart, int, int], int]]] = {
    "s": {
        "w": lambda m, a, rm: _flagged(m, soft.f32_from_int(signed(a & LOW), rm)),
        "wu": lambda m, a, rm: _flagged(m, soft.f32_from_int(a & LOW, rm)),
        "l": lambda m, a, rm: _from_single_long(m, a, 1, rm),
        "lu": lambda m, a, rm: _from_single_long(m, a, 0, rm),
    },
    "d": {
        "w": lambda m, a, rm: _from_double_long(m, signed(a & LOW), 1, rm),
        "wu": lambda m, a, rm: _from_double_long(m, a & LOW, 1, rm),
        "l": lambda m, a, rm: _from_double_long(m, a, 1, rm),
        "lu": lambda m, a, rm: _from_double_long(m, a, 0, rm),
    },
}


@dataclass(frozen=True)
class _Move:
    """Bits between the files and memory: the letters of moves, the width's code, the bytes."""

    p: Precision
    bits: str
    three: str
    size: int

    def declare(self) -> None:
        """fmv.x, fmv to f, load and store."""
        p, size = self.p, self.size

        @_declare(
            p.extensions,
            f"fmv.x.{self.bits} rd, fs1",
            f"11100{p.code} 00000 fs1 000 rd 1010011",
            "fpu",
            "x[rd] = the bits of f[fs1].",
        )
        def to_x(m: Hart, rd: int, fs1: int) -> None:
            m.x[rd] = signed(m.f[fs1] & LOW) if m.xlen == 64 and size == 4 else m.f[fs1]

        @_declare(
            p.extensions,
            f"fmv.{self.bits}.x fd, rs1",
            f"11110{p.code} 00000 rs1 000 fd 1010011",
            "fpu",
            "f[fd] = the bits of x[rs1].",
        )
        def to_f(m: Hart, fd: int, rs1: int) -> None:
            p.write(m, fd, m.x[rs1])

    def declare_accesses(self) -> None:
        """A load and a store."""
        p, size = self.p, self.size
        width = "w" if size == 4 else "d"

        @_declare(
            p.extensions,
            f"fl{width} fd, imm(rs1)",
            f"imm rs1 {self.three} fd 0000111",
            "load",
            f"Load {8 * size} bits from x[rs1] + imm.",
        )
        def load(m: Hart, fd: int, rs1: int, imm: int) -> None:
            p.write(m, fd, m.load(m.wrapped(m.x[rs1] + imm), size))

        @_declare(
            p.extensions,
            f"fs{width} fs2, imm(rs1)",
            f"imm[11:5] fs2 rs1 {self.three} imm[4:0] 0100111",
            "store",
            "Store the bits of f[fs2] at x[rs1] + imm.",
        )
        def store(m: Hart, fs2: int, rs1: int, imm: int) -> None:
            m.store(m.wrapped(m.x[rs1] + imm), size, m.f[fs2])


def _all(p: Precision, move: _Move) -> None:
    _binary(p, "fadd", "00000", "fpu", p.add, "+")
    _binary(p, "fsub", "00001", "fpu", lambda m, a, b, rm: p.add(m, a, b ^ p.sign, rm), "-")
    _binary(p, "fmul", "00010", "fpu", p.mul, "*")
    _binary(p, "fdiv", "00011", "fdiv", p.div, "/")
    _root(p)
    _fused(p, "fmadd", "1000011", 0, 0, "f[fs1] * f[fs2] + f[fs3]")
    _fused(p, "fmsub", "1000111", 0, p.sign, "f[fs1] * f[fs2] - f[fs3]")
    _fused(p, "fnmsub", "1001011", p.sign, 0, "-f[fs1] * f[fs2] + f[fs3]")
    _fused(p, "fnmadd", "1001111", p.sign, p.sign, "-f[fs1] * f[fs2] - f[fs3]")
    _sign(p, "fsgnj", "000", lambda a, b: b, "the sign of f[fs2]")
    _sign(p, "fsgnjn", "001", lambda a, b: ~b, "the opposite sign of f[fs2]")
    _sign(p, "fsgnjx", "010", lambda a, b: a ^ b, "its sign turned over if f[fs2] is negative")
    _chosen(p, "fmin", "000", 0, "smaller")
    _chosen(p, "fmax", "001", 1, "larger")
    _compared(p, "fle", "000", 2, "<=")
    _compared(p, "flt", "001", 1, "<")
    _compared(p, "feq", "010", 0, "=")
    kinds = ("w", "wu"), ("l", "lu")
    for kind in kinds[0]:
        _to_integer(p, kind, _CODES[kind], int(kind == "w"))
    for kind in kinds[0]:
        _from_integer(p, kind, _CODES[kind], _FROM[p.letter][kind])
    move.declare()
    _class(p)
    move.declare_accesses()
    for kind in kinds[1]:
        _to_integer(p, kind, _CODES[kind], int(kind == "l"))
        _from_integer(p, kind, _CODES[kind], _FROM[p.letter][kind])


_all(SINGLE, _Move(SINGLE, "w", "010", 4))
_all(DOUBLE, _Move(DOUBLE, "d", "011", 8))


@rv64d.instruction("fcvt.s.d fd, fs1[, rm]", "0100000 00001 fs1 rm fd 1010011", unit="fpu")
def fcvt_s_d(m: Hart, fd: int, fs1: int, rm: int) -> None:
    """f[fd] = the double f[fs1], rounded to single precision."""
    m.set_single(fd, _flagged(m, soft.f32_from_double(m.f[fs1], _mode(m, rm))))


_from_single = _double(soft.f64_from_single)


@rv64d.instruction(
    "fcvt.d.s fd, fs1[, unrounded]", "0100001 00000 fs1 unrounded fd 1010011", unit="fpu"
)
def fcvt_d_s(m: Hart, fd: int, fs1: int, unrounded: int) -> None:
    """f[fd] = the single f[fs1] as a double, which is exact."""
    _mode(m, unrounded)
    m.f[fd] = _from_single(m, m.single(fs1))

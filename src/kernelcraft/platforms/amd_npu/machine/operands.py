"""The operands of the instructions: register classes, immediates, labels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kernelcraft.isa.operand import BranchTarget, Immediate, Operand, RegisterNames
from kernelcraft.platforms.amd_npu.machine.registers import (
    AM,
    BM,
    CM,
    CONTROL,
    DC,
    DJ,
    DN,
    NUMBER,
    PAIRS,
    STATUS,
    L,
    M,
    P,
    R,
    S,
    W,
    X,
)


def _file(name: str, doc: str, noun: str, names: tuple[str, ...], low: int = 0) -> Operand:
    """A register by its index in its own file; the first of `names` has the index `low`."""
    numbers, codes = range(low, low + len(names)), range(len(names))
    width = max(1, codes[-1].bit_length())
    return RegisterNames(
        name, width, doc, noun=noun, names=names, numbers=tuple(numbers), codes=tuple(codes)
    )


def _pair(name: str, doc: str) -> Operand:
    numbers = (*range(8), *range(8))
    noun = "a register pair r17:r16..r31:r30 (l0..l7)"
    return RegisterNames(
        name, 3, doc, noun=noun, names=(*PAIRS, *L), numbers=numbers, codes=numbers
    )


def _coded(
    name: str, width: int, doc: str, names: tuple[str, ...], codes: Iterable[int]
) -> Operand:
    """A vector or accumulator out of `names`, which has another code in this place."""
    files = {"w": W, "x": X, "a": AM, "b": BM}
    numbers = tuple(files[names[0][0]].index(each) for each in names)
    kind = "a vector" if names[0][0] in "wx" else "an accumulator"
    noun = f"{kind} {names[0]}..{names[-1]}"
    return RegisterNames(
        name, width, doc, noun=noun, names=names, numbers=numbers, codes=tuple(codes)
    )


def _scalars(name: str, doc: str, noun: str, codes: Mapping[str, int], width: int = 7) -> Operand:
    """A register by its number among all scalar registers, with its own code here."""
    names = tuple(codes)
    numbers = tuple(NUMBER[each] for each in names)
    return RegisterNames(
        name, width, doc, noun=noun, names=names, numbers=numbers, codes=tuple(codes.values())
    )


def _each(names: str, docs: str, noun: str, registers: tuple[str, ...]) -> tuple[Operand, ...]:
    pairs = zip(names.split(), docs.split(", "), strict=True)
    return tuple(_file(name, doc, noun, registers) for name, doc in pairs)


def _number(name: str, bits: int, doc: str, step: int = 1) -> Immediate:
    width = bits + step.bit_length() - 1
    return Immediate(name, width, doc, signed=True, step=step)


def _codes(names: tuple[str, ...], shift: int, kind: int) -> dict[str, int]:
    """Codes of a file: the index above the bits that say which file it is."""
    return {name: index << shift | kind for index, name in enumerate(names)}


_GENERAL = _codes(R, 2, 0)
_STEPS = _codes((*M, *DN, *DJ, *DC), 2, 0b10)
_LOADED = {**_GENERAL, **_codes(P, 4, 0b1101), **_STEPS}
_SPECIAL = {"ls": 0, "dp": 2, "lr": 4, "CORE_ID": 6, "le": 8, "lc": 10, "sp": 12}
_ANY = {
    **_GENERAL,
    **_codes(P, 4, 0b0011),
    **_STEPS,
    **_codes(S, 5, 0b01011),
    **{name: code << 3 | 0b111 for name, code in _SPECIAL.items()},
    **_codes(CONTROL, 3, 0b001),
    **_codes(STATUS, 3, 0b101),
}
_MOVED = {name: code for name, code in _ANY.items() if name != "CORE_ID"}
_COUNTED = {**_codes(R, 1, 0), "lc": 1}

REGISTERS: tuple[Operand, ...] = (
    *_each("rd ra rb", "result, first source, second source", "a register r0..r31", R),
    _file("index", "which lane", "a register r16..r19", R[16:20], 16),
    _file("mask", "one bit a lane", "a mask register r16..r23", R[16:24], 16),
    _file("mode", "shuffle mode", "a register r0..r31", R),
    _file("bytes", "how many bytes", "a register r0..r31", R),
    _file("config", "configuration word of the multiplier", "a register r0..r31", R),
    _pair("ld", "result of 64 bits"),
    _pair("la", "source of 64 bits"),
    _pair("lmask", "one bit a lane"),
    _file("pa", "the pointer", "a pointer p0..p7", P),
    _file("mk", "what is added to the pointer", "a modifier m0..m7", M),
    _file("djk", "bytes from the pointer", "an offset register dj0..dj7", DJ),
    _file(
        "dk",
        "two dimensions: m, dn, dj, dc of this number",
        "an address generator d0..d7",
        tuple(f"d{index}" for index in range(8)),
    ),
    _file(
        "dsk",
        "three dimensions: d of this number and d of this number + 4",
        "an address generator d0..d3",
        tuple(f"d{index}" for index in range(4)),
    ),
    _file("shift", "bits to shift by", "a shift register s0..s3", S),
    _scalars(
        "scalar",
        "register that is loaded or stored",
        "r, p, m, dn, dj, dc or lr",
        {**_LOADED, "lr": 0b0000101},
    ),
    _scalars("early", "result", "r, p, m, dn, dj, dc or lc", {**_LOADED, "lc": 0b0010101}),
    _scalars("counted", "result", "r0..r31 or lc", _COUNTED, 6),
    _scalars(
        "crd",
        "control register that is set",
        "a control register such as crSat",
        {name: code for code, name in enumerate(CONTROL)},
        4,
    ),
    _scalars("sd", "result", "a scalar register", _MOVED),
    _scalars("sa", "source", "a scalar register", _ANY),
    *_each("wd wa", "result, source", "a vector wl0..wl11 or wh0..wh11", W),
    *_each("xd xa xb", "result, first source, second source", "a vector x0..x11", X),
    *_each("amd ama", "result, source", "an accumulator amll0..amhh8", AM),
    *_each("bmd bma bmb", "result, first source, second source", "an accumulator bml0..bmh8", BM),
    *_each("cmd cma cmb", "result, first source, second source", "an accumulator cm0..cm8", CM),
)

WL, WH = W[::2], W[1::2]  # the lower and upper halves of x0..x11
_LOW8, _HIGH8 = BM[0:16:2], BM[1:16:2]

ELSEWHERE: tuple[Operand, ...] = (  # registers in places where they have codes of their own
    _coded("w_from", 5, "source", W, ((i & 1) << 4 | (i & 2) << 2 | i >> 2 for i in range(24))),
    _coded("wl_from", 5, "source", WL, ((i & 1) << 3 | i >> 1 for i in range(12))),
    _coded("wh_from", 5, "source", WH, ((2 | i & 1) << 3 | i >> 1 for i in range(12))),
    _coded("am_to", 7, "result", AM, (i << 1 | 1 for i in range(36))),
    _coded("wl_to", 7, "result", WL, ((i & 1) << 5 | i >> 1 << 2 for i in range(12))),
    _coded("wh_to", 7, "result", WH, ((2 | i & 1) << 5 | i >> 1 << 2 for i in range(12))),
    _coded("am_of", 9, "source", AM, (i << 3 | 1 for i in range(36))),
    _coded("wl_of", 9, "source", WL, (0b110000 + (i & 1) << 3 | i >> 1 for i in range(12))),
    _coded("wh_of", 9, "source", WH, (0b110010 + (i & 1) << 3 | i >> 1 for i in range(12))),
    _coded("bm_to", 6, "result", BM, (i << 1 | 1 for i in range(18))),
    _coded("x_to", 6, "result", X, (i << 2 for i in range(12))),
    _coded("bm_of", 9, "source", BM, (i << 4 for i in range(18))),
    _coded("x_of", 9, "source", X, (0b11000 << 4 | i for i in range(12))),
    _coded("x_out", 5, "result", X, (i << 1 for i in range(12))),
    _coded("bml_out", 5, "result", _LOW8, (i << 1 | 1 for i in range(8))),
    _coded("bmh_out", 5, "result", _HIGH8, ((8 | i) << 1 | 1 for i in range(8))),
)

IMMEDIATES: tuple[Operand, ...] = (
    _number("i6", 6, "number"),
    _number("i7", 7, "number"),
    _number("i10", 10, "number"),
    _number("i11", 11, "number"),
    Immediate("i32", 32, "number or address", signed=True, address=True),
    Immediate("lane", 5, "which lane"),
    Immediate("lock", 6, "which lock"),
    Immediate("mark", 2, "which event"),
    _number("near", 3, "bytes from the pointer"),
    _number("nearby", 4, "bytes that are then added to the pointer"),
    _number("word", 6, "bytes from the pointer", 4),
    _number("words", 7, "bytes that are then added to the pointer", 4),
    _number("words10", 10, "bytes that are added to the pointer", 4),
    _number("words9", 9, "bytes that are added to the pointer", 4),
    _number("row", 6, "bytes from the pointer", 32),
    _number("rows", 7, "bytes that are then added to the pointer", 32),
    _number("row3", 3, "bytes from the pointer", 32),
    _number("rows4", 4, "bytes that are then added to the pointer", 32),
    _number("frame13", 13, "bytes that are added to sp", 32),
    _number("frame12", 12, "bytes that are added to sp", 32),
    Immediate("spill", 14, "bytes from sp", signed=True, low=-8192, high=-4, step=4),
    Immediate("spill32", 17, "bytes from sp", signed=True, low=-65536, high=-32, step=32),
    BranchTarget("target", 20, "where to go on"),
)

OPERANDS = (*REGISTERS, *ELSEWHERE, *IMMEDIATES)
WORDS = ("lr", "sp", "cntr", "r26", "r27", "r29", "r31")
"""Registers that an instruction always uses and that are written nevertheless."""

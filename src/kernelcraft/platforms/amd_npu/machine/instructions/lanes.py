"""Moving lanes of vectors: shuffles, shifts, splats, single lanes to and from scalar registers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kernelcraft.platforms.amd_npu.machine.arithmetic import shuffle
from kernelcraft.platforms.amd_npu.machine.instructions.elementwise import VALUES
from kernelcraft.platforms.amd_npu.machine.instructions.scalar import pair, set_pair
from kernelcraft.platforms.amd_npu.machine.instructions.table import MOV, Operands, Timed, form

if TYPE_CHECKING:
    from kernelcraft.platforms.amd_npu.machine.state import AmdNpu

SIZES = ((8, "00"), (16, "01"), (32, "10"), (64, "11"))
INDEX = 29  # the register that always holds the index, or the mode
BOTH = "W_WM CM_WM"  # a shuffle takes both ports, wherever its result goes
_OUT = {"x_out": BOTH, "bml_out": BOTH, "bmh_out": BOTH}
SHUFFLES = Timed("mv", 2, bypass={"x_out": MOV, "xa": MOV, "xb": MOV}, ports={**_OUT})
EXTRACTS = Timed("mv", 2, bypass={"xa": MOV}, ports={"sd": "R_WM", "ld": "R_WM"})
NO_MODE = "there is no shuffle mode {mode}"
NO_SHIFT = "a shift by {amount} bytes is not modelled, only 0 to 63 are"
NO_STEP = "vshift.align with s[shift] = {step} and {amount} bytes is not modelled"


def _set_out(m: AmdNpu, o: Operands, target: str, offset: int) -> None:
    if target == "x_out":
        m.set_vector(o[target], 2, offset)
    else:
        m.set_accumulator(o[target], 2, offset)


def _shuffle(target: str) -> None:
    def action(m: AmdNpu, o: Operands) -> None:
        result, mode = m.result(2), m.r[o["mode"]]
        a, b = m.vector(o["xa"], 2), m.vector(o["xb"], 2)
        refused = shuffle.vshuffle(m.granules.array, result, a, b, mode)
        m.check(refused == 0, NO_MODE, mode=mode)
        _set_out(m, o, target, result)

    doc = "Transpose the elements of xa (low) and xb (high) in the mode r[mode]."
    form(f"vshuffle {target}, xa, xb, mode", doc, SHUFFLES, action, f"{target} 00 mode xa xb 11")


def _splat_shuffled(target: str) -> None:
    """A splat through the shuffle network."""
    high, low = f"{target}[4:1]", f"{target}[0]"
    for bits, size in SIZES:
        source, code = ("la", "la 00") if bits == 64 else ("ra", "ra")

        def action(m: AmdNpu, o: Operands, bits: int = bits) -> None:
            value = pair(m, o["la"]) if bits == 64 else m.r[o["ra"]]
            splat, result, mode = m.result(2), m.result(2), m.r[INDEX]
            shuffle.vbcst(m.granules.array, splat, value, bits)
            refused = shuffle.vshuffle(m.granules.array, result, splat, splat, mode)
            m.check(refused == 0, NO_MODE, mode=mode)
            _set_out(m, o, target, result)

        text = f"vbcstshfl.{bits} {target}, {source}, r29"
        doc = f"Splat the lower {bits} bits of a register, shuffled in the mode r29."
        form(text, doc, SHUFFLES, action, f"{high} {size} 0 {code} {low} 1 00 1111 01")


def _shift(m: AmdNpu, o: Operands) -> None:
    result, amount = m.result(2), m.r[o["bytes"]]
    a, b = m.vector(o["xa"], 2), m.vector(o["xb"], 2)
    refused = shuffle.vshift(m.granules.array, result, a, b, amount)
    m.check(refused == 0, NO_SHIFT, amount=amount)
    m.set_vector(o["xd"], 2, result)


def _shift_aligned(m: AmdNpu, o: Operands) -> None:
    result, amount, step = m.result(2), m.r[o["bytes"]], m.s[o["shift"]]
    a, b = m.vector(o["xa"], 2), m.vector(o["xb"], 2)
    refused = shuffle.vshift_align(m.granules.array, result, a, b, step, amount)
    m.check(refused == 0, NO_STEP, step=step, amount=amount)
    m.set_vector(o["xd"], 2, result)


def _splat(bits: int, size: str) -> None:
    source, code = ("la", "la 00") if bits == 64 else ("ra", "ra")

    def action(m: AmdNpu, o: Operands) -> None:
        value = pair(m, o["la"]) if bits == 64 else m.r[o["ra"]]
        result = m.result(2)
        shuffle.vbcst(m.granules.array, result, value, bits)
        m.set_vector(o["xd"], 2, result)

    doc = f"Splat the lower {bits} bits of a register."
    bits_text = f"xd {size} 0 {code} 0 0 00 1111 01"
    form(f"vbcst.{bits} xd, {source}", doc, VALUES, action, bits_text)


def _splat_lane(bits: int, size: str) -> None:
    def add(index: Callable[[AmdNpu, Operands], int], operand: str, code: str) -> None:
        def action(m: AmdNpu, o: Operands) -> None:
            result, lane = m.result(2), index(m, o)
            shuffle.vextbcst(m.granules.array, result, m.vector(o["xa"], 2), lane, bits)
            m.set_vector(o["xd"], 2, result)

        doc = f"Splat one of {512 // bits} lanes of {bits} bits."
        text = f"vextbcst.{bits} xd, xa, {operand}"
        form(text, doc, VALUES, action, f"xd {size} {code} xa 1110 01")

    add(lambda m, o: m.r[o["ra"]], "ra", "0 ra")
    add(lambda m, o: o["lane"] + 0, "#lane", "1 lane")


def _extract(bits: int, size: str, letter: str, signed: str) -> None:
    target, code = ("ld", "ld 0000") if bits == 64 else ("sd", "sd")

    def action(m: AmdNpu, o: Operands) -> None:
        lane = m.r[o["index"]]
        sign = 1 if letter == "s" else m.crVaddSign
        value = shuffle.vextract(m.granules.array, m.vector(o["xa"], 2), lane, bits, sign)
        if bits == 64:
            set_pair(m, o["ld"], value & 0xFFFFFFFF, value >> 32 & 0xFFFFFFFF, "ld")
        else:
            m.set_scalar(o["sd"], value)

    how = "" if bits == 64 else f", {'signed' if letter == 's' else 'signed if crVaddSign'}"
    doc = f"One of {512 // bits} lanes of {bits} bits{how}; the register counts modulo the lanes."
    text = f"vextract.{letter}{bits} {target}, xa, index"
    form(text, doc, EXTRACTS, action, f"{code} {size} {signed} index xa 1101 01")


def _insert(bits: int, size: str) -> None:
    source, code = ("la", "la 00") if bits == 64 else ("ra", "ra")

    def value(m: AmdNpu, o: Operands) -> int:
        return pair(m, o["la"]) if bits == 64 else m.r[o["ra"]]

    def insert(m: AmdNpu, o: Operands) -> None:
        result, a = m.result(2), m.vector(o["xa"], 2)
        shuffle.vinsert(m.granules.array, result, a, m.r[INDEX], value(m, o), bits)
        m.set_vector(o["xd"], 2, result)

    def push_low(m: AmdNpu, o: Operands) -> None:
        result, a = m.result(2), m.vector(o["xb"], 2)
        shuffle.vpush_lo(m.granules.array, result, a, value(m, o), bits)
        m.set_vector(o["xd"], 2, result)

    def push_high(m: AmdNpu, o: Operands) -> None:
        result, a = m.result(2), m.vector(o["xa"], 2)
        shuffle.vpush_hi(m.granules.array, result, a, value(m, o), bits)
        m.set_vector(o["xd"], 2, result)

    doc = f"xa with its lane of {bits} bits number r29 set."
    text = f"vinsert.{bits} xd, xa, r29, {source}"
    form(text, doc, VALUES, insert, f"xd {size} 0 {code} xa 1100 01")
    doc = f"Lanes of {bits} bits one up, the last one dropped, the register as lane 0."
    text = f"vpush.lo.{bits} xd, {source}, xb"
    form(text, doc, VALUES, push_low, f"xd {size} 0 {code} 11 00 xb 11")
    doc = f"Lanes of {bits} bits one down, lane 0 dropped, the register as the last one."
    text = f"vpush.hi.{bits} xd, xa, {source}"
    form(text, doc, VALUES, push_high, f"xd {size} 1 {code} xa 1111 01")


for _target in ("x_out", "bml_out", "bmh_out"):
    _shuffle(_target)
    _splat_shuffled(_target)
_DOC = "Bytes r[bytes] to r[bytes] + 63 of xa (low) and xb (high)."
form("vshift xd, xa, xb, bytes", _DOC, VALUES, _shift, "xd 010 bytes xa xb 11")
form(
    "vshift.align xd, xa, shift, xb, bytes",
    f"{_DOC} Only s[shift] = 0 is modelled: what other steps do is not public.",
    VALUES,
    _shift_aligned,
    "xd shift 1 bytes xa xb 11",
)
for _bits, _size in SIZES:
    _splat(_bits, _size)
    _splat_lane(_bits, _size)
    _extract(_bits, _size, "s", "1")
    _extract(_bits, _size, "d", "0")
    _insert(_bits, _size)

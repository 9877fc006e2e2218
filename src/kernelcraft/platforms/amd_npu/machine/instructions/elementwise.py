"""Element-wise operations on vectors of 512 bits, in slot m: results are there after two bundles.

A comparison leaves one bit a lane in a register, of lanes of 8 bits in a pair of registers. In a
mnemonic s says that lanes are signed, d that crVaddSign says so at run time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kernelcraft.platforms.amd_npu.machine.arithmetic import elements
from kernelcraft.platforms.amd_npu.machine.instructions.scalar import pair, set_pair
from kernelcraft.platforms.amd_npu.machine.instructions.table import MOV, Operands, Timed, form

if TYPE_CHECKING:
    from kernelcraft.platforms.amd_npu.machine.state import AmdNpu

_BYPASS = dict.fromkeys(("xd", "xa", "xb"), MOV)
VALUES = Timed("mv", 2, bypass=_BYPASS, ports={"xd": "W_WM"})
MASKS = Timed("mv", 2, bypass=_BYPASS, ports={"xd": "W_WM", "mask": "R_WM", "lmask": "R_WM"})
SIZES = ((8, "00"), (16, "01"), (32, "10"))

Sums = Callable[..., None]
Compares = Callable[..., int]


def _sources(m: AmdNpu, o: Operands) -> tuple[int, int]:
    return m.vector(o["xa"], 2), m.vector(o["xb"], 2)


def mask_name(bits: int) -> str:
    """The operand that holds a bit a lane."""
    return "lmask" if bits == 8 else "mask"


def _set_mask(m: AmdNpu, o: Operands, bits: int, mask: int) -> None:
    if bits == 8:
        set_pair(m, o["lmask"], mask & 0xFFFFFFFF, mask >> 32 & 0xFFFFFFFF, "lmask")
    else:
        m.r[o["mask"]] = mask


def _arithmetic(mnemonic: str, code: str, routine: Sums, sign: str) -> None:
    for bits, size in SIZES:

        def action(m: AmdNpu, o: Operands, bits: int = bits) -> None:
            result, (a, b) = m.result(2), _sources(m, o)
            routine(m.granules.array, result, a, b, bits)
            m.set_vector(o["xd"], 2, result)

        doc = f"xd = xa {sign} xb in {512 // bits} lanes of {bits} bits, which wrap around."
        text = f"{mnemonic}.{bits} xd, xa, xb"
        form(text, doc, VALUES, action, f"xd 000 {code} xa xb {size}")


def _bitwise(mnemonic: str, code: str, routine: Sums, word: str) -> None:
    def action(m: AmdNpu, o: Operands) -> None:
        result, (a, b) = m.result(2), _sources(m, o)
        routine(m.granules.array, result, a, b)
        m.set_vector(o["xd"], 2, result)

    doc = f"xd = xa {word} xb, bit by bit."
    form(f"{mnemonic} xd, xa, xb", doc, VALUES, action, f"xd 000 {code} xa xb 10")


def _masked(mnemonic: str, code: str, routine: Sums, meaning: str) -> None:
    for bits, size in SIZES:
        mask = mask_name(bits)

        def action(m: AmdNpu, o: Operands, bits: int = bits) -> None:
            chosen = pair(m, o["lmask"]) if bits == 8 else m.r[o["mask"]]
            result, (a, b) = m.result(2), _sources(m, o)
            routine(m.granules.array, result, a, b, chosen, bits)
            m.set_vector(o["xd"], 2, result)

        text = f"{mnemonic}.{bits} xd, xa, xb, {mask}"
        doc = f"{meaning}, in {512 // bits} lanes of {bits} bits."
        form(text, doc, VALUES, action, f"xd {mask} {code} xa xb {size}")


def _compared(name: str, codes: dict[str, str], routine: Compares, value: str, bit: str) -> None:
    """A value and a comparison of two vectors."""
    for letter, code in codes.items():
        for bits, size in SIZES:
            mask = mask_name(bits)

            def action(m: AmdNpu, o: Operands, bits: int = bits, letter: str = letter) -> None:
                result, (a, b) = m.result(2), _sources(m, o)
                sign = 1 if letter == "s" else m.crVaddSign
                found = routine(m.granules.array, result, a, b, bits, sign)
                m.set_vector(o["xd"], 2, result)
                _set_mask(m, o, bits, found)

            text = f"{name}.{letter}{bits} xd, {mask}, xa, xb"
            doc = f"xd = {value}, mask bit = {bit}: {_lanes(letter, bits)}."
            form(text, doc, MASKS, action, f"xd {mask} {code} xa xb {size}")


def _tested(name: str, codes: dict[str, str], routine: Compares, bit: str) -> None:
    """A comparison of two vectors alone."""
    for letter, code in codes.items():
        for bits, size in SIZES:
            mask = mask_name(bits)

            def action(m: AmdNpu, o: Operands, bits: int = bits, letter: str = letter) -> None:
                a, b = _sources(m, o)
                sign = 1 if letter == "s" else m.crVaddSign
                _set_mask(m, o, bits, routine(m.granules.array, a, b, bits, sign))

            text = f"{name}.{letter}{bits} {mask}, xa, xb"
            doc = f"Mask bit = {bit}: {_lanes(letter, bits)}."
            form(text, doc, MASKS, action, f"0000 {mask} {code} xa xb {size}")


def _unary(name: str, letter: str, code: str, routine: Compares, value: str, bit: str) -> None:
    """A value and a comparison with zero of one vector; `letter` is empty if it has no sign."""
    for bits, size in SIZES:
        mask = mask_name(bits)

        def action(m: AmdNpu, o: Operands, bits: int = bits) -> None:
            result, a = m.result(2), m.vector(o["xa"], 2)
            if letter:
                sign = 1 if letter == "s" else m.crVaddSign
                found = routine(m.granules.array, result, a, bits, sign)
            else:
                found = routine(m.granules.array, result, a, bits)
            m.set_vector(o["xd"], 2, result)
            _set_mask(m, o, bits, found)

        mnemonic = f"{name}.{letter}{bits}" if letter else f"{name}{bits}"
        doc = f"xd = {value}, mask bit = {bit}: {_lanes(letter or 's', bits)}."
        text = f"{mnemonic} xd, {mask}, xa"
        form(text, doc, MASKS, action, f"xd {mask} {code} 0000 xa {size}")


def _zero() -> None:
    for bits, size in SIZES:
        mask = mask_name(bits)

        def action(m: AmdNpu, o: Operands, bits: int = bits) -> None:
            found = elements.veqz(m.granules.array, m.vector(o["xa"], 2), bits)
            _set_mask(m, o, bits, found)

        doc = f"Mask bit = xa is 0, in {512 // bits} lanes of {bits} bits."
        form(f"veqz.{bits} {mask}, xa", doc, MASKS, action, f"0000 {mask} 01111 0000 xa {size}")


def _bf16(name: str, code: str, routine: Compares, value: str, bit: str) -> None:
    """The same of 32 bf16: a value and a comparison, or the comparison alone."""

    def chosen(m: AmdNpu, o: Operands) -> None:
        result, (a, b) = m.result(2), _sources(m, o)
        m.r[o["mask"]] = routine(m.granules.array, result, a, b)
        m.set_vector(o["xd"], 2, result)

    def tested(m: AmdNpu, o: Operands) -> None:
        m.r[o["mask"]] = routine(m.granules.array, *_sources(m, o))

    doc = f"xd = {value}, mask bit = {bit}" if value else f"Mask bit = {bit}"
    target, text = ("xd", "xd, mask") if value else ("0000", "mask")
    form(
        f"{name}.bf16 {text}, xa, xb",
        f"{doc}: 32 lanes of bf16.",
        MASKS,
        chosen if value else tested,
        f"{target} mask {code} xa xb 01",
    )


def _lanes(letter: str, bits: int) -> str:
    signed = "signed" if letter == "s" else "signed if crVaddSign"
    return f"{512 // bits} lanes of {bits} bits, {signed}"


_arithmetic("vadd", "00000", elements.vadd, "+")
_arithmetic("vsub", "00010", elements.vsub, "-")
_bitwise("vband", "10011", elements.vband, "and")
_bitwise("vbor", "10111", elements.vbor, "or")
_masked("vsel", "00100", elements.vsel, "xd = xa where the mask bit is 0, xb where it is 1")
_masked("vaddsub", "00101", elements.vaddsub, "xd = xa + xb, or xa - xb where the mask bit is 1")
_LESS, _AT_LEAST = "xa < xb", "xa >= xb"
_compared("vsub_lt", {"d": "01010", "s": "01011"}, elements.vsub_lt, "xa - xb", _LESS)
_compared("vsub_ge", {"d": "01100", "s": "01101"}, elements.vsub_ge, "xa - xb", _AT_LEAST)
_DIFF = "xa - xb, or 0 if that is negative"
_compared("vmaxdiff_lt", {"d": "01000", "s": "01001"}, elements.vmaxdiff_lt, _DIFF, _LESS)
_compared("vmax_lt", {"d": "10100", "s": "10101"}, elements.vmax_lt, "the greater", _LESS)
_compared("vmin_ge", {"d": "10000", "s": "10001"}, elements.vmin_ge, "the lesser", _AT_LEAST)
_bf16("vmax_lt", "10110", elements.bf16_max_lt, "the greater", _LESS)
_bf16("vmin_ge", "10010", elements.bf16_min_ge, "the lesser", _AT_LEAST)
_tested("vlt", {"d": "11000", "s": "11001"}, elements.vlt, _LESS)
_tested("vge", {"d": "11100", "s": "11101"}, elements.vge, _AT_LEAST)
_bf16("vlt", "11010", elements.bf16_lt, "", _LESS)
_bf16("vge", "11110", elements.bf16_ge, "", _AT_LEAST)
_zero()
_unary("vabs_gtz", "d", "00110", elements.vabs_gtz, "|xa|", "xa > 0")
_unary("vabs_gtz", "s", "00111", elements.vabs_gtz, "|xa|", "xa > 0")
_unary("vneg_gtz", "", "11011", elements.vneg_gtz, "-xa", "xa > 0")
_unary("vbneg_ltz", "s", "01110", elements.vbneg_ltz, "xa with every bit inverted", "xa < 0")

"""Multiplication and accumulation in slot v.

Accumulators are sampled in stage 3, so that a chain on one accumulator needs two bundles a link
(whole numbers, whose results have a bypass) or four (bf16).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelcraft.platforms.amd_npu.machine.arithmetic.bf16_mac import (
    bf16_mac,
    bf16_mac2,
    float_add,
    float_neg,
)
from kernelcraft.platforms.amd_npu.machine.arithmetic.integer_mac import (
    integer_add,
    integer_mac,
    integer_mac2,
    integer_neg,
)
from kernelcraft.platforms.amd_npu.machine.arithmetic.words import (
    FORMS,
    NEGATE_FIRST,
    NEGATE_PRODUCT,
    NEGATE_SECOND,
    ZERO,
)
from kernelcraft.platforms.amd_npu.machine.instructions.table import VEC, Operands, Timed, form

if TYPE_CHECKING:
    from kernelcraft.platforms.amd_npu.machine.state import AmdNpu

_WHOLE = ("cmd", "cma", "cmb")
_FLOAT = ("bmd", "bma", "bmb")
_LATER = dict.fromkeys(("cma", "cmb", "bma", "bmb"), 3)
_PORTS = {"cmd": "CM_WA", "bmd": "CM_WA", "cmb": "CM_R", "bmb": "CM_R"}
WHOLE = Timed("vec", 5, stages=_LATER, bypass=dict.fromkeys(_WHOLE, VEC), ports=_PORTS)
FLOAT = Timed("vec", 6, stages=_LATER, ports=_PORTS)
UNKNOWN = "a multiplier with the configuration word {config} is not modelled"
UNKNOWN_SUM = "a sum of accumulators with the configuration word {config} is not modelled"

_NEXT = {
    "vmul": "a * b",
    "vnegmul": "-(a * b)",
    "vmac": "acc + a * b",
    "vmsc": "acc - a * b",
    "vnegmac": "-(acc + a * b)",
    "vnegmsc": "-(acc - a * b)",
}
_TWO = {
    "vaddmac": "acc + acc2 + a * b",
    "vaddmsc": "acc + acc2 - a * b",
    "vsubmac": "acc - acc2 + a * b",
    "vsubmsc": "acc - acc2 - a * b",
}
_SUMS = {
    "vadd": "acc + acc2",
    "vsub": "acc - acc2",
    "vnegadd": "-(acc + acc2)",
    "vnegsub": "-(acc - acc2)",
}


def _names(suffix: str) -> tuple[Timed, str, str, str, int]:
    """Timing, operands and granules of a register, of whole numbers or of bf16."""
    return (FLOAT, *_FLOAT, 2) if suffix else (WHOLE, *_WHOLE, 4)


def _product(mnemonic: str, suffix: str, meaning: str, *, accumulates: bool) -> None:
    timed, target, first, _, count = _names(suffix)
    own, routine = FORMS[mnemonic], bf16_mac if suffix else integer_mac

    def action(m: AmdNpu, o: Operands) -> None:
        config, result = m.r[o["config"]], m.result(count)
        source = m.accumulator(o[first], count) if accumulates else result
        a, b = m.vector(o["xa"], 2), m.vector(o["xb"], 2)
        refused = routine(m.granules.array, result, source, a, b, config, own)
        m.check(refused == 0, UNKNOWN, config=config)
        m.set_accumulator(o[target], count, result)

    operands = f"{target}, {first}, xa, xb" if accumulates else f"{target}, xa, xb"
    negates = f"{int(bool(own & NEGATE_PRODUCT))}"
    if suffix:
        bits = f"config {first if accumulates else '11111'} xa xb {target} {negates} 0 1"
    else:
        before = f"{first if accumulates else '1111'} 0 xa xb {target}"
        bits = f"config {before} {negates} {int(bool(own & NEGATE_FIRST))} 0 0"
    text = f"{mnemonic}{suffix} {operands}, config"
    form(text, _doc(meaning, suffix), timed, action, bits)


def _double(mnemonic: str, suffix: str, meaning: str) -> None:
    timed, target, first, second, count = _names(suffix)
    own, routine = FORMS[mnemonic], bf16_mac2 if suffix else integer_mac2

    def action(m: AmdNpu, o: Operands) -> None:
        config, result = m.r[o["config"]], m.result(count)
        one, other = m.accumulator(o[first], count), m.accumulator(o[second], count)
        a, b = m.vector(o["xa"], 2), m.vector(o["xb"], 2)
        refused = routine(m.granules.array, result, one, other, a, b, config, own)
        m.check(refused == 0, UNKNOWN, config=config)
        m.set_accumulator(o[target], count, result)

    text = f"{mnemonic}{suffix} {target}, {first}, {second}, xa, xb, config"
    negates = int(bool(own & NEGATE_PRODUCT))
    if suffix:
        bits = f"config {first} xa xb {second} {negates} 1 1"
    else:
        bits = f"config {first} 1 xa xb {second} {int(bool(own & NEGATE_SECOND))} {negates} 0 0"
    form(text, _doc(meaning, suffix), timed, action, bits, tied={target: first})


def _sum(mnemonic: str, suffix: str, meaning: str) -> None:
    timed, target, first, second, count = _names(suffix)
    own, routine = FORMS[mnemonic], float_add if suffix else integer_add

    def action(m: AmdNpu, o: Operands) -> None:
        config, result = m.r[o["config"]], m.result(count)
        one, other = m.accumulator(o[first], count), m.accumulator(o[second], count)
        refused = routine(m.granules.array, result, one, other, config, own)
        m.check(refused == 0, UNKNOWN_SUM, config=config)
        m.set_accumulator(o[target], count, result)

    text = f"{mnemonic}{suffix} {target}, {first}, {second}, config"
    one_bit, other_bit = (int(bool(own & each)) for each in (NEGATE_FIRST, NEGATE_SECOND))
    if suffix:
        bits = f"config {first} {one_bit} 00 {second} {target} {other_bit} 1 0"
    else:
        bits = f"config {first} 0 1110 {second} {target} {other_bit} {one_bit} 0 0"
    form(text, _doc(meaning, suffix), timed, action, bits)


def _negation(suffix: str) -> None:
    timed, target, first, _, count = _names(suffix)
    own, routine = FORMS["vneg"], float_neg if suffix else integer_neg

    def action(m: AmdNpu, o: Operands) -> None:
        config, result = m.r[o["config"]], m.result(count)
        refused = routine(m.granules.array, result, m.accumulator(o[first], count), config, own)
        m.check(refused == 0, UNKNOWN_SUM, config=config)
        m.set_accumulator(o[target], count, result)

    whole = f"config {first} 1 1111 0000 {target} 0 1 0 0"
    bits = f"config {first} 1111 0000 {target} 0 0 1" if suffix else whole
    form(f"vneg{suffix} {target}, {first}, config", _doc("-acc", suffix), timed, action, bits)


def _clearing(suffix: str) -> None:
    timed, target, _, _, count = _names(suffix)

    def action(m: AmdNpu, o: Operands) -> None:
        result = m.result(4)
        integer_neg(m.granules.array, result, result, 0, ZERO)
        m.set_accumulator(o[target], count, result)

    bits = f"0*5 11111 1111 0000 {target} 0 0 1" if suffix else f"0*10 1111 0000 {target} 1 0 0 0"
    form(f"vclr {target}", f"Clear the {256 * count} bits of an accumulator.", timed, action, bits)


def _doc(meaning: str, suffix: str) -> str:
    """What stands in the manual."""
    lanes = "16 lanes of float32" if suffix else "32 lanes of 32 bits or 16 of 64"
    matrices = ", in the mode that r[config] selects" if "*" in meaning else ""
    return f"Accumulator = {meaning}: {lanes}{matrices}."


for _suffix in ("", ".f"):
    for _mnemonic, _meaning in _NEXT.items():
        if not (_suffix and _mnemonic in ("vnegmac", "vnegmsc")):
            _product(_mnemonic, _suffix, _meaning, accumulates="acc" in _meaning)
    for _mnemonic, _meaning in _TWO.items():
        if not (_suffix and _mnemonic in ("vsubmac", "vsubmsc")):
            _double(_mnemonic, _suffix, _meaning)
    for _mnemonic, _meaning in _SUMS.items():
        _sum(_mnemonic, _suffix, _meaning)
    _negation(_suffix)
    _clearing(_suffix)

"""Between vectors and accumulators: shift-round-saturate, shift up, pack and unpack.

In a mnemonic s says that numbers are signed, d that a control register says so at run time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernelcraft.platforms.amd_npu.machine.arithmetic.shift_round import pack, srs, unpack, ups
from kernelcraft.platforms.amd_npu.machine.instructions.addressing import REGISTERS_ONLY, accesses
from kernelcraft.platforms.amd_npu.machine.instructions.memory import NEAR_ROWS
from kernelcraft.platforms.amd_npu.machine.instructions.table import Operands, Timed, form
from kernelcraft.platforms.amd_npu.machine.late import AT_7, store_at_7

if TYPE_CHECKING:
    from kernelcraft.platforms.amd_npu.machine.state import AmdNpu

MODES = "crRnd = {rounding}, crSat = {saturation}: there are no such modes"
SATURATION = "crSat = {saturation}: there is no such mode"
GRANULE = 32  # bytes

_ST = {"wd": "W_WA", "xd": "W_WA", "bma": "CM_R", "cma": "CM_R"}
SRS = Timed("st", 4, ports=_ST)
SRS_M = Timed("mv", 4, ports={"wd": "W_WM"})
UPS = Timed("mv", 3, ports={"cmd": "CM_WM", "bmd": "CM_WM"})
PACK = Timed("st", 2, ports=_ST)
STORE_AT_7 = Timed("st", 1, {"memory": 7}, ports=_ST, late=AT_7)
STORE = Timed("st", 1, {"memory": 5})


@dataclass(frozen=True)
class Widths:
    """Lanes of `narrow` bits in a vector and of `wide` bits in an accumulator."""

    narrow: int
    wide: int
    accumulator: str  # the operand's first letters
    vector: str
    mode: int  # in the encoding

    @property
    def granules(self) -> int:
        """Of the accumulator."""
        return 4 if self.accumulator == "cm" else 2

    @property
    def lanes(self) -> int:
        """How many."""
        return 8 * GRANULE * self.granules // self.wide

    @property
    def halves(self) -> int:
        """Granules of the vector."""
        return 2 if self.vector == "x" else 1


_TO_W = (
    Widths(8, 32, "cm", "w", 0),
    Widths(16, 64, "cm", "w", 1),
    Widths(16, 32, "bm", "w", 0),
    Widths(32, 64, "bm", "w", 1),
)
_TO_X = (Widths(16, 32, "cm", "x", 0), Widths(32, 64, "cm", "x", 1))
SIGNS = (("s", "1"), ("d", "0"))


def _sign(m: AmdNpu, letter: str, register: int) -> int:
    return 1 if letter == "s" else register


def _srs(m: AmdNpu, o: Operands, each: Widths, letter: str) -> int:
    """Where the narrow lanes lie."""
    result, rounding, saturation = m.result(each.halves), m.crRnd, m.crSat
    refused = srs(
        m.granules.array,
        result,
        m.accumulator(o[f"{each.accumulator}a"], each.granules),
        each.lanes,
        each.wide,
        each.narrow,
        m.s[o["shift"]],
        rounding,
        saturation,
        _sign(m, letter, m.crSRSSign),
    )
    m.check(refused == 0, MODES, rounding=rounding, saturation=saturation)
    return result


def _srs_doc(each: Widths, letter: str) -> str:
    signed = "signed" if letter == "s" else "signed if crSRSSign"
    return (
        f"{each.lanes} lanes of {each.wide} bits shifted right by s[shift], rounded by crRnd, "
        f"saturated by crSat to {each.narrow} bits, {signed}"
    )


def _srs_bits(each: Widths, sign: str) -> str:
    if each.accumulator == "cm":
        return f"shift {each.mode} {sign} cma 00"
    return f"shift {each.mode} {sign} bma 1"


def _add_srs(each: Widths, letter: str, sign: str) -> None:
    name = f"{letter}{each.narrow}.s{each.wide}"
    target, source = f"{each.vector}d", f"{each.accumulator}a"

    def register(m: AmdNpu, o: Operands) -> None:
        m.set_vector(o[target], each.halves, _srs(m, o, each, letter))

    def memory(m: AmdNpu, o: Operands, address: int) -> None:
        store_at_7(m, address, _srs(m, o, each, letter))

    doc = f"{_srs_doc(each, letter)}."
    if each.vector == "x":
        bits = f"xd 0 1111 shift {each.mode} {sign} cma 001 0"
        form(f"vsrs.{name} xd, cma, shift", doc, SRS, register, bits)
        return
    narrowed = _srs_bits(each, sign)
    form(f"vsrs.{name} wd, {source}, shift", doc, SRS, register, f"wd 0111 {narrowed} 1 0")
    text = f"{source}, shift, *"
    stored = f"Store {_srs_doc(each, letter)},"
    accesses(
        f"vst.srs.{name}", text, stored, STORE_AT_7, NEAR_ROWS, memory, f"{{near}} {narrowed} 1 0"
    )
    if each.accumulator == "bm":
        bits = f"wd shift bma {each.mode} {sign} 00 1110 10"
        form(f"vsrsm.{name} wd, bma, shift", f"{doc} In slot m.", SRS_M, register, bits)


def _ups_doc(each: Widths, letter: str) -> str:
    signed = "signed" if letter == "s" else "signed if crUPSSign"
    return (
        f"{each.lanes} lanes of {each.narrow} bits, {signed}, to {each.wide} bits, "
        "shifted left by s[shift], saturated by crSat"
    )


def _widened(m: AmdNpu, each: Widths, source: int, amount: int, sign: int, saturation: int) -> int:
    """Where the wide lanes lie."""
    result = m.result(each.granules)
    refused = ups(
        m.granules.array,
        result,
        source,
        each.lanes,
        each.narrow,
        each.wide,
        amount,
        saturation,
        sign,
    )
    m.check(refused == 0, SATURATION, saturation=saturation)
    return result


def _add_ups(each: Widths, letter: str, sign: str) -> None:
    name = f"s{each.wide}.{letter}{each.narrow}"
    target = f"{each.accumulator}d"
    base = f"shift {each.mode} {sign}"

    def add(source: str, code: str) -> None:
        def register(m: AmdNpu, o: Operands) -> None:
            a = m.vector(o[source], each.halves)
            amount, by = m.s[o["shift"]], _sign(m, letter, m.crUPSSign)
            m.set_accumulator(o[target], each.granules, _widened(m, each, a, amount, by, m.crSat))

        into = f"cmd 0 {base}" if each.accumulator == "cm" else f"bmd {base}"
        bits = f"{into} {code} {source} 1111 10"
        form(
            f"vups.{name} {target}, {source}, shift",
            f"{_ups_doc(each, letter)}.",
            UPS,
            register,
            bits,
        )

    if each.vector == "x":
        add("xa", "10 0")
        return
    add("w_from", "11" if each.accumulator == "cm" else "01")
    _add_load_ups(each, letter, sign, f"vlda.ups.{name}")


def _add_load_ups(each: Widths, letter: str, sign: str, mnemonic: str) -> None:
    target = f"{each.accumulator}d"

    def access(m: AmdNpu, o: Operands, address: int) -> None:
        m.later(7, offset=m.load_lanes(address, GRANULE))

    def widen(m: AmdNpu, shift: int, offset: int) -> int:
        return _widened(m, each, offset, m.s[shift], _sign(m, letter, m.crUPSSign), m.crSat)

    def into_cm(m: AmdNpu, cmd: int, shift: int, offset: int) -> None:
        m.set_accumulator(cmd, 4, widen(m, shift, offset))

    def into_bm(m: AmdNpu, bmd: int, shift: int, offset: int) -> None:
        m.set_accumulator(bmd, 2, widen(m, shift, offset))

    timed = Timed(
        "lda",
        9,
        stages={"memory": 5, "shift": 7, "crUPSSign": 7, "crSat": 8},
        ports={target: "CM_WM"},
        late={7: into_cm if each.accumulator == "cm" else into_bm},
    )
    doc = f"Load {_ups_doc(each, letter)},"
    cm = f"{{near}} shift {each.mode} 1 cmd {sign} 000"
    bits = cm if each.accumulator == "cm" else f"{{near}} shift {each.mode} {sign} bmd 100"
    accesses(mnemonic, f"{target}, shift, *", doc, timed, NEAR_ROWS, access, bits)


for _letter, _code in SIGNS:
    for _each in (*_TO_W, *_TO_X):
        _add_srs(_each, _letter, _code)
        _add_ups(_each, _letter, _code)


def _add_pack(narrow: int, letter: str, sign: str, size: str) -> None:
    name = f"{letter}{narrow}.{letter}{2 * narrow}"

    def packed(m: AmdNpu, o: Operands) -> int:
        result, saturation = m.result(1), m.crSat
        source = m.vector(o["xa"], 2)
        by = _sign(m, letter, m.crPackSign)
        refused = pack(m.granules.array, result, source, narrow, saturation, by)
        m.check(refused == 0, SATURATION, saturation=saturation)
        return result

    def register(m: AmdNpu, o: Operands) -> None:
        m.set_vector(o["wd"], 1, packed(m, o))

    def memory(m: AmdNpu, o: Operands, address: int) -> None:
        m.store_lanes(address, packed(m, o), GRANULE)

    signed = "signed" if letter == "s" else "signed if crPackSign"
    doc = (
        f"{512 // narrow // 2} lanes of {2 * narrow} bits to {narrow}, {signed}, saturated by crSat"
    )
    bits = f"{sign} {size} 00 xa 101 0"
    form(f"vpack.{name} wd, xa", f"{doc}.", PACK, register, f"wd 1111 {bits}")
    accesses(
        f"vst.pack.{name}", "xa, *", f"Store {doc},", STORE, NEAR_ROWS, memory, f"{{near}} {bits}"
    )


def _add_unpack(narrow: int, letter: str, sign: str, size: str) -> None:
    name = f"{letter}{2 * narrow}.{letter}{narrow}"

    def widened(m: AmdNpu, source: int) -> int:
        result = m.result(2)
        unpack(m.granules.array, result, source, narrow, _sign(m, letter, m.crUnpackSign))
        return result

    def register(m: AmdNpu, o: Operands) -> None:
        m.later(7)

    def at_7(m: AmdNpu, xd: int, wa: int) -> None:
        m.set_vector(xd, 2, widened(m, m.vector(wa, 1)))

    def memory(m: AmdNpu, o: Operands, address: int) -> None:
        m.later(7, offset=m.load_lanes(address, GRANULE))

    def loaded(m: AmdNpu, xd: int, offset: int) -> None:
        m.set_vector(xd, 2, widened(m, offset))

    signed = "signed" if letter == "s" else "signed if crUnpackSign"
    doc = f"{256 // narrow} lanes of {narrow} bits to {2 * narrow}, {signed}"
    in_register = Timed("ldb", 7, stages={"wa": 7, "crUnpackSign": 7}, late={7: at_7})
    bits = f"wa 0 1 00 xd {sign} {size} 0"
    form(f"vunpack.{name} xd, wa", f"{doc}; wa is sampled in stage 7.", in_register, register, bits)
    from_memory = Timed("ldb", 7, stages={"memory": 5, "crUnpackSign": 7}, late={7: loaded})
    bits = f"{{plain}} 1 xd {sign} {size} 0"
    accesses(
        f"vldb.unpack.{name}", "xd, *", f"Load {doc},", from_memory, REGISTERS_ONLY, memory, bits
    )


for _letter, _code in SIGNS:
    for _narrow, _size in ((8, "1"), (4, "0")):
        _add_pack(_narrow, _letter, _code, _size)
        _add_unpack(_narrow, _letter, _code, _size)

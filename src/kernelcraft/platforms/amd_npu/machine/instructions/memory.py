"""Scalar and vector loads and stores, and arithmetic of pointers.

A load reads memory in stage 5 and its result is there in stage 7, a store writes in stage 5: a load
in the bundle after a store sees it. Sub-word stores read in stage 5 and write in stage 11.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelcraft.platforms.amd_npu.machine.instructions.addressing import (
    BY_MODIFIER,
    REGISTERS_ONLY,
    THREE,
    TWO,
    Address,
    Mode,
    accesses,
    every,
    post,
    scaled,
    short,
)
from kernelcraft.platforms.amd_npu.machine.instructions.table import Operands, Timed, form
from kernelcraft.platforms.amd_npu.machine.late import PARTS as PARTS_LATE
from kernelcraft.platforms.amd_npu.machine.late import PARTS_SAMPLED, store_part

if TYPE_CHECKING:
    from kernelcraft.platforms.amd_npu.machine.state import AmdNpu

READ = {"memory": 5}
PORTS = {"scalar": "R_WA", "rd": "R_WA", "wd": "W_WA", "amd": "CM_WM"}
LOAD_A = Timed("lda", 7, stages=READ, ports=PORTS)
LOAD_B = Timed("ldb", 7, stages=READ)
STORE = Timed("st", 1, latencies={"memory": 5}, ports={"ama": "CM_R"})
WORDS = every("word", "words", "spill")
ROWS = every("row", "rows", "spill32")
NEAR_ROWS = short("row3", "rows4")
PARTS = short("near", "nearby")


def _load(m: AmdNpu, o: Operands, address: int) -> None:
    m.set_scalar(o["scalar"], m.load(address, 4))


def _store(m: AmdNpu, o: Operands, address: int) -> None:
    m.store(address, m.scalar(o["scalar"]), 4)


def _load_w(m: AmdNpu, o: Operands, address: int) -> None:
    m.set_vector(o["wd"], 1, m.load_lanes(address, 32))


def _load_am(m: AmdNpu, o: Operands, address: int) -> None:
    m.set_accumulator(o["amd"], 1, m.load_lanes(address, 32))


def _store_w(m: AmdNpu, o: Operands, address: int) -> None:
    m.store_lanes(address, m.vector(o["wa"], 1), 32)


def _store_am(m: AmdNpu, o: Operands, address: int) -> None:
    m.store_lanes(address, m.accumulator(o["ama"], 1), 32)


accesses("lda", "scalar, *", "Load 32 bits into a register", LOAD_A, WORDS, _load, "{far} scalar 1")
accesses("st", "scalar, *", "Store a register as 32 bits", STORE, WORDS, _store, "{far} scalar 0")
accesses("vlda", "wd, *", "Load 256 bits", LOAD_A, ROWS, _load_w, "{far} wd 111")
accesses(
    "vlda", "amd, *", "Load 256 bits into an accumulator", LOAD_A, ROWS, _load_am, "{far} amd 10"
)
accesses("vldb", "wd, *", "Load 256 bits with unit B", LOAD_B, NEAR_ROWS, _load_w, "{near} wd 01")
accesses("vst", "wa, *", "Store 256 bits", STORE, ROWS, _store_w, "{far} wa 111")
accesses(
    "vst", "ama, *", "Store 256 bits of an accumulator", STORE, ROWS, _store_am, "{far} ama 01"
)


def _part(suffix: str, code: str, size: int, *, sign: bool) -> None:
    """A load of a byte or half word, extended to 32 bits."""

    def access(m: AmdNpu, o: Operands, address: int) -> None:
        value, half = m.load(address, size), 1 << (8 * size - 1)
        m.r[o["rd"]] = (value ^ half) - half if sign else value

    how = "by its sign" if sign else "with zeros"
    doc = f"Load {8 * size} bits, extended {how},"
    accesses(f"lda.{suffix}", "rd, *", doc, LOAD_A, PARTS, access, f"{{near}} {code} 00 rd 111")


_part("s8", "00", 1, sign=True)
_part("u8", "01", 1, sign=False)
_part("s16", "10", 2, sign=True)
_part("u16", "11", 2, sign=False)


def _stored_part(suffix: str, code: str, size: int) -> None:
    """A store of a byte or half word: a read and a later write of its word."""

    def access(m: AmdNpu, o: Operands, address: int) -> None:
        store_part(m, address, size)

    timed = Timed("lda", 1, {"memory": 11}, {"memory": 5, **PARTS_SAMPLED}, late=PARTS_LATE)
    doc = f"Store the lower {8 * size} bits of r[ra] (sampled in stage 7)"
    accesses(f"st.{suffix}", "ra, *", doc, timed, PARTS, access, f"{{near}} {code} 100 ra 000")


_stored_part("s8", "0", 1)
_stored_part("s16", "1", 2)


def _load_128(m: AmdNpu, o: Operands, address: int) -> None:
    m.set_vector(o["wd"], 1, m.load_lanes(address, 16))


def _store_128(m: AmdNpu, o: Operands, address: int) -> None:
    m.store_lanes(address, m.vector(o["wa"], 1), 16)


_HERE = Mode("", "[pa]", "at p", lambda m, o: m.p[o["pa"]] + 0, {"here": "pa 1000000000"})
_128 = "Load 128 bits into the lower half of a vector"
accesses("vlda.128", "wd, *", _128, LOAD_A, [_HERE], _load_128, "{here} wd 111")
accesses("vldb.128", "wd, *", _128, LOAD_B, REGISTERS_ONLY, _load_128, "{plain} 0 wd 11")
accesses("vst.128", "wa, *", "Store the lower 128 bits", STORE, ROWS, _store_128, "{far} wa 011")


def _pointers(mnemonic: str, unit: str, words: str, frame: str | None, bits: str) -> None:
    """Arithmetic of pointers in one slot."""
    timed = Timed(unit, 1)
    for mode in (BY_MODIFIER, post(words), TWO, THREE):

        def advance(m: AmdNpu, o: Operands, address: Address = mode.address) -> None:
            address(m, o)

        text, doc = f"{mnemonic}{mode.infix} {mode.text}", f"Move a pointer on: {mode.then}."
        form(text, doc, timed, advance, bits.format_map(mode.bits))
    if frame is not None:

        def action(m: AmdNpu, o: Operands) -> None:
            m.sp = m.sp + o[frame]

        doc = f"Move the end of the stack: sp += {frame}."
        in_a = f"{scaled(frame)} 11 00 10 10"
        in_b = f"{scaled(frame, None, 3)} 11 {scaled(frame, 2, 0)} 00"
        form(f"{mnemonic} [sp], #{frame}", doc, timed, action, in_a if unit == "lda" else in_b)


_pointers("padda", "lda", "words10", "frame13", "{alone} 10")
_pointers("paddb", "ldb", "words9", "frame12", "{alone_b}")
_pointers("padds", "st", "words10", None, "{alone} 01")

"""Scalar and vector loads and stores, and arithmetic of pointers.

A load reads memory in stage 5 and its result is there in stage 7, a store writes in stage 5: a load
in the bundle after a store sees it. Sub-word stores read in stage 5 and write in stage 11.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelcraft.platforms.amd_npu.instructions.addressing import (
    BY_MODIFIER,
    THREE,
    TWO,
    Address,
    accesses,
    every,
    post,
    short,
)
from kernelcraft.platforms.amd_npu.instructions.table import Operands, Timed, form

if TYPE_CHECKING:
    from kernelcraft.platforms.amd_npu.machine import AmdNpu

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


accesses("lda", "scalar, *", "Load 32 bits into a register", LOAD_A, WORDS, _load)
accesses("st", "scalar, *", "Store a register as 32 bits", STORE, WORDS, _store)
accesses("vlda", "wd, *", "Load 256 bits", LOAD_A, ROWS, _load_w)
accesses("vlda", "amd, *", "Load 256 bits into an accumulator", LOAD_A, ROWS, _load_am)
accesses("vldb", "wd, *", "Load 256 bits with unit B", LOAD_B, NEAR_ROWS, _load_w)
accesses("vst", "wa, *", "Store 256 bits", STORE, ROWS, _store_w)
accesses("vst", "ama, *", "Store 256 bits of an accumulator", STORE, ROWS, _store_am)


def _part(suffix: str, size: int, sign: bool) -> None:
    """A load of a byte or half word, extended to 32 bits."""

    def access(m: AmdNpu, o: Operands, address: int) -> None:
        value, half = m.load(address, size), 1 << (8 * size - 1)
        m.r[o["rd"]] = (value ^ half) - half if sign else value

    how = "by its sign" if sign else "with zeros"
    doc = f"Load {8 * size} bits, extended {how},"
    accesses(f"lda.{suffix}", "rd, *", doc, LOAD_A, PARTS, access)


_part("s8", 1, True)
_part("u8", 1, False)
_part("s16", 2, True)
_part("u16", 2, False)


def _pointers(mnemonic: str, unit: str, words: str, frame: str | None) -> None:
    """Arithmetic of pointers in one slot."""
    timed = Timed(unit, 1)
    for mode in (BY_MODIFIER, post(words), TWO, THREE):

        def advance(m: AmdNpu, o: Operands, address: Address = mode.address) -> None:
            address(m, o)

        form(
            f"{mnemonic}{mode.infix} {mode.text}",
            f"Move a pointer on: {mode.then}.",
            timed,
            advance,
        )
    if frame is not None:

        def action(m: AmdNpu, o: Operands) -> None:
            m.sp = m.sp + o[frame]

        form(
            f"{mnemonic} [sp], #{frame}",
            f"Move the end of the stack: sp += {frame}.",
            timed,
            action,
        )


_pointers("padda", "lda", "words10", "frame13")
_pointers("paddb", "ldb", "words9", "frame12")
_pointers("padds", "st", "words10", None)

"""Scalar and vector loads and stores, and arithmetic of pointers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelcraft.platforms.amd_npu.instructions.addressing import accesses, every, short
from kernelcraft.platforms.amd_npu.instructions.table import Operands, Timed

if TYPE_CHECKING:
    from kernelcraft.platforms.amd_npu.machine import AmdNpu

LOAD_A, LOAD_B = Timed("lda", 7), Timed("ldb", 7)
STORE = Timed("st", 1, {"memory": 5})
WORDS = every("word", "words", "spill")
ROWS = every("row", "rows", "spill32")
NEAR_ROWS = short("row3", "rows4")


def _load(m: AmdNpu, o: Operands, address: int) -> None:
    m.set_scalar(o["scalar"], m.load(address, 4, False))


def _store(m: AmdNpu, o: Operands, address: int) -> None:
    m.store(address, 4, m.scalar(o["scalar"]))


def _load_w(m: AmdNpu, o: Operands, address: int) -> None:
    m.set_vector(o["wd"], 1, m.load_bytes(address, 32))


def _load_am(m: AmdNpu, o: Operands, address: int) -> None:
    m.set_accumulator(o["amd"], 1, m.load_bytes(address, 32))


def _store_w(m: AmdNpu, o: Operands, address: int) -> None:
    m.store_bytes(address, 32, m.vector(o["wa"], 1))


def _store_am(m: AmdNpu, o: Operands, address: int) -> None:
    m.store_bytes(address, 32, m.accumulator(o["ama"], 1))


accesses("lda", "scalar, *", "Load 32 bits into a register", LOAD_A, WORDS, _load)
accesses("st", "scalar, *", "Store a register as 32 bits", STORE, WORDS, _store)
accesses("vlda", "wd, *", "Load 256 bits", LOAD_A, ROWS, _load_w)
accesses("vlda", "amd, *", "Load 256 bits into an accumulator", LOAD_A, ROWS, _load_am)
accesses("vldb", "wd, *", "Load 256 bits with unit B", LOAD_B, NEAR_ROWS, _load_w)
accesses("vst", "wa, *", "Store 256 bits", STORE, ROWS, _store_w)
accesses("vst", "ama, *", "Store 256 bits of an accumulator", STORE, ROWS, _store_am)

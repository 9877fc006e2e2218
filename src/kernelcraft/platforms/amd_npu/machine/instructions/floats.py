"""Between bf16 in vectors and float32 in accumulators, and from bf16 to whole numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelcraft.platforms.amd_npu.machine.arithmetic.convert import (
    bf16_floor,
    bf16_to_f32,
    f32_to_bf16,
)
from kernelcraft.platforms.amd_npu.machine.instructions.addressing import accesses
from kernelcraft.platforms.amd_npu.machine.instructions.convert import GRANULE, PACK, STORE_AT_7
from kernelcraft.platforms.amd_npu.machine.instructions.memory import NEAR_ROWS
from kernelcraft.platforms.amd_npu.machine.instructions.table import MOV, Operands, Timed, form
from kernelcraft.platforms.amd_npu.machine.late import store_at_7

if TYPE_CHECKING:
    from kernelcraft.platforms.amd_npu.machine.state import AmdNpu

WIDEN = Timed("mv", 2, bypass={"wl_from": MOV}, ports={"bmd": "CM_WM"})
LOAD = Timed("lda", 7, stages={"memory": 5}, ports={"bmd": "CM_WM"})
ROUNDING = "crRnd = {rounding}: there is no such mode"


def _narrowed(m: AmdNpu, o: Operands) -> int:
    """Where the 16 bf16 lie."""
    result, rounding = m.result(1), m.crRnd
    refused = f32_to_bf16(m.granules.array, result, m.accumulator(o["bma"], 2), rounding)
    m.check(refused == 0, ROUNDING, rounding=rounding)
    return result


def _to_bf16(m: AmdNpu, o: Operands) -> None:
    m.set_vector(o["wd"], 1, _narrowed(m, o))


def _store_bf16(m: AmdNpu, o: Operands, address: int) -> None:
    store_at_7(m, address, _narrowed(m, o))


def _load_f32(m: AmdNpu, o: Operands, address: int) -> None:
    result = m.result(2)
    bf16_to_f32(m.granules.array, result, m.load_lanes(address, GRANULE))
    m.set_accumulator(o["bmd"], 2, result)


def _to_f32(source: str) -> None:
    def action(m: AmdNpu, o: Operands) -> None:
        result = m.result(2)
        bf16_to_f32(m.granules.array, result, m.vector(o[source], 1))
        m.set_accumulator(o["bmd"], 2, result)

    doc = "16 bf16 to 16 float32, exactly. The lower halves wl0..wl11 have a bypass."
    form(f"vconv.fp32.bf16 bmd, {source}", doc, WIDEN, action, f"bmd 0000 00 {source} 1111 10")


def _floor(source: str, bits: str) -> None:
    def action(m: AmdNpu, o: Operands) -> None:
        result = m.result(2)
        lanes = m.vector(o["wa"], 1) if source == "wa" else m.accumulator(o["ama"], 1)
        bf16_floor(m.granules.array, result, lanes, m.s[o["shift"]])
        m.set_vector(o["xd"], 2, result)

    doc = "16 bf16 to 16 whole numbers of 32 bits: floor(x * 2^s[shift]), saturated."
    timed = Timed("st", 2, ports={"xd": "W_WA", "ama": "CM_R"})
    form(f"vfloor.s32.bf16 xd, {source}, shift", doc, timed, action, f"xd {bits} 01")


_NARROW = "16 float32 to 16 bf16, rounded by crRnd"
form("vconv.bf16.fp32 wd, bma", f"{_NARROW}.", PACK, _to_bf16, "wd 0000 0 000 bma 111")
accesses(
    "vst.conv.bf16.fp32",
    "bma, *",
    f"Store {_NARROW},",
    STORE_AT_7,
    NEAR_ROWS,
    _store_bf16,
    "{near} 0 100 bma 111",
)
accesses(
    "vlda.conv.fp32.bf16",
    "bmd, *",
    "Load 16 bf16 as 16 float32",
    LOAD,
    NEAR_ROWS,
    _load_f32,
    "{near} 0 010 bmd 000",
)
for _source in ("wl_from", "wh_from"):
    _to_f32(_source)
_floor("ama", "1 0000 shift 00 ama")
_floor("wa", "0 0000 shift 00 wa 0")

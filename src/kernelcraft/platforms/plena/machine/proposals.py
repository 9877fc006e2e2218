"""What instructions that are proposed for PLENA may touch, and what the machine has already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from struct import Struct
from typing import Final

import numpy as np

from kernelcraft.design.rules import (
    Elements,
    Encoding,
    Function,
    Ports,
    Registers,
    Rows,
    Rules,
)
from kernelcraft.platforms.plena.machine.configuration import PlenaConfiguration
from kernelcraft.platforms.plena.machine.formats import (
    CODES,
    bf16_to_f32,
    f32_to_bf16,
    f32_to_fp16,
    fp16_to_f32,
    tables,
)
from kernelcraft.platforms.plena.machine.instructions import plena
from kernelcraft.platforms.plena.machine.state import Plena

USUAL: Final = PlenaConfiguration()
OPCODE: Final = 6  # bits, the lowest of a word
WORDS: Final = (1 << 32) - 1
_FLOAT, _BITS = Struct("<f"), Struct("<I")


@cache
def _fp16() -> Sequence[float]:
    """The value of every pattern."""
    found: list[float] = fp16_to_f32(np.arange(CODES, dtype=np.uint16)).tolist()
    return found


def _pattern(value: float) -> int:
    return int(f32_to_fp16(np.array([value], dtype=np.float32))[0])


@cache
def _exponentials() -> Sequence[float]:
    """e to the value of every bf16 pattern, in bf16: what V_EXP_V looks up."""
    found: list[float] = bf16_to_f32(tables()["BF16_EXP"]).tolist()
    return found


def _exp(value: float) -> float:
    """As V_EXP_V has it, of the value in bf16."""
    if value != value:
        return value
    bits: int = _BITS.unpack(_FLOAT.pack(value))[0]
    return _exponentials()[(bits + 0x7FFF + (bits >> 16 & 1)) >> 16]


def _row(m: Plena, address: int) -> Sequence[float]:
    start = m.row(address)
    found: list[float] = bf16_to_f32(m.vector_sram.array[start : start + m.mlen]).tolist()
    return found


def _set_row(m: Plena, start: int, lanes: Mapping[int, float]) -> None:
    places = np.fromiter(lanes.keys(), np.int64, len(lanes)) + start
    values = np.fromiter(lanes.values(), np.float32, len(lanes))
    m.vector_sram.array[places] = f32_to_bf16(values)


def _set_gp(m: Plena, index: int, value: int) -> None:
    m.gp[index] = value & WORDS


def _set_mask(m: Plena, index: int, value: int) -> None:
    m.v_mask = value & WORDS


def _set_int(m: Plena, address: int, value: int) -> None:
    m.int_sram[address] = value & WORDS


def _set_fp(m: Plena, address: int, value: float) -> None:
    m.fp_sram[address] = _pattern(value)


RULES: Final = Rules(
    constants={"mlen": USUAL.mlen, "blen": USUAL.blen, "hlen": USUAL.hlen},
    registers={
        "gp": Registers("int", 32, 16, lambda m, i: m.gp[i], _set_gp),
        "f": Registers(
            "real",
            16,
            8,
            lambda m, i: _fp16()[m.f[i]],
            lambda m, i, v: m.set_result(i, _pattern(v)),
        ),
    },
    scalars={"v_mask": Registers("int", 32, 1, lambda m, i: m.v_mask, _set_mask)},
    elements={
        "int_sram": Elements("int", 32, USUAL.int_sram_size, lambda m, a: m.int_sram[a], _set_int),
        "fp_sram": Elements(
            "real", 16, USUAL.fp_sram_size, lambda m, a: _fp16()[m.fp_sram[a]], _set_fp
        ),
    },
    rows=Rows(
        length=USUAL.mlen,
        bits=16,
        size=USUAL.vector_sram_rows,
        read=_row,
        target=lambda m, address: m.output_row(address),
        write=_set_row,
    ),
    functions={"exp": Function(_exp, 1.0)},
    encoding=Encoding(
        bits=OPCODE,
        word=plena.word_bits,
        free=tuple(
            code
            for code in range(1, 1 << OPCODE)
            if code not in {each.encoding.value & (1 << OPCODE) - 1 for each in plena.table}
        ),
    ),
    # What one cycle of V_ADD_VV, V_MUL_VV, V_RED_MAX and V_RECI_V takes; assumed to be shared.
    units={
        "vector": {
            "+ real": 64,
            "* real": 64,
            "/ real": 64,
            "exp": 64,
            "compare real": 64,
            "convert": 64,
        },
        "scalar_int": {"+ int": 1, "* int": 1},
        "scalar_fp": {
            "+ real": 1,
            "* real": 1,
            "/ real": 1,
            "exp": 1,
            "compare real": 1,
            "convert": 1,
        },
    },
    # Of V_ADD_VV, S_ADD_FP, S_LD_INT, S_ST_INT, S_LD_FP and S_ST_FP, each in a cycle.
    ports={
        "rows": Ports(2, 1),
        "gp": Ports(3, 1),
        "f": Ports(2, 1),
        "int_sram": Ports(1, 1),
        "fp_sram": Ports(1, 1),
    },
)

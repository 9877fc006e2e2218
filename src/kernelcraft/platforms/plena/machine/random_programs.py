"""How random PLENA programs are drawn: registers have roles, so that most programs run to the end.

gp1..gp3 hold rows, gp4..gp7 places in tiles, gp8 and gp9 HBM offsets, gp10 a small index, gp11 and
gp12 any number, gp13..gp15 count loops. A few operands are drawn without regard to roles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import numpy as np

from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.operand import Operand
from kernelcraft.platforms.plena.machine.configuration import Dram, Errata, PlenaConfiguration
from kernelcraft.platforms.plena.machine.instructions import plena
from kernelcraft.platforms.plena.machine.interpreter import INTERPRETER
from kernelcraft.platforms.plena.machine.state import Plena
from kernelcraft.sim.emit import Interpreter
from kernelcraft.sim.random_programs import FlatRecipe, any_value, line
from kernelcraft.sim.state import State, fresh

WILD = 0.01  # operands drawn without regard to their role
ROWS, TILE, COLUMN, TILE_ROW, HEAD = (1, 2, 3), (4,), (5,), (6,), (7,)
OFFSETS, INDEX, ANY, COUNTERS = (8, 9), (0, 10), (11, 12), (13, 14, 15)
COMMON = PlenaConfiguration(vector_sram_rows=272, hbm_bytes=1 << 18, fp_sram_size=512)


def _variant(mlen: int, blen: int, hlen: int, **settings: int) -> PlenaConfiguration:
    rows = mlen // hlen * mlen + 16  # room for one batched write-out
    sizes = {"matrix_sram_tiles": 2, "hbm_bytes": 1 << 20, **settings}
    return PlenaConfiguration(mlen, blen, hlen, vector_sram_rows=rows, **sizes)


VARIANTS = (
    _variant(64, 8, 32, dc_en=0, systolic_overhead=5, dram=Dram.CONSTANT),
    _variant(64, 1, 1),  # more groups than V_MASK has bits
    _variant(64, 64, 64, int_sram_size=64),
    _variant(128, 4, 16, fp_sram_size=300, dram=Dram.CONSTANT),
    _variant(128, 16, 64, dc_en=0),
    _variant(256, 32, 128),
    _variant(64, 4, 16, errata=Errata.OFFICIAL),
)

Choice = tuple[int, ...]
PLACES: Choice = (0, 0, 16, 48, 256, 512)  # a multiple of BLEN, for most configurations
ROW_STEPS: Choice = (0, 0, 256, 512)  # a multiple of every MLEN

# Instruction -> operand -> what it is drawn from: registers of a role, or numbers. An operand that
# is not named may be any register, or a number below 100.
ROLES: dict[str, dict[str, Choice]] = {
    **dict.fromkeys(("M_MM", "M_MV"), {"rs1": COLUMN, "rs2": ROWS}),
    "M_TMM": {"rs1": ROWS, "rs2": TILE_ROW},
    "M_TMV": {"rs1": TILE, "rs2": ROWS},
    **dict.fromkeys(("M_BMM", "M_BTMM", "M_BMV", "M_BTMV"), {"rs1": HEAD, "rs2": ROWS}),
    "M_MM_WO": {"rd": ROWS, "rs1": INDEX, "imm18": PLACES},
    "M_MV_WO": {"rd": ROWS, "imm18": PLACES},
    **dict.fromkeys(("M_BMM_WO", "M_BMV_WO"), {"rd": ROWS, "imm18": ROW_STEPS}),
    "S_MAP_V_FP": {"rd": ROWS, "rs1": INDEX},
    **dict.fromkeys(("S_LD_FP", "S_ST_FP", "S_ST_INT"), {"rs1": INDEX}),
    "S_LD_INT": {"rd": ANY, "rs1": INDEX},
    "H_PREFETCH_M": {"rd": TILE, "rs1": OFFSETS},
    **dict.fromkeys(("H_PREFETCH_V", "H_STORE_V"), {"rd": ROWS, "rs1": OFFSETS}),
    "C_SET_ADDR_REG": {"rs1": (0,), "rs2": OFFSETS},
    **dict.fromkeys(("C_SET_SCALE_REG", "C_SET_STRIDE_REG"), {"rd": OFFSETS}),
    **dict.fromkeys(("S_ADD_INT", "S_SUB_INT", "S_MUL_INT", "S_LUI_INT"), {"rd": ANY}),
    "S_ADDI_INT": {"rd": (*ROWS, *ANY, *ANY), "rs1": (0,), "imm18": ROW_STEPS},
}
VECTOR = {"rd": ROWS, "rs1": ROWS, "rs2": ROWS}
START, END = plena.instructions["C_LOOP_START"], plena.instructions["C_LOOP_END"]
CHOSEN = [each for each in plena.table if each is not END]  # an end comes with its start


def _value(random: Random, instruction: Instruction, operand: Operand) -> int:
    if random.random() < WILD:
        return any_value(random, operand)
    roles = ROLES.get(instruction.mnemonic, VECTOR if instruction.unit == "vector" else {})
    if operand.name in roles:
        return random.choice(roles[operand.name])
    if operand.name in ("imm18", "imm22"):
        return random.randrange(100)
    return any_value(random, operand)


def _lines(random: Random, count: int, counters: Choice) -> Iterator[str]:
    """`count` instructions with loops around some; `counters` are the registers still free."""
    while count > 0:
        instruction = random.choice(CHOSEN)
        count -= 1
        if instruction is START:
            if counters:
                inside = random.randint(1, 5)
                count -= inside
                yield from _loop(random, inside, counters)
            continue
        yield line(
            instruction, {o.name: _value(random, instruction, o) for o in instruction.operands}
        )
        if random.random() < WILD / 10:
            yield line(random.choice((START, END)), {"rd": random.randrange(16), "count": 2})


def _loop(random: Random, inside: int, counters: Choice) -> Iterator[str]:
    yield line(START, {"rd": counters[0], "count": random.randint(1, 4)})
    yield from _lines(random, inside, counters[1:])
    yield line(END, {"rd": counters[0]})


def _registers(c: PlenaConfiguration, random: Random) -> dict[Choice, list[int]]:
    """Values that suit the roles."""
    area = c.mlen * c.mlen
    tile = area * random.randrange(c.matrix_sram_tiles)
    step = c.blen * random.randrange(c.mlen // c.blen)
    return {
        ROWS: [c.mlen * random.randrange(8) for _ in ROWS],
        TILE: [tile],
        COLUMN: [tile + step],
        TILE_ROW: [tile + step * c.mlen],
        HEAD: [tile + c.hlen * random.randrange(c.broadcast)],
        OFFSETS: [64 * random.randrange(12) for _ in OFFSETS],
        INDEX: [0, random.choice((1, 2, 40))],
        ANY: [random.getrandbits(random.choice((3, 12, 32))) for _ in ANY],
        COUNTERS: [random.getrandbits(32) for _ in COUNTERS],
    }


def _floats(
    generator: np.random.Generator, count: int
) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """Numbers of many sizes, with a few zeros, infinities and NaNs."""
    values = generator.standard_normal(count).astype(np.float32)
    values *= np.float32(2.0) ** generator.integers(-12, 12, count).astype(np.float32)
    special = generator.random(count) < 0.002
    values[special] = generator.choice(
        np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 3e38], np.float32), int(special.sum())
    )
    return values


@dataclass(frozen=True)
class PlenaRecipe(FlatRecipe):
    """Mostly the default lanes with small memories; one in sixteen has other lanes."""

    interpreter: Interpreter = INTERPRETER

    def text(self, random: Random) -> str:
        """10 to 40 instructions."""
        return "\n".join(_lines(random, random.randint(10, 40), COUNTERS))

    def state(self, random: Random) -> State:
        """Memories full of numbers; in every tenth state their bits are arbitrary."""
        c = random.choice(VARIANTS) if random.random() < 1 / 16 else COMMON
        patience = 8 if random.random() < 0.1 else c.loop_cap
        state = fresh(Plena, {**c.parameters(), "loop_cap": patience})
        generator = np.random.default_rng(random.getrandbits(64))
        arbitrary = random.random() < 0.1
        for name in ("vector_sram", "matrix_sram", "fp_sram", "f", "int_sram", "hbm"):
            array = state[name]
            array[:] = np.frombuffer(generator.bytes(array.nbytes), array.dtype)
        if not arbitrary:
            rows = len(state["vector_sram"])
            state["vector_sram"][:] = _floats(generator, rows).view(np.uint32) >> 16
            with np.errstate(over="ignore"):
                for name in ("fp_sram", "f"):
                    halves = _floats(generator, len(state[name])).astype(np.float16)
                    state[name][:] = halves.view(np.uint16)
            state["hbm"][:] = state["hbm"] % 120  # as elements finite, as scales not too large
        state["matrix_sram"][:] = _floats(generator, len(state["matrix_sram"]))
        state["f"][0] = 0
        state["a"][:] = [64 * random.randrange(40) for _ in range(8)]
        state["scale"][:], state["stride"][:] = 64 * random.randrange(40), 64 * random.randrange(8)
        state["v_mask"][:] = random.getrandbits(random.choice((4, 16, 32)))
        for places, values in _registers(c, random).items():
            state["gp"][list(places)] = values
        return state


RECIPE = PlenaRecipe()

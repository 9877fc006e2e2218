"""How random programs of the toy platforms are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np

from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.operand import Operand
from kernelcraft.sim.emit import Interpreter
from kernelcraft.sim.random_programs import FlatRecipe, any_value, free_text
from kernelcraft.sim.state import State, fresh
from tests.toys import accumulator, vliw

WILD = 0.02  # operands drawn without thought of what they do


def _accumulator_value(random: Random, instruction: Instruction, operand: Operand) -> int:
    if random.random() < WILD:
        return any_value(random, operand)
    return {"address": random.randrange(48), "value": random.randint(-40, 40)}[operand.name]


def _vliw_value(random: Random, instruction: Instruction, operand: Operand) -> int:
    if random.random() < WILD or operand.name not in ("offset", "imm", "pd"):
        return any_value(random, operand)
    # p0 holds addresses that random sums seldom replace
    return {"offset": random.randint(-16, 16), "imm": random.randint(0, 99), "pd": 3}[operand.name]


@dataclass(frozen=True)
class AccumulatorRecipe(FlatRecipe):
    """Data memory holds even numbers in its range, most of them."""

    interpreter: Interpreter = accumulator.INTERPRETER

    def text(self, random: Random) -> str:
        """10 to 40 instructions."""
        return free_text(random, accumulator.isa, random.randint(10, 40), _accumulator_value)

    def state(self, random: Random) -> State:
        """64 words, rarely 40, which is less than the programs expect."""
        words = 40 if random.random() < 0.1 else 64
        state = fresh(
            accumulator.Accumulator, {"words": words, "patience": random.choice((3, 200, 200, 200))}
        )
        generator = np.random.default_rng(random.getrandbits(64))
        state["data"][:] = 2 * generator.integers(1, 19, words)
        wild = generator.random(words) < 0.04
        state["data"][wild] = generator.integers(0, 1 << 16, int(wild.sum()))
        state["acc"][:] = generator.integers(0, 1 << 16)
        return state


@dataclass(frozen=True)
class VliwRecipe(FlatRecipe):
    """Address registers point into the middle of memory."""

    interpreter: Interpreter = vliw.INTERPRETER

    def text(self, random: Random) -> str:
        """10 to 40 bundles."""
        return free_text(random, vliw.isa, random.randint(10, 40), _vliw_value)

    def state(self, random: Random) -> State:
        """128 words; half of the registers are 0, so that branches go both ways."""
        state = fresh(vliw.Vliw, {"words": 128})
        generator = np.random.default_rng(random.getrandbits(64))
        state["memory"][:] = generator.integers(0, 100, 128)
        state["p"][:] = generator.integers(20, 100, 4)
        state["r"][1:] = generator.integers(0, 1 << 32, 15) * generator.integers(0, 2, 15)
        return state

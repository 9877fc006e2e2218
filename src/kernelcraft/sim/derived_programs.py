"""Random programs of a machine that says nothing about them: they follow from its table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Final

import numpy as np

from kernelcraft.sim.machine import Array, RegisterFile
from kernelcraft.sim.random_programs import FlatRecipe, any_value, free_text
from kernelcraft.sim.state import State, fresh

if TYPE_CHECKING:
    from kernelcraft.isa.instruction import Instruction
    from kernelcraft.isa.operand import Operand
    from kernelcraft.sim.emit import Interpreter

WILD: Final = 0.02  # operands drawn without thought of what they do
LARGEST: Final = 6  # bits of most numbers: addresses and counts are small
SPECIAL: Final = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1e-40, 3e38, 1.0])


@dataclass(frozen=True)
class DerivedRecipe(FlatRecipe):
    """Any instruction with any registers; numbers of all sizes, small ones most often.

    `parameters` are those of the machine, which say how large its memories are.
    """

    interpreter: Interpreter
    parameters: Mapping[str, int] = field(default_factory=dict)

    def text(self, random: Random) -> str:
        """1 to 30 instructions or bundles."""
        return free_text(random, self.interpreter.isa, random.randint(1, 30), _value)

    def state(self, random: Random) -> State:
        """Small numbers in registers, numbers of all kinds in memories."""
        state = fresh(self.interpreter.machine, self.parameters)
        layout = self.interpreter.machine.layout
        generator = np.random.default_rng(random.getrandbits(64))
        for part in layout.registers:
            _fill_registers(state[part.name], part.bits, random)
            if isinstance(part, RegisterFile) and part.zero is not None:
                state[part.name][part.zero] = 0
        for lanes in layout.lanes:
            _fill(state[lanes.name], generator)
        for memory in layout.memories:
            if memory.data:
                _fill(state[memory.name], generator)
        return state


def _value(random: Random, instruction: Instruction, operand: Operand) -> int:
    """Most numbers are near 0, and then as likely below 2 as from 32 to 63."""
    near = [each for each in (_small(random), -_small(random)) if each in operand.values]
    if random.random() < WILD or not near or len(operand.values) <= 1 << 5:
        return any_value(random, operand)
    return near[0]


def _small(random: Random) -> int:
    return random.getrandbits(random.randint(1, LARGEST))


def _fill_registers(registers: Array, bits: int, random: Random) -> None:
    for index in range(len(registers)):
        wild = random.random() < WILD
        registers[index] = random.getrandbits(bits) if wild else _small(random) % (1 << bits)


def _fill(array: Array, generator: np.random.Generator) -> None:
    """Floats of many sizes with a few that are special; any bits of other types."""
    if array.dtype.kind != "f":
        array[:] = np.frombuffer(generator.bytes(array.nbytes), array.dtype)
        return
    values = generator.standard_normal(len(array)) * 2.0 ** generator.integers(-12, 12, len(array))
    special = generator.random(len(array)) < 0.01
    values[special] = generator.choice(SPECIAL, int(special.sum()))
    with np.errstate(over="ignore"):
        array[:] = values.astype(array.dtype)

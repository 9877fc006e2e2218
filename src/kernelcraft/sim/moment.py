"""At which of its stages an instruction is, and what its timing says of an operand then."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import signature
from typing import TYPE_CHECKING

from kernelcraft.isa.timing import FIRST_STAGE, Timing

if TYPE_CHECKING:
    from kernelcraft.isa.instruction import Instruction
    from kernelcraft.sim.machine import Machine

NOTHING_SAID = Timing()
MOST_LATE = 8  # operations that one cycle may finish
LATE_VALUES = 6  # that an operation keeps for a later stage
LATE_WORDS = 2 + LATE_VALUES  # which stage of which instruction, the operation, its values
STAGES = 32  # more than any instruction has


@dataclass(frozen=True)
class Moment:
    """A stage of an instruction; without an instruction, the end of a bundle."""

    machine: type[Machine]
    instruction: Instruction | None = None
    stage: int = FIRST_STAGE

    @property
    def timing(self) -> Timing:
        """What is said of the instruction's operands."""
        return self.instruction.timing if self.instruction else NOTHING_SAID

    def sampled(self, of: str) -> int:
        """The read stage of the operand `of`."""
        return self.timing.stages.get(of, FIRST_STAGE)

    def ahead(self, of: str) -> int:
        """How many bundles from now the operand `of` is sampled; TypeError if that is over."""
        sampled = self.sampled(of)
        if sampled < self.stage:
            raise TypeError(f"{of} is sampled at stage {sampled}, before stage {self.stage}")
        return sampled - self.stage

    def written(self, of: str) -> int | None:
        """The write stage of the result `of` if it is not the instruction's latency."""
        return self.timing.latencies.get(of)

    def path(self, of: str) -> int:
        """The bypass of an operand or a result, counted from 1; 0 for none."""
        name = self.timing.bypass.get(of)
        return 0 if name is None else 1 + self.machine.bypasses.index(name)

    def ports(self, of: str) -> list[str]:
        """The ports that `of` passes."""
        return self.timing.ports.get(of, "").split()


def check_timing(machine: type[Machine], instruction: Instruction) -> None:
    """Refuse timing that the machine could not keep: TypeError with a sentence."""
    timing = instruction.timing
    known = {operand.name for operand in instruction.operands} | machine.layout.names
    unknown = sorted(timing.names - known)
    if unknown:
        raise TypeError(f"timing of {unknown[0]}, which is no operand and no part of the machine")
    for name in set(timing.bypass.values()) - set(machine.bypasses):
        raise TypeError(f"{machine.title}: there is no bypass {name}")
    for name in {each for ports in timing.ports.values() for each in ports.split()}:
        if name not in machine.ports:
            raise TypeError(f"{machine.title}: there is no port {name}")
    latest = max([*timing.late, *timing.latencies.values(), *timing.stages.values(), 0])
    if latest >= machine.depth() > 0:
        raise TypeError(f"stage {latest}: the machine knows {machine.depth() - 1} stages")


def late_key(instruction: Instruction, stage: int) -> int:
    """The number of what an instruction does at a later stage."""
    return instruction.opcode * STAGES + stage


def late_values(instruction: Instruction, function: Callable[..., None]) -> tuple[str, ...]:
    """The parameters of a late function that are not operands, in order."""
    operands = {operand.name for operand in instruction.operands}
    names = tuple(signature(function).parameters)[1:]
    return tuple(name for name in names if name not in operands)


def late_arguments(
    instruction: Instruction,
    function: Callable[..., None],
    operands: Mapping[str, int],
    values: Mapping[str, int],
) -> dict[str, int]:
    """What a late function is called with."""
    names = tuple(signature(function).parameters)[1:]
    return {name: values[name] if name in values else operands[name] for name in names}

"""Several sequences of instructions written as one, in an order given by a pattern."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kernelcraft.platforms.coral_npu.kernels.assembly import Assembly
from kernelcraft.platforms.coral_npu.kernels.schedules.reciprocal import Instruction


@dataclass(frozen=True)
class Shape:
    """What a vector instruction is for: so many elements (an x register) of so many bits."""

    length: str
    sew: int
    lmul: int
    tail: str = "ta"


@dataclass(frozen=True)
class Step:
    """Instructions that stay together, and the shape of the vectors where that matters."""

    instructions: Sequence[Instruction]
    shape: Shape | None = None


def step(*instructions: Instruction, shape: Shape | None = None) -> Step:
    """Instructions that stay together."""
    return Step(instructions, shape)


def weave(asm: Assembly, pattern: str, sequences: Mapping[str, Sequence[Step]]) -> None:
    """Write the next step of the sequence that each letter names; what is left comes at the end.

    A letter whose sequence is done counts for nothing. The shape is set where it changes.
    """
    left = {name: list(steps) for name, steps in sequences.items()}
    order = [name for name in pattern if name in left]
    order += [name for name, steps in left.items() for _ in steps]
    shape: Shape | None = None
    for name in order:
        if not left[name]:
            continue
        following = left[name].pop(0)
        if following.shape is not None and following.shape != shape:
            shape = following.shape
            sew, lmul = f"e{shape.sew}", f"m{shape.lmul}"
            asm.emit("vsetvli", "zero", shape.length, sew, lmul, shape.tail, "ma")
        for mnemonic, *operands in following.instructions:
            asm.emit(mnemonic, *operands)

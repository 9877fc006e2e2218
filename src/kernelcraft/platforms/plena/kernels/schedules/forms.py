"""How every instruction uses its operands, derived from its body."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from kernelcraft.codegen.recorder import Recorder, Tracked
from kernelcraft.isa.instruction import Instruction
from kernelcraft.platforms.plena.machine.configuration import PlenaConfiguration
from kernelcraft.platforms.plena.machine.state import Plena
from kernelcraft.sim.tracing import Access, effects


@dataclass(frozen=True)
class Context:
    """The special registers that an instruction needs; None where it does not care."""

    scale: int | None = None
    stride: int | None = None
    v_mask: int | None = None


ANYWHERE = Context()
TRACKED = Tracked(
    Plena,
    data=("f",),
    ignored=("last_prefetch", "last_store"),  # of the DRAM model
    whole=tuple(
        memory.name
        for memory in Plena.layout.memories
        if not memory.recorded and memory.name != "matrix_sram"
    ),
)


@dataclass(frozen=True)
class Use:
    """The operands of an instruction, by column in signature order.

    `work`: it touches more than integer and special registers. `addresses` are integer registers
    that it reads, `base` is its HBM base register, `f_sources` and `f_targets` its f registers.
    """

    names: tuple[str, ...]
    work: bool
    addresses: tuple[int, ...]
    base: int | None
    strided: int | None
    masked: int | None


@cache
def use(instruction: Instruction) -> Use:
    """How an instruction uses its operands."""
    touched = effects(Plena, instruction)
    names = tuple(operand.name for operand in instruction.operands)
    parts = {access.part for access in touched}

    def reads(part: str) -> tuple[int, ...]:
        return tuple(i for i, n in enumerate(names) if Access(part, n, False) in touched)

    def named(name: str) -> int | None:
        return names.index(name) if name in names else None

    return Use(
        names=names,
        work=bool(parts - TRACKED.integers - {"int_sram"}),
        addresses=reads("gp"),
        base=next(iter(reads("a")), None),
        strided=named("rstride"),
        masked=named("rmask"),
    )


@dataclass(frozen=True)
class Sum:
    """A register and a constant that the instruction adds, as columns."""

    register: int
    constant: int


@cache
def address_sum(instruction: Instruction) -> Sum | None:
    """Which address register an instruction adds its constant to, found by trying both."""
    used = use(instruction)
    if "imm18" not in used.names:
        return None
    constant = used.names.index("imm18")

    def touched(column: int) -> tuple[object, object]:
        values = [0] * len(used.names)
        values[column] = 256
        recorder = Recorder(TRACKED, PlenaConfiguration().parameters())
        record(recorder, instruction, values)
        return recorder.reads, recorder.writes

    wanted = touched(constant)
    found = (Sum(column, constant) for column in used.addresses if touched(column) == wanted)
    return next(found, None)


def record(
    recorder: Recorder,
    instruction: Instruction,
    values: Sequence[int],
    context: Context = ANYWHERE,
    base: int = 0,
) -> None:
    """Run one body with its numbers in registers of their own (0 is in gp0); see the recorder."""
    used = use(instruction)
    gp = recorder.integers["gp"].values
    operands = dict(zip(used.names, values, strict=True))
    for number, column in enumerate(used.addresses, 1):
        gp[number] = values[column]
        operands[used.names[column]] = number if values[column] != 0 else 0
    if used.base is not None:
        operands[used.names[used.base]] = 1
        recorder.integers["a"].values[1] = base
    recorder.integers["scale"].values[0] = context.scale or 0
    recorder.integers["stride"].values[0] = context.stride or 0
    recorder.integers["v_mask"].values[0] = context.v_mask or 0
    recorder.clear()
    instruction.function(Plena(recorder), **operands)

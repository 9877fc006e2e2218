"""The empty instruction table of the AIE2 core, and how families of forms are declared in it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from kernelcraft.isa.isa import Isa, Syntax
from kernelcraft.platforms.amd_npu.machine.bundles import BUNDLE, UNITS
from kernelcraft.platforms.amd_npu.machine.operands import OPERANDS, WORDS

if TYPE_CHECKING:
    from kernelcraft.platforms.amd_npu.machine.state import AmdNpu

Value = TypeVar("Value")
MOV, VEC = "MOV", "VEC"  # the bypasses

aie2 = Isa(
    "amd_npu",
    word_bits=128,
    operands=OPERANDS,
    units=UNITS,
    syntax=Syntax(
        comments=("//",),
        labels=True,
        hexadecimal=True,
        separator=";",
        words=WORDS,
        forms=True,
    ),
    bundle=BUNDLE,
)

Operands: TypeAlias = Mapping[str, int]
Action: TypeAlias = "Callable[[AmdNpu, Operands], None]"


@dataclass(frozen=True)
class Timed:
    """The slot and the timing of a class of instructions: as in `Isa.instruction`."""

    unit: str
    latency: int
    latencies: Mapping[str, int] = field(default_factory=dict)
    stages: Mapping[str, int] = field(default_factory=dict)
    bypass: Mapping[str, str] = field(default_factory=dict)
    ports: Mapping[str, str] = field(default_factory=dict)
    late: Mapping[int, Callable[..., None]] = field(default_factory=dict)


def form(
    syntax: str,
    doc: str,
    timed: Timed,
    action: Action,
    bits: str | None = None,
    tied: Mapping[str, str] | None = None,
) -> None:
    """Declare one form; `action` gets the values of the operands that the syntax names."""
    names = [
        name
        for name in re.findall(r"[A-Za-z_]\w*", syntax.partition(" ")[2])
        if name in aie2.operands
    ]

    def body(m: AmdNpu, **operands: int) -> None:
        action(m, operands)

    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [inspect.Parameter(name, kind) for name in ("m", *names)]
    body.__dict__["__signature__"] = inspect.Signature(parameters)
    body.__doc__ = doc
    declare = aie2.instruction(
        syntax,
        bits,
        unit=timed.unit,
        latency=timed.latency,
        latencies=_of(timed.latencies, names),
        stages=_of(timed.stages, names),
        bypass=_of(timed.bypass, names),
        ports=_of(timed.ports, names),
        late=timed.late,
        tied=tied,
    )
    declare(body)


def _of(timing: Mapping[str, Value], names: list[str]) -> dict[str, Value]:
    """What a class of instructions says of the operands that one form has, and of no operands."""
    return {name: x for name, x in timing.items() if name in names or name not in aie2.operands}

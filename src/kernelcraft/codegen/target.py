"""What the back end has to be told of a machine beside its instruction table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kernelcraft.codegen.operation import Access, Port
from kernelcraft.codegen.registers import RegisterClass
from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.syntax import BundleFormat
from kernelcraft.sim.machine import Machine
from kernelcraft.sim.uses import Uses


@dataclass(frozen=True)
class More:
    """What an operation takes and touches besides."""

    ports: tuple[Port, ...] = ()
    accesses: tuple[Access, ...] = ()


Unsaid = Callable[[Instruction, Uses, tuple[Access, ...]], More]


def _nothing(instruction: Instruction, found: Uses, accesses: tuple[Access, ...]) -> More:
    return More()


@dataclass(frozen=True, eq=False)
class Target:
    """A machine for which code is scheduled.

    classes: what a value may be kept in, by name. parts: the names of the registers that count, by
    the machine's part; all others are no concern. pointers: operands that hold addresses. idle:
    what an idle slot is written as, by slot, for those that may stand in a bundle.
    unknown_accesses: as many may stand in a cycle while two of them could meet in any bank.
    unsaid: ports and accesses of an instruction that its table does not have, from what it uses
    and the accesses that the table has.
    """

    isa: Isa
    machine: type[Machine]
    classes: Mapping[str, RegisterClass]
    parts: Mapping[str, tuple[str, ...]]
    pointers: tuple[str, ...] = ()
    memory: str = "memory"
    idle: Mapping[str, str] = field(default_factory=dict)
    unknown_accesses: int = 2
    unsaid: Unsaid = _nothing

    @property
    def bundle(self) -> BundleFormat:
        """What is issued together; raises ValueError for a machine that issues one at a time."""
        if self.isa.bundle is None:
            raise ValueError(f"{self.isa.name} has no bundles")
        return self.isa.bundle

    def of(self, values: Mapping[str, str]) -> dict[str, RegisterClass]:
        """The register class of each value, from the names of these classes."""
        return {value: self.classes[name] for value, name in values.items()}

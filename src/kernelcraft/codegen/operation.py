"""One instruction as a scheduler sees it: its slot, and when it reads, writes and takes what."""

from __future__ import annotations

from dataclasses import dataclass, field

ALL = "*"  # the area of what no access may pass
Port = tuple[str, int]
"""Something that can be used once in a cycle, and the stage in which an operation takes it."""


@dataclass(frozen=True)
class Read:
    """A part of the register file that is sampled in `stage`, 1 being that of the issue."""

    part: str
    stage: int = 1
    bypass: str | None = None


@dataclass(frozen=True)
class Write:
    """A part of the register file that shows its new value `stage` cycles after the issue."""

    part: str
    stage: int = 1
    bypass: str | None = None

    def before(self, read: Read) -> int:
        """The fewest bundles after which `read` sees this value."""
        return max(1, self.stage - read.stage + 1 - self.meets(read))

    def after(self, read: Read) -> int:
        """The fewest bundles after `read` so that it still sees the value before this one.

        Negative where the write may even be issued first.
        """
        return read.stage - self.stage + self.meets(read)

    def meets(self, read: Read) -> bool:
        """Whether the value takes the same way around the registers as the operand."""
        return self.bypass is not None and self.bypass == read.bypass


@dataclass(frozen=True)
class Access:
    """A touch of memory in `stage`; accesses of different areas never meet, except with `ALL`.

    Stages of memory count from that of the earliest access of any instruction, which is 1. `bank`
    names what can serve one access a cycle, where it is known. Where the area `moves_on`, accesses
    of different iterations of a loop never meet. `pointed`: its address is in a pointer register.
    """

    area: str
    stage: int
    writes: bool
    bank: str | None = None
    moves_on: bool = False
    pointed: bool = True


@dataclass(frozen=True)
class Operation:
    """An instruction's text, the slot it stands in, and what it does to registers and memory.

    `delay_slots` are those of a branch, None for what is no branch. Registers that are still to be
    chosen stand in the text as `%name`, their parts are `%name:0`, `%name:1` ...
    """

    text: str
    unit: str
    reads: tuple[Read, ...] = ()
    writes: tuple[Write, ...] = ()
    accesses: tuple[Access, ...] = ()
    ports: tuple[Port, ...] = ()
    delay_slots: int | None = None
    line: int = field(default=0, compare=False)

    @property
    def lands(self) -> int:
        """After how many bundles what follows finds everything that it does."""
        stages = [write.stage for write in self.writes]
        stages += [access.stage for access in self.accesses if access.writes]
        return max(stages, default=1)

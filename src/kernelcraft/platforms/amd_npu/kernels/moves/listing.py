"""A kernel's text as lines: labels, directives, and bundles as instructions of their slots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from kernelcraft.isa.lines import code_of, label_and_rest
from kernelcraft.platforms.amd_npu.machine.instructions import aie2
from kernelcraft.platforms.amd_npu.machine.state import NOTHING

BRANCHES = frozenset({"j", "jl", "ret", "jz", "jnz", "jnzd"})


@dataclass(frozen=True)
class Line:
    """What stands in a line; an idle bundle has no instruction that does something."""

    labels: tuple[str, ...] = ()
    directive: str = ""
    bundle: tuple[str, ...] = ()

    @property
    def idle(self) -> bool:
        """Whether it is a bundle that does nothing."""
        return bool(self.bundle) and not self.work

    @property
    def branch(self) -> str | None:
        """The instruction that may go on elsewhere, if it has one."""
        return next((each for each in self.bundle if name(each) in BRANCHES), None)

    @property
    def work(self) -> tuple[str, ...]:
        """The instructions that do something."""
        return tuple(each for each in self.bundle if name(each) not in NOTHING)

    @cached_property
    def text(self) -> str:
        """What is written down."""
        start = "".join(f"{label}: " for label in self.labels)
        return f"{start}{self.directive}{' ; '.join(self.bundle)}".rstrip()


def name(instruction: str) -> str:
    """The mnemonic."""
    return instruction.split()[0]


def with_bundle(line: Line, bundle: Sequence[str]) -> Line:
    """The line with other instructions; idle if there are none."""
    return Line(line.labels, line.directive, tuple(bundle) or ("nop",))


@dataclass(frozen=True)
class Listing:
    """All lines of a kernel."""

    lines: tuple[Line, ...]

    @property
    def text(self) -> str:
        """The kernel."""
        return "".join(f"{line.text}\n" for line in self.lines)

    def replaced(self, lines: Sequence[Line], start: int, end: int) -> Listing:
        """With other lines instead of those from `start` to `end` - 1."""
        return Listing((*self.lines[:start], *lines, *self.lines[end:]))


def read(text: str) -> Listing:
    """The lines of a text; comments and blank lines are left out."""
    return Listing(tuple(_lines(text)))


def _lines(text: str) -> Iterator[Line]:
    labels: list[str] = []
    for line in text.split("\n"):
        label, code = label_and_rest(code_of(line, aie2.syntax))
        while label is not None:
            labels.append(label)
            label, code = label_and_rest(code)
        if code.startswith("."):
            yield Line(tuple(labels), code)
        elif code:
            parts = tuple(part.strip() for part in code.split(";") if part.strip())
            yield Line(tuple(labels), "", parts)
        if code:
            labels = []

"""What can be wrong with an instruction table, a text or a machine word: always a sentence."""

from collections.abc import Iterable
from dataclasses import dataclass

FAULTS_KEPT = 50


class IsaError(Exception):
    """An instruction table contradicts itself; raised while the table is being imported."""


class DecodeError(Exception):
    """A machine word that no instruction of the table has."""


@dataclass(frozen=True)
class AssemblyFault:
    """One thing wrong with a text; `line` counts from 1, 0 means the text as a whole."""

    line: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}" if self.line else self.message


class AssemblyError(Exception):
    """A text that is no program: its first faults by line, and how many more there are."""

    def __init__(self, faults: Iterable[AssemblyFault], more: int = 0) -> None:
        ordered = sorted(faults, key=lambda fault: fault.line)
        self.faults = tuple(ordered[:FAULTS_KEPT])
        self.more = more + len(ordered) - len(self.faults)
        super().__init__(self.faults, self.more)

    def __str__(self) -> str:
        lines = [str(fault) for fault in self.faults]
        if self.more:
            lines.append(f"... and {self.more} more")
        return "\n".join(lines)

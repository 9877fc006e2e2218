"""What a check of a platform is, and what one has found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import Platform

State = Literal["ok", "missing", "wrong", "not tried"]


@dataclass(frozen=True)
class Found:
    """The answer of a check: its state, and what was found in a few words."""

    state: State
    text: str


@dataclass(frozen=True)
class Subject:
    """The platform that is checked: its cells, or one of each task, and how many programs run."""

    platform: Platform
    cells: Sequence[Cell]
    every: bool
    programs: int

    @property
    def name(self) -> str:
        """The platform's."""
        return self.platform.name

    @property
    def sample(self) -> Sequence[Cell]:
        """The first cell of each task, or every one."""
        first = {cell.task.name: cell for cell in reversed(self.cells)}
        return self.cells if self.every else tuple(reversed(first.values()))


@dataclass(frozen=True)
class Check:
    """A row of the list: what it is called, what it brings, the command and the page for it.

    `look` may raise what it likes: that is a fault of the platform. `needs` names the checks that
    must not be wrong or missing before.
    """

    name: str
    look: Callable[[Subject], Found]
    brings: str
    command: str
    page: str
    needs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Row:
    """A check of a platform and what it has found."""

    check: Check
    found: Found

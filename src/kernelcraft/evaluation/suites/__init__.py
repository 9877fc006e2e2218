"""Suites: cells, rules and settings of one evaluation; each is a TOML file of this folder."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict

from kernelcraft.agents.agent import TURNS
from kernelcraft.cells.cell import Cell, UnknownName, find_cells
from kernelcraft.evaluation.options import Effort, Generation
from kernelcraft.isa.suggest import did_you_mean, nearest
from kernelcraft.records.verdict import Rules
from kernelcraft.workbench.offered import OFFERED

FOLDER: Final = Path(__file__).parent


class Block(BaseModel):
    """Every one of the configurations of every one of the tasks of a platform."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    platform: str
    configurations: tuple[str, ...]
    tasks: tuple[str, ...]

    def names(self) -> list[str]:
        """The cells' names."""
        return [f"{self.platform}/{task}/{c}" for task in self.tasks for c in self.configurations]


class Settings(BaseModel):
    """How a model of the suite is asked."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    reasoning_effort: Effort | None = None
    reasoning_tokens: int | None = None
    temperature: float | None = None


class Suite(BaseModel):
    """One file. turns: caps of levels 1, 2, 3. models: how those are asked that it was made for, by
    Inspect's names."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    rules: Rules
    turns: tuple[int, int, int]
    tools: tuple[str, ...] = OFFERED
    cells: tuple[Block, ...]
    models: Mapping[str, Settings] = {}

    def present(self) -> list[Cell]:
        """The cells that there are, in the cells' own order."""
        names = {name for block in self.cells for name in block.names()}
        return [cell for cell in find_cells() if cell.name in names]

    def absent(self) -> dict[str, int]:
        """How many of the suite's cells are not there yet, by platform."""
        known = {cell.name for cell in find_cells()}
        found = Counter(
            block.platform for block in self.cells for name in block.names() if name not in known
        )
        return dict(found)

    def generation(self, model: str, given: Generation) -> Generation:
        """How the model is asked: what is given, and else what the suite says of it."""
        of_suite = self.models.get(model, Settings())
        return Generation(
            temperature=_first(given.temperature, of_suite.temperature),
            max_tokens=given.max_tokens,
            reasoning_effort=given.reasoning_effort or of_suite.reasoning_effort,
            reasoning_tokens=given.reasoning_tokens or of_suite.reasoning_tokens,
            seconds=given.seconds,
            retries=given.retries,
        )


NO_SUITE: Final = Suite(title="any cells", rules="strict", turns=TURNS, cells=())
"""The usual rules and settings, where no suite is named."""


def names() -> tuple[str, ...]:
    """The suites in alphabetical order."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@cache
def load(name: str) -> Suite:
    """The suite of that name; raises UnknownName."""
    if name not in names():
        hint = did_you_mean(name, names()) or f"; there are {', '.join(names())}"
        raise UnknownName(f"there is no suite {name!r}{hint}", tuple(nearest(name, names())))
    return Suite.model_validate(tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8")))


def _first(given: float | None, otherwise: float | None) -> float | None:
    return otherwise if given is None else given

"""The paper's table of successes: its models and tasks, and what is printed for a platform."""

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

Four = tuple[int, int, int, int]


@dataclass(frozen=True)
class Printed:
    """What a platform is called, and what the paper prints for it.

    solved: by task, the successes of the paper's models in their order; none where it has no such
    cells. other_sizes: tasks whose sizes it does not print, so that ours differ.
    """

    title: str
    solved: Mapping[str, Four]
    other_sizes: Collection[str]


class PaperTask(BaseModel):
    """A row of the table."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    level: int


class Paper(BaseModel):
    """Table 5: every number of successes is out of `configurations`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    source: str
    models: tuple[str, str, str, str]
    configurations: int
    tasks: Mapping[str, PaperTask]


@cache
def paper() -> Paper:
    """The paper's table without its numbers, tasks in its order."""
    path = Path(__file__).parent / "table.toml"
    return Paper.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))

"""Reads a platform's `cells/published.toml`: what the paper prints for its cells."""

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Final

from pydantic import BaseModel, ConfigDict

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.platforms import file

FILE: Final = "cells/published.toml"


class Published(BaseModel):
    """By task: cycles of C1 to C5, 0 where none are printed, how many of the five its four models
    solved, and how many times as fast as the baseline its best kernel is where it prints no more;
    and the tasks with other sizes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    cycles: Mapping[str, tuple[int, int, int, int, int]] = {}
    solved: Mapping[str, tuple[int, int, int, int]] = {}
    speedups: Mapping[str, float] = {}
    other_sizes: frozenset[str] = frozenset()


@cache
def published(platform: str) -> Published:
    """What is printed for a platform; empty where nothing is."""
    path = file(platform, FILE)
    if path is None:
        return Published()
    return Published.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))


def published_cycles(cell: Cell) -> int | None:
    """The cycles that the paper prints for the cell's task and configuration, if any."""
    index = int(cell.configuration.removeprefix("C")) - 1
    return published(cell.platform.name).cycles.get(cell.task.name, (0,) * 5)[index] or None


def same_sizes(cell: Cell) -> bool:
    """Whether the paper prints the sizes of the cell's task, so that ours are the same."""
    return cell.task.name not in published(cell.platform.name).other_sizes

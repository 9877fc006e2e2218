"""`suites`, and what `--suite` means for `evaluate`."""

from typing import TYPE_CHECKING, Annotated

import typer

from kernelcraft.cli.answers import answer
from kernelcraft.cli.errors import UsageFault
from kernelcraft.cli.options import Json, Rules, chosen_cells

if TYPE_CHECKING:
    from kernelcraft.cells.cell import Cell
    from kernelcraft.evaluation.suites import Suite

SuiteName = Annotated[
    str | None,
    typer.Option("--suite", help="lite or paper; `kernelcraft suites` says what they hold."),
]
SuiteRules = Annotated[
    Rules | None,
    typer.Option("--rules", help="Rules of grading; by default strict, or the suite's."),
]


def suites(as_json: Json = False) -> None:
    """List the suites: their cells, rules and models."""
    from kernelcraft.evaluation.suites import load, names

    found = {name: load(name) for name in names()}
    records = [_record(name, suite) for name, suite in found.items()]
    text = "\n\n".join(_text(name, suite) for name, suite in found.items())
    answer({"suites": records}, text, as_json=as_json)


def suite_cells(
    suite: "Suite",
    platforms: list[str] | None,
    levels: list[int] | None,
    tasks: list[str] | None,
    configs: list[str] | None,
    held_out: int | None,
) -> "list[Cell]":
    """The suite's cells that fit the filters."""
    if held_out is not None:
        raise UsageFault("a suite has cells of its own; leave --held-out out")
    fitting = {cell.name for cell in chosen_cells(platforms, levels, tasks, configs)}
    found = [cell for cell in suite.present() if cell.name in fitting]
    if not found:
        raise UsageFault("no cell of the suite fits all of these filters")
    return found


def _record(name: str, suite: "Suite") -> dict[str, object]:
    return {
        "suite": name,
        "title": suite.title,
        "rules": suite.rules,
        "turns": list(suite.turns),
        "tools": list(suite.tools),
        "cells": [cell.name for cell in suite.present()],
        "absent": suite.absent(),
        "models": {
            model: settings.model_dump(exclude_none=True)
            for model, settings in suite.models.items()
        },
    }


def _text(name: str, suite: "Suite") -> str:
    counts = dict.fromkeys((cell.platform.name for cell in suite.present()), 0)
    for cell in suite.present():
        counts[cell.platform.name] += 1
    cells = ", ".join(f"{count} of {platform}" for platform, count in counts.items())
    absent = "".join(
        f"; {count} of {name} are not there yet" for name, count in suite.absent().items()
    )
    turns = " / ".join(map(str, suite.turns))
    lines = [
        f"{name}: {suite.title}",
        f"  {len(suite.present())} cells: {cells}{absent}",
        f"  rules {suite.rules}, {turns} turns by level, {len(suite.tools)} tools",
    ]
    for model, settings in suite.models.items():
        given = settings.model_dump(exclude_none=True)
        asked = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in given.items())
        lines.append(f"  --model {model}" + (f": {asked}" if asked else ""))
    return "\n".join(lines)

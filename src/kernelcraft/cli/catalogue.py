"""`cells`, `show` and `agents`: what there is to work on, and who can work."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from kernelcraft.cli.answers import answer
from kernelcraft.cli.asking import (
    Answer,
    Answers,
    Edition,
    Example,
    Tools,
    edition_of,
    tool_names,
)
from kernelcraft.cli.options import (
    CellName,
    Configs,
    HeldOutCount,
    Json,
    Levels,
    Machine,
    Platforms,
    Prompt,
    PromptOption,
    Tasks,
    cell_on,
    chosen_rows,
    unseen_cells,
)

if TYPE_CHECKING:
    from kernelcraft.cells.cell import Row
    from kernelcraft.cells.held_out import Kind


def cells(
    platform: Platforms = None,
    level: Levels = None,
    task: Tasks = None,
    config: Configs = None,
    held_out: HeldOutCount = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Decides held-out sizes.")] = 0,
    as_json: Json = False,
) -> None:
    """List the cells with their sizes and the compiler's cycles (known where they are locked)."""
    from kernelcraft.cells.cell import row_of
    from kernelcraft.cli.terminal import show as draw
    from kernelcraft.reports.tables import Column, Table, number

    if held_out is None:
        records = [_record(row, None) for row in chosen_rows(platform, level, task, config)]
    else:
        unseen = unseen_cells(platform, level, task, config, held_out, seed)
        records = [_record(row_of(each.cell), each.kind) for each in unseen]
    if as_json:
        answer({"cells": records}, "", as_json=True)
        return
    columns = (
        Column("cell"),
        Column("level", right=True, optional=True),
        Column("held out", optional=True),
        Column("sizes"),
        Column("baseline cycles", right=True),
    )
    rows = tuple(
        (
            str(record["cell"]),
            str(record["level"]),
            str(record["held_out"] or ""),
            str(record["sizes"]),
            number(baseline if isinstance(baseline := record["baseline_cycles"], int) else None),
        )
        for record in records
    )
    draw(Table(f"{len(rows)} cells", columns, rows))


def show(
    cell: CellName,
    prompt: PromptOption = Prompt.compact,
    example: Example = None,
    tools: Tools = None,
    manual: Edition = None,
    handed_in: Answer = Answers.kernel,
    task: Annotated[
        bool, typer.Option("--task", help="A page for people instead: the cell in a screen or two.")
    ] = False,
    machine: Machine = None,
    as_json: Json = False,
) -> None:
    """Print exactly what a model is told about a cell, and about how many tokens it takes.

    With --task: a short page for people.
    """
    from kernelcraft.workbench.example import worked_example
    from kernelcraft.workbench.prompt import approximate_tokens, render

    found = cell_on(cell, machine)
    if task:
        from kernelcraft.cli.cell_page import page

        text = page(found)
        answer({"cell": cell, "page": text}, text, as_json=as_json)
        return
    shown = None if example is None else worked_example(found, example)
    edition = edition_of(manual)
    told = render(
        found,
        prompt.value,
        tool_names(tools),
        shown,
        edition=edition,
        answer=handed_in.value,
    )
    counts = (approximate_tokens(told.system), approximate_tokens(told.task))
    record = {"cell": cell, "system": told.system, "task": told.task, "tokens": told.tokens}
    text = (
        f"===== system message, about {counts[0]:,} tokens =====\n{told.system}\n\n"
        f"===== task message, about {counts[1]:,} tokens =====\n{told.task}\n\n"
        f"===== about {told.tokens:,} tokens ====="
    )
    answer(record, text, as_json=as_json)


def agents(as_json: Json = False) -> None:
    """List the agents: language models and offline strategies."""
    from kernelcraft import agents as strategies

    listed = [
        {
            "agent": name,
            "title": strategies.title(name),
            "proposers": list(strategies.proposers(name)),
        }
        for name in strategies.names()
    ]
    width = max(len(str(each["agent"])) for each in listed)
    lines = [f"{each['agent']:{width}}  {each['title']}" for each in listed]
    searches = [str(each["agent"]) for each in listed if each["proposers"]]
    programs = " or ".join(f":{each}" for each in strategies.proposers(searches[0]))
    note = f"who proposes kernels to {', '.join(searches)}: NAME{programs} (programs), or --model"
    answer({"agents": listed}, "\n".join([*lines, note]), as_json=as_json)


def _record(row: "Row", kind: "Kind | None") -> dict[str, object]:
    from kernelcraft.cells.variants import base_of
    from kernelcraft.grading import locks

    base = base_of(row.platform)
    locked = locks.locked_as(base, str(replace(row, platform=base)))
    return {
        "cell": str(row),
        "platform": row.platform,
        "task": row.task,
        "configuration": row.configuration,
        "level": row.level,
        "held_out": kind,
        "dims": dict(row.dims),
        "sizes": ", ".join(f"{name} = {size}" for name, size in row.dims.items()),
        "baseline_cycles": locked.baseline_cycles if locked else None,
        "taus": dict(locked.taus) if locked else None,
    }

"""`lab memory`: what a store of lessons is worth on tasks that it does not hold."""

from pathlib import Path
from typing import Annotated

import typer

from kernelcraft.cli.answers import answer, say
from kernelcraft.cli.docs_pages import page_of_docs
from kernelcraft.cli.errors import UsageFault
from kernelcraft.cli.options import Json, cell_names

TAKES = "this takes an hour of CPU or more for the usual cells, less with the folder of --tables"


def memory(
    cells: Annotated[
        list[str] | None,
        typer.Argument(
            help="Cells with moves; without any, level 1, C1, of platforms whose moves are quick.",
            autocompletion=cell_names,
            show_default=False,
        ),
    ] = None,
    agents: Annotated[
        str | None, typer.Option("--agents", help="Some of tuner, reader and the searches.")
    ] = None,
    seeds: Annotated[int, typer.Option("--seeds", min=1, help="Of every agent on a cell.")] = 30,
    tables: Annotated[
        Path | None,
        typer.Option("--tables", help="A folder that keeps what was run, for the next time."),
    ] = None,
    write_docs: Annotated[
        bool, typer.Option("--write-docs", help="Rewrite the table of docs/experience.md.")
    ] = False,
    as_json: Json = False,
) -> bool:
    """Try agents with a right, an empty, an irrelevant and a poisoned store, a task left out.

    No language model takes part. Fails where a new run differs from the tables.
    """
    from kernelcraft.studies.memory.experiment import AGENTS
    from kernelcraft.studies.memory.page import page, text
    from kernelcraft.studies.memory.study import PAGE, study, usual_cells

    docs = page_of_docs(PAGE, wanted=write_docs)
    named = tuple((agents or ",".join(AGENTS)).split(","))
    unknown = [each for each in named if each not in AGENTS]
    if unknown:
        raise UsageFault(f"--agents: there is no {unknown[0]!r}; there are {', '.join(AGENTS)}")
    if not cells:
        say(TAKES)
    found = study(cells or usual_cells(), named, seeds, tables, say)
    if docs is not None:
        docs.write_text(page(docs.read_text(encoding="utf-8"), found), encoding="utf-8")
    answer(found.record(), text(found), as_json=as_json)
    return not found.changed

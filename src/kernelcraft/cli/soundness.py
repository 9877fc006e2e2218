"""`soundness`: tests the cells themselves, and writes what was found to the docs."""

from concurrent.futures import Future, as_completed
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from kernelcraft.cli.answers import answer
from kernelcraft.cli.errors import UsageFault
from kernelcraft.cli.options import (
    Configs,
    Json,
    Levels,
    Platforms,
    Tasks,
    WorkersOption,
    chosen_cells,
)

if TYPE_CHECKING:
    from kernelcraft.grading.soundness import Soundness

PAGE: Final = Path("docs", "tasks.md")


def soundness(
    platform: Platforms = None,
    level: Levels = None,
    task: Tasks = None,
    config: Configs = None,
    workers: WorkersOption = None,
    write_docs: Annotated[
        bool, typer.Option("--write-docs", help=f"Rewrite {PAGE}; for all cells only.")
    ] = False,
    as_json: Json = False,
) -> bool:
    """Test the cells: are wrong outputs refused, and right kernels far from the tolerance?"""
    from kernelcraft.cli.task_page import cell_table, page
    from kernelcraft.cli.terminal import show
    from kernelcraft.grading.known import complaints

    if write_docs and (platform or level or task or config):
        raise UsageFault("--write-docs describes all cells; leave the filters out")
    if write_docs and not PAGE.parent.is_dir():
        raise UsageFault(f"{PAGE}: there is no such folder here")
    names = [cell.name for cell in chosen_cells(platform, level, task, config)]
    found = _examined(names, workers)
    if write_docs:
        PAGE.write_text(page(found), encoding="utf-8")
    unexpected = complaints(found)
    if not as_json:
        show(cell_table(found))
    record = {
        "cells": len(found),
        "complaints": unexpected,
        "results": [asdict(each) for each in found],
    }
    answer(record, "\n".join(unexpected or ["nothing new is too weak"]), as_json=as_json)
    return not unexpected


def _examined(names: list[str], workers: int | None) -> "list[Soundness]":
    """One result a cell, in their order, showing progress."""
    from kernelcraft.cli.board import Board
    from kernelcraft.cli.episodes import cores
    from kernelcraft.cli.task_page import CELLS, row
    from kernelcraft.grading.job import ExamineTask
    from kernelcraft.grading.soundness import Soundness
    from kernelcraft.grading.workers import Workers

    with Board(CELLS, len(names), "soundness") as board, Workers(workers or cores()) as pool:
        running: dict[Future[Soundness], str] = {
            pool.submit(ExamineTask(name)): name for name in names
        }
        for future in as_completed(running):
            board.set(running[future], row(future.result()), done=True)
    return [future.result() for future in running]

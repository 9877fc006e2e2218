"""`clock`: a coding agent's own command under a clock; then its files are graded."""

import os
import secrets
import shlex
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from kernelcraft.cli import visits
from kernelcraft.cli.answers import answer, say
from kernelcraft.cli.errors import UsageFault
from kernelcraft.cli.extras import need
from kernelcraft.cli.files import MOST_BYTES
from kernelcraft.cli.options import Json, Levels, Platforms, Tasks, unseen_cells

if TYPE_CHECKING:
    from kernelcraft.cells.cell import Cell
    from kernelcraft.evaluation.journal import Journal
    from kernelcraft.grading.job import Grader

TASK: Final = "TASK.md"
PATIENCE: Final = 10.0
"""Seconds that the command is given to end by itself when its time is over."""
WORDS: Final = """\
# Kernels to write

You have {minutes:g} minutes of wall clock for all of them; then this folder is graded. Write each
kernel into the file that its section names. A file that is not there counts as not submitted. What
counts: right on inputs that nobody has seen, then few cycles. The sizes are published nowhere.

In your shell, on public inputs:

    kernelcraft check CELL FILE        # does it assemble?
    kernelcraft run CELL FILE          # is it right, and where not?
    kernelcraft profile CELL FILE      # where do the cycles go?
    kernelcraft manual PLATFORM QUERY  # what does an instruction do?
"""


def clock(
    command: Annotated[
        list[str], typer.Argument(metavar="COMMAND", help="Of the agent, after --.")
    ],
    folder: Annotated[
        Path, typer.Option("--folder", help="Where it works; made, or empty before.")
    ],
    minutes: Annotated[float, typer.Option(min=0.01, help="Of wall clock, for all cells.")],
    platform: Platforms = None,
    level: Levels = None,
    task: Tasks = None,
    held_out: Annotated[
        int, typer.Option("--held-out", metavar="N", min=1, help="Cells of each task.")
    ] = 1,
    log_dir: Annotated[Path, typer.Option("--log-dir", help="Where the episodes go.")] = Path(
        "runs", "clock"
    ),
    as_json: Json = False,
) -> bool:
    """Let a coding agent's own command write kernels under a clock, and grade what it leaves.

    It works in a folder of its own, at sizes that are drawn when it starts, and nothing is graded
    before its end. When the time is over the command and what it started are ended. The command is
    yours: nothing confines it.
    """
    need("inspect_ai")
    from kernelcraft.evaluation.executors.local import local
    from kernelcraft.evaluation.journal import Journal
    from kernelcraft.records.episode import Clock
    from kernelcraft.records.logs import load

    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageFault(f"{folder}: expected an empty folder, or nothing yet")
    drawn = unseen_cells(platform, level, task, None, held_out, secrets.randbits(63))
    cells = [each.cell for each in drawn]
    grader = local(1)
    try:
        files = _prepare(folder, cells, minutes)
        limit = Clock(minutes=minutes)
        ended = _run(command, folder, minutes * 60)
        say(f"the command {ended}; grading")
        known = {each.key for each in load(log_dir).episodes} if log_dir.is_dir() else set()
        with Journal(log_dir, "strict", "compact", clock=limit) as journal:
            for cell, path in files.items():
                _hand_in(journal, cell, path, Path(command[0]).name, grader)
    finally:
        grader.close()
    visits.settle(log_dir)
    found = [each for each in load(log_dir).episodes if each.key not in known]
    right = {each.cell: each.cycles for each in found if each.correct}
    record = {
        "command": ended,
        "log": str(log_dir),
        "cells": {each.name: right.get(each.name) for each in cells},
    }
    lines = [f"{each.name}: {_result(right.get(each.name))}" for each in cells]
    answer(record, "\n".join([*lines, f"kernelcraft report {log_dir}"]), as_json=as_json)
    return len(right) == len(cells)


def _result(cycles: int | None) -> str:
    return "no right kernel" if cycles is None else f"right, {cycles:,} cycles"


def _prepare(folder: Path, cells: "Sequence[Cell]", minutes: float) -> "dict[Cell, Path]":
    """Write what is to be done; gives each cell's file."""
    from kernelcraft.workbench import Workbench

    folder.mkdir(parents=True, exist_ok=True)
    files, parts = dict["Cell", Path](), [WORDS.format(minutes=minutes)]
    for number, cell in enumerate(cells, 1):
        name = f"{number}-{cell.platform.name}-{cell.task.name}{cell.platform.suffix}"
        files[cell] = folder / name
        prompt = Workbench(cell, tools=()).prompt
        parts.append(f"# {cell.name}, into the file {name}\n\n{prompt.system}\n\n{prompt.task}")
    (folder / TASK).write_text("\n\n".join(parts), encoding="utf-8")
    return files


def _run(command: Sequence[str], folder: Path, seconds: float) -> str:
    """How the command ended; what it started is ended with it."""
    try:
        process = subprocess.Popen(command, cwd=folder, start_new_session=True)
    except OSError as error:
        raise UsageFault(f"{shlex.join(command)}: {error.strerror}") from None
    try:
        ended = f"ended with exit code {process.wait(seconds)}"
    except subprocess.TimeoutExpired:
        ended = "was ended when its time was over"
    finally:
        _end(process)
    return ended


def _end(process: "subprocess.Popen[bytes]") -> None:
    """The whole session, whose leader we started: politely first."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, sign)
            process.wait(PATIENCE)
        except ProcessLookupError:
            return
        except subprocess.TimeoutExpired:
            continue


def _hand_in(journal: "Journal", cell: "Cell", path: Path, client: str, grader: "Grader") -> None:
    """What a visit over MCP would have noted: the file written and evaluated, once."""
    from kernelcraft.workbench import Workbench
    from kernelcraft.workbench.results import EvaluationResult

    text = _text(path)
    if text is None:
        return
    bench = Workbench(cell, grader=grader)
    for tool, given in (("write_code", {"code": text}), ("run_evaluation", {})):
        number = journal.asked(client, cell.name, tool, given)
        result = bench.call(tool, given)
        evaluation = result if isinstance(result, EvaluationResult) else None
        journal.answered(number, str(result), refused=False, evaluation=evaluation)


def _text(path: Path) -> str | None:
    """The kernel that the agent left; None without one, or for what is none of its files."""
    if path.is_symlink() or not path.is_file() or path.stat().st_size > MOST_BYTES:
        return None
    return path.read_bytes().decode("utf-8", errors="replace")

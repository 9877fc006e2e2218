"""`replay`: every episode of a log done again from the log, without a model, and compared."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kernelcraft.cli import visits
from kernelcraft.cli.answers import answer, counted
from kernelcraft.cli.errors import UsageFault
from kernelcraft.cli.options import Json, Rules, WorkersOption

if TYPE_CHECKING:
    from kernelcraft.evaluation.replaying import Found


def replay(
    log: Annotated[
        Path, typer.Argument(metavar="LOG", help="A folder given to evaluate, or an .eval file.")
    ],
    rules: Annotated[
        Rules | None,
        typer.Option("--rules", help="Regrade under these rules; the recorded ones by default."),
    ] = None,
    workers: WorkersOption = None,
    experience: Annotated[
        Path | None,
        typer.Option("--experience", metavar="FILE", help="The store that programs were given."),
    ] = None,
    as_json: Json = False,
) -> bool:
    """Repeat recorded episodes without a model: same verdicts, same cycles, no byte changed.

    Fails if there is a difference. What other --rules say differently is only told.
    """
    from kernelcraft.evaluation import replaying
    from kernelcraft.evaluation.executors.local import local
    from kernelcraft.experience.store import Store

    if log.is_dir():
        visits.settle(log)
    paths = replaying.logs(log)
    if not paths or not all(path.is_file() for path in paths):
        raise UsageFault(f"{log}: expected a folder with .eval logs, or one of them")
    count = workers or os.cpu_count() or 1
    store = None if experience is None else Store(experience)
    grader = local(count)
    try:
        found = replaying.replay(paths, grader, rules.value if rules else None, count, store)
    finally:
        grader.close()
    record = {
        "log": str(log),
        "rules": rules.value if rules else None,
        "episodes": found.episodes,
        "differences": list(found.differences),
        "regraded": list(found.regraded),
        "notes": list(found.notes),
    }
    answer(record, _text(found, rules), as_json=as_json)
    return not found.differences


def _text(found: "Found", rules: Rules | None) -> str:
    differences = counted(len(found.differences), "difference")
    lines = [f"{counted(found.episodes, 'episode')} replayed, {differences}"]
    lines += [f"  {each}" for each in found.differences]
    if rules is not None:
        lines += [f"under rules {rules.value}: {counted(len(found.regraded), 'changed value')}"]
        lines += [f"  {each}" for each in found.regraded]
    return "\n".join([*lines, *found.notes])

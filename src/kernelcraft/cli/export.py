"""`export`: recorded episodes as data to train on, every kernel run and graded again."""

import os
from pathlib import Path
from typing import Annotated

import typer

from kernelcraft.cli import visits
from kernelcraft.cli.answers import answer
from kernelcraft.cli.errors import UsageFault
from kernelcraft.cli.extras import need
from kernelcraft.cli.options import Json, Rules, WorkersOption


def export(
    log: Annotated[
        Path, typer.Argument(metavar="LOG", help="A folder given to evaluate, or an .eval file.")
    ],
    output: Annotated[Path, typer.Argument(metavar="OUT", help="Folder for the files.")],
    rules: Annotated[
        Rules, typer.Option("--rules", help="Those that the kernels are graded under.")
    ] = Rules.strict,
    reward: Annotated[str, typer.Option(metavar="NAME", help="What the rewards are.")] = "default",
    clean: Annotated[
        bool, typer.Option("--clean", help="Leave out episodes with a kernel like our expert's.")
    ] = False,
    parquet: Annotated[
        bool, typer.Option("--parquet", help="Write Parquet files beside the JSONL ones.")
    ] = False,
    workers: WorkersOption = None,
    as_json: Json = False,
) -> bool:
    """Write recorded episodes as data to train on: trajectories, right kernels, preferences.

    Nothing is believed: every kernel is run again and graded on fresh hidden inputs. A data card
    says what there is, who wrote it, and what a model trained on it must not be measured on.
    """
    need("inspect_ai", *(["pyarrow"] if parquet else []))
    from kernelcraft.dataset import collect
    from kernelcraft.evaluation import replaying
    from kernelcraft.evaluation.executors.local import local
    from kernelcraft.rewards import SHAPES

    if reward not in SHAPES:
        raise UsageFault(f"--reward {reward}: expected one of {', '.join(SHAPES)}")
    if log.is_dir():
        visits.settle(log)
    paths = replaying.logs(log)
    if not paths or not all(path.is_file() for path in paths):
        raise UsageFault(f"{log}: expected a folder with .eval logs, or one of them")
    if output.exists() and not output.is_dir():
        raise UsageFault(f"{output}: expected a folder, or nothing yet")
    count = workers or os.cpu_count() or 1
    grader = local(count)
    try:
        found = collect(paths, grader, rules.value, reward, clean=clean, at_once=count)
    finally:
        grader.close()
    written = found.write(output, parquet=parquet)
    counts = {name: len(rows) for name, rows in found.tables.items()}
    lines = [", ".join(f"{number:,} {name}" for name, number in counts.items())]
    lines += [f"left out: {each}" for each in found.left_out]
    lines += [f"written: {', '.join(map(str, written))}"]
    record = {**counts, "left_out": list(found.left_out), "written": list(map(str, written))}
    answer(record, "\n".join(lines), as_json=as_json)
    return bool(found.trajectories)

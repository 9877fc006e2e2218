"""`lab data-set`: trajectories of programs on machines that nobody knows."""

import os
from pathlib import Path
from typing import Annotated

import typer

from kernelcraft.cli.answers import answer, say
from kernelcraft.cli.options import Json, Platforms, WorkersOption, known_platform

USUAL = ("plena", "coral_npu", "amd_npu")


def data_set(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="For the data.")],
    trajectories: Annotated[
        int, typer.Option("--trajectories", min=1, help="How many episodes.")
    ] = 10_000,
    platform: Platforms = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Of machines and agents.")] = 0,
    workers: WorkersOption = None,
    as_json: Json = False,
) -> None:
    """Let programs write, repair and improve kernels on drawn machines, as data to train on.

    Takes about a second of CPU an episode. What was finished stays when the command is repeated.
    """
    from kernelcraft.dataset.drawn import make

    names = [known_platform(name) for name in platform or USUAL]
    made = make(folder, trajectories, names, seed, workers or os.cpu_count() or 1, say)
    record = {"folder": str(folder), "trajectories": made}
    answer(record, f"{made} trajectories: {folder}", as_json=as_json)

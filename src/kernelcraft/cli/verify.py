"""`verify`: grades an offline agent's kernel for every chosen cell, in parallel."""

from typing import Annotated

import typer

from kernelcraft.cli.answers import answer
from kernelcraft.cli.options import (
    Configs,
    Json,
    Levels,
    Platforms,
    Profile,
    ProfileOption,
    Seed,
    Tasks,
    WorkersOption,
    chosen_cells,
)


def verify(
    agent: Annotated[str, typer.Option("--agent", help="baseline or expert.")],
    platform: Platforms = None,
    level: Levels = None,
    task: Tasks = None,
    config: Configs = None,
    profile: ProfileOption = Profile.strict,
    seed: Seed = None,
    workers: WorkersOption = None,
    as_json: Json = False,
) -> bool:
    """Grade the baseline's or the expert's kernels; fails unless every one is right."""
    from kernelcraft.cli.terminal import show
    from kernelcraft.cli.verification import Graded, grade_all, record, table, writer

    write = writer(agent)
    cells = chosen_cells(platform, level, task, config)
    graded: list[Graded] = grade_all(cells, write, profile.value, seed, workers)
    found = record(graded, platform, agent, profile.value)
    if not as_json:
        show(table(graded, agent))
    answer(found, _sentence(found), as_json=as_json)
    return found["correct"] == found["cells"]


def _sentence(record: dict[str, object]) -> str:
    speedup, ratio = record["geomean_speedup"], record["median_bound_ratio"]
    parts = [f"{record['agent']}, profile {record['profile']}"]
    parts.append(f"{record['correct']} of {record['cells']} cells correct")
    if isinstance(speedup, float):
        parts.append(f"geometric mean {speedup:.3f}x the baseline's speed over the correct ones")
    if isinstance(ratio, float):
        parts.append(f"median {ratio:.2f}x the bound's cycles")
    return "; ".join(parts)

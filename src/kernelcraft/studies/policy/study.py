"""All seeds of the experiment on one set of cells, each with a split of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kernelcraft.cells.variants import parsed
from kernelcraft.studies.policy.experiment import ARMS, Results, Settings, course
from kernelcraft.studies.policy.remembered import Remembered
from kernelcraft.studies.policy.split import By, split


def study(
    cells: Sequence[str],
    seeds: Sequence[int],
    given: Settings,
    by: By = "task",
    say: Callable[[str], None] = lambda line: None,
) -> Results:
    """Learn and judge once for each seed and arm; `say` hears of each seed."""
    splits = [split(cells, seed, by) for seed in seeds]
    with Remembered(cells, given.steps) as episodes:
        shape = len(episodes.actions), len(episodes.features)
        courses = []
        for seed, chosen in zip(seeds, splits, strict=True):
            for arm in ARMS:
                courses.append(course(episodes, shape, chosen, seed, arm, given))
            rewards = ", ".join(f"{each.arm} {each.reward:.4f}" for each in courses[-len(ARMS) :])
            say(f"seed {seed}: {rewards}; {episodes.played:,} episodes and parts of them played")
        start = {cell: episodes.start(cell) for cell in cells}
        best = {cell: episodes.best(cell) for cell in cells}
    title = _title(list(dict.fromkeys(cell.partition("/")[0] for cell in cells)))
    names = tuple(cells), episodes.actions, episodes.features
    return Results(title, *names, given, by, tuple(courses), start, best)


def _title(machines: list[str]) -> str:
    """Their names, or whose variants they are."""
    drawn = [parsed(name) for name in machines]
    kinds = {(each.base, each.strength) for each in drawn if each is not None}
    if len(kinds) == 1 and all(drawn):
        base, strength = kinds.pop()
        return f"{len(machines)} variants of {base} ({strength})"
    return ", ".join(machines)

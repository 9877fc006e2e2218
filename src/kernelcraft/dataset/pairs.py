"""Examples and preferences, taken from trajectories."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from kernelcraft.dataset.rows import Example, Origin, Preference, Step, Trajectory
from kernelcraft.dataset.trajectories import handed_in

LEAST_GAIN: Final = 0.02
"""Cycles, as a share, that a later kernel has to save to be preferred."""


def examples(trajectories: Iterable[Trajectory]) -> Iterator[Example]:
    """The best right kernel of each episode; equal texts for a cell only once."""
    seen: set[tuple[str, str]] = set()
    for each in trajectories:
        right = [step for step in each.steps if step.right]
        if not right:
            continue
        best = max(right, key=lambda step: step.reward)
        if (each.cell, best.kernel) in seen:
            continue
        seen.add((each.cell, best.kernel))
        yield Example(
            **_origin(each),
            messages=(*each.messages[:2], handed_in(1, best.kernel)),
            cycles=best.cycles,
            reward=best.reward,
        )


def preferences(trajectories: Iterable[Trajectory]) -> Iterator[Preference]:
    """Each step of an episode that is better than all before it, over what it followed.

    A first right kernel is preferred to the wrong one before it, a faster one to the fastest
    before it.
    """
    for each in trajectories:
        best: Step | None = None
        before: Step | None = None
        for step in each.steps:
            rejected = before if best is None else best
            if rejected is not None and _is_better(step, best):
                yield Preference(
                    **_origin(each),
                    prompt=each.messages[:2],
                    chosen=step.kernel,
                    rejected=rejected.kernel,
                    feedback=rejected.feedback,
                    why="right" if best is None else "faster",
                    cycles=step.cycles,
                    rejected_cycles=rejected.cycles,
                )
            if _is_better(step, best):
                best = step
            before = step


def _is_better(step: Step, best: Step | None) -> bool:
    if not step.right:
        return False
    if best is None:
        return True
    if step.cycles is None or best.cycles is None:
        return False
    return step.cycles < (1.0 - LEAST_GAIN) * best.cycles


def _origin(each: Trajectory) -> dict[str, Any]:
    return {name: getattr(each, name) for name in Origin.model_fields}

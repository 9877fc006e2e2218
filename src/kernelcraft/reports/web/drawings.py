"""Where things stand in the two small drawings of an episode's page."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kernelcraft.evaluation.records import Episode, Step

WIDTH: Final = 640
HEIGHT: Final = 150
EDGE: Final = 8
WRONG: Final = HEIGHT - EDGE
"""Where attempts stand that have no right cycles."""
_SPAN: Final = 1.08
"""At least so much between the ends of a logarithmic axis."""


@dataclass(frozen=True)
class Mark:
    """A number of cycles on the scale, in percent of its width."""

    name: str
    cycles: int
    place: float


@dataclass(frozen=True)
class Dot:
    """An attempt; best: no right one before it was faster."""

    step: Step
    x: float
    y: float
    best: bool


@dataclass(frozen=True)
class Attempts:
    """The attempts of an episode from left to right, faster ones higher, and the baseline's y."""

    dots: tuple[Dot, ...]
    path: str
    baseline: float | None


def scale(episode: Episode) -> tuple[Mark, ...]:
    """Bound, kernel and baseline on one logarithmic axis, as far as they are known."""
    shown = episode.best or episode.last
    found = {
        "bound": shown.bound_cycles if shown else None,
        "kernel": episode.cycles,
        "baseline": episode.baseline_cycles,
    }
    known = {name: cycles for name, cycles in found.items() if cycles}
    if len(known) < 2:
        return ()
    low, high = _ends(list(known.values()))
    return tuple(
        Mark(name, cycles, 100.0 * _share(cycles, low, high)) for name, cycles in known.items()
    )


def attempts(history: Sequence[Step], baseline: int | None) -> Attempts | None:
    """The drawing; None where nothing was right or there is one attempt only."""
    right = [step.cycles for step in history if step.correct and step.cycles]
    if not right or len(history) < 2:
        return None
    low, high = _ends([*right, *([baseline] if baseline else [])])

    def y(cycles: int) -> float:
        return round(EDGE + _share(cycles, low, high) * (WRONG - 3 * EDGE), 1)

    dots: list[Dot] = []
    path, best = "", math.inf
    for place, step in enumerate(history):
        x = round(EDGE + place / (len(history) - 1) * (WIDTH - 2 * EDGE), 1)
        cycles = step.cycles if step.correct and step.cycles else None
        better = cycles is not None and cycles < best
        dots.append(Dot(step, x, WRONG if cycles is None else y(cycles), better))
        if better and cycles is not None:
            path, best = f"{path}{'H' if path else 'M'}{x}{'V' if path else ','}{y(cycles)}", cycles
    end = f"H{WIDTH - EDGE}" if path else ""
    return Attempts(tuple(dots), path + end, y(baseline) if baseline else None)


def _ends(cycles: Sequence[int]) -> tuple[float, float]:
    """The ends of the axis: a little room where all are equal."""
    low, high = float(min(cycles)), float(max(cycles))
    return (low, high) if high >= low * _SPAN else (low / _SPAN, high * _SPAN)


def _share(cycles: float, low: float, high: float) -> float:
    """0 at the low end, 1 at the high one."""
    return math.log(cycles / low) / math.log(high / low)

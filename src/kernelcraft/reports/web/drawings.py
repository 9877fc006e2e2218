"""Where things stand in the two small drawings of an episode's page."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from kernelcraft.evaluation.records import Episode, Step

WIDTH: Final = 490
"""Of the attempts; their labels stand to the right."""
HEIGHT: Final = 150
EDGE: Final = 8
WRONG: Final = HEIGHT - EDGE
"""Where attempts stand that have no right cycles."""
_APART: Final = 14
"""Between two labels, at least."""
_SPAN: Final = 1.01
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
class Label:
    """What stands beside the line at `y`; its text may have had to move to `text_y`."""

    name: str
    cycles: int
    y: float
    text_y: float


@dataclass(frozen=True)
class Attempts:
    """The attempts of an episode from left to right, faster ones higher; path: the best so far."""

    dots: tuple[Dot, ...]
    path: str
    best: Label
    baseline: Label | None


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
    ends = _ends([*right, *([baseline] if baseline else [])])
    best = Label("best", min(right), _y(min(right), ends), _y(min(right), ends))
    dots = tuple(_dots(history, ends))
    path = "".join(f"H{dot.x}V{dot.y}" for dot in dots if dot.best)
    first = next(dot for dot in dots if dot.best)
    return Attempts(
        dots,
        f"M{first.x},{first.y}{path}H{WIDTH}",
        best,
        _beside(best, baseline, _y(baseline, ends)) if baseline else None,
    )


def _dots(history: Sequence[Step], ends: tuple[float, float]) -> Iterator[Dot]:
    best = math.inf
    for place, step in enumerate(history):
        x = round(EDGE + place / (len(history) - 1) * (WIDTH - 2 * EDGE), 1)
        if not step.correct or not step.cycles:
            yield Dot(step, x, WRONG, best=False)
            continue
        yield Dot(step, x, _y(step.cycles, ends), best=step.cycles < best)
        best = min(best, step.cycles)


def _beside(best: Label, baseline: int, y: float) -> Label:
    """The baseline's label, far enough from the best one's."""
    below = y >= best.y
    text_y = max(y, best.y + _APART) if below else min(y, best.y - _APART)
    return Label("baseline", baseline, y, text_y)


def _y(cycles: int, ends: tuple[float, float]) -> float:
    """Fewer cycles are higher; there is room for wrong attempts below."""
    return round(EDGE + _share(cycles, *ends) * (WRONG - 3 * EDGE), 1)


def _ends(cycles: Sequence[int]) -> tuple[float, float]:
    """The ends of the axis: a little room where all are equal."""
    low, high = float(min(cycles)), float(max(cycles))
    return (low, high) if high >= low * _SPAN else (low / _SPAN, high * _SPAN)


def _share(cycles: float, low: float, high: float) -> float:
    """0 at the low end, 1 at the high one."""
    return math.log(cycles / low) / math.log(high / low)

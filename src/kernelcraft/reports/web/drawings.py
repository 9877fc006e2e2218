"""Where things stand in the two small drawings of an episode's page, in units of their view boxes.

Texts may be as large as `LARGEST` units, which is what a phone's screen needs; this much room is
left for each of them that none touches another one.
"""

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from kernelcraft.records.attempt import Attempt
from kernelcraft.records.episode import Episode

WIDTH: Final = 600
HEIGHT: Final = 250
LARGEST: Final = 20
"""The height of a line of text, at most."""
_LETTER: Final = 0.62 * LARGEST
"""The width of a character, at most (assumed: of a digit or a small letter, in any sans serif)."""
_GAP: Final = 10
_TOP: Final = 2 * LARGEST
_BOTTOM: Final = HEIGHT - 3 * LARGEST
"""The axis of the attempts' numbers."""
_WRONG: Final = _BOTTOM - LARGEST
"""Where attempts stand that have no right cycles."""
_SLOWEST: Final = _WRONG - 1.5 * LARGEST
_SPAN: Final = 1.01
"""At least this much between the ends of a logarithmic axis."""
_TICKS: Final = 5
"""Of an axis, about."""


@dataclass(frozen=True)
class Mark:
    """A number of cycles on the scale, in percent of its width."""

    name: str
    cycles: int
    place: float


@dataclass(frozen=True)
class Dot:
    """An attempt; best: no right one before it was faster."""

    step: Attempt
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
class Tick:
    """A number on an axis, and where."""

    text: str
    at: float


@dataclass(frozen=True)
class Attempts:
    """The attempts of an episode from left to right, faster ones higher; path: the best so far.

    left, right, top, bottom: the ends of the axes; wrong: where attempts without cycles stand.
    """

    dots: tuple[Dot, ...]
    path: str
    labels: tuple[Label, ...]
    cycles: tuple[Tick, ...]
    numbers: tuple[Tick, ...]
    left: float
    right: float
    wrong: float | None
    top: float = _TOP
    bottom: float = _BOTTOM


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


def attempts(history: Sequence[Attempt], baseline: int | None) -> Attempts | None:
    """The drawing; None where nothing was right or there is one attempt only."""
    right = [step.cycles for step in history if step.correct and step.cycles]
    if not right or len(history) < 2:
        return None
    known = [*right, *([baseline] if baseline else [])]
    ends = _ends(known)
    ticks = _cycles(ends, min(right))
    missed = len(right) < len(history)
    left = _room([*(tick.text for tick in ticks), *(["wrong"] if missed else [])])
    labels = tuple(_labels(min(right), baseline, ends))
    edge = WIDTH - _room([text for each in labels for text in (each.name, f"{each.cycles:,}")])
    dots = tuple(_dots(history, ends, left, edge))
    path = "".join(f"H{dot.x}V{dot.y}" for dot in dots if dot.best)
    first = next(dot for dot in dots if dot.best)
    return Attempts(
        dots=dots,
        path=f"M{first.x},{first.y}{path}H{edge}",
        labels=labels,
        cycles=ticks,
        numbers=tuple(_numbers(dots)),
        left=left,
        right=edge,
        wrong=_WRONG if missed else None,
    )


def _room(texts: Sequence[str]) -> float:
    """For the longest one, beside an axis."""
    return round(max(map(len, texts)) * _LETTER + 2 * _GAP, 1)


def _dots(
    history: Sequence[Attempt], ends: tuple[float, float], left: float, right: float
) -> Iterator[Dot]:
    best = math.inf
    for place, step in enumerate(history):
        width = right - left - 2 * _GAP
        x = round(left + _GAP + place / (len(history) - 1) * width, 1)
        if not step.correct or not step.cycles:
            yield Dot(step, x, _WRONG, best=False)
            continue
        yield Dot(step, x, _y(step.cycles, ends), best=step.cycles < best)
        best = min(best, step.cycles)


def _labels(best: int, baseline: int | None, ends: tuple[float, float]) -> Iterator[Label]:
    """Of the best attempt and the baseline, from the top; each has two lines, name and number."""
    found = [("best", best), *([("baseline", baseline)] if baseline else [])]
    free = float(LARGEST)
    for name, cycles in sorted(found, key=lambda each: each[1]):
        y = _y(cycles, ends)
        text_y = max(y, free)
        free = text_y + 2.5 * LARGEST
        yield Label(name, cycles, y, round(text_y, 1))


def _cycles(ends: tuple[float, float], best: int) -> tuple[Tick, ...]:
    """Round numbers of cycles: the first choice that has two at least and leaves them
    apart; where all attempts are alike, what they took."""
    alike = (Tick(f"{best:,}", _y(best, ends)),)
    choices = (tuple(Tick(f"{n:,}", _y(n, ends)) for n in each) for each in _round(*ends))
    return next((each for each in choices if len(each) > 1 and _apart(each)), alike)


def _apart(ticks: Sequence[Tick]) -> bool:
    return all(b.at - a.at >= 1.2 * LARGEST for a, b in itertools.pairwise(ticks))


def _round(low: float, high: float) -> Iterator[list[int]]:
    """Choices of numbers between the ends: over decades powers of ten with something between, else
    multiples of a step."""
    powers = range(int(math.log10(low)), int(math.log10(high)) + 1)
    if high > 4 * low:
        for digits, every in (((1, 2, 5), 1), ((1, 3), 1), ((1,), 1), ((1,), 2), ((1,), 3)):
            found = (digit * 10**power for power in powers[::every] for digit in digits)
            yield [cycles for cycles in found if low <= cycles <= high]
    for ticks in range(_TICKS, 0, -1):
        step = _step((high - low) / ticks)
        yield [step * k for k in range(math.ceil(low / step), int(high // step) + 1)]


def _numbers(dots: Sequence[Dot]) -> Iterator[Tick]:
    """Of attempts: the first one, and multiples of a round step that leaves room for the texts."""
    apart = (dots[-1].x - dots[0].x) / (len(dots) - 1)
    widest = len(str(len(dots))) * _LETTER + 2 * _GAP
    step = _step(max(widest / apart, len(dots) / (2 * _TICKS)))
    for number, dot in enumerate(dots, start=1):
        if number == 1 or (number % step == 0 and dot.x - dots[0].x >= widest):
            yield Tick(str(number), dot.x)


def _step(least: float) -> int:
    """The smallest of 1, 2, 5, 10, ... that is not below."""
    power = int(10.0 ** math.floor(math.log10(max(least, 1.0))))
    return next(power * digit for digit in (1, 2, 5, 10) if power * digit >= least)


def _y(cycles: float, ends: tuple[float, float]) -> float:
    """Fewer cycles are higher; there is room for wrong attempts below."""
    return round(_TOP + _share(cycles, *ends) * (_SLOWEST - _TOP), 1)


def _ends(cycles: Sequence[int]) -> tuple[float, float]:
    """The ends of the axis: a little room where all are equal."""
    low, high = float(min(cycles)), float(max(cycles))
    return (low, high) if high >= low * _SPAN else (low / _SPAN, high * _SPAN)


def _share(cycles: float, low: float, high: float) -> float:
    """0 at the low end, 1 at the high one."""
    return math.log(cycles / low) / math.log(high / low)

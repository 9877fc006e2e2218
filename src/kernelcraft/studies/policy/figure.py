"""The courses of the arms as an SVG: mean reward on held-out cells, with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kernelcraft.scores.bootstrap import mean_interval
from kernelcraft.studies.policy.experiment import ARMS, Arm, Results
from kernelcraft.studies.policy.page import NAMES

WIDTH, HEIGHT, MARGIN = 640, 320, 48
COLOURS: Final[dict[Arm, str]] = {"policy": "#0b6e99", "blind": "#c47f17", "shuffled": "#888888"}
Point = tuple[float, float, float]
"""Mean, and the ends of its 95 % interval."""


def figure(found: Results) -> str:
    """The text of the file."""
    curves = {arm: _points(found, arm) for arm in ARMS}
    low = min(point[1] for curve in curves.values() for point in curve)
    high = max(point[2] for curve in curves.values() for point in curve)
    scale = _Scale(found.settings.batches, low, max(high, low + 1e-6))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{MARGIN}" y="20">{found.title}: mean reward on held-out cells after each batch, '
        f"{len(found.of('policy'))} seeds, 95 % intervals</text>",
        *scale.axes(),
    ]
    for place, (arm, curve) in enumerate(curves.items()):
        parts += _curve(curve, scale, COLOURS[arm])
        y = HEIGHT - MARGIN - 12 - 16 * (len(ARMS) - 1 - place)
        parts.append(
            f'<text x="{WIDTH - MARGIN}" y="{y}" text-anchor="end" fill="{COLOURS[arm]}">'
            f"{NAMES[arm]}</text>"
        )
    return "\n".join([*parts, "</svg>", ""])


class _Scale:
    """From batches and rewards to the picture."""

    def __init__(self, batches: int, low: float, high: float) -> None:
        self._batches, self._low, self._high = max(batches, 1), low, high

    def x(self, batch: int) -> float:
        return round(MARGIN + (WIDTH - 2 * MARGIN) * batch / self._batches, 1)

    def y(self, reward: float) -> float:
        share = (reward - self._low) / (self._high - self._low)
        return round(HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * share, 1)

    def axes(self) -> list[str]:
        """Four rewards on the left, batches below."""
        rewards = [self._low + (self._high - self._low) * share / 3 for share in range(4)]
        lines = [
            f'<text x="{MARGIN - 6}" y="{self.y(each) + 4}" text-anchor="end">{each:.2f}</text>'
            f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{self.y(each)}" y2="{self.y(each)}" '
            'stroke="#dddddd"/>'
            for each in rewards
        ]
        marks = sorted({0, self._batches // 2, self._batches})
        lines += [
            f'<text x="{self.x(each)}" y="{HEIGHT - MARGIN + 18}" text-anchor="middle">'
            f"{each}</text>"
            for each in marks
        ]
        return lines


def _points(found: Results, arm: Arm) -> list[Point]:
    """After each batch; where the seeds do not differ, the ends are the mean."""
    return [_point(at) for at in zip(*(each.curve for each in found.of(arm)), strict=True)]


def _point(rewards: Sequence[float]) -> Point:
    mean = sum(rewards) / len(rewards)
    interval = mean_interval(rewards, [str(place) for place in range(len(rewards))])
    return (mean, mean, mean) if interval is None else (mean, interval.low, interval.high)


def _curve(points: Sequence[Point], scale: _Scale, colour: str) -> list[str]:
    upper = [f"{scale.x(n)},{scale.y(high)}" for n, (_, _, high) in enumerate(points)]
    lower = [f"{scale.x(n)},{scale.y(low)}" for n, (_, low, _) in enumerate(points)]
    line = [f"{scale.x(n)},{scale.y(mean)}" for n, (mean, _, _) in enumerate(points)]
    return [
        f'<polygon points="{" ".join([*upper, *lower[::-1]])}" fill="{colour}" opacity="0.15"/>',
        f'<polyline points="{" ".join(line)}" fill="none" stroke="{colour}" stroke-width="2"/>',
    ]

"""Hardware loops in a schedule: numbers that grow with every iteration."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


class Moving(int):
    """A number in a loop: its value in the first iteration, and what every other adds to it."""

    step: int

    def __new__(cls, first: int, step: int) -> Moving:
        moving = super().__new__(cls, first)
        moving.step = step
        return moving

    def __add__(self, other: int) -> Moving:
        return Moving(int(self) + int(other), self.step + step_of(other))

    __radd__ = __add__

    def __mul__(self, other: int) -> Moving:
        return Moving(int(self) * other, self.step * other)

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int) and int(self) == int(other) and self.step == step_of(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((int(self), self.step))


def step_of(number: int) -> int:
    """What every iteration adds to a number."""
    return number.step if isinstance(number, Moving) else 0


@dataclass(frozen=True)
class Start:
    """The steps up to `End` run `count` times."""

    count: int


@dataclass(frozen=True)
class End:
    """The last step of the loop was the one before."""


def lowest(numbers: Iterable[int]) -> dict[int, int]:
    """For every step among moving numbers, the lowest of the numbers."""
    found: dict[int, int] = {}
    for number in numbers:
        step = step_of(number)
        if step:
            found[step] = min(found.get(step, int(number)), int(number))
    return found

"""What the courses of a contest say, with intervals over the seeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from kernelcraft.scores.bootstrap import mean_interval
from kernelcraft.scores.estimate import Estimate
from kernelcraft.scores.paired import Paired, paired_means
from kernelcraft.studies.lab.contest import RANDOM, STRATEGIES, Arena, arenas, hold
from kernelcraft.studies.lab.control import Course
from kernelcraft.studies.lab.of_platforms import Measure
from kernelcraft.studies.lab.orderings import ORDERINGS, Ordering

LEVEL: Final = 0.05

Courses = Mapping[tuple[str, str], Sequence[Course]]


@dataclass(frozen=True)
class Line:
    """One contestant on one landscape; `found` counts the searches that reached the optimum.

    The gains say by how much it is better than random search on the same seeds; `beaten_by` are
    the strategies with less regret than it.
    """

    landscape: str
    contestant: str
    regret: Estimate
    area: Estimate
    found: int
    gain: Paired
    area_gain: Paired
    beaten_by: tuple[str, ...]


@dataclass(frozen=True)
class Outcome:
    """An ordering, what was measured of it, and whether it holds."""

    ordering: Ordering
    paired: Paired

    @property
    def holds(self) -> bool:
        """By the verdict on the paired difference."""
        better = verdict(self.paired)
        return better == "no difference" if self.ordering.same else better == "better"


@dataclass(frozen=True)
class Results:
    """Everything that a contest shows."""

    seeds: int
    arenas: tuple[Arena, ...]
    lines: tuple[Line, ...]
    outcomes: tuple[Outcome, ...]

    @property
    def holds(self) -> bool:
        """Whether all orderings do."""
        return all(outcome.holds for outcome in self.outcomes)

    def line(self, landscape: str, contestant: str) -> Line:
        """One line of the table."""
        return next(
            each
            for each in self.lines
            if (each.landscape, each.contestant) == (landscape, contestant)
        )


@cache
def results(seeds: range) -> Results:
    """Hold the contest with these seeds."""
    courses = hold(seeds)
    lines = tuple(
        _line(courses, arena.name, contestant)
        for arena in arenas()
        for contestant in (RANDOM, *STRATEGIES)
    )
    outcomes = tuple(Outcome(each, _compared(courses, each)) for each in ORDERINGS)
    return Results(len(seeds), arenas(), lines, outcomes)


def verdict(paired: Paired) -> str:
    """In words: better, worse, or no difference that the seeds would show.

    The interval must leave out 0 and the sign-flip test agree. Where next to all seeds differ by
    the same there is no interval, and the test alone decides.
    """
    difference, interval = paired.difference, paired.interval
    if difference is None or paired.p is None or paired.p > LEVEL:
        return "no difference"
    if interval is not None and interval.low <= 0.0 <= interval.high:
        return "no difference"
    return "better" if difference > 0.0 else "worse"


def _line(courses: Courses, landscape: str, contestant: str) -> Line:
    mine = courses[landscape, contestant]
    against = Ordering(landscape, contestant, RANDOM, "")
    return Line(
        landscape,
        contestant,
        _mean([course.regret for course in mine]),
        _mean([course.area for course in mine]),
        sum(course.regret <= 0.0 for course in mine),
        _compared(courses, against),
        _compared(courses, Ordering(landscape, contestant, RANDOM, "", "area")),
        tuple(
            other
            for other in STRATEGIES
            if verdict(_compared(courses, Ordering(landscape, other, contestant, ""))) == "better"
        ),
    )


def _mean(values: Sequence[float]) -> Estimate:
    clusters = _clusters(len(values))
    mean = sum(values) / len(values)
    return Estimate(mean, len(values), len(values), mean_interval(values, clusters))


def _compared(courses: Courses, ordering: Ordering) -> Paired:
    """How much less `better` has than `worse`, seed by seed."""
    pairs = zip(
        courses[ordering.landscape, ordering.worse],
        courses[ordering.landscape, ordering.better],
        strict=True,
    )
    differences = [
        _value(worse, ordering.measure) - _value(better, ordering.measure)
        for worse, better in pairs
    ]
    return paired_means(differences, _clusters(len(differences)))


def _value(course: Course, measure: Measure) -> float:
    return course.regret if measure == "regret" else course.area


def _clusters(count: int) -> list[str]:
    """Every seed is one: an instance, and draws of its own."""
    return [str(index) for index in range(count)]

"""The contest as text: the lines of `kernelcraft lab` and the page docs/lab.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kernelcraft.scores.estimate import Estimate, Interval
from kernelcraft.scores.paired import Paired
from kernelcraft.studies.lab.contest import RANDOM, STRATEGIES
from kernelcraft.studies.lab.results import Line, Outcome, Results, verdict

INTRODUCTION = """\
# The lab: do the strategies search?

`kernelcraft lab` tries every search strategy of [agents](agents.md#search-strategies), as it is, on
landscapes whose optimum is known, without a model. It exits with 0 only if every ordering below
holds. `--quick` takes the {seeds} seeds of this page; without it, 100 others must show the same.
`kernelcraft lab --write-docs` rewrites this page; a test compares it with what `--quick` finds.

Every search has the same budget of evaluations; a point that is known already is not evaluated
again, but by random search, which draws with replacement and remembers nothing. The proposer is
that of `:knobs`: it draws points uniformly, changes one gene and with chance 1/4 another, mixes two
parents gene by gene, and plans a change of the gene that the profile blames most.

*Regret* is how far the best point found is from the optimum when the budget is spent: the value
that is missing on the synthetic landscapes, and 0.01 for 1 % more cycles than the best schedule.
*Area* is the mean regret of the best point so far over all evaluations, so it tells early from
late; before a right kernel is found, the slowest right one counts. Less is better for both.
Intervals are 95 %, over seeds; those of differences are paired, seed by seed. *Better* and *worse*
mean that the interval leaves out 0 and a sign-flip test over the seeds agrees at 5 %.
"""

AXES = """\
*evolution with blind axes* is evolution whose archive is sorted by a number that says nothing, with
as many values as the axis of the deceptive landscape has: a control for what the axes do.
"""

SPACES = """\
The enumerated spaces are the knobs of real generators (`platforms/<platform>/kernels/knobs/`).
Every setting was graded once by the simulator; the tables are
`platforms/<platform>/studies/space_*.json`. Each run of the lab grades some of them again and fails
if one differs; `python -m kernelcraft.studies.lab.spaces` measures all of them.
"""

LOSSES = (
    "## Where each loses\n\nThe strategies with less regret than the one of the row:\n",
    "No less area than random search: what they find, they find late, because wrong kernels or a "
    "long way from a single draft come first.\n",
)


def page(found: Results) -> str:
    """docs/lab.md, the same for the same results."""
    parts = [INTRODUCTION.format(seeds=found.seeds), *_tables(found), AXES, SPACES]
    parts += [_losses(found)]
    held = sum(outcome.holds for outcome in found.outcomes)
    orderings = f"## What must hold\n\n{held} of {len(found.outcomes)} orderings hold.\n"
    return "\n".join([*parts, orderings, _orderings(found.outcomes)])


def text(found: Results) -> str:
    """For a terminal: a line for each contestant, and the orderings that do not hold."""
    lines = []
    for arena in found.arenas:
        lines.append(f"{arena.name}: {arena.what}; {arena.budget} evaluations, {found.seeds} seeds")
        lines += [f"  {_short(found.line(arena.name, each))}" for each in _contestants()]
    broken = [each for each in found.outcomes if not each.holds]
    return "\n".join([*lines, *(f"does not hold: {_stated(each)}" for each in broken)])


def _contestants() -> tuple[str, ...]:
    return (RANDOM, *STRATEGIES)


def _short(line: Line) -> str:
    against = "" if line.contestant == RANDOM else f", {verdict(line.gain)}"
    return (
        f"{line.contestant:25} regret {_value(line.regret.value)}, area {_value(line.area.value)}, "
        f"optimum {line.found} of {line.regret.n}{against}"
    )


def _tables(found: Results) -> Iterator[str]:
    for arena in found.arenas:
        what = f"{arena.what[0].upper()}{arena.what[1:]}"
        yield f"## {arena.name}\n\n{what}. {arena.budget} evaluations.\n"
        yield _table(
            ("strategy", "regret", "95 %", "area", "95 %", "optimum found", "regret", "area"),
            (_row(found.line(arena.name, each)) for each in _contestants()),
        )
    yield "The last two columns are against random search.\n"


def _row(line: Line) -> tuple[str, ...]:
    compared = ("", "")
    if line.contestant != RANDOM:
        compared = (verdict(line.gain), verdict(line.area_gain))
    return (
        line.contestant,
        *_estimate(line.regret),
        *_estimate(line.area),
        f"{line.found} of {line.regret.n}",
        *compared,
    )


def _losses(found: Results) -> str:
    """Who has less regret than a strategy, and where random search has as little area."""
    places = [arena.name for arena in found.arenas]
    rows = (
        (name, *(", ".join(found.line(place, name).beaten_by) or "-" for place in places))
        for name in STRATEGIES
    )
    lines = [f"- {name}: {', '.join(_slow(found, name)) or '-'}" for name in STRATEGIES]
    return (
        f"{LOSSES[0]}\n{_table(('strategy', *places), rows)}\n{LOSSES[1]}\n"
        + "\n".join(lines)
        + "\n"
    )


def _slow(found: Results, name: str) -> list[str]:
    """Where a strategy has no less area than random search."""
    lines = [found.line(arena.name, name) for arena in found.arenas]
    return [line.landscape for line in lines if verdict(line.area_gain) != "better"]


def _orderings(outcomes: Sequence[Outcome]) -> str:
    return _table(
        ("landscape", "stated", "because", "difference", "95 %", "holds"),
        (
            (
                outcome.ordering.landscape,
                _claim(outcome),
                outcome.ordering.why,
                *_paired(outcome.paired),
                "yes" if outcome.holds else "**no**",
            )
            for outcome in outcomes
        ),
    )


def _claim(outcome: Outcome) -> str:
    stated = outcome.ordering
    if stated.same:
        return f"{stated.better} is {stated.worse}: the same {stated.measure}"
    return f"{stated.better} has less {stated.measure} than {stated.worse}"


def _stated(outcome: Outcome) -> str:
    difference, interval = _paired(outcome.paired)
    return f"{outcome.ordering.landscape}: {_claim(outcome)}: {difference} ({interval})"


def _paired(paired: Paired) -> tuple[str, str]:
    return _value(paired.difference), _interval(paired.interval)


def _estimate(estimate: Estimate) -> tuple[str, str]:
    return _value(estimate.value), _interval(estimate.interval)


def _interval(interval: Interval | None) -> str:
    return "-" if interval is None else f"{_value(interval.low)} to {_value(interval.high)}"


def _value(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"


def _table(heads: Sequence[str], rows: Iterator[tuple[str, ...]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"

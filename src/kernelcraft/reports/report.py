"""The report of a log folder: a row an episode, a summary an agent, and the numbers' origins."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from kernelcraft.evaluation.records import Episode
from kernelcraft.reports import generalisation
from kernelcraft.reports.generalisation import Gap, Result
from kernelcraft.reports.summary import Summary, label, summarise, tokens
from kernelcraft.reports.tables import Column, Table, number, ratio

RESULTS = (
    Column("cell"),
    Column("agent"),
    Column("verdict"),
    Column("cycles", right=True),
    Column("baseline", right=True, optional=True),
    Column("speedup", right=True),
    Column("evaluations", right=True, optional=True),
    Column("tokens", right=True, optional=True),
    Column("cost", right=True, optional=True),
)
SUMMARY = (
    Column("agent"),
    Column("correct"),
    Column("95 % interval"),
    Column("speedup", right=True),
    Column("failed = 1", right=True, optional=True),
    Column("failed = 0", right=True, optional=True),
    Column("faster", right=True, optional=True),
    Column("tokens", right=True, optional=True),
    Column("cost", right=True, optional=True),
    Column("profile", optional=True),
)
SUMMED = "Summary (speedups are geometric means)"


@dataclass(frozen=True)
class Row:
    """One episode. `fingerprint` tells apart settings of the same agent; `attempts` are the calls
    of `run_evaluation`; `kernel` is a file relative to the log folder."""

    cell: str
    agent: str
    epoch: int
    fingerprint: str
    profile: str
    correct: bool
    verdict: str
    cycles: int | None
    baseline_cycles: int | None
    speedup: float | None
    attempts: int
    tokens: int
    cost: float | None
    seconds: float
    message: str
    kernel: str | None


@dataclass(frozen=True)
class Report:
    """All that is shown of a log folder; `origins` are sentences about versions and hashes."""

    rows: tuple[Row, ...]
    summaries: tuple[Summary, ...]
    gaps: tuple[Gap, ...]
    origins: tuple[str, ...]
    notes: tuple[str, ...]

    def results(self) -> Table:
        """One row an episode."""
        epochs = any(row.epoch > 1 for row in self.rows)
        rows = tuple(_shown(row, epochs) for row in self.rows)
        return Table("Results", RESULTS, rows)

    def summary(self) -> Table:
        """One row an agent."""
        return Table(SUMMED, SUMMARY, tuple(map(_summed, self.summaries)))

    def generalisation(self) -> Table:
        """Two rows for every agent that worked at published and at held-out sizes."""
        return generalisation.table(self.gaps)

    def record(self) -> dict[str, object]:
        """The report as data."""
        return {
            "results": [asdict(row) for row in self.rows],
            "summaries": [asdict(each) for each in self.summaries],
            "generalisation": [each.record() for each in self.gaps],
            "origins": list(self.origins),
            "notes": list(self.notes),
        }


def build(episodes: Sequence[Episode], unreadable: Sequence[str]) -> Report:
    """The report of these episodes; `unreadable` are sentences about records that were left out."""
    return Report(
        rows=tuple(map(_row, episodes)),
        summaries=summarise(episodes),
        gaps=_gaps(episodes),
        origins=tuple(dict.fromkeys(map(_origin, episodes))),
        notes=(*unreadable, *_mixed(episodes)),
    )


def _gaps(episodes: Sequence[Episode]) -> tuple[Gap, ...]:
    """One for each agent and profile that has episodes at both kinds of sizes."""
    groups: dict[tuple[str, str], dict[bool, list[Result]]] = {}
    for each in episodes:
        sides = groups.setdefault((label(each), each.profile), {False: [], True: []})
        sides[each.held_out].append(Result(each.task, each.correct, each.speedup))
    found = (generalisation.gap(who, s[False], s[True]) for (who, _), s in groups.items())
    return tuple(each for each in found if each is not None)


def _row(episode: Episode) -> Row:
    return Row(
        cell=episode.cell,
        agent=label(episode),
        epoch=episode.epoch,
        fingerprint=episode.fingerprint,
        profile=episode.profile,
        correct=episode.correct,
        verdict="correct" if episode.correct else episode.failure or "wrong result",
        cycles=episode.cycles,
        baseline_cycles=episode.baseline_cycles,
        speedup=episode.speedup,
        attempts=episode.evaluations,
        tokens=tokens(episode),
        cost=episode.cost,
        seconds=episode.seconds,
        message=episode.message,
        kernel=episode.kernel,
    )


def _origin(episode: Episode) -> str:
    o = episode.origins
    return (
        f"{episode.platform} {o.platform} ({o.fidelity}), benchmark {o.benchmark}, profile "
        f"{episode.profile}, tasks {o.tasks}, code {o.code}, kernelcraft {o.kernelcraft}, "
        f"inspect_ai {o.inspect_ai}"
    )


def _mixed(episodes: Sequence[Episode]) -> list[str]:
    """A sentence for every agent that worked on the same cell and epoch with several settings."""
    settings: dict[tuple[str, str, int], set[str]] = {}
    for episode in episodes:
        key = (label(episode), episode.cell, episode.epoch)
        settings.setdefault(key, set()).add(episode.fingerprint)
    mixed = dict.fromkeys(who for (who, _, _), found in settings.items() if len(found) > 1)
    return [
        f"{who} worked on the same cell with several settings: every episode counts, and "
        "`fingerprint` tells them apart"
        for who in mixed
    ]


def _shown(row: Row, epochs: bool) -> tuple[str, ...]:
    return (
        f"{row.cell}, epoch {row.epoch}" if epochs else row.cell,
        row.agent,
        row.verdict,
        number(row.cycles),
        number(row.baseline_cycles),
        ratio(row.speedup),
        number(row.attempts),
        number(row.tokens),
        dollars(row.cost),
    )


def _summed(summary: Summary) -> tuple[str, ...]:
    share = f"{summary.correct} of {summary.n}"
    return (
        summary.agent,
        share if summary.cells == summary.n else f"{share} on {summary.cells} cells",
        f"{summary.low:.0%} to {summary.high:.0%}",
        ratio(summary.geomean_correct),
        ratio(summary.geomean_failures_as_one),
        ratio(summary.geomean_failures_as_zero),
        number(summary.faster),
        number(summary.tokens),
        dollars(summary.cost),
        summary.profile,
    )


def dollars(cost: float | None) -> str:
    """Such as $0.0123; an unknown price is never 0."""
    return "unknown" if cost is None else f"${cost:.4f}" if cost else "$0"

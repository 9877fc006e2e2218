"""The report of log folders: a row an episode, a summary an agent, its scores, their origins."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from kernelcraft.evaluation.records import Episode
from kernelcraft.reports.comparison import Comparison
from kernelcraft.reports.families import Score, scores
from kernelcraft.reports.groups import CellFacts, facts, groups, label, tokens
from kernelcraft.reports.headroom import Headroom, headrooms
from kernelcraft.reports.summary import Summary, summarise


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
    bound_cycles: int | None
    sol_score: float | None
    attempts: int
    tokens: int
    cost: float | None
    seconds: float
    message: str
    kernel: str | None


@dataclass(frozen=True)
class Report:
    """All that is shown of log folders; `origins` are sentences about versions and hashes."""

    rows: tuple[Row, ...]
    summaries: tuple[Summary, ...]
    scores: tuple[Score, ...]
    headroom: tuple[Headroom, ...]
    comparison: Comparison | None
    origins: tuple[str, ...]
    notes: tuple[str, ...]

    def record(self) -> dict[str, object]:
        """The report as data."""
        return {
            "results": [asdict(row) for row in self.rows],
            "summaries": [asdict(each) for each in self.summaries],
            "scores": [asdict(each) for each in self.scores],
            "headroom": [asdict(each) for each in self.headroom],
            "comparison": asdict(self.comparison) if self.comparison else None,
            "origins": list(self.origins),
            "notes": list(self.notes),
        }


def build(
    episodes: Sequence[Episode],
    unreadable: Sequence[str],
    comparison: Comparison | None = None,
) -> Report:
    """The report of these episodes; `unreadable` are sentences about records that were left out."""
    cells, found = facts(episodes), groups(episodes)
    notes = [*unreadable, *_mixed(episodes), *_unranked(cells)]
    return Report(
        rows=tuple(_row(episode, cells) for episode in episodes),
        summaries=tuple(summarise(group, cells) for group in found),
        scores=tuple(score for group in found for score in scores(group, cells)),
        headroom=headrooms(episodes, cells),
        comparison=comparison,
        origins=tuple(dict.fromkeys(map(_origin, episodes))),
        notes=(*notes, *(comparison.notes if comparison else ())),
    )


def _row(episode: Episode, cells: Mapping[str, CellFacts]) -> Row:
    known = cells.get(episode.cell)
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
        bound_cycles=known.bound if known else None,
        sol_score=episode.best.sol_score if episode.correct and episode.best else None,
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


def _unranked(cells: Mapping[str, CellFacts]) -> list[str]:
    """The cells that means of speedups leave out, and why."""
    untimed = [each.cell for each in cells.values() if each.baseline is None]
    full = [each.cell for each in cells.values() if not each.headroom]
    notes = []
    if untimed:
        notes.append(f"no baseline, so no speedup: {', '.join(untimed)}")
    if full:
        notes.append(f"baseline within 2 % of the bound, not ranked by speed: {', '.join(full)}")
    return notes

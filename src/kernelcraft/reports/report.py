"""The report of log folders: a row an episode, a summary an agent, its scores, their origins."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from types import MappingProxyType
from typing import Final

from kernelcraft.records.episode import Conditions, Episode, Key
from kernelcraft.reports import generalisation, generators
from kernelcraft.reports.comparison import Comparison
from kernelcraft.reports.families import Score, scores
from kernelcraft.reports.fusion import Fusion, Parts, fusions
from kernelcraft.reports.generalisation import Gap, Result
from kernelcraft.reports.generators import Generator
from kernelcraft.reports.groups import CellFacts, Group, facts, groups, label, sol, tokens
from kernelcraft.reports.headroom import Headroom, headrooms
from kernelcraft.reports.summary import Summary, summarise


@dataclass(frozen=True)
class Row:
    """One episode. `fingerprint` tells apart settings of the same agent; `attempts` are the calls
    of `run_evaluation`; `kernel` is a file relative to the log folder. `operands` are "resident" or
    "streamed" on platforms that have cells of both kinds. annotations: what people said it is."""

    cell: str
    agent: str
    epoch: int
    fingerprint: str
    rules: str
    correct: bool
    verdict: str
    cycles: int | None
    baseline_cycles: int | None
    speedup: float | None
    bound_cycles: int | None
    sol_score: float | None
    operands: str
    attempts: int
    tokens: int | None
    cost: float | None
    seconds: float
    message: str
    kernel: str | None
    annotations: str


@dataclass(frozen=True)
class Remark:
    """An annotation, and which episode it is about."""

    cell: str
    agent: str
    epoch: int
    kind: str
    who: str
    when: str
    why: str
    key: Key


@dataclass(frozen=True)
class Report:
    """All that is shown of log folders; `origins` are sentences about versions and hashes."""

    rows: tuple[Row, ...]
    generators: tuple[Generator, ...]
    summaries: tuple[Summary, ...]
    gaps: tuple[Gap, ...]
    scores: tuple[Score, ...]
    headroom: tuple[Headroom, ...]
    fusions: tuple[Fusion, ...]
    annotations: tuple[Remark, ...]
    comparison: Comparison | None
    origins: tuple[str, ...]
    notes: tuple[str, ...]

    def record(self) -> dict[str, object]:
        """The report as data."""
        return {
            "results": [asdict(row) for row in self.rows],
            "generators": [_plain(each) for each in self.generators],
            "summaries": [asdict(each) for each in self.summaries],
            "generalisation": [each.record() for each in self.gaps],
            "scores": [asdict(each) for each in self.scores],
            "headroom": [_plain(each) for each in self.headroom],
            "fusion": [{**_plain(each), "effect": each.effect} for each in self.fusions],
            "annotations": [_plain(each) for each in self.annotations],
            "comparison": asdict(self.comparison) if self.comparison else None,
            "origins": list(self.origins),
            "notes": list(self.notes),
        }


def build(
    episodes: Sequence[Episode],
    unreadable: Sequence[str],
    comparison: Comparison | None = None,
    parts: Mapping[str, Parts] = MappingProxyType({}),
) -> Report:
    """The report of these episodes; `unreadable` are sentences about records that were left out,
    `parts` are those of composite cells by name.

    Generators have rows of their own and are in no mean of kernels.
    """
    everything = episodes
    generated = [each for each in episodes if each.is_generator]
    origins = tuple(dict.fromkeys(map(_origin, episodes)))
    episodes = [each for each in episodes if not each.is_generator]
    cells, found = facts(episodes), _by_conditions(episodes)
    notes = [*unreadable, *_mixed(episodes), *_open_tools(episodes), *_unranked(cells)]
    return Report(
        rows=tuple(_row(episode, cells) for episode in episodes),
        generators=generators.rows(generated),
        summaries=tuple(summarise(group, cells) for group in found),
        gaps=_gaps(episodes),
        scores=tuple(score for group in found for score in scores(group, cells)),
        headroom=headrooms(episodes, cells),
        fusions=fusions(episodes, parts),
        annotations=tuple(each for episode in everything for each in _remarks(episode)),
        comparison=comparison,
        origins=origins,
        notes=(*notes, *(comparison.notes if comparison else ())),
    )


_SUFFIXES: Final[Mapping[Conditions, str]] = {
    "published": "",
    "variants": ", on variants",
    "held-out": ", held out",
    "designs": ", where instructions are designed",
}


def _by_conditions(episodes: Sequence[Episode]) -> tuple[Group, ...]:
    """Groups at published sizes, then those on variants and at held-out sizes: no mean has two."""
    return tuple(
        replace(group, agent=group.agent + suffix)
        for conditions, suffix in _SUFFIXES.items()
        for group in groups(each for each in episodes if each.conditions == conditions)
    )


def _gaps(episodes: Sequence[Episode]) -> tuple[Gap, ...]:
    """Those of each agent and its rules that has episodes under other conditions than published."""
    groups: dict[tuple[str, str], dict[Conditions, list[Result]]] = {}
    for each in episodes:
        sides = groups.setdefault((label(each), each.rules), {})
        result = Result(f"{each.base}/{each.task}", each.correct, each.speedup)
        sides.setdefault(each.conditions, []).append(result)
    found = (
        generalisation.gap(who, sides.get("published", ()), sides[other], other, rules)
        for (who, rules), sides in groups.items()
        for other in generalisation.OTHERS
        if other in sides
    )
    return tuple(each for each in found if each is not None)


def _row(episode: Episode, cells: Mapping[str, CellFacts]) -> Row:
    known = cells.get(episode.cell)
    return Row(
        cell=episode.cell,
        agent=label(episode),
        epoch=episode.epoch,
        fingerprint=episode.fingerprint,
        rules=episode.rules,
        correct=episode.correct,
        verdict=episode.result,
        cycles=episode.cycles,
        baseline_cycles=episode.baseline_cycles,
        speedup=episode.speedup,
        bound_cycles=known.bound if known else None,
        sol_score=sol(episode),
        operands=known.operands if known else "",
        attempts=episode.evaluations,
        tokens=tokens(episode),
        cost=episode.cost,
        seconds=episode.seconds,
        message=episode.message,
        kernel=episode.kernel,
        annotations=", ".join(dict.fromkeys(each.kind for each in episode.annotations)),
    )


def _remarks(episode: Episode) -> Iterator[Remark]:
    for each in episode.annotations:
        yield Remark(
            cell=episode.cell,
            agent=label(episode),
            epoch=episode.epoch,
            kind=each.kind,
            who=each.who,
            when=each.when,
            why=each.why,
            key=episode.key,
        )


def _plain(row: Generator | Headroom | Fusion | Remark) -> dict[str, object]:
    """As data; the key is a name of pages only."""
    return {name: value for name, value in asdict(row).items() if name != "key"}


def _origin(episode: Episode) -> str:
    o = episode.origins
    return (
        f"{episode.base} {o.platform} ({o.fidelity}), {o.compiler} baseline, "
        f"benchmark {o.benchmark}, rules {episode.rules}, tasks {o.tasks}, code {o.code}, "
        f"kernelcraft {o.kernelcraft}, inspect_ai {o.inspect_ai}"
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
        "their fingerprint tells them apart"
        for who in mixed
    ]


def _open_tools(episodes: Sequence[Episode]) -> list[str]:
    """What the label of agents and tools that are not ours means."""
    if not any(episode.open_tools and not episode.held_out for episode in episodes):
        return []
    return [
        "open tools: an unknown agent or tool that may have read published kernels of these sizes; "
        "it ranks at held-out sizes only"
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

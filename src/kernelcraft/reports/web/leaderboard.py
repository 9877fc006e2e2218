"""The leaderboard's rows for every choice of platform, level and task, each with its intervals."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kernelcraft.records.episode import CONDITIONS, Conditions, Episode
from kernelcraft.reports.families import AXES, FAMILIES, Family
from kernelcraft.reports.groups import Axis, CellFacts, Group, groups
from kernelcraft.reports.summary import Summary, summarise
from kernelcraft.reports.web.kinds import Kind, kind, model
from kernelcraft.scores.estimate import Estimate

_FAMILIES: Final[Mapping[str, Family]] = {family.name: family for family in FAMILIES}


@dataclass(frozen=True)
class Choice:
    """What a reader chose; empty stands for all."""

    platform: str = ""
    level: str = ""
    task: str = ""

    @property
    def key(self) -> str:
        """As the page's script asks for it."""
        return f"{self.platform}|{self.level}|{self.task}"

    def keeps(self, episode: Episode) -> bool:
        """Whether the episode is among those chosen."""
        return (
            self.platform in ("", episode.base)
            and self.level in ("", str(episode.level))
            and self.task in ("", episode.task)
        )


@dataclass(frozen=True)
class Contender:
    """An agent, with its model, under the same grading rules and the same conditions."""

    agent: str
    model: str
    kind: Kind
    conditions: Conditions
    group: Group

    @property
    def rules(self) -> str:
        """The grading rules."""
        return self.group.rules

    @property
    def name(self) -> str:
        """Agent and model, as one label."""
        return f"{self.agent} {self.model}".strip()

    @property
    def submission(self) -> str:
        """Whose claim agent, model and what was spent are; empty where we know them."""
        return self.group.episodes[0].submission

    @property
    def ranked(self) -> bool:
        """Whether it is compared with the others."""
        if self.conditions == "designs":
            return False
        return self.kind.ranked or self.conditions == "held-out"


@dataclass(frozen=True)
class Standing:
    """One contender over the episodes of one choice; fast: fast_p by p."""

    contender: int
    summary: Summary
    fast: Mapping[str, Estimate]


@dataclass(frozen=True)
class Curve:
    """What one contender had by then: the share solved and the geometric mean speedup."""

    contender: int
    axis: Axis
    solved: tuple[tuple[int, Estimate], ...]
    speedup: tuple[tuple[int, Estimate], ...]


def contenders(episodes: Sequence[Episode]) -> tuple[Contender, ...]:
    """Those at published sizes first, in the order of their first episodes."""
    return tuple(
        Contender(
            _agent(group.episodes[0]),
            model(group.episodes[0]),
            _kind(group),
            conditions,
            group,
        )
        for conditions in CONDITIONS
        for group in groups(each for each in episodes if each.conditions == conditions)
    )


def choices(episodes: Iterable[Episode]) -> tuple[Choice, ...]:
    """Every choice that leaves an episode."""
    found = {
        Choice(platform, level, task): None
        for each in episodes
        for platform in ("", each.base)
        for level in ("", str(each.level))
        for task in ("", each.task)
    }
    return tuple(found)


class Leaderboard:
    """Standings and curves by choice; equal sets of episodes are summed up once."""

    def __init__(self, entered: Sequence[Contender], cells: Mapping[str, CellFacts]) -> None:
        self._entered, self._cells = entered, cells
        self._standings: dict[tuple[int, ...], Standing] = {}
        self._curves: dict[tuple[int, ...], tuple[Curve, ...]] = {}

    def standings(self, choice: Choice) -> Iterator[Standing]:
        """One for each contender that has episodes there."""
        for number, group, same in self._groups(choice):
            if same not in self._standings:
                fast = dict(_FAMILIES["fast_p"].of(group, self._cells))
                summary = summarise(group, self._cells)
                self._standings[same] = Standing(number, summary, fast)
            yield self._standings[same]

    def curves(self, choice: Choice) -> Iterator[Curve]:
        """Those of every contender and axis on which something was spent."""
        for number, group, same in self._groups(choice):
            if same not in self._curves:
                self._curves[same] = tuple(self._of(number, group))
            yield from self._curves[same]

    def _groups(self, choice: Choice) -> Iterator[tuple[int, Group, tuple[int, ...]]]:
        """Number and episodes of each contender, and what tells sets of episodes apart."""
        for number, contender in enumerate(self._entered):
            group = contender.group.where(choice.keeps)
            if group.episodes:
                yield number, group, (number, *map(id, group.episodes))

    def _of(self, number: int, group: Group) -> Iterator[Curve]:
        for axis in AXES:
            solved, speedup = (
                tuple(
                    (int(at), estimate)
                    for at, estimate in _FAMILIES[f"{what} by {axis}"].of(group, self._cells)
                )
                for what in ("solved", "speedup")
            )
            if solved:
                yield Curve(number, axis, solved, speedup)


def _agent(episode: Episode) -> str:
    whose = f"{episode.submission}: " if episode.submission else ""
    return f"{whose}{episode.agent}{episode.aid}"


def _kind(group: Group) -> Kind:
    return kind(group.episodes[0])

"""The paper's table of successes in its layout, with our own columns beside it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kernelcraft.records.episode import Episode
from kernelcraft.reports.paper import Paper, Printed
from kernelcraft.reports.web.kinds import MODEL, Kind
from kernelcraft.reports.web.leaderboard import Contender
from kernelcraft.reports.web.links import listed

RULES: Final = "paper"


@dataclass(frozen=True)
class Column:
    """One agent or model; reasons: why it is not comparable with what was published. number: its
    place among the contenders."""

    number: int
    title: str
    kind: Kind
    rules: str
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Columns:
    """A platform's columns: published ones first."""

    platform: str
    title: str
    published: tuple[str, ...]
    measured: tuple[Column, ...]


@dataclass(frozen=True)
class Count:
    """Successes of `n` tries; other: a cell of other sizes than the paper's. address: of the list
    of our episodes that it counts."""

    successes: int
    n: int
    other: bool = False
    address: str | None = None


@dataclass(frozen=True)
class Line:
    """A task's row, or the sum of a level's; None where there is no such cell or no episode."""

    title: str
    total: bool
    counts: tuple[tuple[Count | None, ...], ...]


@dataclass(frozen=True)
class Beside:
    """The whole table: groups of columns, and as many groups of counts in every line."""

    source: str
    groups: tuple[Columns, ...]
    lines: tuple[Line, ...]

    @property
    def measured(self) -> tuple[Column, ...]:
        """Every column of ours once, though it stands under several platforms."""
        return tuple(dict.fromkeys(each for group in self.groups for each in group.measured))


def beside(paper: Paper, printed: Mapping[str, Printed], entered: Sequence[Contender]) -> Beside:
    """The table; contenders under other conditions have no place in it."""
    solved = {name: each for name, each in printed.items() if each.solved}
    ours = {k: each for k, each in enumerate(entered) if each.conditions == "published"}
    return _Table(paper, solved, ours).beside()


class _Table:
    """The paper, and for each of its platforms our contenders with their episodes there."""

    def __init__(
        self, paper: Paper, printed: Mapping[str, Printed], ours: Mapping[int, Contender]
    ) -> None:
        self._paper, self._printed = paper, printed
        self._ours = {
            platform: [
                (k, each, found) for k, each in ours.items() if (found := _episodes(each, platform))
            ]
            for platform in printed
        }

    def beside(self) -> Beside:
        groups = tuple(self._columns(*each) for each in self._printed.items())
        return Beside(self._paper.source, groups, tuple(self._lines()))

    def _columns(self, platform: str, printed: Printed) -> Columns:
        measured = tuple(
            Column(k, each.name, each.kind, each.rules, tuple(_reasons(each, self._paper)))
            for k, each, _ in self._ours[platform]
        )
        return Columns(platform, printed.title, self._paper.models, measured)

    def _lines(self) -> Iterator[Line]:
        names = list(self._paper.tasks)
        for level in sorted({task.level for task in self._paper.tasks.values()}):
            there = [name for name in names if self._paper.tasks[name].level == level]
            for name in there:
                chosen = {"level": str(level), "task": name}
                yield Line(self._paper.tasks[name].title, False, self._counts([name], chosen))
            yield Line(f"Level {level}", True, self._counts(there, {"level": str(level)}))
        yield Line("All", True, self._counts(names, {}))

    def _counts(
        self, tasks: Sequence[str], chosen: Mapping[str, str]
    ) -> tuple[tuple[Count | None, ...], ...]:
        return tuple(
            (*self._published(platform, tasks), *self._measured(platform, tasks, chosen))
            for platform in self._printed
        )

    def _published(self, platform: str, tasks: Sequence[str]) -> Iterator[Count | None]:
        solved = self._printed[platform].solved
        rows = [solved[name] for name in tasks if name in solved]
        n = self._paper.configurations * len(rows)
        for place, _ in enumerate(self._paper.models):
            yield Count(sum(row[place] for row in rows), n) if rows else None

    def _measured(
        self, platform: str, tasks: Sequence[str], chosen: Mapping[str, str]
    ) -> Iterator[Count | None]:
        other = not set(tasks).isdisjoint(self._printed[platform].other_sizes)
        for number, _, episodes in self._ours[platform]:
            found = [episode.correct for episode in episodes if episode.task in tasks]
            address = listed({"platform": platform, **chosen, "who": str(number)})
            yield Count(sum(found), len(found), other, address) if found else None


def _episodes(contender: Contender, platform: str) -> list[Episode]:
    return [each for each in contender.group.episodes if each.platform == platform]


def _reasons(contender: Contender, paper: Paper) -> Iterator[str]:
    """Why its counts are no answer to the published ones."""
    if contender.kind.name != MODEL.name:
        yield f"{contender.kind.name}: {contender.kind.meaning}"
    elif not any(_same_model(contender.model, each) for each in paper.models):
        yield "a model that the paper did not try"
    if contender.rules != RULES:
        yield f"{contender.rules} grading instead of the paper's rule"
    yield "our simulator and our prompts instead of the paper's"


def _same_model(ours: str, theirs: str) -> bool:
    """Whether the names mean the same model, whatever stands around and between the words."""
    return _letters(theirs) in _letters(ours.rpartition("/")[2])


def _letters(name: str) -> str:
    return "".join(each for each in name.lower() if each.isalnum())

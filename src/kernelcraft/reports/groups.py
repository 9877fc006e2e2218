"""Episodes by who made them, and what is known of their cells."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from kernelcraft.records.attempt import Attempt
from kernelcraft.records.episode import OPEN_TOOLS, Episode
from kernelcraft.scores.anytime import Pass
from kernelcraft.scores.light import has_headroom, sol_score
from kernelcraft.scores.survival import Trial

Axis = Literal["turns", "evaluations", "tokens"]


@dataclass(frozen=True)
class CellFacts:
    """Baseline and bound of a cell in cycles, from any episode's verdict; None: not known.

    `operands` are "resident" or "streamed" on platforms that have cells of both kinds.
    """

    cell: str
    baseline: int | None
    bound: int | None
    operands: str = ""

    @property
    def headroom(self) -> bool:
        """Whether there is anything to gain, as far as is known."""
        if self.baseline is None or self.bound is None:
            return True
        return has_headroom(self.baseline, self.bound)


@dataclass(frozen=True)
class Group:
    """All episodes of one agent (or model) under the same grading rules."""

    agent: str
    rules: str
    episodes: tuple[Episode, ...]

    @property
    def label(self) -> str:
        """Whose they are; `agent` may be the name of a folder, or say more."""
        return label(self.episodes[0]) if self.episodes else self.agent

    def where(self, keep: Callable[[Episode], bool]) -> "Group":
        """The same, with these episodes only."""
        return Group(self.agent, self.rules, tuple(filter(keep, self.episodes)))

    def timed(self, cells: Mapping[str, CellFacts]) -> "Group":
        """Without the cells that have no baseline: nothing is known of speed there."""
        return self.where(lambda e: e.cell not in cells or cells[e.cell].baseline is not None)

    def ranked(self, cells: Mapping[str, CellFacts]) -> "Group":
        """Without the cells whose baseline is at the bound, too."""
        return self.timed(cells).where(lambda e: e.cell not in cells or cells[e.cell].headroom)

    @property
    def speedups(self) -> list[float | None]:
        """Of the episodes; None for failures."""
        return [episode.speedup for episode in self.episodes]

    def bounded(self, cells: Mapping[str, CellFacts]) -> "Group":
        """The ranked cells with a known bound: where there is a speed-of-light score."""
        known = {name for name, each in cells.items() if each.bound is not None}
        return self.ranked(cells).where(lambda e: e.cell in known)

    @property
    def sol_scores(self) -> list[float]:
        """Of the episodes; 0 for failures."""
        return [sol(e) or 0.0 for e in self.episodes]

    @property
    def clusters(self) -> list[str]:
        """The episodes' tasks."""
        return [cluster(episode) for episode in self.episodes]

    @property
    def by_cell(self) -> dict[str, list[Episode]]:
        """The episodes of each cell."""
        found: dict[str, list[Episode]] = {}
        for episode in self.episodes:
            found.setdefault(episode.cell, []).append(episode)
        return found


def groups(episodes: Iterable[Episode]) -> tuple[Group, ...]:
    """One group for each agent and its rules, in the order of their first episodes."""
    found: dict[tuple[str, str], list[Episode]] = {}
    for episode in episodes:
        found.setdefault((label(episode), episode.rules), []).append(episode)
    return tuple(Group(who, rules, tuple(each)) for (who, rules), each in found.items())


def facts(episodes: Sequence[Episode]) -> dict[str, CellFacts]:
    """What the episodes' verdicts say of their cells; nothing of cells that nobody evaluated."""
    found: dict[str, CellFacts] = {}
    for episode in episodes:
        verdict = episode.best or episode.last
        if verdict is not None and episode.cell not in found:
            found[episode.cell] = CellFacts(
                episode.cell, verdict.baseline_cycles, verdict.bound_cycles, verdict.operands
            )
    return found


def label(episode: Episode) -> str:
    """Who made the kernel: the offline agent's name, or the agent's and the model's.

    Whoever was given feedback that is not usual is somebody else, and so is every submission.
    """
    whose = f"{episode.submission}: {episode.agent}" if episode.submission else episode.agent
    if episode.turns is None:
        return f"{whose}{episode.aid}"
    return f"{whose} {episode.model}{episode.aid}"


def cluster(episode: Episode) -> str:
    """The task on its platform: its configurations and epochs resemble each other."""
    return f"{episode.base}/{episode.task}"


def sol(episode: Episode) -> float | None:
    """The speed-of-light score of the correct kernel; None for one faster than the bound."""
    baseline, cycles = episode.baseline_cycles, episode.cycles
    bound = episode.best.bound_cycles if episode.best else None
    if not baseline or not cycles or cycles < (bound or 0):
        return None
    return sol_score(cycles, baseline, bound)


def tokens(episode: Episode) -> int | None:
    """All tokens of an episode, cached ones included; reasoning is part of the output.

    None: unknown, of an agent that is not ours.
    """
    if episode.agent == OPEN_TOOLS:
        return None
    spent = episode.tokens
    return spent.input + spent.cache_read + spent.cache_write + spent.output


def passes(episode: Episode, axis: Axis) -> tuple[Pass, ...]:
    """The attempts that count, with what had been spent by then.

    They were correct on the public inputs of an episode that gave a correct kernel. Those faster
    than that kernel were refuted by the verdict and do not count.
    """
    if not episode.correct or episode.history is None:
        return ()
    right = [step for step in episode.history if step.correct and step.cycles is not None]
    order = {step.evaluation: (step.cycles, step.evaluation) for step in right}
    best = order.get(episode.best_attempt or 0)
    kept = [step for step in right if best is None or order[step.evaluation] >= best]
    return tuple(Pass(_spent(step, axis), _speedup(episode, step)) for step in kept)


def trial(episode: Episode) -> Trial:
    """When an episode passed, was cut off, or gave up."""
    found = passes(episode, "evaluations")
    first = found[0].spent if found else episode.evaluations_to_first_pass
    if episode.correct and first is not None:
        return Trial(first, passed=True)
    return Trial(episode.evaluations, passed=False, cut=episode.limited is True)


def _spent(step: Attempt, axis: Axis) -> int:
    return {"turns": step.turn or 0, "evaluations": step.evaluation, "tokens": step.tokens}[axis]


def _speedup(episode: Episode, step: Attempt) -> float | None:
    if step.evaluation == episode.best_attempt:
        return episode.speedup
    baseline = episode.baseline_cycles
    return baseline / step.cycles if baseline and step.cycles else None

"""What an `.eval` log holds of every episode: the record and what its agent did."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, ValidationError

from kernelcraft.agents import LLM, OfflineAgent, load
from kernelcraft.agents.agent import Budget
from kernelcraft.agents.replay import Replay, ToolCall, recorded
from kernelcraft.records.episode import OPEN_TOOLS, Episode
from kernelcraft.records.eval_logs import samples
from kernelcraft.records.logs import EPISODE
from kernelcraft.workbench.offered import OFFERS, brought, offer

if TYPE_CHECKING:
    from inspect_ai.log import EvalSample


class Repeatable(BaseModel):
    """What repeats an agent beside its record: how it was named, and its budget.

    Older logs hold neither, nor do their records hold the seed that a replay needs.
    """

    model_config = ConfigDict(frozen=True)

    spec: str = ""
    evaluations: int = 0


@dataclass(frozen=True)
class Transcript:
    """One episode of a log. raw: the record as it stands there. calls: the decisive ones of a model
    or of somebody else's agent."""

    episode: Episode
    raw: dict[str, object]
    repeatable: Repeatable
    calls: tuple[ToolCall, ...]

    @property
    def of_calls(self) -> bool:
        """Whether it is repeated by its calls: a model's, or that of an agent that is not ours."""
        return self.episode.turns is not None or self.episode.agent in (LLM, OPEN_TOOLS)

    def agent(self) -> OfflineAgent:
        """Who does the same again: the calls as they were made, or the strategy itself.

        Raises UnknownAgent or AgentError where the strategy is not there any more.
        """
        if self.of_calls:
            return Replay(self.episode.log, {None: self.calls})
        return load(self.repeatable.spec)

    @property
    def budget(self) -> Budget:
        """The strategy's evaluations; nothing depends on the clock."""
        return Budget(self.repeatable.evaluations)


def read(path: Path) -> list[Transcript]:
    """The finished episodes of a log; scores of other programs are left out. Raises Unreadable."""
    return [transcript for sample in samples(path) for transcript in _transcripts(sample)]


def _transcripts(sample: EvalSample) -> list[Transcript]:
    found = []
    for score in (sample.scores or {}).values():
        raw = (score.metadata or {}).get(EPISODE)
        try:
            episode = Episode.model_validate(raw)
            repeatable = Repeatable.model_validate(sample.metadata)
        except ValidationError:
            continue
        found.append(Transcript(episode, dict(raw or {}), repeatable, _calls(sample)))
    return found


def _calls(sample: EvalSample) -> tuple[ToolCall, ...]:
    """From the events, which outlive a limit that cuts the conversation; without refused calls."""
    from inspect_ai.event import ToolEvent

    return tuple(
        call
        for event in sample.events
        if isinstance(event, ToolEvent) and _decisive(event.function) and event.error is None
        for call in recorded(event.function, event.arguments)
    )


def _decisive(name: str) -> bool:
    """Whether a tool changes what is graded."""
    return name in (*OFFERS, *brought()) and offer(name).writes

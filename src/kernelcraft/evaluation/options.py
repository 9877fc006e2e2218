"""How an evaluation is run: everything beside the cells, the agent and the model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from kernelcraft.agents import Budget
from kernelcraft.agents.agent import TURNS
from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import Detail
from kernelcraft.evaluation.origins import Setting
from kernelcraft.records.episode import Answer
from kernelcraft.records.verdict import Rules
from kernelcraft.workbench.feedback import Feedback
from kernelcraft.workbench.offered import OFFERED

if TYPE_CHECKING:
    from inspect_ai.model import GenerateConfigArgs

Effort = Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"]


@dataclass(frozen=True)
class Generation:
    """How a model is asked. None leaves the provider's default.

    A call that fails with 429, 5xx, a cut connection or a time-out is repeated `retries` times,
    after the pause that the provider names or growing ones (ten waits: about nine minutes in all);
    `seconds` limits each single try.
    """

    temperature: float | None = None
    max_tokens: int | None = None
    reasoning_effort: Effort | None = None
    reasoning_tokens: int | None = None
    seconds: int = 900
    retries: int = 10

    def settings(self) -> dict[str, Setting]:
        """What changes the replies, for the fingerprint."""
        return {
            "temperature": self.temperature,
            "max_tokens": self.max_tokens,
            "reasoning_effort": self.reasoning_effort,
            "reasoning_tokens": self.reasoning_tokens,
        }

    def arguments(self) -> GenerateConfigArgs:
        """Inspect's names of the same."""
        arguments: GenerateConfigArgs = {
            "max_retries": self.retries,
            "attempt_timeout": self.seconds,
        }
        if self.temperature is not None:
            arguments["temperature"] = self.temperature
        if self.max_tokens is not None:
            arguments["max_tokens"] = self.max_tokens
        if self.reasoning_effort is not None:
            arguments["reasoning_effort"] = self.reasoning_effort
        if self.reasoning_tokens is not None:
            arguments["reasoning_tokens"] = self.reasoning_tokens
        return arguments


@dataclass(frozen=True)
class Options:
    """Options of one evaluation.

    log_dir: where logs, records and kernels go; the same folder resumes.
    epochs: episodes for each cell. seed: of the first epoch, for offline agents.
    parallel: episodes at once. caps: a model's turns for tasks of level 1, 2, 3; turns: the same
    for all levels.
    token_limit, cost_limit (dollars), time_limit (seconds): what one episode may spend.
    prompt: whether a model is shown the page of every instruction. tools: those it may call.
    example: a task whose expert kernel on the platform is shown, or "auto"; None shows none.
    feedback: which kinds of it a model is given. answer: what is to be handed in; of a generator
    one episode a task says all. experience: a store of lessons; every episode reads it as it is
    when the evaluation begins, and adds to it.
    prices: file of prices in Inspect's form, `{"provider/model": {"input": dollars per million
    tokens, "output", "input_cache_write", "input_cache_read"}}`.
    """

    log_dir: Path
    epochs: int = 1
    seed: int = 0
    rules: Rules = "strict"
    prompt: Detail = "compact"
    tools: tuple[str, ...] = OFFERED
    example: str | None = None
    feedback: Feedback = Feedback()
    answer: Answer = "kernel"
    experience: Path | None = None
    budget: Budget = Budget()
    parallel: int = 2
    caps: tuple[int, int, int] = TURNS
    turns: int | None = None
    token_limit: int | None = None
    cost_limit: float | None = None
    time_limit: int | None = None
    prices: Path | None = None
    base_url: str | None = None
    model_args: Mapping[str, Setting] = field(default_factory=dict)
    generation: Generation = Generation()

    def cap(self, cell: Cell) -> int:
        """How many turns a model has on the cell."""
        return self.turns or self.caps[cell.task.level - 1]

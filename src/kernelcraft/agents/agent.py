"""What an agent is: a strategy that works on one cell through the workbench's tools only.

An *offline* agent is plain Python without a model; `offline.py` makes it an Inspect agent.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol, runtime_checkable

from kernelcraft.cells.cell import Cell
from kernelcraft.workbench import Workbench

Log = Callable[[str], None]
TURNS: Final = (15, 20, 25)
"""Model turns for a task of level 1, 2, 3 (the paper's iteration caps)."""


@dataclass(frozen=True)
class Budget:
    """What an offline agent may spend on one cell: calls of `run_evaluation`, wall-clock seconds.

    `seconds` makes a result depend on the machine; None leaves only the evaluations to count.
    """

    evaluations: int = 200
    seconds: float | None = None


class OfflineAgent(Protocol):
    """A strategy without a model. It must give the same kernels for the same seed.

    It submits kernels with `workbench.write_code` and `workbench.run_evaluation` and calls `log`
    with one short line an attempt, and below it what the attempt changed (`changes.py`), in lines
    that begin with two spaces. `log` raises `Stopped` when the episode was cancelled.
    """

    @property
    def name(self) -> str:
        """The strategy's name, which is its file's name."""

    def __call__(self, workbench: Workbench, budget: Budget, seed: int, log: Log) -> None:
        """Work until done or out of budget; the best attempt on the workbench is the result."""


@runtime_checkable
class Choosy(Protocol):
    """An agent that has nothing to try on some cells: no knobs to turn, no moves to make.

    Such a cell is counted as not tried, never as not solved.
    """

    def obstacle(self, cell: Cell) -> str:
        """Why there is nothing to try on the cell, or "". All cells are asked first."""


@runtime_checkable
class WritesGenerators(Protocol):
    """An offline agent that can also hand in a generator, where the compiler has a template."""

    def no_generator(self, cell: Cell) -> str:
        """Why there is none to try for the task of the cell, or ""."""


class Stopped(Exception):
    """The episode was cancelled; a strategy lets it pass."""


class AgentError(ValueError):
    """An agent cannot start; the message is a sentence for the user."""


Cause = Literal[
    "refused",  # by the model or its provider
    "empty reply",  # neither text nor a call
    "too long",  # a reply for its limit, or the conversation for the model's context
]
"""Why a model ended without having chosen to."""


@dataclass(frozen=True)
class Turn:
    """A model's reply: all tokens used until then, and the attempts that were made before it."""

    tokens: int
    attempts: int


@dataclass
class Activity:
    """What an agent did in one episode, filled in while it works (limits may end it anywhere).

    refused: tool calls that were malformed, unknown or had wrong arguments.
    printed_kernel: the last reply showed a kernel as text and called no tool.
    stop: why the agent ended; limited: whether a limit of ours ended it; cause: what else did.
    shortened: how often the conversation was cut to fit the model's context.
    replies: one for each turn that had a reply.
    started, seconds: when it worked and for how long, where it was before the episode was recorded.
    """

    turns: int | None = None
    turns_to_first_pass: int | None = None
    tool_calls: int = 0
    refused: int = 0
    printed_kernel: bool = False
    stop: str = ""
    limited: bool = False
    cause: Cause | None = None
    shortened: int = 0
    replies: list[Turn] = field(default_factory=list)
    started: str | None = None
    seconds: float | None = None

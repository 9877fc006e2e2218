"""What an agent is: a strategy that works on one cell through the workbench's tools only.

An *offline* agent is plain Python without a model. `as_inspect_agent` makes it an Inspect agent,
so that one runner, one log format and one viewer serve every episode.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from kernelcraft.workbench import TOOLS, Workbench

if TYPE_CHECKING:
    from inspect_ai.agent import Agent, AgentState

Log = Callable[[str], None]
OFFERED = (*TOOLS, "profile", "compare_attempts")
"""The workbench's methods that an agent may call."""

FLUSH_SECONDS = 0.5  # assumed: how often a running agent's lines reach the transcript


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
    with one short line an attempt. `log` raises `Stopped` when the episode was cancelled.
    """

    @property
    def name(self) -> str:
        """The strategy's name, which is its file's name."""

    def __call__(self, workbench: Workbench, budget: Budget, seed: int, log: Log) -> None:
        """Work until done or out of budget; the best attempt on the workbench is the result."""


class Stopped(Exception):
    """The episode was cancelled; a strategy lets it pass."""


class AgentError(ValueError):
    """An agent cannot start; the message is a sentence for the user."""


@dataclass
class Usage:
    """Tokens of an episode. `cost` is in dollars, and None when any price is unknown."""

    input: int = 0
    output: int = 0
    cache_read: int = 0
    cache_write: int = 0
    reasoning: int = 0
    cost: float | None = None


@dataclass
class Activity:
    """What an agent did in one episode, filled in while it works (limits may end it anywhere).

    refused: tool calls that were malformed, unknown or had wrong arguments.
    printed_kernel: the last reply showed a kernel as text and called no tool.
    stop: why the agent ended.
    """

    turns: int | None = None
    turns_to_first_pass: int | None = None
    tool_calls: int = 0
    refused: int = 0
    printed_kernel: bool = False
    stop: str = "stopped from outside"
    usage: Usage = field(default_factory=Usage)


def as_inspect_agent(
    strategy: OfflineAgent, workbench: Workbench, budget: Budget, seed: int, activity: Activity
) -> Agent:
    """The offline agent as an Inspect agent: it runs in a thread, its lines go to the transcript.

    Lines are written a few times a second in one event each, because an event costs milliseconds
    and an attempt may cost less.
    """
    import anyio
    import anyio.to_thread
    from inspect_ai.agent import agent
    from inspect_ai.log import transcript
    from inspect_ai.model import ModelOutput

    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    stopping = threading.Event()
    failures: list[Exception] = []

    def log(line: str) -> None:
        if stopping.is_set():
            raise Stopped
        lines.put(line)

    def work() -> None:
        try:
            strategy(workbench, budget, seed, log)
        except Stopped:
            return
        except Exception as failure:  # carried to the event loop, where Inspect records it
            failures.append(failure)

    def flush() -> None:
        waiting = [lines.get_nowait() for _ in range(lines.qsize())]
        if waiting:
            transcript().info("\n".join(waiting), source=strategy.name)

    async def flush_forever() -> None:
        while True:
            await anyio.sleep(FLUSH_SECONDS)
            flush()

    @agent(name=strategy.name)
    def offline() -> Agent:
        async def execute(state: AgentState) -> AgentState:
            try:
                async with anyio.create_task_group() as group:
                    group.start_soon(flush_forever)
                    await anyio.to_thread.run_sync(work, abandon_on_cancel=True)
                    group.cancel_scope.cancel()
            finally:
                stopping.set()
                flush()
            if failures:
                raise failures[0]
            activity.stop = "finished"
            best = workbench.best
            text = best.result.message if best else "no attempt was correct"
            state.output = ModelOutput.from_content("none/none", text)
            return state

        return execute

    return offline()

"""Makes an offline agent an Inspect agent: one runner, log and viewer serve every episode."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable

import anyio
import anyio.to_thread
from inspect_ai.agent import Agent, AgentState, agent
from inspect_ai.log import transcript
from inspect_ai.model import ModelOutput

from kernelcraft.agents.agent import Activity, Budget, Log, OfflineAgent, Stopped
from kernelcraft.workbench import Workbench

FLUSH_SECONDS = 0.5  # assumed: how often a running agent's lines reach the transcript


def as_inspect_agent(
    strategy: OfflineAgent, workbench: Workbench, budget: Budget, seed: int, activity: Activity
) -> Agent:
    """The strategy as an agent that needs no model."""

    @agent(name=strategy.name)
    def offline() -> Agent:
        async def execute(state: AgentState) -> AgentState:
            await perform(strategy.name, lambda log: strategy(workbench, budget, seed, log))
            activity.stop = "finished"
            best = workbench.best
            text = best.result.message if best else "no attempt was correct"
            state.output = ModelOutput.from_content("none/none", text)
            return state

        return execute

    return offline()


async def perform(name: str, work: Callable[[Log], None]) -> None:
    """Work in a thread of its own; the lines that it logs become events of the transcript.

    Several lines share an event, because an event costs milliseconds and an attempt may cost less.
    """
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    stopping = threading.Event()
    failures: list[Exception] = []

    def log(line: str) -> None:
        if stopping.is_set():
            raise Stopped
        lines.put(line)

    def try_to() -> None:
        try:
            work(log)
        except Stopped:
            return
        except Exception as failure:  # raised again below, outside the task group
            failures.append(failure)

    def flush() -> None:
        waiting = [lines.get_nowait() for _ in range(lines.qsize())]
        if waiting:
            transcript().info("\n".join(waiting), source=name)

    async def flush_forever() -> None:
        while True:
            await anyio.sleep(FLUSH_SECONDS)
            flush()

    try:
        async with anyio.create_task_group() as group:
            group.start_soon(flush_forever)
            await anyio.to_thread.run_sync(try_to, abandon_on_cancel=True)
            group.cancel_scope.cancel()
    finally:
        stopping.set()
        flush()
    if failures:
        raise failures[0]

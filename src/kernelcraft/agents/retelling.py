"""Tells the calls of an agent that is not ours to the log of an episode."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final

from inspect_ai.agent import Agent, AgentState, agent
from inspect_ai.model import (
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    ModelOutput,
    execute_tools,
)
from inspect_ai.tool import ToolCall, ToolCallError

from kernelcraft.agents.agent import Activity
from kernelcraft.agents.llm import called, tool_definitions
from kernelcraft.agents.open_tools import Call
from kernelcraft.records.episode import OPEN_TOOLS
from kernelcraft.workbench import Attempt, Workbench
from kernelcraft.workbench.offered import OFFERS

NO_MODEL: Final = "none/none"


def as_inspect_agent(calls: Sequence[Call], workbench: Workbench, activity: Activity) -> Agent:
    """Gives the workbench the attempts as they were answered; an unanswered one is made now."""
    answers = _Answers(workbench)
    tools = tool_definitions(answers.perform, workbench.tools)

    @agent(name=OPEN_TOOLS)
    def told_again() -> Agent:
        async def execute(state: AgentState) -> AgentState:
            prompt = workbench.prompt
            state.messages = [
                ChatMessageSystem(content=prompt.system),
                ChatMessageUser(content=prompt.task),
            ]
            for number, call in enumerate(calls, start=1):
                asked = ToolCall(str(number), call.tool, dict(call.arguments))
                state.messages.append(_question(call, asked))
                if call.refused:
                    state.messages.append(_refusal(asked, call.answer))
                    continue
                answers.call = call
                state.messages.extend((await execute_tools(state.messages, tools)).messages)
            activity.tool_calls = len(calls)
            activity.refused = sum(call.refused for call in calls)
            activity.stop = "the visit ended"
            activity.started = calls[0].asked.isoformat(timespec="seconds")
            activity.seconds = _seconds(calls)
            best = workbench.best
            text = best.result.message if best else "no attempt was correct"
            state.output = ModelOutput.from_content(NO_MODEL, text)
            return state

        return execute

    return told_again()


class _Answers:
    """What the tools say when a call is told again; `call` is the one that is told now."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench
        self.call: Call | None = None

    def perform(self, name: str, arguments: Mapping[str, str | int]) -> str:
        call, workbench = self.call, self._workbench
        assert call is not None
        if name == "write_code":
            return str(workbench.write_code(str(arguments["code"])))
        if name in OFFERS and OFFERS[name].only:  # changes the machine
            return called(workbench, name, arguments)
        if call.answered is None:
            return called(workbench, name, arguments)
        if call.evaluation is not None and workbench.code is not None:
            number = len(workbench.attempts) + 1
            result = call.evaluation.model_copy(update={"attempt": number})
            workbench.keep(Attempt.of(number, workbench.code, result))
        return call.answer


def _question(call: Call, asked: ToolCall) -> ChatMessageAssistant:
    """The call as a model's reply, with who made it and when."""
    return ChatMessageAssistant(
        content="",
        model=NO_MODEL,
        tool_calls=[asked],
        metadata={"client": call.client, "asked": call.asked.isoformat()},
    )


def _refusal(asked: ToolCall, reason: str) -> ChatMessageTool:
    return ChatMessageTool(
        content="",
        tool_call_id=asked.id,
        function=asked.function,
        error=ToolCallError("parsing", reason),
    )


def _seconds(calls: Sequence[Call]) -> float:
    """From the first question to the last answer, as far as there is one."""
    return (max(_times(calls)) - calls[0].asked).total_seconds()


def _times(calls: Sequence[Call]) -> Iterator[datetime]:
    for call in calls:
        yield call.asked
        if call.answered is not None:
            yield call.answered

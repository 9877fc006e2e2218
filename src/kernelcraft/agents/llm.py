"""The loop around a language model: it calls the workbench's tools until it stops calling them.

No hand-written plan, no nudges: what is measured is whether the model drives the loop itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

import anyio.to_thread
from inspect_ai.agent import Agent, AgentState, agent
from inspect_ai.model import (
    ChatMessage,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    ModelOutput,
    ModelUsage,
    execute_tools,
)
from inspect_ai.tool import ToolDef, ToolError, ToolParams
from inspect_ai.util import json_schema

from kernelcraft.agents.agent import TURNS, Activity, Cause, Turn
from kernelcraft.agents.conversation import Conversation
from kernelcraft.agents.printed import prints_kernel
from kernelcraft.workbench import Workbench
from kernelcraft.workbench.offered import OFFERED
from kernelcraft.workbench.tool import Tool, offered
from kernelcraft.workbench.workbench import ToolFailed

Perform = Callable[[str, Mapping[str, str | int]], str]

TOOL_OUTPUT_BYTES: Final = 64 * 1024  # assumed: longer answers are cut by Inspect, and it says so


def as_inspect_agent(workbench: Workbench, activity: Activity, turns: int | None = None) -> Agent:
    """The loop as an Inspect agent; `turns` replaces the cap of the task's level."""
    cap = turns or TURNS[workbench.cell.task.level - 1]
    tools = tool_definitions(lambda name, given: called(workbench, name, given), workbench.tools)
    usages = {tool.name: tool.usage for tool in offered(workbench.tools)}
    conversation = Conversation(tools, workbench, activity)

    @agent(name="llm")
    def llm() -> Agent:
        async def execute(state: AgentState) -> AgentState:
            activity.turns = tokens = 0
            prompt = workbench.prompt
            state.messages = [
                ChatMessageSystem(content=prompt.system),
                ChatMessageUser(content=prompt.task),
            ]
            while activity.turns < cap:
                activity.turns += 1
                output = await conversation.ask(state.messages)
                tokens += used(output.usage) if output else 0
                activity.replies.append(Turn(tokens, len(workbench.attempts)))
                if output is None:
                    continue
                state.output = output
                state.messages += [choice.message for choice in state.output.choices[:1]]
                calls = [] if state.output.empty else state.output.message.tool_calls
                if not calls:
                    activity.stop, activity.cause = why_stopped(state.output)
                    mnemonics = workbench.cell.platform.isa.forms
                    activity.printed_kernel = prints_kernel(state.output.completion, mnemonics)
                    return state
                activity.tool_calls += len(calls)
                answers = (await execute_tools(state.messages, tools)).messages
                activity.refused += _explain_refusals(answers, usages)
                state.messages.extend(answers)
                if workbench.best is not None and activity.turns_to_first_pass is None:
                    activity.turns_to_first_pass = activity.turns
            activity.stop, activity.limited = f"turn limit ({cap})", True
            return state

        return execute

    return llm()


def called(workbench: Workbench, name: str, given: Mapping[str, str | int]) -> str:
    """The answer to a call; raises ToolError, which Inspect gives to the model, where it failed."""
    try:
        return str(workbench.call(name, dict(given)))
    except ToolFailed as failed:
        raise ToolError(str(failed)) from failed


def tool_definitions(perform: Perform, names: Collection[str] = OFFERED) -> list[ToolDef]:
    """The named tools for Inspect; `perform` gives the answer to a call, as text."""
    return [_definition(tool, perform) for tool in offered(names)]


def _definition(tool: Tool, perform: Perform) -> ToolDef:
    parameters = ToolParams()
    for parameter in tool.parameters:
        schema = json_schema(parameter.kind)
        schema.description = parameter.description
        if parameter.required:
            parameters.required.append(parameter.name)
        else:
            schema.default = parameter.default
        parameters.properties[parameter.name] = schema

    async def call(**arguments: str | int) -> str:
        return await anyio.to_thread.run_sync(perform, tool.name, arguments, abandon_on_cancel=True)

    return ToolDef(
        call,
        name=tool.name,
        description=tool.description,
        parameters=parameters,
        max_output=TOOL_OUTPUT_BYTES,
    )


def _explain_refusals(answers: Sequence[ChatMessage], usages: dict[str, str]) -> int:
    """Add to every refused call how the tool is called; returns how many were refused."""
    refused = 0
    for answer in answers:
        if not isinstance(answer, ChatMessageTool) or answer.error is None:
            continue
        refused += 1
        known = usages.get(answer.function or "")
        hint = f"Call it as {known}." if known else f"The tools are: {', '.join(usages)}."
        answer.error.message = f"{answer.error.message}\n{hint}"
    return refused


def used(usage: ModelUsage | None) -> int:
    """All tokens of one reply, cached ones included."""
    if usage is None:
        return 0
    cached = (usage.input_tokens_cache_read or 0) + (usage.input_tokens_cache_write or 0)
    return usage.input_tokens + cached + usage.output_tokens


_STOPS: Final[dict[str, tuple[str, Cause | None]]] = {
    "max_tokens": ("the reply was cut at its token limit", "too long"),
    "model_length": ("the conversation is longer than the model's context", "too long"),
    "content_filter": ("the model or its provider refused", "refused"),
}


def why_stopped(output: ModelOutput) -> tuple[str, Cause | None]:
    """The reason as a sentence, and its class where it is none of the model's own choice."""
    if output.stop_reason in _STOPS:
        return _STOPS[output.stop_reason]
    if not output.completion.strip():
        return "the reply was empty", "empty reply"
    return "the model called no tool", None

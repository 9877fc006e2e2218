"""The loop around a language model: it calls the workbench's tools until it stops calling them.

No hand-written plan, no nudges: what is measured is whether the model drives the loop itself.
"""

from __future__ import annotations

import re
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
    get_model,
)
from inspect_ai.tool import ToolDef, ToolParams
from inspect_ai.util import json_schema

from kernelcraft.agents.agent import Activity, Turn
from kernelcraft.workbench import Workbench
from kernelcraft.workbench.tools import Tool, offered

Perform = Callable[[str, Mapping[str, str | int]], str]

TURNS: Final = {1: 15, 2: 20, 3: 25}
"""Model turns allowed by the task's level (the paper's iteration caps)."""

TOOL_OUTPUT_BYTES: Final = 64 * 1024  # assumed: longer answers are cut by Inspect, and it says so

_FENCE = re.compile(r"^\s*```[^\n]*\n(.*?)(?:^\s*```|\Z)", re.MULTILINE | re.DOTALL)
_FIRST_WORD = re.compile(r"^\s*(?:[\w.$]+:\s*)?([\w.]+)")
_FENCED_LINES, _PLAIN_LINES = 2, 3  # lines of assembly that make a reply a kernel, not a remark


def as_inspect_agent(workbench: Workbench, activity: Activity, turns: int | None = None) -> Agent:
    """The loop as an Inspect agent; `turns` replaces the cap of the task's level."""
    cap = turns or TURNS[workbench.cell.task.level]
    tools = tool_definitions(lambda name, given: str(getattr(workbench, name)(**given)))
    usages = {tool.name: tool.usage for tool in offered()}

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
                state.output = await get_model().generate(state.messages, tools)
                tokens += used(state.output.usage)
                activity.replies.append(Turn(tokens, len(workbench.attempts)))
                if state.output.empty:
                    activity.stop = "the reply was empty"
                    return state
                message = state.output.message
                state.messages.append(message)
                if not message.tool_calls:
                    mnemonics = workbench.cell.platform.isa.instructions
                    activity.printed_kernel = prints_kernel(message.text, mnemonics)
                    activity.stop = _why_stopped(state.output)
                    return state
                activity.tool_calls += len(message.tool_calls)
                answers = (await execute_tools(state.messages, tools)).messages
                activity.refused += _explain_refusals(answers, usages)
                state.messages.extend(answers)
                if workbench.best is not None and activity.turns_to_first_pass is None:
                    activity.turns_to_first_pass = activity.turns
            activity.stop, activity.limited = f"turn limit ({cap})", True
            return state

        return execute

    return llm()


def tool_definitions(perform: Perform) -> list[ToolDef]:
    """The workbench's tools for Inspect; `perform` gives the answer to a call, as text."""
    return [_definition(tool, perform) for tool in offered()]


def prints_kernel(text: str, mnemonics: Collection[str]) -> bool:
    """Whether a reply shows a kernel as text: a fenced block, or several lines, of assembly."""
    known = {mnemonic.lower() for mnemonic in mnemonics}

    def count(lines: str) -> int:
        words = (_FIRST_WORD.match(line) for line in lines.splitlines())
        return sum(1 for word in words if word and word.group(1).lower() in known)

    fenced = any(count(block) >= _FENCED_LINES for block in _FENCE.findall(text))
    return fenced or count(text) >= _PLAIN_LINES


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


_STOPS = {
    "max_tokens": "the reply was cut at its token limit",
    "model_length": "the conversation is longer than the model's context",
    "content_filter": "the provider filtered the reply",
}


def _why_stopped(output: ModelOutput) -> str:
    return _STOPS.get(output.stop_reason, "the model called no tool")

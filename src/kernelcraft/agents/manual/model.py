"""A language model reads the manual once and writes a short one; then it works with that.

The snippets of its text are tried on the simulator, and what came of them is written below each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from inspect_ai.agent import Agent, AgentState, agent
from inspect_ai.model import ChatMessage, ChatMessageSystem, ChatMessageUser

from kernelcraft.agents import llm
from kernelcraft.agents.agent import TURNS, Activity, Turn
from kernelcraft.agents.conversation import Conversation
from kernelcraft.agents.from_manual import FILE, ModelFromManual
from kernelcraft.agents.manual.snippets import Trial
from kernelcraft.workbench import Workbench, approximate_tokens
from kernelcraft.workbench.editions import Edition

ROLE: Final = """\
You read the manual of an accelerator once and write a short one, from which you and others will
write kernels in its assembly language, without the manual at hand."""

REQUEST: Final = """\
Write, in at most {tokens:,} tokens of Markdown:

## Machine
What every program must do and must not do, registers, memories and layouts.

## Instructions
Each with its form, what it does and what it costs, in as few words as possible.

## Strategies
A menu of ways to make kernels faster, each with the titles of the sections that say so in brackets.

## Snippets
Short whole programs in code blocks that show how things are done. Each is run, and what came of it
is written below it.

The manual of {title}:

{manual}"""

TOKENS: Final = 3_000
_BLOCK = re.compile(r"```[^\n]*\n(.*?)```", re.DOTALL)


def as_inspect_agent(
    strategy: ModelFromManual, workbench: Workbench, activity: Activity, turns: int | None = None
) -> Agent:
    """The summary is one of the turns; the others are the loop's of `llm`."""
    cap = turns or TURNS[workbench.cell.task.level - 1]

    @agent(name=strategy.name)
    def from_manual() -> Agent:
        async def execute(state: AgentState) -> AgentState:
            platform = workbench.cell.platform
            manual = platform.manual().text()
            request = REQUEST.format(tokens=TOKENS, title=platform.title, manual=manual)
            messages: list[ChatMessage] = [
                ChatMessageSystem(content=ROLE),
                ChatMessageUser(content=request),
            ]
            output = await Conversation([], workbench, activity).ask(messages)
            spent = llm.used(output.usage) if output else 0
            written = "" if output is None else output.completion
            text = tried(written, Trial(workbench))
            workbench.notes[FILE] = f"{sizes(manual, text)}\n\n{text}"
            if text.strip():
                edition = Edition.of_summary(text)
                workbench.feedback = replace(workbench.feedback, edition=edition)
            workbench.code = None
            state = await llm.as_inspect_agent(workbench, activity, max(1, cap - 1))(state)
            activity.turns = (activity.turns or 0) + 1
            if activity.turns_to_first_pass is not None:
                activity.turns_to_first_pass += 1
            later = [Turn(each.tokens + spent, each.attempts) for each in activity.replies]
            activity.replies[:] = [Turn(spent, 0), *later]
            return state

        return execute

    return from_manual()


def sizes(manual: str, summary: str) -> str:
    """Tokens before and after."""
    before, after = approximate_tokens(manual), approximate_tokens(summary)
    return f"<!-- about {after:,} tokens instead of the manual's {before:,} -->"


def tried(text: str, trial: Trial) -> str:
    """The text with a line below each code block: what came of it on the simulator."""
    return "".join(_pieces(text, trial))


def _pieces(text: str, trial: Trial) -> Iterator[str]:
    at = 0
    for found in _BLOCK.finditer(text):
        yield text[at : found.end()]
        yield f"\n(tried on the simulator: {_outcome(found[1], trial)})"
        at = found.end()
    yield text[at:]


def _outcome(code: str, trial: Trial) -> str:
    if not trial.assembles(code):
        return f"it does not assemble: {trial.complaint}"
    cycles = trial.cycles(code)
    return "it assembles, but does not run to its end" if cycles is None else f"{cycles:,} cycles"

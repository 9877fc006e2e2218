"""A search strategy to which a language model proposes, as an Inspect agent.

The strategy works in a thread; what it asks the model, and every evaluation, goes through the
event loop, so that limits, tokens and the log are those of every other agent.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

import anyio.from_thread
from inspect_ai.agent import Agent, AgentState, agent
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    ModelOutput,
    execute_tools,
    get_model,
)
from inspect_ai.tool import ToolCall, ToolDef

from kernelcraft.agents.agent import TURNS, Activity, Budget, Log, Turn
from kernelcraft.agents.conversation import Conversation
from kernelcraft.agents.llm import tool_definitions, used, why_stopped
from kernelcraft.agents.offline import perform
from kernelcraft.agents.printed import prints_kernel
from kernelcraft.agents.search import words
from kernelcraft.agents.search.agent import ModelSearch
from kernelcraft.agents.search.bench import KernelJudge, teller
from kernelcraft.agents.search.trial import Scored, Spent, Trial, Tried
from kernelcraft.workbench import Workbench
from kernelcraft.workbench.results import EvaluationResult, Result
from kernelcraft.workbench.tools.check_syntax import SyntaxResult
from kernelcraft.workbench.tools.profile import ProfileResult
from kernelcraft.workbench.tools.write_code import WriteResult

LOOK_UPS: Final = 4  # replies of one conversation that may look something up first
OFFERED: Final = ("grep_docs", "write_code")


R = TypeVar("R", bound=Result)


def as_inspect_agent(
    search: ModelSearch,
    workbench: Workbench,
    budget: Budget,
    seed: int,
    activity: Activity,
    turns: int | None = None,
) -> Agent:
    """`turns` replaces the cap of the task's level; every reply counts, whoever's role it has."""
    cap = turns or TURNS[workbench.cell.task.level - 1]

    @agent(name=search.name)
    def searching() -> Agent:
        async def execute(state: AgentState) -> AgentState:
            activity.turns = 0
            prompt = workbench.prompt
            state.messages = [
                ChatMessageSystem(content=prompt.system),
                ChatMessageUser(content=prompt.task),
            ]

            def work(log: Log) -> None:
                tools = _Tools(workbench, state, activity)
                judge = KernelJudge[str](tools, str, budget)
                proposer = ModelProposer(workbench, state, activity, cap, judge)
                rng = random.Random(zlib.crc32(workbench.cell.name.encode()) ^ seed)
                trial = Trial(proposer, judge, budget.evaluations, rng, teller(log))
                try:
                    search.strategy.search(trial)
                except Spent as reason:
                    activity.stop, activity.limited = str(reason), reason.limit

            await perform(search.name, work)
            best = workbench.best
            text = best.result.message if best else "no attempt was correct"
            state.output = ModelOutput.from_content(get_model().name, text)
            return state

        return execute

    return searching()


class _Tools:
    """The workbench's tools, called so that the log holds the calls as if a model had made them."""

    def __init__(self, workbench: Workbench, state: AgentState, activity: Activity) -> None:
        self._workbench, self._state, self._activity = workbench, state, activity
        self._definitions = tool_definitions(self._perform)
        self._calls = 0
        self._result: Result | None = None

    def write_code(self, code: str) -> WriteResult:
        return self._call("write_code", WriteResult, code=code)

    def check_syntax(self) -> SyntaxResult:
        return self._call("check_syntax", SyntaxResult)

    def run_evaluation(self) -> EvaluationResult:
        result = self._call("run_evaluation", EvaluationResult)
        if self._workbench.best is not None and self._activity.turns_to_first_pass is None:
            self._activity.turns_to_first_pass = self._activity.turns
        return result

    def profile(self) -> ProfileResult:
        return self._call("profile", ProfileResult)

    def _call(self, name: str, kind: type[R], **arguments: str) -> R:
        self._calls += 1
        asked = ToolCall(f"strategy_{self._calls}", name, dict(arguments))
        messages = self._state.messages
        messages.append(
            ChatMessageAssistant(
                content="", tool_calls=[asked], metadata={"submitted by": "the strategy"}
            )
        )
        answers = anyio.from_thread.run(execute_tools, messages, self._definitions)
        messages.extend(answers.messages)
        assert isinstance(self._result, kind)
        return self._result

    def _perform(self, name: str, given: Mapping[str, str | int]) -> str:
        self._result = getattr(self._workbench, name)(**given)
        return str(self._result)


class ModelProposer:
    """Every request is a conversation of its own, which begins with the prompt of the episode."""

    def __init__(
        self,
        workbench: Workbench,
        state: AgentState,
        activity: Activity,
        cap: int,
        judge: KernelJudge[str],
    ) -> None:
        self._workbench, self._state, self._activity = workbench, state, activity
        self._cap, self._judge = cap, judge
        self._start = list(state.messages)
        self._tokens = 0
        names = [name for name in OFFERED if name in workbench.tools]
        self._offered = tool_definitions(
            lambda name, given: str(getattr(workbench, name)(**given)), names
        )

    def draft(self, rng: random.Random) -> str | None:
        """A kernel by a model that has seen no other."""
        return self._kernel(words.DRAFT)

    def change(
        self,
        parent: Scored[str],
        rng: random.Random,
        plan: str = "",
        other: Scored[str] | None = None,
    ) -> str | None:
        """The model sees the parent, what was found of it, the plan and the other kernel."""
        found, second = self._found(parent), None if other is None else other.candidate
        return self._kernel(words.change(parent.candidate, found, plan, second))

    def plans(
        self, parent: Scored[str], tried: Sequence[Tried], rng: random.Random
    ) -> Sequence[str]:
        """One plan, by a planner who knows what earlier ones have brought."""
        plan = self._text(words.planner(parent.candidate, self._found(parent), tried))
        return [plan] if plan else []

    def objection(self, candidate: str, plan: str) -> str:
        """What a reviewer says who has seen the kernel and what check_syntax says of it."""
        self._judge.tools.write_code(candidate)
        syntax = str(self._judge.tools.check_syntax())
        said = self._text(words.reviewer(candidate, plan, syntax))
        return "" if said.upper().startswith(words.APPROVED) else said

    def _found(self, scored: Scored[str]) -> str:
        profile = str(self._judge.profile(scored)) if scored.right else ""
        return words.found(scored, profile)

    def _kernel(self, request: str) -> str | None:
        messages, conversation = self._begin(request, self._offered)
        try:
            for _ in range(LOOK_UPS + 1):
                output = self._ask(messages, conversation)
                if output is None:
                    continue
                code = handed_over(output)
                if code is not None or output.empty or not output.message.tool_calls:
                    self._note(output, code)
                    return code
                answers = anyio.from_thread.run(execute_tools, messages, self._offered).messages
                refused = [each for each in answers if getattr(each, "error", None) is not None]
                self._activity.refused += len(refused)
                messages.extend(answers)
            return None
        finally:
            self._state.messages.extend(messages[len(self._start) :])

    def _text(self, request: str) -> str:
        messages, conversation = self._begin(request, [])
        try:
            output = self._ask(messages, conversation)
            return "" if output is None else output.completion.strip()
        finally:
            self._state.messages.extend(messages[len(self._start) :])

    def _begin(
        self, request: str, tools: Sequence[ToolDef]
    ) -> tuple[list[ChatMessage], Conversation]:
        messages = [*self._start, ChatMessageUser(content=request)]
        return messages, Conversation(tools, self._workbench, self._activity)

    def _note(self, output: ModelOutput, code: str | None) -> None:
        """Why a reply brought no kernel, for the case that it is the last one."""
        activity, mnemonics = self._activity, self._workbench.cell.platform.isa.forms
        activity.cause = why_stopped(output)[1] if code is None else None
        activity.printed_kernel = code is None and prints_kernel(output.completion, mnemonics)

    def _ask(self, messages: list[ChatMessage], conversation: Conversation) -> ModelOutput | None:
        """One reply, which is one turn, or None if it cannot be read; Spent without turns."""
        activity = self._activity
        if activity.turns is None or activity.turns >= self._cap:
            raise Spent(f"turn limit ({self._cap})")
        activity.turns += 1
        output = anyio.from_thread.run(conversation.ask, messages)
        self._tokens += used(output.usage) if output else 0
        activity.replies.append(Turn(self._tokens, len(self._workbench.attempts)))
        if output is None:
            return None
        messages += [choice.message for choice in output.choices[:1]]
        if not output.empty:
            activity.tool_calls += len(output.message.tool_calls or [])
        return output


def handed_over(output: ModelOutput) -> str | None:
    """The kernel of a reply's first usable call of write_code."""
    for call in [] if output.empty else output.message.tool_calls or []:
        code = call.arguments.get("code")
        if call.function == "write_code" and call.parse_error is None and isinstance(code, str):
            return code
    return None

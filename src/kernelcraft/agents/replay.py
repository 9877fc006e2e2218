"""Repeats a recorded episode: `replay:FILE`, an `.eval` log or tool calls as JSON lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from kernelcraft.agents.agent import AgentError, Budget, Log
from kernelcraft.agents.changes import changed
from kernelcraft.cells.cell import UnknownName
from kernelcraft.records.eval_logs import samples
from kernelcraft.records.jsonl import Unreadable
from kernelcraft.workbench import Workbench
from kernelcraft.workbench.workbench import ToolFailed


class ToolCall(BaseModel):
    """One recorded call, and one line of the JSON lines form; no cell means every cell."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tool: str
    arguments: dict[str, str | int] = {}
    cell: str | None = None


def recorded(
    tool: str, arguments: Mapping[str, JsonValue], cell: str | None = None
) -> Iterator[ToolCall]:
    """The call that a log holds; none where its arguments are such as no tool takes."""
    try:
        yield ToolCall.model_validate({"tool": tool, "arguments": arguments, "cell": cell})
    except ValidationError:
        return


@dataclass(frozen=True)
class Replay:
    """Gives a cell's recorded calls to the workbench, in order, within the evaluation budget."""

    source: str
    calls: Mapping[str | None, tuple[ToolCall, ...]]
    name: str = "replay"

    def __call__(self, workbench: Workbench, budget: Budget, seed: int, log: Log) -> None:
        """Calls that the workbench does not have, or not with such arguments, are skipped."""
        found = self.calls.get(workbench.cell.name) or self.calls.get(None)
        if found is None:
            raise AgentError(f"{self.source} holds no tool calls for {workbench.cell.name}")
        for call in found:
            if len(workbench.attempts) >= budget.evaluations:
                return
            before = workbench.code
            answer = _perform(workbench, call)
            change = "" if before is None else _change(workbench, before)
            log(f"{call.tool}: {answer}{change}")


def create(argument: str) -> Replay:
    """Read the transcript; AgentError says what is wrong with it."""
    if not argument:
        raise AgentError("the replay agent needs a transcript: replay:FILE")
    path = Path(argument)
    try:
        calls = _from_log(path) if path.suffix == ".eval" else _from_lines(path)
    except Unreadable as damage:
        raise AgentError(f"{path} {damage}") from damage
    except OSError as error:
        raise AgentError(f"{path}: {error.strerror or error}") from error
    if not calls:
        raise AgentError(f"{path} holds no tool calls")
    grouped: dict[str | None, list[ToolCall]] = {}
    for call in calls:
        grouped.setdefault(call.cell, []).append(call)
    return Replay(argument, {cell: tuple(found) for cell, found in grouped.items()})


def _change(workbench: Workbench, before: str) -> str:
    return changed(before, workbench.code or "", workbench.cell.platform.isa.forms)


def _perform(workbench: Workbench, call: ToolCall) -> str:
    try:
        answer = str(workbench.call(call.tool, call.arguments))
    except UnknownName:
        return "no such tool, skipped"
    except ToolFailed as failed:  # what the tools themselves find is an answer
        wrong_arguments = isinstance(failed.__cause__, TypeError)
        return f"{failed.__cause__ if wrong_arguments else failed}, skipped"
    return answer.partition("\n")[0]


def _from_lines(path: Path) -> list[ToolCall]:
    calls = []
    for number, line in enumerate(path.read_bytes().splitlines(), start=1):
        if not line.strip():
            continue
        try:
            calls.append(ToolCall.model_validate_json(line))
        except ValidationError as error:
            fault = error.errors(include_url=False)[0]
            where = ".".join(str(part) for part in fault["loc"])
            raise AgentError(f"{path}: line {number}: {where} {fault['msg']}") from error
    return calls


def _from_log(path: Path) -> list[ToolCall]:
    """The calls of each cell's first recorded episode that made any; refused ones are left out."""
    from inspect_ai.model import ChatMessageAssistant

    found: dict[str, list[ToolCall]] = {}
    for sample in samples(path):
        cell = str(sample.id).partition("@")[0]
        calls = [
            each
            for message in sample.messages
            if isinstance(message, ChatMessageAssistant)
            for call in message.tool_calls or []
            if call.parse_error is None
            for each in recorded(call.function, call.arguments, cell)
        ]
        if calls:
            found.setdefault(cell, calls)
    return [call for calls in found.values() for call in calls]

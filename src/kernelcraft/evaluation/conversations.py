"""Reads what was said and done in each episode from a `.eval` log."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import JsonValue, TypeAdapter, ValidationError

from kernelcraft.agents.eval_logs import samples
from kernelcraft.evaluation.logs import EPISODE
from kernelcraft.records.conversation import Call, Conversation, Entry, Note, Reply
from kernelcraft.records.episode import Episode, Key

if TYPE_CHECKING:
    from inspect_ai.event import Event
    from inspect_ai.log import EvalSample
    from inspect_ai.model import ModelOutput

_ARGUMENTS = TypeAdapter(dict[str, JsonValue])


def read(path: Path) -> Iterator[Conversation]:
    """The conversations of a log, one sample in memory at a time.

    Raises Unreadable where the log is damaged; scores of other programs are left out.
    """
    for sample in samples(path):
        for key in _keys(sample):
            yield Conversation(key, tuple(_entries(sample)))


def _keys(sample: EvalSample) -> Iterator[Key]:
    for score in (sample.scores or {}).values():
        try:
            yield Episode.model_validate((score.metadata or {}).get(EPISODE)).key
        except ValidationError:
            continue


def _entries(sample: EvalSample) -> Iterator[Entry]:
    from inspect_ai.event import ModelEvent

    turn = 0
    for event in sample.events:
        if isinstance(event, ModelEvent):
            turn += 1
            yield _reply(turn, event.output, event.error)
        elif (entry := _entry(event)) is not None:
            yield entry


def _entry(event: Event) -> Entry | None:
    from inspect_ai.event import InfoEvent, SampleLimitEvent, ToolEvent

    if isinstance(event, ToolEvent):
        refused = event.error.message if event.error else None
        arguments = _ARGUMENTS.validate_python(event.arguments)
        return Call(event.function, arguments, _text(event.result), refused)
    if isinstance(event, InfoEvent):
        return Note(event.source or "", _text(event.data))
    if isinstance(event, SampleLimitEvent):
        return Note("limit", event.message)
    return None


def _reply(turn: int, output: ModelOutput, error: str | None) -> Reply:
    from inspect_ai.model import ContentReasoning

    text = reasoning = ""
    if output.choices:
        content = output.message.content
        text = output.message.text
        thoughts = [] if isinstance(content, str) else content
        reasoning = "\n".join(
            each.summary or each.reasoning
            for each in thoughts
            if isinstance(each, ContentReasoning) and not each.redacted
        )
    tokens = output.usage.total_tokens if output.usage else None
    return Reply(turn, text, reasoning, tokens, error or output.error)


def _text(value: object) -> str:
    """An answer as text; ours are texts already."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "\n".join(getattr(each, "text", str(each)) for each in value)
    return str(value)

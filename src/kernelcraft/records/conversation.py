"""What was said and done in one episode, in order, as its `.eval` log holds it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import JsonValue, TypeAdapter, ValidationError

from kernelcraft.records.episode import Episode, Key
from kernelcraft.records.eval_logs import samples
from kernelcraft.records.logs import EPISODE

if TYPE_CHECKING:
    from inspect_ai.event import Event
    from inspect_ai.log import EvalSample
    from inspect_ai.model import ModelOutput

_ARGUMENTS = TypeAdapter(dict[str, JsonValue])


@dataclass(frozen=True)
class Call:
    """A tool call with its answer; refused: why it was not performed, None where it was."""

    tool: str
    arguments: Mapping[str, JsonValue]
    answer: str
    refused: str | None


@dataclass(frozen=True)
class Reply:
    """One turn of a model, before the calls that it asked for; failed: why there is no text."""

    turn: int
    text: str
    reasoning: str
    tokens: int | None
    failed: str | None


@dataclass(frozen=True)
class Note:
    """Lines of an offline agent, one for each attempt, or the limit that ended the episode."""

    source: str
    text: str


Entry = Call | Reply | Note


@dataclass(frozen=True)
class Conversation:
    """All entries of the episode that `key` names."""

    key: Key
    entries: tuple[Entry, ...]


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

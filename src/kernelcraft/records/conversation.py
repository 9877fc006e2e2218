"""What was said and done in one episode, in order."""

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from kernelcraft.records.episode import Key


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

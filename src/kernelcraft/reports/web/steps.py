"""An episode's conversation as the steps of its page: calls with answers, and what changed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from kernelcraft.records.attempt import Attempt
from kernelcraft.records.conversation import Call, Entry, Note, Reply
from kernelcraft.reports.web.changes import KINDS, MOST_LINES, Difference, difference
from kernelcraft.reports.web.changes import Line as Changed

MOST_CHARACTERS: Final = 40_000
"""Of one text on a page; the log has the rest."""
MOST_OF_A_PROGRAM: Final = 5 * MOST_CHARACTERS
"""Of all lines that a program left: hundreds of attempts, each with a few lines of changes."""
CHANGED: Final = "  "

WRITE: Final = "write_code"
EVALUATE: Final = "run_evaluation"


@dataclass(frozen=True)
class Asked:
    """A tool call: its arguments but for a kernel's text, which is `code`, and its answer.

    change: from the kernel written before, None for the first one. attempt: what the public inputs
    said of it.
    """

    number: int
    tool: str
    arguments: tuple[tuple[str, str], ...]
    answer: str
    refused: str | None
    code: str | None = None
    change: Difference | None = None
    attempt: Attempt | None = None


@dataclass(frozen=True)
class Line:
    """A line that a program left, most often of an attempt, and what it changed there."""

    text: str
    changes: tuple[Changed, ...]


@dataclass(frozen=True)
class Told:
    """The lines of one source."""

    source: str
    lines: tuple[Line, ...]


Step = Asked | Reply | Told


def steps(
    entries: Sequence[Entry], history: Sequence[Attempt], most: int = MOST_LINES
) -> Iterator[Step]:
    """One step an entry; attempts are counted as the workbench counts them. most: lines of each
    difference."""
    code: str | None = None
    calls = attempts = 0
    for entry in joined(entries):
        if not isinstance(entry, Call):
            yield _shortened(entry)
            continue
        calls += 1
        written = _code(entry)
        evaluated = entry.tool == EVALUATE and entry.refused is None and code is not None
        yield Asked(
            number=calls,
            tool=entry.tool,
            arguments=_arguments(entry, written),
            answer=cut(entry.answer),
            refused=entry.refused,
            code=None if written is None else cut(written),
            change=None if written is None or code is None else difference(code, written, most),
            attempt=history[attempts] if evaluated and attempts < len(history) else None,
        )
        attempts += evaluated
        code = code if written is None else written


def joined(entries: Sequence[Entry]) -> Iterator[Entry]:
    """The same, with notes that follow each other from one source as one."""
    for _, together in groupby(entries, key=lambda e: e.source if isinstance(e, Note) else id(e)):
        first, *more = together
        if isinstance(first, Note):
            texts = (first.text, *(each.text for each in more if isinstance(each, Note)))
            yield Note(first.source, "\n".join(texts))
        else:
            yield first


def cut(text: str, most: int = MOST_CHARACTERS) -> str:
    """The text, or its beginning and how much was left out."""
    rest = len(text) - most
    return text if rest <= 0 else f"{text[:most]}\n... {rest:,} more characters"


def told(note: Note) -> Told:
    """A program's lines, each with the changes below it: those lines begin with two spaces."""
    lines: list[Line] = []
    for text in cut(note.text, MOST_OF_A_PROGRAM).split("\n"):
        if lines and text.startswith(CHANGED):
            change = text.removeprefix(CHANGED)
            found = Changed(KINDS.get(change[:1], "words"), change)
            lines[-1] = replace(lines[-1], changes=(*lines[-1].changes, found))
        else:
            lines.append(Line(text, ()))
    return Told(note.source, tuple(lines))


def _shortened(entry: Reply | Note) -> Reply | Told:
    if isinstance(entry, Note):
        return told(entry)
    return replace(entry, text=cut(entry.text), reasoning=cut(entry.reasoning))


def _code(call: Call) -> str | None:
    """The kernel that the call wrote."""
    code = call.arguments.get("code")
    return code if call.tool == WRITE and call.refused is None and isinstance(code, str) else None


def _arguments(call: Call, written: str | None) -> tuple[tuple[str, str], ...]:
    return tuple(
        (name, cut(str(value)))
        for name, value in call.arguments.items()
        if written is None or name != "code"
    )

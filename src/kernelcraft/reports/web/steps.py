"""An episode's conversation as the steps of its page: calls with answers, and what changed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from kernelcraft.evaluation.conversations import Call, Entry, Note, Reply
from kernelcraft.evaluation.records import Step as Attempt
from kernelcraft.reports.web.changes import Difference, difference

MOST_CHARACTERS: Final = 40_000
"""Of one text on a page; the log has the rest."""

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


Step = Asked | Reply | Note


def steps(entries: Sequence[Entry], history: Sequence[Attempt]) -> Iterator[Step]:
    """One step an entry; attempts are counted as the workbench counts them."""
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
            change=None if written is None or code is None else difference(code, written),
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


def cut(text: str) -> str:
    """The text, or its beginning and how much was left out."""
    rest = len(text) - MOST_CHARACTERS
    return text if rest <= 0 else f"{text[:MOST_CHARACTERS]}\n... {rest:,} more characters"


def _shortened(entry: Reply | Note) -> Reply | Note:
    if isinstance(entry, Note):
        return replace(entry, text=cut(entry.text))
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

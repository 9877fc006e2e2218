"""What a model still sees of a conversation that is longer than its context.

The rule: the oldest tool results, and the texts of kernels that others have replaced, are left out
until half of what may be left out (in characters) is gone; if that is still too long, half of the
rest, and so on. Kept are the two messages of the prompt, all that the model said itself, the last
turn, the best kernel with its evaluation, and the last failed evaluation with its kernel.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from inspect_ai.model import ChatMessage, ChatMessageAssistant, ChatMessageTool

from kernelcraft.workbench import Attempt, Workbench

LEFT_OUT: Final = "(left out to make room)"

TOO_LONG: Final = ("maximum context length", "exceeds the available context size")
"""What vLLM and llama.cpp say; Inspect knows how the large providers say it."""


@dataclass(frozen=True)
class Piece:
    """A tool's result, or the kernel in a call of `write_code`: a message by its index, a call by
    its place in the message."""

    message: int
    call: int | None = None


@dataclass(frozen=True)
class Kept:
    """The best kernel and the last one that failed: texts, and what `run_evaluation` answered."""

    kernels: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()

    @classmethod
    def of(cls, workbench: Workbench) -> Kept:
        """What must stay of the work on a cell."""
        failures = [attempt for attempt in workbench.attempts if not attempt.correct]
        found: list[Attempt] = [*failures[-1:], *filter(None, [workbench.best])]
        return cls(
            tuple(attempt.code for attempt in found),
            tuple(str(workbench.feedback.shown(attempt.result)) for attempt in found),
        )


def view(messages: Sequence[ChatMessage], left_out: frozenset[Piece]) -> list[ChatMessage]:
    """The conversation without these pieces; a short remark stands where each was."""
    return [_without(message, index, left_out) for index, message in enumerate(messages)]


def leave_out_more(
    messages: Sequence[ChatMessage], left_out: frozenset[Piece], kept: Kept
) -> frozenset[Piece] | None:
    """The pieces to leave out next, those of before among them; None where nothing is left."""
    sizes = {piece: size for piece, size in _pieces(messages, kept) if piece not in left_out}
    if not sizes:
        return None
    gone, half = set(left_out), sum(sizes.values()) / 2
    for piece, size in sizes.items():
        if half <= 0:
            break
        gone.add(piece)
        half -= size
    return frozenset(gone)


def too_long(error: Exception) -> bool:
    """Whether a provider's error says that the conversation is longer than the context."""
    status, text = getattr(error, "status_code", None), str(error)
    return status == 400 and any(words in text for words in TOO_LONG)


def _pieces(messages: Sequence[ChatMessage], kept: Kept) -> Iterator[tuple[Piece, int]]:
    """What may be left out, oldest first, with its size in characters."""
    last = max(
        (i for i, message in enumerate(messages) if isinstance(message, ChatMessageAssistant)),
        default=0,
    )
    kernels = {text: piece for piece, text in _kernels(messages)}  # of equal texts the newest
    answers = {text: piece for piece, text in _answers(messages)}
    needed = {kernels.get(text) for text in kept.kernels}
    needed |= {answers.get(text) for text in kept.answers}
    for piece, text in sorted([*_kernels(messages[:last]), *_answers(messages[:last])], key=_place):
        if piece not in needed and len(text) > len(LEFT_OUT):
            yield piece, len(text)


def _place(found: tuple[Piece, str]) -> int:
    return found[0].message


def _kernels(messages: Sequence[ChatMessage]) -> Iterator[tuple[Piece, str]]:
    for index, message in enumerate(messages):
        if not isinstance(message, ChatMessageAssistant):
            continue
        for number, call in enumerate(message.tool_calls or ()):
            code = call.arguments.get("code") if call.function == "write_code" else None
            if isinstance(code, str):
                yield Piece(index, number), code


def _answers(messages: Sequence[ChatMessage]) -> Iterator[tuple[Piece, str]]:
    for index, message in enumerate(messages):
        if isinstance(message, ChatMessageTool):
            yield Piece(index), message.error.message if message.error else message.text


def _without(message: ChatMessage, index: int, left_out: frozenset[Piece]) -> ChatMessage:
    if Piece(index) in left_out:
        return message.model_copy(update={"content": LEFT_OUT, "error": None})
    gone = {piece.call for piece in left_out if piece.message == index}
    if not gone or not isinstance(message, ChatMessageAssistant):
        return message
    calls = [
        replace(call, arguments={**call.arguments, "code": LEFT_OUT}) if number in gone else call
        for number, call in enumerate(message.tool_calls or ())
    ]
    return message.model_copy(update={"tool_calls": calls})

"""What broke an episode off: its class, and a sentence."""

from __future__ import annotations

from inspect_ai.model import Model
from inspect_ai.model._model import AttemptTimeoutError, RetryDecision, StreamIdleTimeoutError
from tenacity import RetryError

from kernelcraft.agents.conversation import Unreadable
from kernelcraft.evaluation.events import Fault

LONGEST = 500  # characters of a provider's message


class CannotRecord(Exception):
    """The log folder cannot be written; the message says why."""


def classify(error: Exception, model: Model) -> Fault:
    """The class of an error, from what the model's provider says of it."""
    error = _last(error)
    if isinstance(error, CannotRecord):
        return "log"
    if isinstance(error, AttemptTimeoutError | StreamIdleTimeoutError):
        return "time-out"
    decision = model.api.should_retry(error)
    if isinstance(decision, RetryDecision) and decision.kind == "rate_limit":
        return "rate limit"
    if decision or isinstance(error, Unreadable):
        return "provider"
    return "request" if _refused(error) else "ours"


def sentence(error: Exception) -> str:
    """What went wrong; behind exhausted tries, their last failure."""
    error = _last(error)
    text = " ".join(str(error).split()) or "no message"
    return f"{type(error).__name__}: {text[:LONGEST]}"


def _last(error: Exception) -> Exception:
    if isinstance(error, RetryError):
        last = error.last_attempt.exception()
        return last if isinstance(last, Exception) else error
    return error


def _refused(error: Exception) -> bool:
    """Whether the provider's answer was an HTTP status that no repetition changes."""
    status = getattr(error, "status_code", None)
    return isinstance(status, int) and 400 <= status < 500

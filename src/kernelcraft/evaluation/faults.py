"""What broke an episode off: its class, and a sentence."""

from __future__ import annotations

from inspect_ai.model import Model, RetryDecision
from tenacity import RetryError

from kernelcraft.agents.conversation import Unreadable
from kernelcraft.evaluation import desk
from kernelcraft.evaluation.desk import CannotRecord
from kernelcraft.evaluation.events import Fault
from kernelcraft.evaluation.inspect_internals import AttemptTimeoutError, StreamIdleTimeoutError


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
    """What went wrong; after exhausted tries, their last failure."""
    return desk.sentence(_last(error))


def _last(error: Exception) -> Exception:
    if isinstance(error, RetryError):
        last = error.last_attempt.exception()
        return last if isinstance(last, Exception) else error
    return error


def _refused(error: Exception) -> bool:
    """Whether the provider's answer was an HTTP status that no repetition changes."""
    status = getattr(error, "status_code", None)
    return isinstance(status, int) and 400 <= status < 500

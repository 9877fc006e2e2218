"""How a provider's failed call is repeated, and who hears of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final

from inspect_ai.model import Model
from tenacity import RetryCallState, wait_exponential, wait_random
from tenacity.wait import wait_base

from kernelcraft.evaluation.events import Listener, Retrying
from kernelcraft.evaluation.inspect_internals import pause_asked_for

LONGEST_PAUSE: Final = 3600.0  # assumed, in seconds: who asks for more is tried after an hour

_listeners: list[Listener] = []  # Inspect keeps one hook object for the whole process


@contextmanager
def announced(listen: Listener) -> Iterator[None]:
    """Send `Retrying` events to `listen` inside the block."""
    _listeners.append(listen)
    try:
        yield
    finally:
        _listeners.remove(listen)


class Pause(wait_base):
    """At least as long as the provider says (`Retry-After`, or when its limits are reset).

    Where it says nothing: half a second, doubled with every try, ten minutes at most.
    """

    def __init__(self) -> None:
        self._growing = wait_exponential(multiplier=0.5, max=600)
        self._spread = wait_random(0, 0.5)  # so that episodes do not all come back at once

    def __call__(self, retry_state: RetryCallState) -> float:
        error = retry_state.outcome.exception() if retry_state.outcome else None
        told = pause_asked_for(error) if error else None
        seconds = self._growing(retry_state) if told is None else min(told, LONGEST_PAUSE)
        return seconds + self._spread(retry_state)


def make_patient(model: Model) -> None:
    """Have the model's failed calls repeated by Inspect alone, after a `Pause`.

    The providers' own clients would try twice more, unheard, and soon where they are told to wait
    for more than a minute; Inspect alone would not look at what the provider says.
    """
    client = getattr(model.api, "client", None)
    if client is not None and hasattr(client, "max_retries"):
        client.max_retries = 0
    pause = Pause()
    model.api.retry_wait = lambda: pause  # type: ignore[method-assign]  # the hook of a subclass


@cache
def install() -> None:
    """Register the hook, once; to be called while an evaluation runs.

    Inspect prints a banner on stdout for every hook that it finds when an evaluation starts.
    """
    from inspect_ai.hooks import Hooks, ModelRetry, hooks

    class Retries(Hooks):
        def enabled(self) -> bool:
            return bool(_listeners)

        async def on_model_retry(self, data: ModelRetry) -> None:
            reason = data.exception_type or "the call failed"
            if data.status_code is not None:
                reason = f"HTTP {data.status_code}"
            for listen in _listeners:
                listen(Retrying(data.model_name, reason, data.attempt, data.wait_time))

    hooks(name="kernelcraft_retries", description="Passes retries to the caller.")(Retries)

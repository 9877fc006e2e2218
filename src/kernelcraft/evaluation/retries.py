"""Tells the running evaluation when a provider's call has to be repeated."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from kernelcraft.evaluation.events import Listener, Retrying

_listeners: list[Listener] = []  # Inspect keeps one hook object for the whole process


@contextmanager
def announced(listen: Listener) -> Iterator[None]:
    """Send `Retrying` events to `listen` inside the block."""
    _listeners.append(listen)
    try:
        yield
    finally:
        _listeners.remove(listen)


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

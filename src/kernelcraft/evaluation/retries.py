"""Tells the running evaluation's listener when a provider's call has to be repeated."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from inspect_ai.hooks import Hooks, ModelRetry, hooks

from kernelcraft.evaluation.events import Listener, Retrying

_listeners: list[Listener] = []  # Inspect makes one hook object for the process, at import


@contextmanager
def announced(listen: Listener) -> Iterator[None]:
    """Send `Retrying` events to `listen` inside the block."""
    _listeners.append(listen)
    try:
        yield
    finally:
        _listeners.remove(listen)


@hooks(name="kernelcraft_retries", description="Passes model retries to the caller.")
class _Retries(Hooks):
    def enabled(self) -> bool:
        return bool(_listeners)

    async def on_model_retry(self, data: ModelRetry) -> None:
        reason = data.exception_type or "the call failed"
        if data.status_code is not None:
            reason = f"HTTP {data.status_code}"
        event = Retrying(data.model_name, reason, data.attempt, data.wait_time)
        for listen in _listeners:
            listen(event)

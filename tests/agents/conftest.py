"""What all tests of agents share: nothing leaves this machine."""

from __future__ import annotations

import socket

import pytest


@pytest.fixture(autouse=True)
def _loopback_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing may look up a host but this one: tokenizers, telemetry, price lists."""
    real = socket.getaddrinfo

    def guarded(host: str | bytes | None, *args: object, **more: object) -> object:
        assert host in ("127.0.0.1", "localhost", None), f"somebody asked for {host!r}"
        return real(host, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", guarded)
    monkeypatch.setenv("LOCAL_API_KEY", "dummy")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "dummy")

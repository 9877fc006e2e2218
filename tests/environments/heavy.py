"""The virtual environments that `make judges` makes for heavy doors."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]


def python(name: str) -> Path:
    """The interpreter of one of them."""
    found = ROOT / "build" / "venvs" / name / "bin" / "python"
    assert found.exists(), "make judges makes it"
    return found


def run(
    name: str, *command: str | Path, variables: Mapping[str, str], cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a program there to its end."""
    given = {**os.environ, **variables}
    words = [python(name), *command]
    return subprocess.run(words, env=given, cwd=cwd, capture_output=True, text=True, timeout=540)


@contextmanager
def serving(name: str, program: Path, variables: Mapping[str, str]) -> Iterator[int]:
    """The port on which a program there listens, which is its argument."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    given = {**os.environ, **variables}
    server = subprocess.Popen([python(name), program, str(port)], env=given)
    try:
        _wait(server, port)
        yield port
    finally:
        server.terminate()
        server.wait()


def _wait(server: subprocess.Popen[bytes], port: int) -> None:
    end = time.monotonic() + 120.0
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1.0).close()
            return
        except OSError:
            assert server.poll() is None, "the server ended"
            assert time.monotonic() < end, "the server does not listen"
            time.sleep(0.2)

"""A local server that speaks a provider's protocol from a script, faults included."""

from __future__ import annotations

import json
import socket
import struct
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Literal, Protocol


@dataclass(frozen=True)
class Reply:
    """A good answer; `calls` are tool names with their arguments as raw JSON text."""

    text: str = ""
    calls: tuple[tuple[str, str], ...] = ()
    finish: Literal["cut", "refused"] | None = None


@dataclass(frozen=True)
class Refuse:
    """An HTTP error; `message` is the provider's."""

    status: int
    retry_after: float | None = None
    message: str = "scripted refusal"


@dataclass(frozen=True)
class TooLong:
    """The error that says that the conversation is longer than the model's context."""


@dataclass(frozen=True)
class Stall:
    """Nothing for so many seconds, then an answer that comes too late."""

    seconds: float


@dataclass(frozen=True)
class Drip:
    """A good answer whose bytes take so many seconds."""

    reply: Reply
    seconds: float


@dataclass(frozen=True)
class Cut:
    """Half an answer: the connection closes before Content-Length bytes were sent."""


@dataclass(frozen=True)
class Garbage:
    """A page of the way to the provider, under the status of a good answer."""


@dataclass(frozen=True)
class Reset:
    """The connection is reset before anything is answered."""


Step = Reply | Refuse | TooLong | Stall | Drip | Cut | Garbage | Reset
Request = Mapping[str, object]


DONE = "[DONE]"  # the only data of an event that is no JSON


class Speaks(Protocol):
    """How a provider words what the script says."""

    base: str  # what follows the host in a base URL

    def reply(self, reply: Reply) -> dict[str, object]:
        """The body of a good answer."""

    def events(self, reply: Reply) -> Sequence[tuple[str, object]]:
        """The same as server-sent events: names ("" for none) and data."""

    def error(self, refuse: Refuse) -> dict[str, object]:
        """The body of an HTTP error."""

    def overflow(self) -> Refuse:
        """What is said to a conversation that is too long."""


@dataclass
class Script:
    """The steps still to come and the requests that came, with their times.

    Steps may be given for each cell, which is found by its name in the request. After the last
    step: an empty reply. A request of more than `window` characters takes no step: it is too long.
    """

    steps: dict[str, list[Step]]
    speaks: Speaks
    window: int | None = None
    requests: list[dict[str, object]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def next(self, text: str) -> tuple[Request, Step]:
        request = json.loads(text)
        with self.lock:
            self.requests.append(request)
            self.times.append(time.monotonic())
            if self.window is not None and len(text) > self.window:
                return request, self.speaks.overflow()
            steps = next(each for name, each in self.steps.items() if name in text)
            step = steps.pop(0) if steps else Reply()
            return request, self.speaks.overflow() if isinstance(step, TooLong) else step


@contextmanager
def serve(
    steps: Sequence[Step] | Mapping[str, Sequence[Step]],
    speaks: Speaks,
    window: int | None = None,
) -> Iterator[tuple[str, Script]]:
    """The base URL of a running server, and its script."""
    by_cell = steps if isinstance(steps, Mapping) else {"": steps}
    script = Script({name: list(each) for name, each in by_cell.items()}, speaks, window)

    class Handler(_Handler):
        pass

    Handler.script = script
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{speaks.base}", script
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    script: Script

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        text = self.rfile.read(length).decode()
        if len(text.encode()) < length:  # the client gave up
            self.close_connection = True
            return
        request, step = self.script.next(text)
        kind, body = self._body(request, step)
        match step:
            case Reply():
                self._answer(200, kind, body)
            case Refuse(status, retry_after):
                headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
                self._answer(status, kind, body, headers)
            case Stall(seconds):
                time.sleep(seconds)
                self.close_connection = True
            case Drip(_, seconds):
                self._head(200, kind, len(body))
                size = len(body) // 10 + 1
                for start in range(0, len(body), size):
                    time.sleep(seconds / 10)
                    self._write(body[start : start + size])
            case Garbage():
                self._answer(200, "application/json", b"<html>Welcome to the proxy</html>")
            case Cut():
                self._head(200, kind, len(body))
                self._write(body[: len(body) // 2])
                self.close_connection = True
            case Reset():
                linger = struct.pack("ii", 1, 0)  # closing sends RST
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                self.close_connection = True

    def _body(self, request: Request, step: Step) -> tuple[str, bytes]:
        speaks = self.script.speaks
        if isinstance(step, Refuse):
            return "application/json", json.dumps(speaks.error(step)).encode()
        reply = step if isinstance(step, Reply) else Reply("half")
        reply = step.reply if isinstance(step, Drip) else reply
        if not request.get("stream"):
            return "application/json", json.dumps(speaks.reply(reply)).encode()
        events = "".join(_event(name, data) for name, data in speaks.events(reply))
        return "text/event-stream", events.encode()

    def _head(
        self, status: int, kind: str, length: int, headers: dict[str, str] | None = None
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(length))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()

    def _answer(
        self, status: int, kind: str, body: bytes, headers: dict[str, str] | None = None
    ) -> None:
        self._head(status, kind, len(body), headers)
        self._write(body)

    def _write(self, data: bytes) -> None:
        try:
            self.wfile.write(data)
        except OSError:  # the client gave up
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Keep the test's output clean."""


def _event(name: str, data: object) -> str:
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {data if data == DONE else json.dumps(data)}\n\n"

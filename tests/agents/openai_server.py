"""A local server that speaks the OpenAI chat-completions protocol from a script."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

USAGE = {
    "prompt_tokens": 100,
    "completion_tokens": 10,
    "total_tokens": 110,
    "prompt_tokens_details": {"cached_tokens": 40},
}


@dataclass(frozen=True)
class Reply:
    """A good answer; `calls` are tool names with their arguments as raw JSON text."""

    text: str = ""
    calls: tuple[tuple[str, str], ...] = ()
    finish: str | None = None

    def body(self) -> bytes:
        calls = [
            {"id": f"call_{i}", "type": "function", "function": {"name": name, "arguments": given}}
            for i, (name, given) in enumerate(self.calls)
        ]
        message = {"role": "assistant", "content": self.text or None}
        if calls:
            message["tool_calls"] = calls  # type: ignore[assignment]
        finish = self.finish or ("tool_calls" if calls else "stop")
        choice = {"index": 0, "message": message, "finish_reason": finish}
        whole = {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 0,
            "model": "scripted",
            "choices": [choice],
            "usage": USAGE,
        }
        return json.dumps(whole).encode()


@dataclass(frozen=True)
class Refuse:
    """An HTTP error."""

    status: int
    retry_after: float | None = None


@dataclass(frozen=True)
class Stall:
    """Nothing for so many seconds, then an answer that comes too late."""

    seconds: float


@dataclass(frozen=True)
class Cut:
    """Half an answer: the connection closes before Content-Length bytes were sent."""


Step = Reply | Refuse | Stall | Cut


@dataclass
class Script:
    """The steps still to come and the requests that came; after the last step: an empty reply."""

    steps: list[Step]
    requests: list[dict[str, object]] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def next(self, request: dict[str, object]) -> Step:
        with self.lock:
            self.requests.append(request)
            return self.steps.pop(0) if self.steps else Reply()


@contextmanager
def serve(steps: Sequence[Step]) -> Iterator[tuple[str, Script]]:
    """The base URL of a running server, and its script."""
    script = Script(list(steps))

    class Handler(_Handler):
        pass

    Handler.script = script
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", script
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    script: Script

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        step = self.script.next(json.loads(self.rfile.read(length)))
        match step:
            case Reply():
                self._answer(200, step.body())
            case Refuse(status, retry_after):
                headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
                self._answer(status, b'{"error": {"message": "scripted refusal"}}', headers)
            case Stall(seconds):
                time.sleep(seconds)
                self.close_connection = True
            case Cut():
                body = Reply("half").body()
                self._head(200, len(body))
                self.wfile.write(body[: len(body) // 2])
                self.close_connection = True

    def _head(self, status: int, length: int, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(length))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()

    def _answer(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self._head(status, len(body), headers)
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Keep the test's output clean."""

"""A server of OpenAI's protocol behind which a program answers."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.agents.openai_protocol import OpenAI
from tests.agents.provider_server import Reply

Answer = Callable[[list[dict[str, object]]], str]


@contextmanager
def serve(answer: Answer) -> Iterator[str]:
    """The base URL; `answer` gets a request's messages."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            body = json.dumps(OpenAI().reply(Reply(answer(request["messages"])))).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Keep the test's output clean."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{OpenAI.base}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

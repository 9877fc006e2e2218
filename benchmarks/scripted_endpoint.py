"""A language model for coding agents that is none: an OpenAI-compatible endpoint with prepared
replies, on this machine only: `python -m benchmarks.scripted_endpoint REPLIES.json PORT`.

REPLIES is a list; each has a `text` or a `tool` with `arguments`. A tool is meant by the end of its
name, since clients put the server's in front. After the last reply there is only a text.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

DONE: Final = {"text": "Done."}


class Scripted(BaseHTTPRequestHandler):
    """Answers `POST .../chat/completions`, streamed or whole; which reply is next follows from the
    conversation: as many as tools have answered."""

    replies: tuple[dict[str, Any], ...] = ()

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        had = sum(each["role"] == "tool" for each in asked["messages"])
        reply = self.replies[had] if had < len(self.replies) and asked.get("tools") else DONE
        message = _message(reply, asked.get("tools") or [], had)
        ended = "tool_calls" if "tool_calls" in message else "stop"
        usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
        common = {"id": f"reply-{had}", "created": 0, "model": asked["model"]}
        if asked.get("stream"):
            self._send("text/event-stream", b"".join(_events(common, message, ended, usage)))
            return
        choice = {"index": 0, "message": message, "finish_reason": ended}
        whole = {**common, "object": "chat.completion", "choices": [choice], "usage": usage}
        self._send("application/json", json.dumps(whole).encode())

    def _send(self, kind: str, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *values: object) -> None:
        return


def _message(reply: dict[str, Any], tools: list[dict[str, Any]], number: int) -> dict[str, Any]:
    if "tool" not in reply:
        return {"role": "assistant", "content": reply["text"]}
    names = [each["function"]["name"] for each in tools]
    name = next((each for each in names if each.endswith(reply["tool"])), reply["tool"])
    function = {"name": name, "arguments": json.dumps(reply.get("arguments", {}))}
    call = {"index": 0, "id": f"call-{number}", "type": "function", "function": function}
    return {"role": "assistant", "content": None, "tool_calls": [call]}


def _events(
    common: dict[str, Any], message: dict[str, Any], ended: str, usage: dict[str, int]
) -> Iterator[bytes]:
    for delta, reason in ((message, None), ({}, ended)):
        choice = {"index": 0, "delta": delta, "finish_reason": reason}
        chunk = {**common, "object": "chat.completion.chunk", "choices": [choice]}
        chunk |= {"usage": usage} if reason else {}
        yield f"data: {json.dumps(chunk)}\n\n".encode()
    yield b"data: [DONE]\n\n"


def main(replies: Path, port: int) -> None:
    """Serve until the process is ended."""
    Scripted.replies = tuple(json.loads(replies.read_text(encoding="utf-8")))
    ThreadingHTTPServer(("127.0.0.1", port), Scripted).serve_forever()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))

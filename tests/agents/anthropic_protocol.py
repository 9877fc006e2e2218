"""The Anthropic messages protocol."""

from __future__ import annotations

import json
from collections.abc import Sequence

from tests.agents.provider_server import Refuse, Reply

USAGE = {
    "input_tokens": 30,
    "cache_creation_input_tokens": 20,
    "cache_read_input_tokens": 50,
    "output_tokens": 10,
}
FINISHES = {"cut": "max_tokens", "refused": "refusal"}
ERRORS = {
    400: "invalid_request_error",
    401: "authentication_error",
    429: "rate_limit_error",
    500: "api_error",
    529: "overloaded_error",
}


class Anthropic:
    """A call's input is an object; what is no JSON can only come in a stream."""

    base = ""

    def reply(self, reply: Reply) -> dict[str, object]:
        text = [{"type": "text", "text": reply.text}] if reply.text else []
        calls = [
            {"type": "tool_use", "id": f"toolu_{i}", "name": name, "input": json.loads(given)}
            for i, (name, given) in enumerate(reply.calls)
        ]
        return {**self._message(), "content": [*text, *calls], "stop_reason": self._stop(reply)}

    def events(self, reply: Reply) -> Sequence[tuple[str, object]]:
        started = {**self._message(), "content": [], "stop_reason": None}
        found: list[tuple[str, object]] = [
            ("message_start", {"type": "message_start", "message": started})
        ]
        text = [_text_block(reply.text)] if reply.text else []
        calls = [_call_block(number, *call) for number, call in enumerate(reply.calls)]
        for index, (block, delta) in enumerate([*text, *calls]):
            for kind, data in (
                ("content_block_start", {"content_block": block}),
                ("content_block_delta", {"delta": delta}),
                ("content_block_stop", {}),
            ):
                found.append((kind, {"type": kind, "index": index, **data}))
        end = {"stop_reason": self._stop(reply), "stop_sequence": None}
        found.append(("message_delta", {"type": "message_delta", "delta": end, "usage": USAGE}))
        found.append(("message_stop", {"type": "message_stop"}))
        return found

    def error(self, refuse: Refuse) -> dict[str, object]:
        kind = ERRORS.get(refuse.status, "invalid_request_error")
        return {"type": "error", "error": {"type": kind, "message": refuse.message}}

    def overflow(self) -> Refuse:
        return Refuse(400, message="prompt is too long: 9 tokens > 8 maximum")

    def _message(self) -> dict[str, object]:
        return {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "claude-scripted",
            "stop_sequence": None,
            "usage": USAGE,
        }

    def _stop(self, reply: Reply) -> str:
        return FINISHES.get(reply.finish or "", "tool_use" if reply.calls else "end_turn")


Block = tuple[dict[str, object], dict[str, object]]  # as it starts, and what is added


def _text_block(text: str) -> Block:
    return {"type": "text", "text": ""}, {"type": "text_delta", "text": text}


def _call_block(number: int, name: str, given: str) -> Block:
    call: dict[str, object] = {
        "type": "tool_use",
        "id": f"toolu_{number}",
        "name": name,
        "input": {},
    }
    return call, {"type": "input_json_delta", "partial_json": given}

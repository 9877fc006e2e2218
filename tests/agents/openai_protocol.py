"""The OpenAI chat-completions protocol, as most servers speak it."""

from __future__ import annotations

from collections.abc import Sequence

from tests.agents.provider_server import DONE, Refuse, Reply

USAGE = {
    "prompt_tokens": 100,
    "completion_tokens": 10,
    "total_tokens": 110,
    "prompt_tokens_details": {"cached_tokens": 40},
}


FINISHES = {"cut": "length", "refused": "content_filter"}
HEAD = {"id": "chatcmpl-1", "created": 0, "model": "scripted"}


class OpenAI:
    """Tool arguments are JSON text, which may be cut or wrong."""

    base = "/v1"

    def reply(self, reply: Reply) -> dict[str, object]:
        message, finish = _message(reply), _finish(reply)
        choice = {"index": 0, "message": message, "finish_reason": finish}
        return {**HEAD, "object": "chat.completion", "choices": [choice], "usage": USAGE}

    def events(self, reply: Reply) -> Sequence[tuple[str, object]]:
        choices: list[list[dict[str, object]]] = [
            [{"index": 0, "delta": _message(reply), "finish_reason": None}],
            [{"index": 0, "delta": {}, "finish_reason": _finish(reply)}],
        ]
        head = {**HEAD, "object": "chat.completion.chunk"}
        chunks = [{**head, "choices": each} for each in choices]
        last = {**head, "choices": [], "usage": USAGE}
        return [("", chunk) for chunk in [*chunks, last]] + [("", DONE)]

    def error(self, refuse: Refuse) -> dict[str, object]:
        too_long = refuse == self.overflow()
        code = "context_length_exceeded" if too_long else None
        return {"error": {"message": refuse.message, "type": "scripted", "code": code}}

    def overflow(self) -> Refuse:
        return Refuse(400, message="This model's maximum context length is 8 tokens.")


def _message(reply: Reply) -> dict[str, object]:
    calls = [
        {
            "index": number,
            "id": f"call_{number}",
            "type": "function",
            "function": {"name": name, "arguments": given},
        }
        for number, (name, given) in enumerate(reply.calls)
    ]
    text = {"role": "assistant", "content": reply.text or None}
    return {**text, "tool_calls": calls} if calls else dict(text)


def _finish(reply: Reply) -> str:
    return FINISHES.get(reply.finish or "", "tool_calls" if reply.calls else "stop")


class VLLM(OpenAI):
    """The same with vLLM's words for a conversation that is too long."""

    def error(self, refuse: Refuse) -> dict[str, object]:
        return {"object": "error", "message": refuse.message, "type": "BadRequestError"}

"""A model that gives prepared replies in order: `scripted/FILE`, for tests and demonstrations.

It counts its tokens itself (four characters each), because Inspect would otherwise download a
tokenizer for a model it does not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessage,
    ChatMessageAssistant,
    GenerateConfig,
    ModelAPI,
    ModelOutput,
    ModelUsage,
)
from inspect_ai.tool import ToolCall, ToolChoice, ToolInfo
from pydantic import BaseModel, ConfigDict, JsonValue, TypeAdapter, ValidationError

CHARACTERS_A_TOKEN: Final = 4  # assumed


class Call(BaseModel):
    """A tool call of a reply."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tool: str
    arguments: dict[str, JsonValue] = {}


class Reply(BaseModel):
    """One prepared reply: text, tool calls, or both."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str = ""
    calls: tuple[Call, ...] = ()


_Replies = TypeAdapter(tuple[Reply, ...])


class Scripted(ModelAPI):
    """Answers a conversation's n-th turn with the script's n-th reply, so episodes may overlap.

    The script is a JSON file with a list of replies, named by the model or given as `replies` in
    the model's arguments. A conversation longer than the script gets an empty last reply.
    """

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig | None = None,
        replies: Sequence[object] | None = None,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config or GenerateConfig())
        self.replies = _read(Path(model_name)) if replies is None else _parse(replies)

    async def generate(
        self,
        input: list[ChatMessage],  # noqa: A002  the base class's name
        tools: list[ToolInfo],
        tool_choice: ToolChoice,
        config: GenerateConfig,
    ) -> ModelOutput:
        """The reply of this turn, with its usage."""
        turn = sum(isinstance(message, ChatMessageAssistant) for message in input)
        reply = self.replies[turn] if turn < len(self.replies) else Reply()
        calls = [
            ToolCall(id=f"call_{turn}_{index}", function=call.tool, arguments=dict(call.arguments))
            for index, call in enumerate(reply.calls)
        ]
        message = ChatMessageAssistant(
            content=reply.text, tool_calls=calls or None, model=self.model_name, source="generate"
        )
        read = _tokens("".join(message.text for message in input))
        wrote = _tokens(reply.model_dump_json())
        return ModelOutput(
            model=self.model_name,
            choices=[
                ChatCompletionChoice(message=message, stop_reason="tool_calls" if calls else "stop")
            ],
            usage=ModelUsage(input_tokens=read, output_tokens=wrote, total_tokens=read + wrote),
        )


def _read(path: Path) -> tuple[Reply, ...]:
    try:
        return _Replies.validate_json(path.read_bytes())
    except OSError as error:
        raise ValueError(f"{error.strerror}") from error
    except ValidationError as error:
        raise ValueError(f"the script: {_first(error)}") from error


def _parse(replies: Sequence[object]) -> tuple[Reply, ...]:
    try:
        return _Replies.validate_python(replies)
    except ValidationError as error:
        raise ValueError(f"replies: {_first(error)}") from error


def _first(error: ValidationError) -> str:
    fault = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in fault["loc"])
    return f"{where}: {fault['msg']}" if where else fault["msg"]


def _tokens(text: str) -> int:
    return -(-len(text) // CHARACTERS_A_TOKEN)

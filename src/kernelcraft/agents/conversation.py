"""Asks a model for its next reply, whatever becomes of the question on the way."""

from __future__ import annotations

from collections.abc import Sequence
from json import JSONDecodeError
from typing import Final

from inspect_ai.model import ChatMessage, ModelOutput, get_model
from inspect_ai.tool import ToolDef

from kernelcraft.agents.agent import Activity
from kernelcraft.agents.context import Kept, Piece, leave_out_more, too_long, view
from kernelcraft.workbench import Workbench

UNREADABLE_IN_A_ROW: Final = 3  # assumed: this many are the fault of a setting, not of the model


class Unreadable(Exception):
    """What came is no reply in the provider's protocol; the message says what was found."""


class Conversation:
    """What one model was asked so far, and what is left out for its context's sake."""

    def __init__(self, tools: Sequence[ToolDef], workbench: Workbench, activity: Activity) -> None:
        self._tools, self._workbench, self._activity = tools, workbench, activity
        self._left_out: frozenset[Piece] = frozenset()
        self._unreadable = 0

    async def ask(self, messages: Sequence[ChatMessage]) -> ModelOutput | None:
        """The next reply; None for one with a tool call that no client can read.

        While the provider says that the conversation is too long, more of it is left out. Raises
        Unreadable, or the provider's error where repeating does not help.
        """
        while True:
            output = await self._generate(view(messages, self._left_out))
            if output is None or output.stop_reason != "model_length":
                return output
            more = leave_out_more(messages, self._left_out, Kept.of(self._workbench))
            if more is None:
                return output
            self._left_out = more
            self._activity.shortened += 1

    async def _generate(self, messages: list[ChatMessage]) -> ModelOutput | None:
        model = get_model()
        try:
            output = await model.generate(messages, self._tools)
        except (JSONDecodeError, AssertionError) as error:  # OpenAI's client; Anthropic's
            raise Unreadable(f"the answer of {model.name} is no reply: {error}") from error
        except ValueError as error:  # Anthropic's client: a call whose arguments are no object
            self._unreadable += 1
            if self._unreadable == UNREADABLE_IN_A_ROW:
                raise Unreadable(f"no reply of {model.name} can be read: {error}") from error
            self._activity.tool_calls += 1
            self._activity.refused += 1
            return None
        except Exception as error:
            if not too_long(error):
                raise
            return ModelOutput.from_content(model.name, str(error), stop_reason="model_length")
        self._unreadable = 0
        return output

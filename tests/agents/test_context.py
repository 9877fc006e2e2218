"""What is left out of a conversation that is longer than the model's context."""

from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
)
from inspect_ai.tool import ToolCall

from kernelcraft.agents.context import LEFT_OUT, Kept, Piece, leave_out_more, too_long, view
from kernelcraft.cells.cell import load_cell
from kernelcraft.workbench import Workbench
from tests.small_kernels import fetch, silu

PROMPT: list[ChatMessage] = [ChatMessageSystem(content="s" * 900), ChatMessageUser(content="u")]


def turn(name: str, answer: str, **arguments: str) -> list[ChatMessage]:
    call = ToolCall(id="call_0", function=name, arguments=dict(arguments))
    return [
        ChatMessageAssistant(content="I think.", tool_calls=[call]),
        ChatMessageTool(content=answer, tool_call_id="call_0", function=name),
    ]


def texts(messages: list[ChatMessage]) -> list[str]:
    """Results, and the kernels of the calls."""
    found = []
    for message in messages:
        if isinstance(message, ChatMessageTool):
            found.append(message.text)
        if isinstance(message, ChatMessageAssistant):
            found += [call.arguments.get("code", "") for call in message.tool_calls or ()]
    return [text for text in found if text]


def test_the_older_half_goes_first() -> None:
    messages = PROMPT + [
        each for name in "abcd" for each in turn("grep_docs", name * 100, query="")
    ]
    first = leave_out_more(messages, frozenset(), Kept())
    assert first == frozenset({Piece(3), Piece(5)})
    assert texts(view(messages, first)) == [LEFT_OUT, LEFT_OUT, "c" * 100, "d" * 100]
    second = leave_out_more(messages, first, Kept())
    assert second == frozenset({Piece(3), Piece(5), Piece(7)})
    assert leave_out_more(messages, second, Kept()) is None  # the last turn stays


def test_prompt_and_what_the_model_said_stay() -> None:
    messages = PROMPT + turn("grep_docs", "x" * 100) + turn("profile", "y" * 100)
    found = leave_out_more(messages, frozenset(), Kept())
    assert found is not None
    shown = view(messages, found)
    assert shown[:2] == PROMPT
    assert [message.text for message in shown if message.role == "assistant"] == ["I think."] * 2
    assert [message.role for message in shown] == [message.role for message in messages]


def test_best_kernel_and_last_failure_stay() -> None:
    work = Workbench(load_cell("plena/silu/C1"))
    messages = list(PROMPT)
    best, worse, replaced, wrong = silu(4), silu(4) + "S_ADDI_INT gp1, gp0, 1\n", "x", fetch(4)
    for code in (replaced * 200, best, worse, wrong, fetch(4) + ";\n"):
        work.write_code(code)
        messages += turn("write_code", "lines written " * 9, code=code)
        messages += turn("run_evaluation", str(work.run_evaluation()))
    messages += turn("grep_docs", "the last turn", query="x")
    kept, gone = Kept.of(work), frozenset[Piece]()
    while (more := leave_out_more(messages, gone, kept)) is not None:
        gone = more
    left = texts(view(messages, gone))
    results = [str(attempt.result) for attempt in work.attempts]
    assert [text for text in left if text != LEFT_OUT] == [
        best,
        results[1],
        fetch(4) + ";\n",
        results[4],
        "the last turn",
    ]


def test_a_kernel_that_was_written_twice_stays_once() -> None:
    messages = PROMPT + turn("write_code", "-", code="k" * 99) * 2 + turn("profile", "-")
    found = leave_out_more(messages, frozenset(), Kept(kernels=("k" * 99,)))
    assert found == frozenset({Piece(2, 0)})
    assert texts(view(messages, found)) == [LEFT_OUT, "-", "k" * 99, "-", "-"]


class Refused(Exception):
    status_code = 400


def test_servers_that_inspect_does_not_know() -> None:
    assert too_long(Refused("This model's maximum context length is 8192 tokens."))
    assert too_long(Refused("the request exceeds the available context size, increase it"))
    assert not too_long(Refused("there is no such model"))
    assert not too_long(ValueError("maximum context length"))

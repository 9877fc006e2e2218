"""Programs are never shown as language models."""

import pytest

from kernelcraft.reports.web.kinds import kind
from tests.reports.made_up import episode


@pytest.mark.parametrize(
    ("agent", "model", "name"),
    [
        ("tuner", "none/none", "program"),
        ("llm", "scripted/replies.json", "program"),
        ("llm", "mockllm/model", "program"),
        ("llm", "openai/gpt-5.2", "language model"),
        ("evolution", "none/none", "program"),
        ("open tools", "none/none", "open tools"),
    ],
)
def test_a_label_says_what_it_was(agent: str, model: str, name: str) -> None:
    assert kind(episode("plena/silu/C1", 5, agent=agent, model=model)).name == name


def test_open_tools_are_ranked_at_held_out_sizes_only() -> None:
    assert not kind(episode("plena/silu/C1", 5, agent="open tools")).ranked

"""Texts of strangers become visible, and harmless file names."""

import pytest

from kernelcraft.reports.web.text import slug, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("V_ADD a\n\tb", "V_ADD a\n\tb"),
        ("a\r\nb", "a\nb"),
        ("a\rb\x00", "a\\x0db\\x00"),
        ("left\u202eright", "left\\u{202e}right"),  # would turn the rest around
        ("\ud800", "\\u{d800}"),  # a kernel may hold half a character
        ("größer ≤ 3 µs", "größer ≤ 3 µs"),
    ],
)
def test_hidden_characters_are_shown(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_a_file_name_is_readable_short_and_one_of_a_kind() -> None:
    assert slug("plena/softmax/C1 tuner", "a").startswith("plena-softmax-c1-tuner-")
    assert slug("plena/softmax/C1", "a") != slug("plena/softmax/C1", "b")
    assert "/" not in slug("../../etc/passwd", "\ud800")
    assert len(slug("x" * 1000, "")) < 100

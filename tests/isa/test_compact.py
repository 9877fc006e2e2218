"""Long instruction tables on one page: nothing is missing."""

from __future__ import annotations

import re

import pytest

from kernelcraft.cells.platforms import platform
from kernelcraft.workbench import approximate_tokens


@pytest.mark.parametrize(("name", "tokens"), [("coral_npu", 6000), ("amd_npu", 5000)])
def test_the_compact_section_names_every_instruction(name: str, tokens: int) -> None:
    found = platform(name)
    text = found.instruction_section("compact")
    assert approximate_tokens(text) <= tokens
    written = set(re.findall(r"[a-z]\S*", _spelled_out(text)))
    mnemonics = {each.mnemonic for each in found.isa.table} - {".word"}
    assert mnemonics - written == set()


def _spelled_out(text: str) -> str:
    """Every number in braces written out, one after another."""
    brace = re.compile(r"([^\s{]*)\{([\d,]+)\}(\S*)")
    while found := brace.search(text):
        before, numbers, rest = found.groups()
        names = " ".join(f"{before}{number}{rest}" for number in numbers.split(","))
        text = text[: found.start()] + names + text[found.end() :]
    return text

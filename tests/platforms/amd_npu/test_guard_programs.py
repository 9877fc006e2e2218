"""The guard as data: nothing is given twice, and straight programs cost what they have bundles."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from tests.platforms.amd_npu.guard.program import Guard
from tests.platforms.amd_npu.guard.sizes import REFUSED, SIZES

FOLDER = Path(__file__).parent / "guard"
STALLS = 1  # no program of the guard meets a bank more than once


def programs() -> list[Guard]:
    """Those of every topic."""
    topics = sorted(path.stem for path in FOLDER.glob("*.py"))
    modules = [import_module(f"tests.platforms.amd_npu.guard.{topic}") for topic in topics]
    return [each for module in modules for each in getattr(module, "PROGRAMS", [])]


PROGRAMS = programs()


def bundles(text: str) -> int:
    """Lines that are no label."""
    lines = [line for line in text.splitlines() if line.strip()]
    return sum(not line.endswith(":") for line in lines)


def test_it_is_large_enough_to_guard() -> None:
    assert len(PROGRAMS) >= 40
    assert len({each.name for each in PROGRAMS}) == len(PROGRAMS)
    assert not set(SIZES) & set(REFUSED)


@pytest.mark.parametrize("guard", PROGRAMS, ids=lambda each: each.name)
def test_each_says_what_it_expects(guard: Guard) -> None:
    assert guard.fault != bool(guard.expected or guard.after or guard.cycles)
    if guard.cycles is None or re.search(r"\b(j|jz|jnz|jnzd|jl|le)\b", guard.text):
        return
    assert 0 <= guard.cycles - bundles(guard.whole) <= STALLS

"""How well each way to search the manual finds the section that answers a question."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, get_args

from pydantic import BaseModel, ConfigDict, TypeAdapter

from kernelcraft.cells.platforms import file, folder, names, platform
from kernelcraft.isa.manual import Manual
from kernelcraft.isa.ranking import ranking

QUESTIONS: Final = "studies/questions.toml"
Part = Literal["seen", "unseen"]
PARTS: Final[tuple[Part, ...]] = get_args(Part)


class Question(BaseModel):
    """What is asked, a pattern that an expert would search for, and the titles that answer."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    asked: str
    pattern: str
    section: str


@dataclass(frozen=True)
class Recall:
    """The share of `n` questions whose section is the first found, or among the first five."""

    n: int
    at_1: float
    at_5: float


def asked() -> tuple[str, ...]:
    """The platforms that have questions."""
    return tuple(name for name in names() if file(name, QUESTIONS) is not None)


@cache
def questions(platform_name: str) -> Mapping[Part, tuple[Question, ...]]:
    """Those of a platform; the ranked search was tuned on the seen ones only."""
    path = folder(platform_name) / QUESTIONS
    return TypeAdapter(dict[Part, tuple[Question, ...]]).validate_python(
        tomllib.loads(path.read_text(encoding="utf-8"))
    )


Hits = list[tuple[str, ...]]
"""Titles that are shown together, best first; an expression finds them in reading order."""


def _expression(manual: Manual, pattern: str) -> Hits:
    return [(title,) for title in dict.fromkeys(match.title for match in manual.search(pattern))]


def _ranked(manual: Manual, question: Question) -> Hits:
    found = ranking(manual).search(question.asked)
    return [(each.title, *each.alike) for each in found]


WAYS: Final[Mapping[str, Callable[[Manual, Question], Hits]]] = {
    "off": lambda manual, question: [],
    "the question as an expression": lambda manual, asked: _expression(manual, asked.asked),
    "an expert's expression": lambda manual, asked: _expression(manual, asked.pattern),
    "ranked": _ranked,
}


def recall(platform_name: str, way: str, part: Part) -> Recall:
    """Of one way on one part of a platform's questions."""
    manual, asked = platform(platform_name).manual(), questions(platform_name)[part]
    places = [place(WAYS[way](manual, each), each) for each in asked]
    n = len(asked)
    return Recall(n, sum(p < 1 for p in places) / n, sum(p < 5 for p in places) / n)


def place(hits: Sequence[Sequence[str]], question: Question) -> float:
    """How many hits come before the one with a right title; infinite when there is none."""
    right = re.compile(question.section)
    places = (i for i, titles in enumerate(hits) if any(map(right.fullmatch, titles)))
    return next(places, float("inf"))

"""Full-text search over a manual: the passages that say most about a question's words, best first.

The score is BM25 (Robertson and Walker, SIGIR 1994) with weighted fields: a word in a title or in
the first line of a section says more about it than one further down.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from kernelcraft.isa.manual import Manual, Page
from kernelcraft.isa.words import terms

SATURATION: Final = 1.2  # k1 and b of BM25; half or twice as much finds the same
NORMALISATION: Final = 0.5
TITLE, SUMMARY, BODY = 3, 2, 1  # assumed weights of the fields
MOST_PASSAGES: Final = 3
MOST_ALIKE: Final = 6
BOILERPLATE: Final = ("Encoding:", "Operand ", "Erratum:")
"""How lines begin that say the same on hundreds of pages; they are not searched."""


@dataclass(frozen=True)
class Passage:
    """A part of a section: `lines` are consecutive lines of page number `section` (from 1)."""

    section: int
    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Ranked:
    """A section (its number from 1) and its best lines, in reading order.

    `alike` are the titles of further sections that differ in a number or a source only.
    """

    section: int
    title: str
    lines: tuple[str, ...]
    alike: tuple[str, ...] = ()


class Ranking:
    """The index of a manual. A page with a syntax is one passage, any other has one a line."""

    def __init__(self, manual: Manual) -> None:
        self.passages = tuple(_passages(manual.pages))
        self._weights = [_weights(passage) for passage in self.passages]
        self._lengths = [sum(weights.values()) for weights in self._weights]
        self._mean = sum(self._lengths) / max(len(self._lengths), 1)
        holding = Counter(term for weights in self._weights for term in weights)
        count = len(self.passages)
        self._rarity = {
            term: math.log(1.0 + (count - n + 0.5) / (n + 0.5)) for term, n in holding.items()
        }

    def search(self, question: str) -> list[Ranked]:
        """Every section that holds a word of the question, by the score of its best passage."""
        asked = frozenset(terms(question))
        scores = {place: self._score(place, asked) for place in range(len(self.passages))}
        best: dict[int, list[int]] = {}
        for place in sorted(scores, key=lambda place: -scores[place]):
            if scores[place] > 0.0:
                best.setdefault(self.passages[place].section, []).append(place)
        return _together([self._ranked(places[:MOST_PASSAGES]) for places in best.values()])

    def _ranked(self, places: Sequence[int]) -> Ranked:
        shown = [self.passages[place] for place in sorted(places)]
        lines = tuple(line for passage in shown for line in passage.lines)
        return Ranked(shown[0].section, shown[0].title, lines)

    def _score(self, place: int, asked: frozenset[str]) -> float:
        weights = self._weights[place]
        long = 1.0 - NORMALISATION + NORMALISATION * self._lengths[place] / self._mean
        return sum(
            self._rarity[term] * weight * (SATURATION + 1.0) / (weight + SATURATION * long)
            for term in asked
            if (weight := weights[term])
        )


@lru_cache(maxsize=8)
def ranking(manual: Manual) -> Ranking:
    """The index, made once for every manual."""
    return Ranking(manual)


def _passages(pages: Sequence[Page]) -> Iterator[Passage]:
    for number, page in enumerate(pages, 1):
        lines = [line for line in page.text.splitlines() if line.strip()]
        if _is_instruction(lines):
            yield Passage(number, page.title, tuple(lines))
        else:
            yield from (Passage(number, page.title, (line,)) for line in lines)


def _weights(passage: Passage) -> Counter[str]:
    """How much each term counts in a passage."""
    weights: Counter[str] = Counter()
    first, *rest = passage.lines
    _add(weights, [passage.title], TITLE)
    _add(weights, [first], SUMMARY)
    _add(weights, (line for line in rest if not line.startswith(BOILERPLATE)), BODY)
    return weights


def _add(weights: Counter[str], lines: Iterable[str], weight: int) -> None:
    for line in lines:
        for term in terms(line):
            weights[term] += weight


def _together(found: Sequence[Ranked]) -> list[Ranked]:
    """One of each family, with the titles of the others, in the order of the best ones."""
    families: dict[str, list[Ranked]] = {}
    for each in found:
        families.setdefault(_family(each), []).append(each)
    return [
        replace(first, alike=tuple(each.title for each in others[:MOST_ALIKE]))
        for first, *others in families.values()
    ]


def _family(found: Ranked) -> str:
    """The same for instructions that differ in numbers and sources only: vadd.vv and vadd.vx."""
    if not _is_instruction(found.lines):
        return found.title
    target, equals, rest = found.lines[0].partition("=")
    sources = re.sub(r"\w+\[[^\]]*\]|\b[su]?imm\d*\b|\d+", "#", rest)
    return re.sub(r"\d+", "#", target) + equals + sources


def _is_instruction(lines: Sequence[str]) -> bool:
    return any(line.startswith("Syntax:") for line in lines)

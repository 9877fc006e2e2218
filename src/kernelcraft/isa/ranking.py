"""Full-text search over a manual: the passages that say most about a question's words, best first.

The score is BM25 (Robertson and Walker, SIGIR 1994) with weighted fields: a word in a title or in
the first line of a section says more about it than one further down.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
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
        self._families = {passage.section: _family(passage) for passage in self.passages}
        self._scores = _scores([_weights(passage) for passage in self.passages])

    def search(self, question: str) -> list[Ranked]:
        """Every section that holds a word of the question, by the score of its best passage."""
        scores: defaultdict[int, float] = defaultdict(float)
        for term in dict.fromkeys(terms(question)):
            for place, score in self._scores.get(term, {}).items():
                scores[place] += score
        best: dict[int, list[int]] = {}
        for place in sorted(scores, key=lambda place: (-scores[place], place)):
            best.setdefault(self.passages[place].section, []).append(place)
        families: dict[str, list[list[int]]] = {}
        for section, places in best.items():
            families.setdefault(self._families[section], []).append(places)
        return [self._ranked(first, others) for first, *others in families.values()]

    def _ranked(self, places: Sequence[int], others: Sequence[Sequence[int]]) -> Ranked:
        shown = [self.passages[place] for place in sorted(places[:MOST_PASSAGES])]
        lines = tuple(line for passage in shown for line in passage.lines)
        alike = tuple(self.passages[each[0]].title for each in others[:MOST_ALIKE])
        return Ranked(shown[0].section, shown[0].title, lines, alike)


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


def _scores(weights: Sequence[Counter[str]]) -> Mapping[str, Mapping[int, float]]:
    """What each term adds to the score of each passage that holds it."""
    lengths = [sum(each.values()) for each in weights]
    mean = sum(lengths) / max(len(lengths), 1)
    holding = Counter(term for each in weights for term in each)
    scores: dict[str, dict[int, float]] = {term: {} for term in holding}
    for place, each in enumerate(weights):
        long = SATURATION * (1.0 - NORMALISATION + NORMALISATION * lengths[place] / mean)
        for term, weight in each.items():
            n = holding[term]
            rarity = math.log(1.0 + (len(weights) - n + 0.5) / (n + 0.5))
            scores[term][place] = rarity * weight * (SATURATION + 1.0) / (weight + long)
    return scores


def _family(passage: Passage) -> str:
    """The same for instructions that differ in numbers and sources only: vadd.vv and vadd.vx."""
    if not _is_instruction(passage.lines):
        return passage.title
    target, equals, rest = passage.lines[0].partition("=")
    sources = re.sub(r"\w+\[[^\]]*\]|\b[su]?imm\d*\b|\d+", "#", rest)
    return re.sub(r"\d+", "#", target) + equals + sources


def _is_instruction(lines: Sequence[str]) -> bool:
    return any(line.startswith("Syntax:") for line in lines)

"""Words that mean nothing, drawn to stand for the words of an instruction set."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product
from random import Random

_CONSONANTS, _VOWELS = "bdfgjklmnprstvz", "aeiou"
_RUN = re.compile(r"[A-Za-z]+")
SHORT = 2  # letters of a word that is written with one syllable
_ENGLISH = frozenset(
    ["be", "bi", "bo", "do", "go", "ha", "he", "hi", "ho", "la", "lo", "ma", "me", "mi", "mu"]
    + ["no", "pa", "pi", "re", "so", "te", "ti", "to"]
)
"""Short words that a manual is full of, or that look like parts of names."""


def drawn(words: Iterable[str], random: Random, taken: Iterable[str]) -> dict[str, str]:
    """For each word another one as short or long, in its case; none is drawn twice or `taken`.

    The order in which the words come does not matter. Raises ValueError where there are too many.
    """
    used = {*_ENGLISH, *(each.casefold() for each in taken)}
    found: dict[str, str] = {}
    short, long = _syllables(1, random), _syllables(2, random)
    for word in sorted(set(words)):
        supplies = (short, long) if len(word) <= SHORT else (long,)
        new = next((each for supply in supplies for each in supply if each not in used), None)
        if new is None:
            raise ValueError(f"there are no more words to draw for {word!r}")
        used.add(new)
        found[word] = new.upper() if word.isupper() else new
    return found


def runs(name: str) -> list[str]:
    """The words of a name: the runs of letters in its head."""
    return _RUN.findall(_halves(name)[0])


def renamed(name: str, words: dict[str, str]) -> str:
    """A name with other words in the places of its own."""
    head, tail = _halves(name)
    return _RUN.sub(lambda found: words.get(found[0], found[0]), head) + tail


def _halves(name: str) -> tuple[str, str]:
    """What a name says of its own, and what says types or shapes, such as `.vv` and `.s32.s16`."""
    first, dot, rest = name.partition(".")
    if len(first) > 1 or not dot:
        return first, dot + rest
    second, dot, rest = rest.partition(".")
    return f"{first}.{second}", dot + rest


def _syllables(count: int, random: Random) -> Iterator[str]:
    """All words of `count` syllables, in an order drawn once."""
    syllables = [a + b for a, b in product(_CONSONANTS, _VOWELS)]
    words = ["".join(each) for each in product(syllables, repeat=count)]
    random.shuffle(words)
    yield from words

"""Words that mean nothing, drawn to stand for the words of an instruction set."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product
from random import Random

_CONSONANTS, _VOWELS = "bdfgjklmnprstvz", "aeiou"
_RUN = re.compile(r"[A-Za-z]+")
SHORT = 2  # letters of a word that is written with one syllable


def drawn(words: Iterable[str], random: Random, taken: Iterable[str]) -> dict[str, str]:
    """For each word another one as short or long, in its case; none is drawn twice or `taken`.

    The longest words first: what is drawn for one does not depend on the order they come in.
    """
    used = {each.casefold() for each in taken}
    found: dict[str, str] = {}
    supplies = {1: _syllables(1, random), 2: _syllables(2, random), 3: _syllables(3, random)}
    for word in sorted(set(words)):
        size = 1 if len(word) <= SHORT else 2
        new = next(
            (each for n in (size, 2, 3) for each in supplies[n] if each not in used), None
        )
        if new is None:
            raise ValueError(f"there are no more words to draw for {word!r}")
        used.add(new)
        found[word] = new.upper() if word.isupper() else new
    return found


def runs(name: str) -> list[str]:
    """The words of a name: its runs of letters."""
    return _RUN.findall(name)


def renamed(name: str, words: dict[str, str]) -> str:
    """A name with other words in the places of its own."""
    return _RUN.sub(lambda found: words.get(found[0], found[0]), name)


def _syllables(count: int, random: Random) -> Iterator[str]:
    """All words of so many syllables, in an order drawn once."""
    syllables = [a + b for a, b in product(_CONSONANTS, _VOWELS)]
    words = ["".join(each) for each in product(syllables, repeat=min(count, 2))]
    if count > 2:
        words = [f"{one}{two}" for one, two in product(syllables, words[:1000])]
    random.shuffle(words)
    yield from words

"""Differences of texts: as `difflib` has them, and soon at an end for texts in the worst order."""

import difflib
import random

import pytest

from kernelcraft.records import difference as module
from kernelcraft.records.difference import difference


@pytest.mark.parametrize("seed", range(40))
def test_as_difflib_has_it(seed: int) -> None:
    rng = random.Random(seed)
    old = [f"line {rng.randrange(9)}" for _ in range(rng.randrange(30))]
    new = [line for line in old if rng.random() < 0.8]
    new.insert(rng.randrange(len(new) + 1), "another")
    expected = list(difflib.unified_diff(old, new, lineterm="", n=seed % 3))[2:]
    assert list(difference(old, new, seed % 3)) == expected


def test_equal_texts_have_none() -> None:
    assert list(difference(["a", "b"], ["a", "b"], 2)) == []


def test_texts_in_the_worst_order_take_bounded_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every line matches one alone, and all its likes are looked at for each."""
    count, likes = 2_000, 110
    old = [f"v{at % likes}" for at in range(count)]
    new = [line for at in range(count // 2) for line in (f"v{at % likes}", f"w{at}")]
    searches = 0
    search = difflib.SequenceMatcher.find_longest_match

    def counted(*arguments: int) -> difflib.Match:
        nonlocal searches
        searches += 1
        return search(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(difflib.SequenceMatcher, "find_longest_match", counted)
    everything = list(difference(old, new, 0))
    whole, searches = searches, 0
    monkeypatch.setattr(module, "MOST_COMPARED", 500_000)
    bounded = list(difference(old, new, 0))
    assert searches < whole / 3
    for found in (everything, bounded):
        assert [line[1:] for line in found if line[0] == "+"] != []
        removed = [line for line in found if line[0] == "-"]
        added = [line for line in found if line[0] == "+"]
        assert len(old) - len(removed) == len(new) - len(added)  # what is left is alike

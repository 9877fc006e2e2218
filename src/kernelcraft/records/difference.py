"""What changed from one text to the next, line by line, in bounded time.

Texts that repeat their lines in the worst order keep `difflib` busy for the cube of their length.
Here it may compare this many lines; what is left then counts as changed.
"""

from collections.abc import Iterator, Sequence
from difflib import Match, SequenceMatcher
from itertools import accumulate
from typing import Final

MOST_COMPARED: Final = 5_000_000
"""Pairs of lines, half a second of them."""


def difference(old: Sequence[str], new: Sequence[str], around: int) -> Iterator[str]:
    """Lines that begin with `-`, `+` or a space, `around` unchanged ones on both sides of a change;
    before each stretch a line says where it is, as in a unified diff."""
    for stretch in _Matcher(old, new).get_grouped_opcodes(around):
        (_, old_first, _, new_first, _), (_, _, old_end, _, new_end) = stretch[0], stretch[-1]
        yield f"@@ -{_range(old_first, old_end)} +{_range(new_first, new_end)} @@"
        for kind, first, end, first_new, end_new in stretch:
            if kind == "equal":
                yield from (f" {line}" for line in old[first:end])
                continue
            yield from (f"-{line}" for line in old[first:end])
            yield from (f"+{line}" for line in new[first_new:end_new])


def _range(first: int, end: int) -> str:
    """Lines from 1 on; of an empty range the line before it."""
    count = end - first
    return f"{first + (count > 0)}" if count == 1 else f"{first + (count > 0)},{count}"


class _Matcher(SequenceMatcher[str]):
    """Finds no more matches once it has compared as many lines as it may."""

    b2j: dict[str, list[int]]  # where each line stands in the second text, but for popular ones

    def __init__(self, old: Sequence[str], new: Sequence[str]) -> None:
        super().__init__(None, old, new)
        places = (1 + len(self.b2j.get(line, ())) for line in old)
        self._compared = [0, *accumulate(places)]
        self._left = MOST_COMPARED

    def find_longest_match(
        self, alo: int = 0, ahi: int | None = None, blo: int = 0, bhi: int | None = None
    ) -> Match:
        """See `difflib`; every line of the first text meets its likes in the second."""
        end = len(self._compared) - 1 if ahi is None else ahi
        self._left -= self._compared[end] - self._compared[alo]
        if self._left < 0:
            return Match(alo, blo, 0)
        return super().find_longest_match(alo, ahi, blo, bhi)

"""The nearest right name to a wrong one, and a wrong text shown safely."""

from collections.abc import Iterable
from difflib import SequenceMatcher

SHOWN = 40  # characters of an offending text that a message repeats
ALIKE = 0.6  # difflib's own default cutoff
OFFERED = 3


def quote(text: str) -> str:
    """`text` in quotes, escaped to ASCII, cut to `SHOWN` characters; "nothing" for an empty one."""
    if not text:
        return "nothing"
    escaped = ascii(text[: SHOWN + 1])
    inner, mark = escaped[1:-1], escaped[0]
    if len(inner) > SHOWN:
        inner = inner[: SHOWN - 3].rstrip("\\") + "..."
    return f"{mark}{inner}{mark}"


def cut(name: str) -> str:
    """A name to begin a message with, at most `SHOWN` characters of it."""
    return name if len(name) <= SHOWN else f"{name[: SHOWN - 3]}..."


def nearest(text: str, names: Iterable[str]) -> list[str]:
    """The names most like `text` (several if equally near, at most `OFFERED`), or none."""
    wanted = text[:SHOWN].casefold()
    names = list(names)
    same = [name for name in names if name.casefold() == wanted]
    if same:
        return same[:OFFERED]
    matcher = SequenceMatcher(b=wanted, autojunk=False)
    scored: list[tuple[float, str]] = []
    for name in names:
        matcher.set_seq1(name.casefold())
        if matcher.quick_ratio() >= ALIKE and (score := matcher.ratio()) >= ALIKE:
            scored.append((score, name))
    best = max((score for score, _ in scored), default=0.0)
    return [name for score, name in scored if score == best][:OFFERED]


def did_you_mean(text: str, names: Iterable[str]) -> str:
    """A clause to end a message with, such as "; did you mean 'gp3'?", or an empty text."""
    found = [quote(name) for name in nearest(text, names)]
    if not found:
        return ""
    *first, last = found
    return f"; did you mean {', '.join(first)} or {last}?" if first else f"; did you mean {last}?"

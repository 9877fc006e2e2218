"""What an attempt of a program changed, in a few indented lines below the attempt's own line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import takewhile
from typing import Final

SHOWN: Final = 12
"""Changed lines of a kernel that stand in the log; of more the instructions are counted."""
KINDS: Final = 6
"""Mnemonics whose numbers are named."""
COMPARED: Final = 200
"""Lines between the first change and the last one; longer stretches are only counted."""
WIDEST: Final = 160
"""Characters of a line."""


def changed(before: str, after: str, mnemonics: Container[str]) -> str:
    """From one kernel to the next: removed lines with -, added ones with +, or which instructions
    there are more and fewer of. Each stands on a line of its own that begins with a line feed and
    two spaces. Empty where nothing changed."""
    return "".join(f"\n  {line}" for line in _changes(before, after, mnemonics))


def turned(before: Sequence[str] | None, after: Sequence[str], names: Sequence[str]) -> str:
    """From one setting of knobs to the next, on one such line; all knobs where there is no first
    one."""
    if before is None:
        parts = [f"{name} {value}" for name, value in zip(names, after, strict=True)]
    else:
        settings = zip(names, before, after, strict=True)
        parts = [f"{name} {old} -> {new}" for name, old, new in settings if old != new]
    return f"\n  {', '.join(parts)}" if parts else ""


def _changes(before: str, after: str, mnemonics: Container[str]) -> Iterator[str]:
    old, new = before.splitlines(), after.splitlines()
    first = _alike(old, new)
    last = _alike(old[first:][::-1], new[first:][::-1])
    old, new = old[first : len(old) - last], new[first : len(new) - last]
    edits = list(_edits(old, new, first)) if max(len(old), len(new)) <= COMPARED else []
    if sum(line[0] != "@" for line in edits) <= SHOWN and (edits or not (old or new)):
        yield from edits
        return
    if not first and new:
        yield f"+ {new[0][:WIDEST]}"  # the title: what wrote the kernel says there what it did
    yield f"{len(new):,} lines instead of {len(old):,}, from line {first + 1:,} on"
    yield _instructions(_counted(old, mnemonics), _counted(new, mnemonics))


def _instructions(old: Counter[str], new: Counter[str]) -> str:
    """How often each mnemonic stands in the lines, where that changed; most first."""
    found = sorted(old.keys() | new.keys(), key=lambda name: (-abs(new[name] - old[name]), name))
    parts = [f"{name} {old[name]:,} -> {new[name]:,}" for name in found if new[name] != old[name]]
    rest = f", and of {len(parts) - KINDS} more" if len(parts) > KINDS else ""
    return (
        ", ".join(parts[:KINDS]) + rest
        or "the same instructions, in another order or on other operands"
    )


def _counted(lines: Sequence[str], mnemonics: Container[str]) -> Counter[str]:
    return Counter(word for line in lines for word in line.split() if word in mnemonics)


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """How many lines both begin with."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _edits(old: Sequence[str], new: Sequence[str], first: int) -> Iterator[str]:
    """Each changed place, then its lines; `first` lines stand before."""
    for kind, i, end, j, stop in SequenceMatcher(None, old, new).get_opcodes():
        if kind == "equal":
            continue
        yield f"@ line {first + j + 1:,}"
        yield from (f"- {line[:WIDEST]}" for line in old[i:end])
        yield from (f"+ {line[:WIDEST]}" for line in new[j:stop])

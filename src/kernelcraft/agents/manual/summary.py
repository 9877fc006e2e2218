"""Writes a short manual: the machine, its instructions, strategies with citations, snippets.

It is a text that a person can edit; `--manual summary:FILE` gives it to other agents.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from kernelcraft.agents.manual.reading import Instruction, Read, Section, read
from kernelcraft.agents.manual.snippets import Snippet, Trial, snippets
from kernelcraft.workbench import Workbench, approximate_tokens

TOKENS: Final = 4_000
EACH_ON_A_LINE: Final = 80
"""Instructions of a manual, above which those of one form share a line."""
ONE_FORM: Final = 3
"""Cuts after which forms of few instructions are left to grep_docs."""
SHORT: Final = 24  # characters of a latency
WIDEST: Final = 90  # characters of what an instruction does

STRATEGIES: Final[Mapping[str, str]] = {
    "Unroll": r"\bunroll",
    "Overlap, and keep the result of one apart from its use": (
        r"\bdependent\b|\bin flight\b|\bunder way\b|\bchain\b|\bbypass\b|\bseveral accumulators\b"
    ),
    "Use what does more at once": r"\bat once\b|\bbatched\b|\bsame for more\b|\bjoin",
    "Align": r"\balign",
    "Avoid conflicts": r"\bsame cycle\b|\bbank\b|\bport\b|\bshare\b",
    "Save memory traffic": r"\bexternal\b|\bcache|\bmiss\b|\bload early\b|\bprefetch|\bDMA\b",
    "Branch less": r"\bbranch|\bmispredict|\bjump|\bloop",
    "Fold constants and addresses": r"\bconstant|\bimmediate|\baddress\b.*\bincrement|\bstride",
    "Choose the cheap instruction": r"\bcosts?\b|\btakes?\b.*\bcycles?\b|\bcycles\b|\binstead\b",
}
"""Words of a manual that promise something for speed; each line counts for the first that fits."""
LONGEST: Final = 400
"""Characters of a line of advice; longer ones are lists of names."""
_ADVICE = re.compile(
    r"\bcycles?\b|\buse\b|\bkeep\b|\bavoid\b|\bcosts?\b|\btakes?\b|\bat once\b|\bearly\b"
    r"|\binstead\b|\bfaster\b|\bshared?\b|\bunroll\b"
)
_NEEDED = re.compile(
    r"\bends?\b|\bmust\b|\bfault|\bgarbage\b|\bbegin|\bat the start\b|\bregisters?\b"
)


@dataclass(frozen=True)
class Strategy:
    """What to try, and the lines that say so."""

    title: str
    said: tuple[tuple[Section, str], ...]

    def lines(self, most: int) -> Iterator[str]:
        """The title, then its first lines, each with its section."""
        yield f"- {self.title}:"
        for section, line in self.said[:most]:
            yield f"  - {line} {section}"


@dataclass(frozen=True)
class Summary:
    """A short manual, and how many tokens it and the whole one take."""

    text: str
    tokens: int
    whole: int
    strategies: tuple[Strategy, ...]
    snippets: tuple[Snippet, ...]

    @property
    def message(self) -> str:
        """What was made, in a sentence."""
        ran = sum(each.ran for each in self.snippets)
        return (
            f"about {self.tokens:,} tokens instead of {self.whole:,}; {len(self.strategies)} "
            f"strategies; {len(self.snippets)} snippets, {ran} of which ran"
        )


def summarised(title: str, manual: str, workbench: Workbench, tokens: int = TOKENS) -> Summary:
    """A summary of a manual's text; the workbench's machine tries the snippets."""
    found = read(manual)
    tried = snippets(found, Trial(workbench))
    menu = strategies(found)
    text = _fitted(title, found, menu, tried, tokens)
    known = approximate_tokens(manual)
    return Summary(text, approximate_tokens(text), known, tuple(menu), tuple(tried))


def of_cell(workbench: Workbench) -> Summary:
    """Of the manual of the workbench's machine, as a reader gets it."""
    platform = workbench.cell.platform
    return summarised(platform.title, platform.manual().text(), workbench)


def strategies(manual: Read) -> list[Strategy]:
    """The menu: what the prose says about speed, by what it is about."""
    said: dict[str, list[tuple[Section, str]]] = {}
    for section, line in manual.sentences:
        if len(line) > LONGEST or not _ADVICE.search(line):
            continue
        for title, words in STRATEGIES.items():
            if re.search(words, line):
                said.setdefault(title, []).append((section, line))
                break
    return [Strategy(title, tuple(said[title])) for title in STRATEGIES if title in said]


def _fitted(
    title: str, manual: Read, menu: Sequence[Strategy], tried: Sequence[Snippet], tokens: int
) -> str:
    """As much as fits: less of the least needed until it does."""
    text = ""
    for cut in range(30):
        text = "\n".join(_lines(title, manual, menu, tried, cut))
        if approximate_tokens(text) <= tokens:
            break
    return text


def _lines(
    title: str, manual: Read, menu: Sequence[Strategy], tried: Sequence[Snippet], cut: int
) -> Iterator[str]:
    yield f"# {title} in short"
    yield "Numbers in brackets are sections of the manual: grep_docs finds them by their titles."
    yield from ("", "## Machine")
    used = {line for each in menu for _, line in each.said[: _most(cut)]}
    prose = [(section, line) for section, line in manual.sentences if line not in used]
    for section, group in groupby(_needed(prose, cut), key=lambda each: each[0]):
        yield f"{section.title} [{section.number}]:"
        yield from (f"- {line}" for _, line in group)
    yield from ("", "## Instructions")
    yield from _instructions(manual.instructions, cut)
    yield from ("", "## Strategies")
    for each in menu:
        yield from each.lines(_most(cut))
    yield from ("", "## Snippets, tried on the simulator")
    yield from (f"- {each}" for each in tried[: max(6, 24 - 2 * cut)])


def _most(cut: int) -> int:
    return max(2, 6 - cut // 2)


def _needed(prose: Iterable[tuple[Section, str]], cut: int) -> Sequence[tuple[Section, str]]:
    """All lines at first; then only their first sentences, then only those that one needs."""
    kept = list(prose)
    if cut >= 7:
        kept = [each for each in kept if _NEEDED.search(each[1])]
    if cut >= 8:
        return [(section, re.split(r"(?<=[.;]) ", line)[0]) for section, line in kept]
    return kept


def _instructions(known: Sequence[Instruction], cut: int) -> Iterator[str]:
    ordered = sorted(known, key=lambda each: (each.unit, each.form, each.latency))
    if len(known) <= EACH_ON_A_LINE:
        for unit, group in groupby(ordered, key=lambda each: each.unit):
            yield f"{unit}:"
            for each in group:
                does = each.summary[: max(SHORT, WIDEST - 6 * cut)]
                yield f"- `{each.syntax}`: {does} ({each.latency})"
        return
    for (unit, form, latency), group in groupby(
        ordered, key=lambda each: (each.unit, each.form, each.latency)
    ):
        names = sorted({each.name for each in group})
        shown = names if cut < 5 else names[: max(1, 14 - cut)]
        more = f" and {len(names) - len(shown)} more" if len(names) > len(shown) else ""
        if cut < ONE_FORM or len(names) >= cut - ONE_FORM:
            time = latency if cut < 3 else latency[:SHORT]
            what = ", ".join(filter(None, [f"{unit} `{form}`".strip(), time]))
            yield f"- {what}: {' '.join(shown)}{more}"

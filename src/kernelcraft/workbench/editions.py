"""How good a manual an agent is given: the whole one, or one that is worse in one way.

It measures what a manual is worth: the machine, the task and the grading stay what they are.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from kernelcraft.cells.protocol import Detail, Platform
from kernelcraft.isa.manual import Manual, Page
from kernelcraft.isa.suggest import did_you_mean

Way = Literal["full", "terse", "no-examples", "wrong-page", "links", "summary"]
WAYS: Final[tuple[Way, ...]] = get_args(Way)
MEANING: Final[dict[Way, str]] = {
    "full": "as it is",
    "terse": "of every instruction its first line, syntax and latency; of other lines a sentence",
    "no-examples": "without lines that show instructions with their operands",
    "wrong-page": "one instruction's page, drawn by a seed, describes another instruction",
    "links": "the prompt has the titles only; every page can be asked for",
    "summary": "the prompt has a summary that somebody wrote; every page can be asked for",
}
SUMMARISED: Final = "Each instruction has a page of its own; grep_docs finds it by its name."
SYNTAX: Final = "Syntax: "
_KEPT_FACTS: Final = (SYNTAX, "Latency: ")
_FACT = re.compile(r"(?:Syntax|Encoding|Operand \w+|Unit|Latency|Interval|Timing of|Erratum)\b")
_SENTENCE = re.compile(r"(.*?[.:;])(?: |$)")
_INSTRUCTION = re.compile(r"(?<![\w.])([A-Za-z_][\w.]*) +(?:[#\[(]?-?[A-Za-z]*\d|\[|[a-z]\w*,)")
LONGEST_WORD: Final = 3
"""Letters of mnemonics that are English, too; they need a second operand to be an example."""
_SHOWN = re.compile(r"\s|\.\w|[\w.$]+:$")  # how a line of code begins on a page of prose


class UnknownEdition(ValueError):
    """There is no such edition; the message is a sentence for the user."""


@dataclass(frozen=True)
class Edition:
    """A manual in one of the `WAYS`.

    The seed says which page is wrong. A summary has its text, and what it is known by: 8 hex digits
    of its hash.
    """

    way: Way = "full"
    seed: int = 0
    text: str = ""
    digest: str = ""

    @classmethod
    def of_summary(cls, text: str) -> Edition:
        """The one whose prompt has this text in place of the manual."""
        found = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        return cls("summary", text=text, digest=found[:8])

    @classmethod
    def parse(cls, text: str) -> Edition:
        """Such as `terse`, or `wrong-page:7` with a seed; raises UnknownEdition.

        Of a summary, `summary:` and what it is known by: its text is elsewhere.
        """
        name, colon, seed = text.partition(":")
        if name == "summary" and colon and seed:
            return cls("summary", digest=seed)
        way = next((each for each in WAYS if each == name), None)
        if way is None:
            hint = did_you_mean(name, WAYS) or f"; there are {', '.join(WAYS)}"
            raise UnknownEdition(f"there is no manual {name!r}{hint}")
        if way == "summary":
            raise UnknownEdition("summary: expected a file after it, as in summary:FILE")
        if colon and not (way == "wrong-page" and seed.isdecimal() and len(seed) < 10):
            raise UnknownEdition(f"{text!r}: only wrong-page:SEED has a number after its name")
        return cls(way, int(seed or 0))

    def __str__(self) -> str:
        if self.way == "summary":
            return f"{self.way}:{self.digest}"
        return f"{self.way}:{self.seed}" if self.way == "wrong-page" else self.way

    def manual(self, platform: Platform) -> Manual:
        """All pages that can be searched."""
        manual = platform.manual()
        if self.way in ("full", "links", "summary"):
            return manual
        return Manual(tuple(self._pages(platform, manual.pages)))

    def sections(self, platform: Platform) -> Sequence[Page]:
        """What the prompt has before the instructions."""
        if self.way == "links":
            return (Page("Manual", f"grep_docs gives these pages: {_titles(platform)}"),)
        if self.way == "summary":
            return (Page("The machine in short", self.text),)
        return self._pages(platform, platform.prompt_sections())

    def instructions(self, platform: Platform, detail: Detail) -> str:
        """What the prompt has of the instructions."""
        if self.way == "links":
            return "Each instruction has a page; grep_docs finds it by what it does."
        if self.way == "summary":
            return SUMMARISED
        text = platform.instruction_section(detail)
        pages = [page for page in platform.manual().pages if _is_instruction(page)]
        if self.way == "full" or text != Manual(tuple(pages)).text():
            return text
        return Manual(tuple(self._pages(platform, pages))).text()

    def wrong_page(self, platform: Platform) -> str | None:
        """The title of the page that is wrong, if one is."""
        return self._exchanged(platform)[0] if self.way == "wrong-page" else None

    def _pages(self, platform: Platform, pages: Sequence[Page]) -> list[Page]:
        if self.way == "terse":
            return [_terse(page) for page in pages]
        if self.way == "no-examples":
            mnemonics = frozenset((*platform.isa.forms, *platform.isa.pseudos))
            return [_without_examples(page, mnemonics) for page in pages]
        if self.way == "wrong-page":
            title, text = self._exchanged(platform)
            return [Page(each.title, text) if each.title == title else each for each in pages]
        return list(pages)

    def _exchanged(self, platform: Platform) -> tuple[str, str]:
        """The title of an instruction's page, and what it says with another one's description."""
        pages = [page for page in platform.manual().pages if _is_instruction(page)]
        draw = random.Random(f"{platform.name} {self.seed}")
        wrong = draw.choice(pages)
        others = [each for each in pages if _described(each) != _described(wrong)]
        other = draw.choice(others)
        facts = wrong.text[wrong.text.index(SYNTAX) :]
        return wrong.title, f"{_described(other)}{facts}"


def _is_instruction(page: Page) -> bool:
    return f"\n{SYNTAX}" in page.text


def _described(page: Page) -> str:
    """What an instruction's page says before its facts."""
    return page.text[: page.text.index(SYNTAX)]


def _titles(platform: Platform) -> str:
    return "; ".join(page.title for page in platform.manual().pages if not _is_instruction(page))


def _terse(page: Page) -> Page:
    lines = page.text.split("\n")
    if _is_instruction(page):
        kept = [line for line in lines[1:] if line.startswith(_KEPT_FACTS)]
        return Page(page.title, "\n".join([lines[0], *kept]))
    sentences = (_SENTENCE.match(line) for line in lines)
    shorter = [
        found[1] if found and not _SHOWN.match(line) else line
        for found, line in zip(sentences, lines, strict=True)
    ]
    return Page(page.title, "\n".join(shorter))


def _without_examples(page: Page, mnemonics: frozenset[str]) -> Page:
    kept = [line for line in page.text.split("\n") if not _is_example(line, mnemonics)]
    return Page(page.title, "\n".join(kept))


def _is_example(line: str, mnemonics: frozenset[str]) -> bool:
    """Whether a line of prose has an instruction with registers or numbers as its operands."""
    if _FACT.match(line):
        return False
    if _SHOWN.match(line):
        return True
    return any(
        found[1] in mnemonics and (len(found[1]) > LONGEST_WORD or "," in line[found.end() :])
        for found in _INSTRUCTION.finditer(line)
    )

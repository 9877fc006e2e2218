"""A manual that is written as Markdown, and the table of instruction names that it has.

Under "# Instructions" each "## name ..." begins an instruction's page; under any other "#" heading
each "## title" begins a page that the prompt has in full. The text right under a "#" heading is a
page with that title.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from kernelcraft.isa.isa import Isa
from kernelcraft.isa.manual import Manual, Page
from kernelcraft.sim.machine import Machine

INSTRUCTIONS: Final = "instructions"
OTHER: Final = "other"
"""The name of what the manual has no page of."""
UNIT: Final = "machine"


@dataclass(frozen=True)
class Written:
    """The text of a manual."""

    text: str

    @cached_property
    def guides(self) -> tuple[Page, ...]:
        """What a prompt has in full."""
        return tuple(page for part, page in self._pages if part.lower() != INSTRUCTIONS)

    @cached_property
    def instructions(self) -> tuple[Page, ...]:
        """A page for each instruction."""
        return tuple(page for part, page in self._pages if part.lower() == INSTRUCTIONS)

    def manual(self) -> Manual:
        """All pages."""
        return Manual((*self.guides, *self.instructions))

    def compact(self) -> str:
        """Each instruction on a line."""
        return "\n".join(f"- {page.title}: {page.summary}" for page in self.instructions)

    def table(self, name: str) -> Isa:
        """The instructions by name, without bits and meaning."""
        isa = Isa(name, word_bits=32, operands=(), units={UNIT: "the machine as a whole"})
        pages = {mnemonic(page.title): page.summary for page in self.instructions}
        for each, summary in {**pages, OTHER: "An instruction without a page."}.items():
            isa.instruction(each, unit=UNIT, latency=1)(_described(summary))
        return isa

    @cached_property
    def _pages(self) -> list[tuple[str, Page]]:
        found = []
        for part in re.split(r"^# ", self.text, flags=re.MULTILINE)[1:]:
            title, _, rest = part.partition("\n")
            first, *others = re.split(r"^## ", rest, flags=re.MULTILINE)
            if first.strip() and title.strip().lower() != INSTRUCTIONS:
                found.append((title.strip(), Page(title.strip(), first.strip())))
            for other in others:
                name, _, body = other.partition("\n")
                found.append((title.strip(), Page(name.strip(), body.strip())))
        return found


def mnemonic(title: str) -> str:
    """The name of the instruction that a page is of."""
    return re.split(r"[\s,(]", title, maxsplit=1)[0]


def _described(summary: str) -> Callable[[Machine], None]:
    """A body that has a text only: nothing of ours runs it."""

    def meaning(m: Machine) -> None:
        raise NotImplementedError("only the simulator of its designer knows")

    meaning.__doc__ = summary or "See its page."
    return meaning

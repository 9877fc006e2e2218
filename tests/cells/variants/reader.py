"""A scripted reader: it knows one machine's manual and kernels by heart and reads another manual.

It takes instructions for the same whose pages describe the same, and learns from them how they are
called, how registers are, and in which order operands stand. It sees nothing but the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

NAME = re.compile(r"[A-Z]+(?:_[A-Z*]+)+")
REGISTER = re.compile(r"Operand (\w+): a register ([a-z]+)\d+\.\.")


@dataclass(frozen=True)
class Page:
    """What is read of an instruction: its name, its description and the order of its operands."""

    name: str
    says: str
    operands: tuple[str, ...]
    files: tuple[tuple[str, str], ...]


def pages(text: str) -> dict[str, Page]:
    """The instructions of a manual's text, by name."""
    found = {}
    for chunk in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
        title, _, body = chunk.partition("\n")
        syntax = re.search(r"^Syntax: \S+ ?(.*)$", body, re.MULTILINE)
        if syntax:
            files = tuple(REGISTER.findall(body))
            found[title] = Page(title, body[: syntax.start()], _listed(syntax[1]), files)
    return found


def _listed(operands: str) -> tuple[str, ...]:
    return tuple(each.strip(" ]") for each in operands.replace("[", "").split(",") if each.strip())


class Reader:
    """What was learnt from a manual beside the one that is known."""

    def __init__(self, known: str, text: str) -> None:
        self.known, new = pages(known), pages(text)
        stems = _stems(self.known.values(), new.values())
        by_description: dict[str, list[Page]] = {}
        for page in new.values():
            by_description.setdefault(_plain(page, stems.values()), []).append(page)
        self.stems = stems
        self.names = {
            page.name: found[0]
            for page in self.known.values()
            if (found := by_description.get(_plain(page, stems)))
        }

    def translated(self, kernel: str) -> str:
        """A kernel of the known machine in the words of the new one; what is not known stays."""
        return "\n".join(map(self._line, kernel.split("\n")))

    def _line(self, line: str) -> str:
        code = line.partition(";")[0].strip()
        mnemonic, _, rest = code.partition(" ")
        new = self.names.get(mnemonic)
        if new is None:
            return code
        known = self.known[mnemonic]
        texts = dict(zip(known.operands, _listed(rest), strict=False))
        ordered = [texts[name] for name in new.operands if name in texts]
        return f"{new.name} {', '.join(map(self._operand, ordered))}"

    def _operand(self, text: str) -> str:
        stem = text.rstrip("0123456789")
        return self.stems.get(stem, stem) + text[len(stem) :]


def _stems(known: Iterable[Page], new: Iterable[Page]) -> Mapping[str, str]:
    """The files of registers: those that the same operands are of, as often as not."""
    counts: dict[str, dict[str, int]] = {}
    ours = _files(known)
    theirs = _files(new)
    for operand, files in ours.items():
        for mine, other in zip(sorted(files), sorted(theirs.get(operand, ())), strict=False):
            counts.setdefault(mine, {}).setdefault(other, 0)
            counts[mine][other] += 1
    return {mine: max(found, key=found.__getitem__) for mine, found in counts.items()}


def _files(manual: Iterable[Page]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for page in manual:
        for operand, stem in page.files:
            found.setdefault(operand, set()).add(stem)
    return found


def _plain(page: Page, stems: Iterable[str]) -> str:
    """A description without the names in it."""
    text = NAME.sub("#", page.says)
    for stem in stems:
        text = re.sub(rf"\b{stem}(?=\[|\d|X)", "@", text)
    return text

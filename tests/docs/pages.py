"""The pages that people read, and the code blocks in them."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
APPENDED = "at the end of "
_BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """One fenced block; a title is the file that a reader would write it to."""

    language: str
    title: str
    text: str

    @property
    def commands(self) -> list[str]:
        """The lines of a shell block without comments."""
        if self.language != "sh":
            return []
        lines = (re.sub(r"(^|\s)#.*", "", line).strip() for line in self.text.splitlines())
        return [line for line in lines if line]

    def write(self, root: Path) -> None:
        """Do what the title says: a new file, lines at the end of one, or a diff of one."""
        if self.language == "diff":
            path = root / self.title
            old, new = _sides(self.text)
            source = path.read_text(encoding="utf-8")
            assert source.count(old) == 1, f"{self.title} has no single place that reads\n{old}"
            path.write_text(source.replace(old, new), encoding="utf-8")
        elif self.title.startswith(APPENDED):
            path = root / self.title.removeprefix(APPENDED)
            source = path.read_text(encoding="utf-8")
            path.write_text(f"{source}\n\n{self.text}", encoding="utf-8")
        else:
            path = root / self.title
            assert not path.exists(), f"{self.title} is there already"
            path.write_text(self.text, encoding="utf-8")


def pages() -> list[Path]:
    """README, the pages of `docs/` and those of the root folder; not the changelog."""
    root = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")]
    return [*root, *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page, in order."""
    found = _BLOCK.findall(page.read_text(encoding="utf-8"))
    return [Block(language, title, text) for language, title, text in found]


def mentioned(page: Path) -> list[str]:
    """The `kernelcraft ...` commands between backticks, outside of blocks."""
    prose = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    return re.findall(r"`(kernelcraft [a-z][^`\n]*)`", prose)


def words(command: str) -> list[str] | None:
    """The arguments of a `kernelcraft` command line, without redirections; None for others."""
    command = command.removesuffix("|| true").removesuffix("&").partition(" > ")[0]
    if not command.startswith("kernelcraft "):
        return None
    return shlex.split(command)[1:]


def _sides(diff: str) -> tuple[str, str]:
    """The lines before and after a change."""
    lines = [(line[:1], f"{line[1:]}\n") for line in diff.splitlines()]
    old = "".join(text for sign, text in lines if sign != "+")
    new = "".join(text for sign, text in lines if sign != "-")
    return old, new

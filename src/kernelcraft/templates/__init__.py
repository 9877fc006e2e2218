"""Packages to begin with: a folder each, whose files end in .in and hold names to be filled in."""

from __future__ import annotations

import keyword
import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

NAME: Final = re.compile(r"[a-z][a-z0-9_]*")


class NameTaken(ValueError):
    """The name is none that a package can have, or there is one already; a sentence."""


def write(template: str, name: str, folder: Path) -> list[Path]:
    """Write the package `name` to a new folder and give its files.

    Raises NameTaken if the name cannot be a package's, or if the folder is there.
    """
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise NameTaken(f"{name}: expected small letters, digits and _, such as my_npu")
    if folder.exists():
        raise NameTaken(f"{folder} is there already")
    title = name.replace("_", " ").title()
    words = {"NAME": name, "TITLE": title, "CLASS": title.replace(" ", "")}
    found = []
    for path, text in _texts(files(__package__) / template):
        target = folder / _filled(path.removesuffix(".in"), words)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_filled(text, words), encoding="utf-8")
        found.append(target)
    return found


def _texts(place: Traversable, at: str = "") -> list[tuple[str, str]]:
    found = []
    for each in sorted(place.iterdir(), key=lambda entry: entry.name):
        if each.is_dir():
            found += _texts(each, f"{at}{each.name}/")
        elif each.name.endswith(".in"):
            found.append((f"{at}{each.name}", each.read_text(encoding="utf-8")))
    return found


def _filled(text: str, words: dict[str, str]) -> str:
    """The text with the names; other capitals stay."""
    return re.sub(r"NAME|TITLE|CLASS", lambda word: words[word[0]], text)

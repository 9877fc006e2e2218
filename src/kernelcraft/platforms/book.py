"""What a manual is printed from, for machines with tasks and for those without."""

from __future__ import annotations

import importlib
from dataclasses import dataclass

from kernelcraft import platforms
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.manual import Manual


@dataclass(frozen=True)
class Book:
    """A machine's manual with the table it follows from."""

    name: str
    version: str
    isa: Isa
    manual: Manual


def book(name: str) -> Book:
    """The book of a machine; raises KeyError for a name that is not in MACHINES."""
    if name in platforms.NAMES:
        found = platforms.platform(name)
        return Book(name, found.version, found.isa, found.manual())
    if name not in platforms.MACHINES:
        raise KeyError(name)
    bound: Book = importlib.import_module(f"kernelcraft.platforms.{name}.pages").book()
    return bound

"""Machines with instructions that were proposed, such as `plena+expert`, and the cells for them.

After the platform's name stands the name of a text of proposals: one that the platform has as
`designs/<name>.isa`, or one that was `registered` in this process, which is called by its digest.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, is_dataclass, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final, cast

from kernelcraft import tasks
from kernelcraft.cells import platforms
from kernelcraft.cells.protocol import Platform
from kernelcraft.cells.sizes import Configurations, parse
from kernelcraft.cells.variants.names import DESIGN_MARK, base_of, drawn_from
from kernelcraft.isa.suggest import did_you_mean
from kernelcraft.tasks import designs

if TYPE_CHECKING:
    from kernelcraft.cells.cell import Cell
    from kernelcraft.design.form import Proposal
    from kernelcraft.design.rules import Rules

FOLDER: Final = "designs"
SUFFIX: Final = ".isa"
SIZES: Final = "cells/designs.toml"
KEPT: Final = 1024
"""Texts that a process remembers."""
_NAME = re.compile(r"[a-z][a-z0-9_-]*")
_registered: dict[str, str] = {}


class NoDesign(LookupError):
    """No text of proposals has that name, or the platform takes none; a sentence."""


@dataclass(frozen=True)
class Design:
    """A platform and the name of a text of proposals for it."""

    base: str
    extension: str

    def __str__(self) -> str:
        return f"{self.base}{DESIGN_MARK}{self.extension}"


def parsed(name: str) -> Design | None:
    """What the name of a machine says; None for one without proposals."""
    base, mark, extension = name.partition(DESIGN_MARK)
    return Design(base, extension) if mark else None


def register(base: str, text: str) -> Design:
    """Give a text a name in this process: the same for the same text in any process.

    Raises Refused for what cannot be taken, and NoDesign for a platform that takes none.
    """
    design = Design(base, f"d-{hashlib.sha256(text.encode()).hexdigest()[:12]}")
    proposals_of(base, text)
    _registered.pop(design.extension, None)
    _registered[design.extension] = text
    while len(_registered) > KEPT:
        del _registered[next(iter(_registered))]
    return design


def texts(base: str) -> Mapping[str, str]:
    """The texts that a platform has, by name."""
    folder = platforms.folder(base) / FOLDER
    return {each.stem: each.read_text(encoding="utf-8") for each in sorted(folder.glob("*.isa"))}


def text_of(design: Design) -> str:
    """The text of proposals; raises NoDesign."""
    rules_of(design.base)
    known = {**texts(design.base), **_registered}
    if design.extension not in known:
        hint = did_you_mean(design.extension, known) or f"; known: {', '.join(known)}"
        raise NoDesign(f"there are no proposals called {design.extension!r}{hint}")
    return known[design.extension]


def rules_of(base: str) -> Rules:
    """What a platform says of proposals; raises NoDesign where it says nothing."""
    module = platforms.part(base, "machine.proposals")
    if module is None:
        raise NoDesign(f"{base} takes no proposals: nothing says what they may touch there")
    found: Rules = module.RULES
    return found


def takes_proposals(cell: Cell) -> None:
    """Raises NoDesign for a cell whose machine takes none: of another platform, drawn, set."""
    name = cell.platform.name
    if drawn_from(name):
        raise NoDesign(f"{name} takes no proposals: it was drawn by a seed")
    if cell.settings:
        raise NoDesign(f"{cell.name} takes no proposals: only the usual machine does")
    rules_of(base_of(name))


def proposals_of(base: str, text: str) -> tuple[Proposal, ...]:
    """The checked proposals of a text for a platform; raises Refused, or NoDesign."""
    from kernelcraft.design.cost import too_fast
    from kernelcraft.design.extend import extended
    from kernelcraft.design.form import Refused, read

    rules, isa = rules_of(base), platforms.platform(base).isa
    found = read(text, isa, rules)
    faults = tuple(filter(None, (too_fast(each, rules) for each in found)))
    if faults:
        raise Refused(faults)
    extended(isa, base, found, rules)
    return found


def platform_of(design: Design) -> Platform:
    """The platform with the proposals; raises NoDesign."""
    return _extended(design, text_of(design))


@lru_cache(maxsize=32)
def _extended(design: Design, text: str) -> Platform:
    from kernelcraft.design.extend import extended

    base, rules = platforms.platform(design.base), rules_of(design.base)
    assert is_dataclass(base)
    isa = extended(base.isa, str(design), proposals_of(design.base, text), rules)
    digest = hashlib.sha256(text.encode()).hexdigest()[:12]
    changes: dict[str, Any] = {
        "isa": isa,
        "name": str(design),
        "title": f"{base.title} with proposed instructions",
        "version": f"{base.version} +{digest}",
    }
    return cast(Platform, replace(cast(Any, base), **changes))


@cache
def configurations(base: str) -> Configurations:
    """`[task][configuration]` -> dims of the tasks that instructions are designed for."""
    path = platforms.file(base, SIZES)
    if path is None:
        return {}
    text = path.read_text(encoding="utf-8")
    wanted = [name for name in designs.names() if name in tomllib.loads(text)]
    return parse(text, f"{base}/{SIZES}", {name: tasks.load(name).dims for name in wanted})


def for_designs(cell: Cell) -> bool:
    """Whether its task, or its machine, is there for proposed instructions: no ranking has it."""
    return parsed(cell.platform.name) is not None or cell.task.name in designs.names()

"""Which tools there are, and what each file of `tools` says of itself; read, not imported.

Packages bring others by the entry points `kernelcraft.tools`, whose values are such modules. They
are offered only where they are named: what an agent does with them is labelled *open tools*.
"""

import ast
import importlib.util
import pkgutil
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from kernelcraft import packages
from kernelcraft.cells.cell import UnknownName
from kernelcraft.isa.suggest import did_you_mean, nearest
from kernelcraft.packages import Entry
from kernelcraft.workbench import tools


@dataclass(frozen=True)
class Offer:
    """What a tool's file says in `TOOL = Offer(...)`, in literals."""

    prompt: str  # its lines in the prompt
    place: int = 100  # in the prompt and all lists
    with_hazards: str | None = None  # its lines where hazards are given
    of_paper: bool = False
    needed: bool = False  # without it no agent can hand in a kernel
    writes: bool = False  # changes the kernel or the attempts
    only: str = ""  # the answer that it is offered for, if not for every one

    def lines(self, *, hazards: bool) -> str:
        """What the prompt says of the tool."""
        return self.with_hazards if hazards and self.with_hazards else self.prompt


def _read(file: Path) -> Offer:
    """Without an import: a prompt is shown at once, and tools load much."""
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        match node:
            case ast.Assign([ast.Name("TOOL")], ast.Call(keywords=said)):
                return Offer(**{str(each.arg): ast.literal_eval(each.value) for each in said})
    raise ValueError(f"{file}: a tool's file says TOOL = Offer(...)")


def _file(name: str) -> Path:
    spec = importlib.util.find_spec(f"{tools.__name__}.{name}")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin)


def _found() -> dict[str, Offer]:
    found = {
        module.name: _read(_file(module.name)) for module in pkgutil.iter_modules(tools.__path__)
    }
    return dict(sorted(found.items(), key=lambda each: (each[1].place, each[0])))


OFFERS: Final = _found()
"""Each of our tools', in their order."""

OFFERED: Final = tuple(name for name, offer in OFFERS.items() if not offer.only)

TOOLS: Final = tuple(name for name, offer in OFFERS.items() if offer.of_paper)
"""The paper's."""


def brought() -> Mapping[str, Entry]:
    """What packages bring, by name."""
    return packages.others("tools", OFFERS)


def known(name: str) -> str:
    """The name of a tool; raises UnknownName for any other."""
    names = (*OFFERS, *brought())
    if name in names:
        return name
    hint = did_you_mean(name, names) or f"; the tools are: {', '.join(names)}"
    raise UnknownName(f"there is no tool {name!r}{hint}", tuple(nearest(name, names)))


def for_answer(names: Collection[str], answer: str) -> tuple[str, ...]:
    """The names, and those of the tools that are there for this answer only."""
    return (*names, *(name for name, offer in OFFERS.items() if offer.only == answer))


@cache
def offer(name: str) -> Offer:
    """What the tool of this name says of itself; raises BrokenPackage."""
    if name in OFFERS:
        return OFFERS[name]
    entry = brought()[name]
    with packages.mending("reading it", entry):
        return _read(entry.file)


def allowed(names: Collection[str]) -> tuple[str, ...]:
    """The named tools, ours first; raises UnknownName for what cannot be offered."""
    wanted = dict.fromkeys(map(known, names))
    for name in OFFERED:
        if OFFERS[name].needed and name not in wanted:
            raise UnknownName(f"no kernel can be handed in without the tool {name}", ())
    ours = tuple(name for name in OFFERED if name in wanted)
    return ours + tuple(name for name in wanted if name not in OFFERS and offer(name))

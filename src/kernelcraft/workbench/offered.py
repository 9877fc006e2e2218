"""Which tools there are, and what each file of `tools` says of itself; read, not imported."""

import ast
import importlib.util
import pkgutil
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kernelcraft.cells.cell import UnknownName
from kernelcraft.isa.suggest import did_you_mean, nearest
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

    def lines(self, *, hazards: bool) -> str:
        """What the prompt says of the tool."""
        return self.with_hazards if hazards and self.with_hazards else self.prompt


def _read(name: str) -> Offer:
    """Without an import: a prompt is shown at once, and tools load much."""
    spec = importlib.util.find_spec(f"{tools.__name__}.{name}")
    assert spec is not None
    assert spec.origin is not None
    for node in ast.parse(Path(spec.origin).read_text(encoding="utf-8")).body:
        match node:
            case ast.Assign([ast.Name("TOOL")], ast.Call(keywords=said)):
                return Offer(**{str(each.arg): ast.literal_eval(each.value) for each in said})
    raise ValueError(f"{spec.origin}: a tool's file says TOOL = Offer(...)")


def _found() -> dict[str, Offer]:
    found = {module.name: _read(module.name) for module in pkgutil.iter_modules(tools.__path__)}
    return dict(sorted(found.items(), key=lambda each: (each[1].place, each[0])))


OFFERS: Final = _found()
"""Every tool's, in their order."""

OFFERED: Final = tuple(OFFERS)

TOOLS: Final = tuple(name for name, offer in OFFERS.items() if offer.of_paper)
"""The paper's."""


def known(name: str) -> str:
    """The name of a tool; raises UnknownName for any other."""
    if name in OFFERS:
        return name
    hint = did_you_mean(name, OFFERED) or f"; the tools are: {', '.join(OFFERED)}"
    raise UnknownName(f"there is no tool {name!r}{hint}", tuple(nearest(name, OFFERED)))


def allowed(names: Collection[str]) -> tuple[str, ...]:
    """The named tools in their order; raises UnknownName for what cannot be offered."""
    wanted = set(map(known, names))
    for name, offer in OFFERS.items():
        if offer.needed and name not in wanted:
            raise UnknownName(f"no kernel can be handed in without the tool {name}", ())
    return tuple(name for name in OFFERED if name in wanted)

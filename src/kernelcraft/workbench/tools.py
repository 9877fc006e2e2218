"""What every door says of the tools: names, words, parameters and results, from the methods."""

import inspect
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import get_type_hints

from kernelcraft.cells.cell import UnknownName
from kernelcraft.isa.suggest import did_you_mean, nearest
from kernelcraft.workbench.offered import NEEDED, OFFERED
from kernelcraft.workbench.results import Result
from kernelcraft.workbench.workbench import Workbench


@dataclass(frozen=True)
class Parameter:
    """One argument of a tool; `default` counts only where it is not `required`."""

    name: str
    kind: type[object]  # the annotation, such as `int` or `str | None`
    description: str
    required: bool
    default: str | int | None = None

    def __str__(self) -> str:
        kind = getattr(self.kind, "__name__", None) or str(self.kind)
        return f"{self.name}: {kind}" + ("" if self.required else f" = {self.default!r}")


@dataclass(frozen=True)
class Tool:
    """One tool as an agent is told of it; `result` is what its method gives."""

    name: str
    description: str
    parameters: tuple[Parameter, ...]
    result: type[Result]

    @property
    def usage(self) -> str:
        """How it is called, such as `view_output(num_rows: int = 10)`."""
        return f"{self.name}({', '.join(map(str, self.parameters))})"


def described(method: Callable[..., Result]) -> Tool:
    """The tool that a method is, from its signature and docstring."""
    hints = get_type_hints(method)
    doc = inspect.getdoc(method) or ""
    signature = inspect.signature(method).parameters.values()
    return Tool(
        method.__name__,
        doc,
        tuple(
            Parameter(
                each.name,
                hints[each.name],
                _description(doc, each.name),
                required=each.default is each.empty,
                default=None if each.default is each.empty else each.default,
            )
            for each in signature
            if each.name != "self"
        ),
        hints["return"],
    )


def offered(names: Collection[str] = OFFERED) -> tuple[Tool, ...]:
    """The workbench's tools of these names, the paper's six first."""
    return tuple(described(getattr(Workbench, name)) for name in OFFERED if name in names)


def allowed(names: Collection[str]) -> tuple[str, ...]:
    """The named tools in the workbench's order; raises UnknownName for what cannot be offered."""
    for name in names:
        if name not in OFFERED:
            hint = did_you_mean(name, OFFERED) or f"; the tools are: {', '.join(OFFERED)}"
            raise UnknownName(f"there is no tool {name!r}{hint}", tuple(nearest(name, OFFERED)))
    missing = [name for name in NEEDED if name not in names]
    if missing:
        raise UnknownName(f"no kernel can be handed in without the tool {missing[0]}", ())
    return tuple(name for name in OFFERED if name in names)


def _description(doc: str, parameter: str) -> str:
    """The docstring's line `name: text` about a parameter, or its name."""
    found = re.search(rf"^\s*`?{parameter}`?\s*:\s*(.+)$", doc, re.MULTILINE)
    return found.group(1).strip() if found else parameter.replace("_", " ")

"""What every door says of a tool: name, words, parameters and result, from its function."""

import importlib
import inspect
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache
from typing import get_type_hints

from kernelcraft import packages
from kernelcraft.workbench import tools
from kernelcraft.workbench.offered import OFFERED, brought
from kernelcraft.workbench.results import Result


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
    """One tool as an agent is told of it; `perform` does it, `result` is what that gives."""

    name: str
    description: str
    parameters: tuple[Parameter, ...]
    result: type[Result]
    perform: Callable[..., Result]

    @property
    def usage(self) -> str:
        """How it is called, such as `view_output(num_rows: int = 10)`."""
        return f"{self.name}({', '.join(map(str, self.parameters))})"


def described(perform: Callable[..., Result]) -> Tool:
    """The tool that a function is, from its signature and docstring.

    Its first parameter is what it works on, all others are arguments.
    """
    hints = get_type_hints(perform)
    doc = inspect.getdoc(perform) or ""
    _, *arguments = inspect.signature(perform).parameters.values()
    return Tool(
        perform.__name__,
        doc,
        tuple(
            Parameter(
                each.name,
                hints[each.name],
                _description(doc, each.name),
                required=each.default is each.empty,
                default=None if each.default is each.empty else each.default,
            )
            for each in arguments
        ),
        hints["return"],
        perform,
    )


@cache
def load(name: str) -> Tool:
    """The tool of this name, which is one of those offered."""
    entry = brought().get(name)
    if entry is None:
        return described(getattr(importlib.import_module(f"{tools.__name__}.{name}"), name))
    module = packages.imported(entry)
    with packages.mending(f"looking for {name} in {entry.module}", entry):
        return described(getattr(module, name))


def offered(names: Collection[str] = OFFERED) -> tuple[Tool, ...]:
    """The tools of these names, ours first and of these the paper's six."""
    others = [name for name in names if name not in OFFERED]
    return tuple(load(name) for name in (*OFFERED, *others) if name in names)


def _description(doc: str, parameter: str) -> str:
    """The docstring's line `name: text` about a parameter, or its name."""
    found = re.search(rf"^\s*`?{parameter}`?\s*:\s*(.+)$", doc, re.MULTILINE)
    return found.group(1).strip() if found else parameter.replace("_", " ")

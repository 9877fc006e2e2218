"""How platforms are found: by the entry points of the group `kernelcraft.platforms`.

An entry point's name is the platform's id, its value `package:PLATFORM`, the platform itself. All
else that a platform has are modules and files of that package, found by their place in it: `part`
and `file` say how.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from kernelcraft.cells.protocol import PlacementError, Platform

if TYPE_CHECKING:
    from kernelcraft.sim.emit import Interpreter

GROUP: Final = "kernelcraft.platforms"
ORIGINS: Final = "origins"  # a function beside the one that writes
OWN: Final = "kernelcraft."  # what begins with it is this package; an error in it is one of ours


class BrokenPackage(Exception):
    """The package of a platform cannot be imported; a sentence that names it."""


@cache
def names() -> tuple[str, ...]:
    """The ids of all platforms that are installed."""
    return tuple(_found())


@cache
def platform(name: str) -> Platform:
    """The platform `name`; raises KeyError for a name that is not among `names`."""
    entry = _found()[name]
    module = _imported(name, entry.module)
    if not hasattr(module, entry.attr):
        raise BrokenPackage(f"the package {entry.module} of {name} has no {entry.attr}")
    found: Platform = getattr(module, entry.attr)
    return found


def configured(name: str, settings: Mapping[str, str]) -> Platform:
    """The platform with settings that cells can have; raises PlacementError for others.

    They are what the function `configured` of its `machine.platform` takes, if there is one.
    """
    module = part(name, "machine.platform")
    if module is None or not hasattr(module, "configured"):
        raise PlacementError(f"no setting changes the machine of a cell of {name}")
    found: Platform = module.configured(settings)
    return found


@cache
def part(name: str, path: str) -> ModuleType | None:
    """A module of a platform, such as "kernels.bounds"; None where the platform has none."""
    if name not in _found():
        return None
    module = _found()[name].module
    for step in path.split("."):
        _imported(name, module)
        module = f"{module}.{step}"
        if importlib.util.find_spec(module) is None:
            return None
    return _imported(name, module)


def _imported(name: str, module: str) -> ModuleType:
    """A module of a platform's package; raises BrokenPackage for whatever goes wrong in it."""
    try:
        return importlib.import_module(module)
    except Exception as error:  # packages of others raise anything
        if module.startswith(OWN):
            raise
        kind = type(error).__name__
        raise BrokenPackage(
            f"the package of the platform {name} is broken: {module} gives {kind}: {error}"
        ) from error


@cache
def function(name: str, folder: str, task: str, called: str) -> Callable[..., Any] | None:
    """A platform's function for a task, such as `kernel` in "kernels.experts"; None without one.

    The table `SHARED` of the folder says for a task which function of another module of `kernels`
    it is, such as "schedules.choice:product": those are imported only when they are wanted. For
    other tasks it is in the module of the task's name, or the folder has one for all.
    """
    package = part(name, folder)
    where: str | None = getattr(package, "SHARED", {}).get(task)
    if where is not None:
        path, _, writer = where.partition(":")
        module = part(name, f"kernels.{path}")
        called = called if called == ORIGINS else writer
    else:
        module = part(name, f"{folder}.{task}") or package
    return getattr(module, called, None)


def file(name: str, path: str) -> Path | None:
    """A file of a platform, such as "cells/sizes.toml"; None where the platform has none."""
    if name not in _found():
        return None
    found = folder(name) / path
    return found if found.is_file() else None


def folder(name: str) -> Path:
    """Where the package of a platform lies; raises KeyError for a name that is not among `names`.

    It is found without being imported.
    """
    package = _found()[name].module
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"the entry point of {name} names {package}, which is not there")
    return Path(spec.origin).parent


def interpreters(wanted: Sequence[str] | None = None) -> tuple[Interpreter, ...]:
    """What the native simulator is compiled from, one interpreter per machine."""
    modules = (
        part(name, "machine.interpreter") for name in (names() if wanted is None else wanted)
    )
    return tuple(module.INTERPRETER for module in modules if module is not None)


def warn_without_native(wanted: Sequence[str] | None = None) -> None:
    """Say now, in this process, if worker processes will have to use the reference machine."""
    from kernelcraft.sim.native import load_or_warn

    for interpreter in interpreters(wanted):
        load_or_warn(interpreter)


@cache
def _found() -> dict[str, EntryPoint]:
    """The entry points by name, in the order in which they are declared."""
    return {each.name: each for each in entry_points(group=GROUP)}

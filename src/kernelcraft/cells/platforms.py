"""How platforms are found: by the entry points of the group `kernelcraft.platforms`.

An entry point's name is the platform's id, its value `package:PLATFORM`, the platform itself. All
else that a platform has are modules and files of that package, found by their place in it: `part`
and `file` say how.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from kernelcraft import packages
from kernelcraft.cells.protocol import PlacementError, Platform
from kernelcraft.cells.variants.names import DESIGN_MARK, Variant, base_of, parsed
from kernelcraft.packages import Entry

if TYPE_CHECKING:
    from kernelcraft.sim.emit import Interpreter

ORIGINS: Final = "origins"  # a function beside the one that writes
KEPT: Final = 32
"""Variants that are kept: a trainer draws new ones without end, of 2 MB each."""
SHOWN: Final = 5  # members that a message names
MEMBERS: Final = tuple(name for name in vars(Platform) if not name.startswith("_"))


def names() -> tuple[str, ...]:
    """The ids of all platforms that are installed, or named by a folder."""
    return tuple(packages.found("platforms"))


def known(name: str) -> bool:
    """Whether there is a platform of that name: one of `names`, or a variant of one."""
    return base_of(name) in names()


def entry(name: str) -> Entry:
    """What brings the platform, or the one a variant is drawn from; KeyError for unknown names."""
    return packages.found("platforms")[base_of(name)]


def platform(name: str) -> Platform:
    """The platform `name`; raises KeyError for a name that is not `known`.

    Raises BrokenPackage for what is none, or calls itself otherwise, and NoVariants for a variant
    of a platform that has none; NoDesign for proposals that nobody knows.
    """
    variant = parsed(name)
    if variant is None and DESIGN_MARK in name:
        return _designed(name)
    return _own(name) if variant is None else _drawn(variant)


def _designed(name: str) -> Platform:
    from kernelcraft.cells.designs import parsed as design_of
    from kernelcraft.cells.designs import platform_of

    design = design_of(name)
    assert design is not None
    return platform_of(design)


@lru_cache(maxsize=KEPT)
def _drawn(variant: Variant) -> Platform:
    from kernelcraft.cells.variants.platform import variant_of

    return variant_of(platform(variant.base), variant)


@cache
def _own(name: str) -> Platform:
    brought = entry(name)
    found: Platform | None = getattr(packages.imported(brought), brought.attribute, None)
    place = f"{brought.module}:{brought.attribute}"
    if found is None:
        raise brought.broken(f"there is no {place}")
    missing = [each for each in MEMBERS if not hasattr(found, each)]
    if missing:
        raise brought.broken(f"{place} is no platform, it lacks {', '.join(missing[:SHOWN])}")
    if found.name != name:
        raise brought.broken(f"{place} calls itself {found.name!r}")
    return found


def configured(name: str, settings: Mapping[str, str]) -> Platform:
    """The platform with settings that cells can have; raises PlacementError for others.

    They are what the function `configured` of its `machine.platform` takes, if there is one.
    """
    own = not parsed(name) and DESIGN_MARK not in name
    module = part(name, "machine.platform") if own else None
    if module is None or not hasattr(module, "configured"):
        raise PlacementError(f"no setting changes the machine of a cell of {name}")
    found: Platform = module.configured(settings)
    return found


def part(name: str, path: str) -> ModuleType | None:
    """A module of a platform, such as "kernels.bounds"; None where the platform has none."""
    return _part(base_of(name), path)


@cache
def _part(name: str, path: str) -> ModuleType | None:
    if not known(name):
        return None
    brought = entry(name)
    module = brought.module
    for step in path.split("."):
        around = packages.imported(brought, module)
        module = f"{module}.{step}"
        if not hasattr(around, "__path__") or importlib.util.find_spec(module) is None:
            return None
    return packages.imported(brought, module)


def function(name: str, folder: str, task: str, called: str) -> Callable[..., Any] | None:
    """A platform's function for a task, such as `kernel` in "kernels.experts"; None without one.

    The table `SHARED` of the folder says for a task which function of another module of `kernels`
    it is, such as "schedules.choice:product": those are imported only when they are wanted. For
    other tasks it is in the module of the task's name, or the folder has one for all.
    """
    return _function(base_of(name), folder, task, called)


@cache
def _function(name: str, folder: str, task: str, called: str) -> Callable[..., Any] | None:
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
    if not known(name):
        return None
    found = folder(name) / path
    return found if found.is_file() else None


def folder(name: str) -> Path:
    """Where the package of a platform lies; raises KeyError for a name that is not `known`.

    It is found without being imported.
    """
    return entry(name).file.parent


def interpreters(wanted: Sequence[str] | None = None) -> tuple[Interpreter, ...]:
    """What the native simulator is compiled from, one interpreter per machine."""
    modules = (
        part(name, "machine.interpreter") for name in (names() if wanted is None else wanted)
    )
    return tuple(module.INTERPRETER for module in modules if module is not None)


def warn_without_native() -> None:
    """Say now, in this process, if workers will have to use the reference machine of a platform
    that this process works with."""
    from kernelcraft.sim.native import load_or_warn

    used = [name for name in names() if entry(name).module in sys.modules]
    for interpreter in interpreters(used):
        load_or_warn(interpreter)

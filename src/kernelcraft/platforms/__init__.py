"""The accelerators: one folder each, one protocol (platform.py)."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache

from kernelcraft.platforms.platform import PlacementError, Platform
from kernelcraft.sim.emit import Target
from kernelcraft.sim.native import load_or_warn

NAMES = ("plena", "coral_npu", "amd_npu")


@cache
def platform(name: str) -> Platform:
    """The platform `name`; raises KeyError for a name that is not in NAMES."""
    if name not in NAMES:
        raise KeyError(name)
    found: Platform = importlib.import_module(f"kernelcraft.platforms.{name}.platform").PLATFORM
    return found


def configured(name: str, settings: Mapping[str, str]) -> Platform:
    """The platform with settings that cells can have; raises PlacementError for others.

    They are what the function `configured` of its module `platform` takes, if there is one.
    """
    module = importlib.import_module(f"kernelcraft.platforms.{name}.platform")
    if not hasattr(module, "configured"):
        raise PlacementError(f"no setting changes the machine of a cell of {name}")
    found: Platform = module.configured(settings)
    return found


def targets() -> tuple[Target, ...]:
    """What the native simulator is compiled from, one interpreter per machine."""
    modules = (importlib.import_module(f"kernelcraft.platforms.{name}.target") for name in NAMES)
    return tuple(module.TARGET for module in modules)


def warn_without_native() -> None:
    """Say now, in this process, if worker processes will have to use the reference machine."""
    for target in targets():
        load_or_warn(target)

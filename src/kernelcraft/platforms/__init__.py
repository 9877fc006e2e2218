"""The accelerators: one folder each, one protocol (platform.py)."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from kernelcraft.platforms.platform import Platform

if TYPE_CHECKING:
    from kernelcraft.sim.emit import Target

NAMES = ("plena", "coral_npu", "amd_npu")


@cache
def platform(name: str) -> Platform:
    """The platform `name`; raises KeyError for a name that is not in NAMES."""
    if name not in NAMES:
        raise KeyError(name)
    found: Platform = importlib.import_module(f"kernelcraft.platforms.{name}.platform").PLATFORM
    return found


def targets(names: Sequence[str] = NAMES) -> tuple[Target, ...]:
    """What the native simulator is compiled from, one interpreter per machine."""
    modules = (importlib.import_module(f"kernelcraft.platforms.{name}.target") for name in names)
    return tuple(module.TARGET for module in modules)


def warn_without_native(names: Sequence[str] = NAMES) -> None:
    """Say now, in this process, if worker processes will have to use the reference machine."""
    from kernelcraft.sim.native import load_or_warn

    for target in targets(names):
        load_or_warn(target)

"""Other shapes of a machine: its sizes, its registers and the instructions that it lacks."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from random import Random
from typing import Any, Final

from kernelcraft.cells.platforms import part
from kernelcraft.cells.variants.names import NoVariants, Variant, parsed

SAID: Final = "SHAPES"
"""What `machine.platform` of a platform calls its `Shapes`."""
TRIED: Final = 10_000
"""Settings that are drawn before it is plain that none fit."""
KEPT: Final = 64


@dataclass(frozen=True)
class Shapes:
    """What a seed may change of a platform's shape.

    `settings` of its machine and their values; the numbers of `registers` that a file may have; and
    patterns of mnemonics that may be `dropped`, all that one matches as a group, because the
    platform's baselines do without them. `fits` says which configurations have room for all
    published sizes. `grains` are numbers of elements that rows, columns or keys of a cell are
    multiples of, and what they become; `absent` are tasks that a configuration does not have, each
    with the reason.
    """

    settings: Mapping[str, Sequence[int | str]] = field(default_factory=dict)
    registers: Mapping[str, Sequence[int]] = field(default_factory=dict)
    dropped: Sequence[str] = ()
    fits: Callable[[Any], bool] = lambda configuration: True
    grains: Callable[[Any], Mapping[int, int]] = lambda configuration: {}
    absent: Callable[[Any], Mapping[str, str]] = lambda configuration: {}


@dataclass(frozen=True)
class Shape:
    """What was drawn: settings of the machine, counts of registers by file, mnemonics left out."""

    settings: Mapping[str, str] = field(default_factory=dict)
    registers: Mapping[str, int] = field(default_factory=dict)
    dropped: frozenset[str] = frozenset()


NONE: Final = Shape()


def shapes_of(base: str) -> Shapes:
    """What may change of a platform; raises NoVariants where nothing may."""
    found: Shapes | None = getattr(part(base, "machine.platform"), SAID, None)
    if found is None:
        raise NoVariants(f"{base} has no variants in shape: its shape is part of every kernel")
    return found


@lru_cache(maxsize=KEPT)
def shape(variant: Variant) -> Shape:
    """What a seed says: at least a setting, a register or an instruction is other than usual."""
    if not variant.reshaped:
        return NONE
    may, random = shapes_of(variant.base), Random(f"shape of {variant.base} {variant.seed}")
    usual, groups = usual_configuration(variant.base), droppable(variant.base)
    found = Shape()
    for _ in range(TRIED):
        found = Shape(
            {name: str(random.choice(values)) for name, values in may.settings.items()},
            {file: random.choice(counts) for file, counts in may.registers.items()},
            frozenset().union(*(group for group in groups if random.random() < 0.5)),
        )
        changed = _changed(usual, found.settings)
        if may.settings and (changed is None or not may.fits(changed)):
            continue
        if changed != usual or found.dropped:
            return found
    raise NoVariants(f"{variant}: no shape of {TRIED:,} fits")


@cache
def droppable(base: str) -> tuple[frozenset[str], ...]:
    """The groups of mnemonics that may be left out."""
    isa = _usual(base).isa
    return tuple(
        frozenset(name for name in isa.forms if re.fullmatch(pattern, name))
        for pattern in shapes_of(base).dropped
    )


def usual_configuration(base: str) -> Any:
    """Of the platform's machine; None where it has no settings."""
    return getattr(_usual(base), "configuration", None)


def _usual(base: str) -> Any:
    """The platform as it is installed; None for one of a simulator of others."""
    return getattr(part(base, "machine.platform"), "PLATFORM", None)


def _drawn_configuration(platform: str) -> tuple[Shapes, Any] | None:
    """What may change of a variant's base, and its machine; None if its shape is the usual one."""
    variant = parsed(platform)
    if variant is None or not variant.reshaped:
        return None
    changed = _changed(usual_configuration(variant.base), shape(variant).settings)
    return shapes_of(variant.base), changed


def _changed(configuration: Any, settings: Mapping[str, str]) -> Any:
    """None for settings that do not go together."""
    try:
        return configuration.changed(settings) if settings else configuration
    except ValueError:
        return None


@lru_cache(maxsize=KEPT)
def grains(platform: str) -> Mapping[int, int]:
    """What sizes that are multiples of a number become multiples of; none for unchanged ones."""
    drawn = _drawn_configuration(platform)
    return {} if drawn is None else {a: b for a, b in drawn[0].grains(drawn[1]).items() if a != b}


@lru_cache(maxsize=KEPT)
def absent(platform: str) -> Mapping[str, str]:
    """Tasks that a variant does not have, with the reason."""
    drawn = _drawn_configuration(platform)
    return {} if drawn is None else drawn[0].absent(drawn[1])

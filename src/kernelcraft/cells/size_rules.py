"""Reads a platform's `cells/held_out.toml`: which sizes a held-out cell may have.

The file gives one rule a dim; a rule says which sizes are legal once the dims above it are known.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Final

from kernelcraft import tasks
from kernelcraft.cells.platforms import file
from kernelcraft.cells.sizes import ConfigurationError, arithmetic
from kernelcraft.cells.variants.names import base_of
from kernelcraft.cells.variants.shapes import absent, grains
from kernelcraft.tasks.task import Dims

FILE: Final = "cells/held_out.toml"


class _Rule:
    @property
    def needs(self) -> str | None:
        """The dim that must be known before."""
        return None

    @property
    def grain(self) -> int:
        """What all its sizes are multiples of, whatever the other dims are."""
        return 1

    def tails(self) -> tuple[int, ...]:
        """The sizes of more than one tile that are no multiple of it; none without a tile."""
        return ()


@dataclass(frozen=True)
class Multiples(_Rule):
    """Multiples of `step` from `least` (one step by default) to `most`."""

    step: int
    most: int
    least: int = 1
    tile: int | None = None

    def sizes(self, dims: Dims) -> tuple[int, ...]:
        """Every legal size."""
        first = -(-self.least // self.step) * self.step
        return tuple(range(first, self.most + 1, self.step))

    @property
    def grain(self) -> int:
        return self.step

    def grown(self, factor: int) -> Multiples:
        """The rule for sizes that are `factor` times as large."""
        tile = None if self.tile is None else self.tile * factor
        return Multiples(self.step * factor, self.most * factor, self.least * factor, tile)

    def tails(self) -> tuple[int, ...]:
        if self.tile is None:
            return ()
        return tuple(size for size in self.sizes({}) if size > self.tile and size % self.tile)

    def __str__(self) -> str:
        return f"a multiple of {self.step} from {self.sizes({})[0]} to {self.most:,}"


@dataclass(frozen=True)
class Listed(_Rule):
    """The given sizes."""

    values: tuple[int, ...]

    @property
    def grain(self) -> int:
        return math.gcd(*self.values)

    def grown(self, factor: int) -> Listed:
        """The rule for sizes that are `factor` times as large."""
        return Listed(tuple(value * factor for value in self.values))

    def sizes(self, dims: Dims) -> tuple[int, ...]:
        """Every legal size."""
        return self.values

    def __str__(self) -> str:
        return f"one of {', '.join(map(str, self.values))}"


@dataclass(frozen=True)
class Product(_Rule):
    """Another dim times a factor."""

    times: str
    by: tuple[int, ...]

    @property
    def grain(self) -> int:
        return math.gcd(*self.by)

    def grown(self, factor: int) -> Product:
        """The rule for sizes that are `factor` times as large."""
        return Product(self.times, tuple(each * factor for each in self.by))

    @property
    def needs(self) -> str:
        return self.times

    def sizes(self, dims: Dims) -> tuple[int, ...]:
        """Every legal size."""
        return tuple(dims[self.times] * factor for factor in self.by)

    def __str__(self) -> str:
        return f"{self.times} times {' or '.join(map(str, self.by))}"


@dataclass(frozen=True)
class Divisor(_Rule):
    """A divisor of another dim, less than that."""

    divides: str

    def grown(self, factor: int) -> Divisor:
        """The same."""
        return self

    @property
    def needs(self) -> str:
        return self.divides

    def sizes(self, dims: Dims) -> tuple[int, ...]:
        """Every legal size."""
        whole = dims[self.divides]
        return tuple(size for size in range(1, whole) if whole % size == 0)

    def __str__(self) -> str:
        return f"a divisor of {self.divides}, but less"


Rule = Multiples | Listed | Product | Divisor
Rules = dict[str, Rule]
"""`[dim]` -> its rule, in an order in which a rule only needs the dims above it."""

_KINDS: tuple[type[Rule], ...] = (Multiples, Listed, Product, Divisor)


def refusal(rules: Rules, dims: Dims) -> str | None:
    """Why the dims are not legal, in a sentence; `dims` has a size for every rule."""
    for name, rule in rules.items():
        if dims[name] not in rule.sizes(dims):
            return f"{name}: expected {rule}, got {dims[name]}"
    return None


def held_out_rules(platform: str) -> dict[str, Rules]:
    """`[task][dim]` -> the rule for its size in held-out cells of a platform.

    Those of a variant are its platform's, grown to its shape.

    Raises `ConfigurationError` with one sentence a fault.
    """
    path = file(platform, FILE)
    if path is None:
        raise ConfigurationError([f"no sizes for held-out cells of platform {platform!r}"])
    text = path.read_text(encoding="utf-8")
    dims = tasks.dims(arithmetic(platform), [name for name in tasks.brought() if name in text])
    found = parse(text, f"{platform}/{FILE}", dims)
    grown = grains(platform)
    return {
        task: {dim: rule.grown(_factor(rule, grown)) for dim, rule in rules.items()}
        for task, rules in found.items()
        if task not in absent(platform)
    }


def growth(platform: str) -> dict[str, dict[str, int]]:
    """`[task][dim]` -> how many times as large a variant has the sizes of its platform."""
    grown = grains(platform)
    return {
        task: {dim: _factor(rule, grown) for dim, rule in rules.items()}
        for task, rules in held_out_rules(base_of(platform)).items()
    }


def _factor(rule: Rule, grown: Mapping[int, int]) -> int:
    return grown.get(rule.grain, rule.grain) // rule.grain


def rules_for(platform: str, task: str) -> Rules:
    """Those of one task; raises `ConfigurationError` where there are none."""
    found = held_out_rules(platform)
    if task not in found:
        raise ConfigurationError([f"no sizes for held-out cells of {task} on {platform}"])
    return found[task]


def parse(text: str, source: str, needed: Mapping[str, tuple[str, ...]]) -> dict[str, Rules]:
    """Checked rules from TOML text; `source` is what faults call it, all reported at once."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError([f"{source}: not TOML: {error}"]) from None
    found: dict[str, Rules] = {}
    wrong: list[str] = []
    for task, table in tables.items():
        if not isinstance(table, dict):
            wrong.append(task)
            continue
        rules = {dim: _rule(given) for dim, given in table.items()}
        found[task] = {dim: rule for dim, rule in rules.items() if rule is not None}
        wrong += [f"{task}/{dim}" for dim, rule in rules.items() if rule is None]
    if wrong:
        expected = "expected a rule such as {step = 4, most = 64}"
        raise ConfigurationError(f"{source}: {place}: {expected}" for place in wrong)
    sentences = [f"{source}: {fault}" for task in found for fault in _faults(task, found, needed)]
    if sentences:
        raise ConfigurationError(sentences)
    return found


def _rule(given: object) -> Rule | None:
    """The rule that a row of the file is; None where it is none."""
    if not isinstance(given, dict):
        return None
    for kind in _KINDS:
        known = {each.name for each in fields(kind)}
        needed = {each.name for each in fields(kind) if each.default is MISSING}
        if needed <= given.keys() <= known:
            values = {name: tuple(v) if isinstance(v, list) else v for name, v in given.items()}
            make: Callable[..., Rule] = kind
            fits = all(_fits(name, value) for name, value in values.items())
            return make(**values) if fits else None
    return None


def _fits(name: str, value: object) -> bool:
    """Whether it is what a rule has under that name: a dim, sizes, or a size."""
    if name in ("times", "divides"):
        return isinstance(value, str)
    if name in ("values", "by"):
        return isinstance(value, tuple) and bool(value) and all(map(_is_size, value))
    return _is_size(value)


def _is_size(value: object) -> bool:
    return type(value) is int and value >= 1


def _faults(
    task: str, found: Mapping[str, Rules], needed: Mapping[str, tuple[str, ...]]
) -> Iterator[str]:
    rules = found[task]
    if task not in needed:
        yield f"{task}: there is no such task"
        return
    if set(rules) != set(needed[task]):
        wanted = ", ".join(needed[task])
        yield f"{task}: expected the dims {wanted}, found {', '.join(rules) or 'none'}"
    above: list[str] = []
    for name, rule in rules.items():
        if rule.needs is not None and rule.needs not in above:
            yield f"{task}/{name}: {rule.needs} is no dim above it"
        if isinstance(rule, Multiples) and not rule.sizes({}):
            yield f"{task}/{name}: no multiple of {rule.step} is from {rule.least} to {rule.most}"
        above.append(name)

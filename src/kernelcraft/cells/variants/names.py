"""Names of variants, such as `plena~encoding-7f3a`: a platform, a strength and a seed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final, Literal, get_args

Strength = Literal["names", "encoding", "shape", "timing"]
STRENGTHS: Final[tuple[Strength, ...]] = get_args(Strength)
"""`encoding` has all that `names` has; `shape` and `timing` each have all that `encoding` has."""
MARK: Final = "~"
DESIGN_MARK: Final = "+"
"""Stands between a platform and the proposals that extend it; see `cells.designs`."""
LARGEST_SEED: Final = 2**32 - 1
LARGEST_DRAWN: Final = 2**16 - 1
"""Of a seed that is itself drawn: a name that can be read out."""

_NAME = re.compile(rf"([a-z][a-z0-9_]*){MARK}({'|'.join(STRENGTHS)})-(0|[1-9a-f][0-9a-f]{{0,7}})")


class NoVariants(LookupError):
    """A platform from which none can be drawn; a sentence."""


@dataclass(frozen=True)
class Variant:
    """Which machine is drawn: from a platform, how far from it, by which seed (below 2^32)."""

    base: str
    strength: Strength
    seed: int

    @property
    def retimed(self) -> bool:
        """Whether the same operations may take other cycles than on the base."""
        return self.strength in ("shape", "timing")

    @property
    def reshaped(self) -> bool:
        """Whether the machine may have other sizes, and lack registers and instructions."""
        return self.strength == "shape"

    def __str__(self) -> str:
        return f"{self.base}{MARK}{self.strength}-{self.seed:x}"


def parsed(name: str) -> Variant | None:
    """What a name says; None for what is no variant's name. Each machine has but one name."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    strength = next(each for each in STRENGTHS if each == found[2])
    return Variant(found[1], strength, int(found[3], 16))


def drawn(base: str, count: int, strength: Strength, seed: int) -> list[Variant]:
    """`count` variants of a platform; a longer list with the same seed begins with the shorter."""
    random = Random(f"variants of {base} {strength} {seed}")
    seeds: dict[int, None] = {}
    while len(seeds) < count:
        seeds[random.randint(0, LARGEST_DRAWN)] = None
    return [Variant(base, strength, each) for each in seeds]


def drawn_from(name: str) -> str:
    """The platform that a variant is drawn from; "" for any other name."""
    found = parsed(name)
    return "" if found is None else found.base


def base_of(name: str) -> str:
    """The platform that a variant is drawn from, or that is extended; another name as it is."""
    return drawn_from(name) or name.partition(DESIGN_MARK)[0]


def endless(base: str, strength: Strength, seed: int) -> Iterator[Variant]:
    """Variants to train on, each drawn anew: none of them is one that `drawn` gives."""
    random = Random(f"training on variants of {base} {strength} {seed}")
    while True:
        yield Variant(base, strength, random.randint(LARGEST_DRAWN + 1, LARGEST_SEED))

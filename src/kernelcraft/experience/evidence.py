"""One measured change of a kernel, and where it was made: what lessons are counted from."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Protocol

from kernelcraft.cells.cell import Cell

NOTHING: Final = ""
ENOUGH: Final = 1.001
"""Times as fast as before from which a change has paid."""
SHARES: Final = 3  # decimal places


class Line(Protocol):
    """An executed line of a profile."""

    @property
    def text(self) -> str: ...
    @property
    def executions(self) -> int: ...


class Cause(Protocol):
    """What would be gained if a cause took no time."""

    @property
    def cause(self) -> str: ...
    @property
    def gain(self) -> int: ...


class Profile(Protocol):
    """What `profile` says of a kernel, as far as it is needed here."""

    @property
    def cycles(self) -> int: ...
    @property
    def by_unit(self) -> Mapping[str, int] | tuple[tuple[str, int], ...]: ...
    @property
    def by_reason(self) -> Mapping[str, int] | tuple[tuple[str, int], ...]: ...
    @property
    def what_if(self) -> tuple[Cause, ...]: ...
    @property
    def lines(self) -> tuple[Line, ...]: ...


@dataclass(frozen=True)
class Place:
    """Where a change is made: what the machine does with the kernel before it.

    family: the task's category. unit: the busiest one. cause: the one whose absence would gain
    most, or else the commonest reason of waiting. mix: shares of the cycles by unit and by reason,
    and of the executed instructions by mnemonic; the shares of each kind add up to 1.
    """

    platform: str
    family: str
    unit: str
    cause: str
    mix: Mapping[str, float]

    @classmethod
    def of(cls, cell: Cell, profile: Profile) -> Place:
        """By the profile of a kernel of the cell."""
        units, reasons = Counter(dict(profile.by_unit)), Counter(dict(profile.by_reason))
        executed: Counter[str] = Counter()
        for line in profile.lines:
            for word in line.text.split():
                if word in cell.platform.isa.forms:
                    executed[word] += line.executions
        gains = {each.cause: each.gain for each in profile.what_if if each.gain > 0}
        return cls(
            cell.platform.name,
            cell.task.category,
            _largest(units),
            _largest(Counter(gains)) or _largest(reasons),
            {
                **_shares("unit", units),
                **_shares("reason", reasons),
                **_shares("instruction", executed),
            },
        )

    def likeness(self, other: Place) -> float:
        """Cosine of the two mixes: from 0, nothing in common, to 1."""
        product = sum(share * other.mix.get(name, 0.0) for name, share in self.mix.items())
        return product / (self._length * other._length or 1.0)

    @cached_property
    def _length(self) -> float:
        return math.sqrt(sum(share * share for share in self.mix.values()))

    def __hash__(self) -> int:
        """Of all that tells places apart."""
        shares = frozenset(self.mix.items())
        return hash((self.platform, self.family, self.unit, self.cause, shares))


@dataclass(frozen=True)
class Origin:
    """Who found it, with what: enough to find the episode again."""

    agent: str
    model: str
    seed: int
    version: str  # of the platform
    code: str  # hash of the sources that decide cycles


@dataclass(frozen=True)
class Evidence:
    """A kernel, what was changed about it, and the kernel after; cycles on the public inputs.

    move: who changed it, such as a move of the tuner's, or "" for a hand-written change. change:
    what was changed, in words. before, after: texts, or in a store their digests. cycles_before is
    None where the kernel was wrong before, cycles_after where it is afterwards; `failure` says how.
    """

    place: Place
    cell: str
    move: str
    change: str
    before: str
    after: str
    cycles_before: int | None
    cycles_after: int | None
    failure: str
    origin: Origin

    @property
    def ratio(self) -> float | None:
        """How many times as fast the kernel became; None where one of the two is wrong."""
        return ratio(self.cycles_before, self.cycles_after)

    @property
    def paid(self) -> bool:
        """Whether the kernel became faster, or right."""
        return paid(self.cycles_before, self.cycles_after)

    @property
    def broke(self) -> bool:
        """Whether it made a right kernel wrong."""
        return bool(self.cycles_before) and not self.cycles_after


def ratio(before: int | None, after: int | None) -> float | None:
    """Of cycles; None where one of the two kernels is wrong."""
    return before / after if before and after else None


def paid(before: int | None, after: int | None) -> bool:
    """Whether a change made a kernel faster, or a wrong one right."""
    if before is None:
        return after is not None
    return after is not None and before / after >= ENOUGH


def digest(text: str) -> str:
    """What a kernel is known by: 16 hex digits."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _largest(counts: Counter[str]) -> str:
    return max(sorted(counts), key=lambda name: counts[name]) if counts else NOTHING


def _shares(kind: str, counts: Counter[str]) -> dict[str, float]:
    whole = counts.total()
    found = {f"{kind} {name}": round(n / whole, SHARES) for name, n in counts.items() if n}
    return {name: share for name, share in found.items() if share}


def titled(text: str, cell: Cell) -> str:
    """What a kernel's first line says that was done, after the cell's name; "" where none does."""
    return text.partition("\n")[0].partition(f"{cell.name}: ")[2].strip()


def mnemonics(lines: Iterable[str], cell: Cell) -> Counter[str]:
    """How often each instruction stands in some lines."""
    return Counter(
        word for line in lines for word in line.split() if word in cell.platform.isa.forms
    )

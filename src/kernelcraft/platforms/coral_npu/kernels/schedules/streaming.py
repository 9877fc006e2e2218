"""Which vector register holds which operand when, and when its load is issued.

The reorder buffer holds 8 registers' worth of vector work, and a load keeps its place for 5 cycles:
loads that stand alone between arithmetic cost least. So operands stream through a small pool: each
is loaded as soon as a register is free of what was needed there before, one load at a time.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)


@dataclass
class Stream(Generic[Key]):
    """Operands by instruction, in a pool of registers.

    `uses` has for each instruction the operands that it reads; at most `len(pool)` at once.
    """

    uses: Sequence[Sequence[Key]]
    pool: Sequence[int]
    _order: list[Key] = field(init=False)
    _last: dict[Key, int] = field(init=False)
    _held: dict[Key, int] = field(init=False, default_factory=dict)
    _at: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self._order = list(dict.fromkeys(key for keys in self.uses for key in keys))
        self._last = {key: at for at, keys in enumerate(self.uses) for key in keys}

    @property
    def next(self) -> Key | None:
        """The operand that is loaded next."""
        return self._order[0] if self._order else None

    def ahead(self) -> tuple[Key, int] | None:
        """The next operand and the register to load it to, if there are both."""
        if not self._order:
            return None
        dead = [key for key in self._held if self._last[key] < self._at]
        for key in dead:
            del self._held[key]
        taken = set(self._held.values())
        free = [register for register in self.pool if register not in taken]
        if not free:
            return None
        key = self._order.pop(0)
        self._held[key] = free[0]
        return key, free[0]

    def missing(self) -> Iterator[tuple[Key, int]]:
        """The loads without which the present instruction cannot begin, one after the other."""
        while not all(key in self._held for key in self.uses[self._at]):
            load = self.ahead()
            if load is None:
                raise ValueError("an instruction needs more operands than the pool has registers")
            yield load

    def take(self) -> list[int]:
        """The registers of the present instruction's operands; the next becomes the present."""
        registers = [self._held[key] for key in self.uses[self._at]]
        self._at += 1
        return registers

"""How a whole instruction set is written: comments, labels, numbers and bundles."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from kernelcraft.isa.errors import IsaError


@dataclass(frozen=True)
class Syntax:
    """The habits of a text: one bundle a line, its parts divided by `separator` if there is one.

    `words` are names in templates that stand for themselves, such as a fixed register. With `forms`
    several instructions can share a mnemonic; each is then named by its whole syntax.
    """

    comments: tuple[str, ...] = (";", "//")
    labels: bool = False
    hexadecimal: bool = False
    separator: str | None = None
    words: tuple[str, ...] = ()
    forms: bool = False

    def __post_init__(self) -> None:
        if self.separator is not None and self.separator in self.comments:
            raise IsaError(f"{self.separator!r} cannot both divide a bundle and begin a comment")


def fixed_bits(token: str) -> str:
    """Binary digits as they stand, or repeated as in `0*5`; empty for anything else."""
    digit, star, count = token.partition("*")
    if star and digit in ("0", "1") and count.isdigit():
        return digit * int(count)
    return token if set(token) <= {"0", "1"} else ""


@dataclass(frozen=True)
class Slot:
    """One place for an instruction in a bundle, `bits` wide; what an unused one holds is `idle`.

    An instruction in it also takes the places of the slots that it `covers`.
    """

    name: str
    bits: int
    covers: tuple[str, ...] = ()
    idle: int = 0


@dataclass(frozen=True)
class Format:
    """One way to write a bundle down, in `size` bytes: fixed bits and slots.

    Such as `st 0*3 mv 01`; the most significant bits stand first.
    """

    size: int
    bits: str

    @cached_property
    def slots(self) -> frozenset[str]:
        """The slots that the format has."""
        return frozenset(token for token in self.bits.split() if token.isidentifier())


@dataclass(frozen=True)
class BundleFormat:
    """The slots of a bundle, the most significant first.

    Without `formats` every bundle has all slots; with them a bundle is written in the smallest one
    that has its slots.
    """

    slots: tuple[Slot, ...]
    formats: tuple[Format, ...] = ()

    @property
    def bits(self) -> int:
        """The width of the widest bundle."""
        if self.formats:
            return 8 * max(each.size for each in self.formats)
        return sum(slot.bits for slot in self.slots)

    def size(self, names: frozenset[str]) -> int | None:
        """The bytes of a bundle with instructions in these slots; None if no format has them."""
        if not self.formats:
            return self.bits // 8
        found = self.format(names)
        return None if found is None else found.size

    def format(self, names: frozenset[str]) -> Format | None:
        """The smallest format that has these slots."""
        fitting = (each for each in self.formats if names <= each.slots)
        return min(fitting, key=lambda each: each.size, default=None)

    def width(self, form: Format) -> int:
        """The bits of a format: its fixed ones and those of its slots."""
        return sum(
            self.slots[self.position(token)].bits
            if token.isidentifier()
            else len(fixed_bits(token))
            for token in form.bits.split()
        )

    def word(self, parts: Mapping[str, int]) -> int:
        """The bits of a bundle with these bits in its slots; raises KeyError if none has them."""
        if not self.formats:
            return sum(bits << self.shift(name) for name, bits in parts.items())
        found = self.format(frozenset(parts))
        if found is None:
            raise KeyError(*parts)
        word = 0
        for token in found.bits.split():
            if token.isidentifier():
                slot = self.slots[self.position(token)]
                word = word << slot.bits | parts.get(token, slot.idle)
            else:
                digits = fixed_bits(token)
                word = word << len(digits) | int(digits, 2)
        return word

    def clash(self, one: str, other: str) -> bool:
        """Whether two instructions in slots of these names cannot be in one bundle."""
        return bool(self._taken(one) & self._taken(other))

    def _taken(self, name: str) -> frozenset[str]:
        return frozenset((name, *self.slots[self.position(name)].covers))

    def position(self, name: str) -> int:
        """Which slot, counted from the most significant, has this name."""
        return [slot.name for slot in self.slots].index(name)

    def shift(self, name: str) -> int:
        """How many bits lie below the slot of this name."""
        return sum(slot.bits for slot in self.slots[self.position(name) + 1 :])

"""How a whole instruction set is written: comments, labels, numbers and bundles."""

from dataclasses import dataclass

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


@dataclass(frozen=True)
class Slot:
    """One place for an instruction in a bundle, `bits` wide; an unused slot is all zeros.

    An instruction in it also takes the places of the slots that it `covers`.
    """

    name: str
    bits: int
    covers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Format:
    """One way to write a bundle down: the slots it has, and its size in bytes."""

    slots: frozenset[str]
    size: int


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
        return min((each.size for each in self.formats if names <= each.slots), default=None)

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

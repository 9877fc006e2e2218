"""How a whole instruction set is written: comments, labels, numbers and bundles."""

from dataclasses import dataclass

from kernelcraft.isa.errors import IsaError


@dataclass(frozen=True)
class Syntax:
    """The habits of a text: one bundle a line, its parts divided by `separator` if there is one.

    `words` are names in templates that stand for themselves, such as a fixed register.
    """

    comments: tuple[str, ...] = (";", "//")
    labels: bool = False
    hexadecimal: bool = False
    separator: str | None = None
    words: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.separator is not None and self.separator in self.comments:
            raise IsaError(f"{self.separator!r} cannot both divide a bundle and begin a comment")


@dataclass(frozen=True)
class Slot:
    """One place for an instruction in a bundle, `bits` wide; an unused slot is all zeros."""

    name: str
    bits: int


@dataclass(frozen=True)
class BundleFormat:
    """The slots of a bundle, the most significant first."""

    slots: tuple[Slot, ...]

    @property
    def bits(self) -> int:
        """The width of the whole bundle."""
        return sum(slot.bits for slot in self.slots)

    def position(self, name: str) -> int:
        """Which slot, counted from the most significant, has this name."""
        return [slot.name for slot in self.slots].index(name)

    def shift(self, name: str) -> int:
        """How many bits lie below the slot of this name."""
        return sum(slot.bits for slot in self.slots[self.position(name) + 1 :])

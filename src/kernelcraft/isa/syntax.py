"""How a whole instruction set is written: comments, labels, numbers and bundles."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate

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


@lru_cache(maxsize=4096)
def fixed_bits(token: str) -> str:
    """Binary digits as they stand, or repeated as in `0*5`; empty for anything else."""
    digit, star, count = token.partition("*")
    if star and digit in ("0", "1") and count.isdigit():
        return digit * int(count)
    return token if set(token) <= {"0", "1"} else ""


@dataclass(frozen=True)
class Lengths:
    """Words of two lengths: those whose bits under `mask` are all 1, and others of `short` bits."""

    short: int
    mask: int

    def is_short(self, word: int) -> bool:
        """Which of the two a word is, by its lowest bits."""
        return word & self.mask != self.mask


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
class _Layout:
    """Where things lie in a written bundle: its fixed bits, and the lowest bit of each slot."""

    bits: int
    mask: int
    value: int
    slots: Mapping[str, tuple[int, Slot]]

    @property
    def size(self) -> int:
        """In bytes."""
        return -(-self.bits // 8)

    def has(self, word: int) -> bool:
        """Whether the word is written so."""
        return word & self.mask == self.value and not word >> self.bits


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
        if names not in self._sizes:
            found = self.format(names)
            self._sizes[names] = None if found is None else found.size
        return self._sizes[names]

    def format(self, names: frozenset[str]) -> Format | None:
        """The smallest format that has these slots."""
        fitting = (each for each in self._layouts if names <= each.slots)
        return min(fitting, key=lambda each: each.size, default=None)

    def width(self, form: Format) -> int:
        """The bits of a format: its fixed ones and those of its slots."""
        return self._layouts[form].bits

    def word(self, parts: Mapping[str, int]) -> int:
        """The bits of a bundle with these bits in its slots; raises KeyError if none has them."""
        found = self.format(frozenset(parts))
        if found is None:
            raise KeyError(*parts)
        layout = self._layouts[found]
        return layout.value | sum(
            parts.get(name, slot.idle) << shift for name, (shift, slot) in layout.slots.items()
        )

    def parts(self, word: int) -> dict[str, int] | None:
        """What the slots of a written bundle hold; None if no format has its fixed bits."""
        layout = self._layout_of(word)
        if layout is None:
            return None
        slots = layout.slots.items()
        return {name: word >> shift & (2**slot.bits - 1) for name, (shift, slot) in slots}

    def words(self, code: bytes) -> tuple[list[int], int]:
        """The bundles of little-endian code one by one, and how many bytes they have."""
        words: list[int] = []
        start = 0
        while start < len(code):
            for size in sorted({layout.size for layout in self._layouts.values()}):
                word = int.from_bytes(code[start : start + size], "little")
                layout = self._layout_of(word)
                if layout is not None and layout.size == size and start + size <= len(code):
                    words.append(word)
                    start += size
                    break
            else:
                break
        return words, start

    def addresses(self, words: Sequence[int]) -> list[int]:
        """Where each of these bundles begins, and the end."""
        layouts = map(self._layout_of, words)
        return list(accumulate((each.size for each in layouts if each), initial=0))

    @cached_property
    def _layouts(self) -> dict[Format, _Layout]:
        all_slots = Format(-(-self.bits // 8), " ".join(slot.name for slot in self.slots))
        return {each: self._laid_out(each) for each in self.formats or (all_slots,)}

    def _laid_out(self, form: Format) -> _Layout:
        bits = mask = value = 0
        slots: dict[str, tuple[int, Slot]] = {}
        for token in reversed(form.bits.split()):
            if token.isidentifier():
                slots[token] = (bits, self.slot(token))
                bits += self.slot(token).bits
            else:
                digits = fixed_bits(token)
                mask |= (2 ** len(digits) - 1) << bits
                value |= int(digits, 2) << bits
                bits += len(digits)
        return _Layout(bits, mask, value, slots)

    def _layout_of(self, word: int) -> _Layout | None:
        return next((each for each in self._layouts.values() if each.has(word)), None)

    def clash(self, one: str, other: str) -> bool:
        """Whether two instructions in slots of these names cannot be in one bundle."""
        return not self._taken[one].isdisjoint(self._taken[other])

    def has_room(self, name: str, taken: Collection[str]) -> bool:
        """Whether an instruction in that slot can be added to those in the slots that are taken."""
        clash = any(self.clash(name, other) for other in taken)
        return not clash and self.size(frozenset((name, *taken))) is not None

    @cached_property
    def _taken(self) -> dict[str, frozenset[str]]:
        return {slot.name: frozenset((slot.name, *slot.covers)) for slot in self.slots}

    @cached_property
    def _sizes(self) -> dict[frozenset[str], int | None]:
        return {}  # those asked for

    def position(self, name: str) -> int:
        """Which slot, counted from the most significant, has this name."""
        return [slot.name for slot in self.slots].index(name)

    def slot(self, name: str) -> Slot:
        """The slot of this name."""
        return self.slots[self.position(name)]

"""An instruction's bits text, such as `imm[11:5] rs2 0*5 0100011`, read in both directions."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from kernelcraft.isa.errors import IsaError
from kernelcraft.isa.operand import Operand
from kernelcraft.isa.syntax import fixed_bits

Words = npt.NDArray[np.uint64]
Values = npt.NDArray[np.int64]

_NAME = re.compile(r"([A-Za-z_]\w*)(?:\[([0-9]+)(?::([0-9]+))?\])?")
WIDEST = 64  # bits of one instruction; a bundle may be wider
MOST_LISTED = 9  # bits of a field whose possible values are listed one by one


@dataclass(frozen=True)
class Field:
    """`width` bits of an operand, from its bit `low` up, at bit `shift` of the word."""

    name: str
    low: int
    width: int
    shift: int


Range = tuple[int, int, frozenset[int]]


@lru_cache(maxsize=4096)
def _agree(one: Range, other: Range) -> bool:
    """Whether two operands, each with its place, mask and codes, can have the same bits."""
    common = (one[1] << one[0]) & (other[1] << other[0])
    mine, theirs = ({code << each[0] & common for code in each[2]} for each in (one, other))
    return bool(mine & theirs)


@dataclass(frozen=True)
class Encoding:
    """Which bits of a word are fixed (`mask`) and to what (`value`), and where the operands lie."""

    width: int
    mask: int
    value: int
    fields: tuple[Field, ...]
    ranges: tuple[Range, ...] = ()
    """Of each piece of an operand that cannot have all values: place, mask, possible codes."""

    @property
    def known(self) -> bool:
        """Whether there is one: an instruction whose bits are not public has none."""
        return bool(self.width)

    @property
    def names(self) -> set[str]:
        """The operands that have bits."""
        return {field.name for field in self.fields}

    @property
    def matches_all(self) -> bool:
        """Whether no bit is fixed: the meaning of every word that nothing else has."""
        return not self.mask

    def overlaps(self, other: "Encoding") -> bool:
        """Whether some word belongs to both, as far as each operand alone tells."""
        if (self.mask & other.mask) & (self.value ^ other.value):
            return False
        disjoint = any(not _agree(one, two) for one in self.ranges for two in other.ranges)
        return not disjoint and self._possible(other) and other._possible(self)

    def _possible(self, other: "Encoding") -> bool:
        """Whether each operand has a value that fits the fixed bits of the other."""
        return all(
            any((code ^ other.value >> shift) & other.mask >> shift & ones == 0 for code in codes)
            for shift, ones, codes in self.ranges
        )

    def pack(self, length: int, values: Mapping[str, Values]) -> Words:
        """The words (uint64) of `length` instructions from an array of values for each operand."""
        words = np.full(length, self.value, np.uint64)
        for field in self.fields:
            bits = (values[field.name] >> field.low) & (2**field.width - 1)
            words |= bits.astype(np.uint64) << np.uint64(field.shift)
        return words

    def word(self, values: Mapping[str, int]) -> int:
        """The word of one instruction."""
        word = self.value
        for field in self.fields:
            word |= (values[field.name] >> field.low & (1 << field.width) - 1) << field.shift
        return word

    def unpack(self, words: Words, operand: Operand) -> Values:
        """The values of one operand in each word, sign-extended if it can be negative."""
        values = np.zeros(len(words), np.int64)
        for field in self.fields:
            if field.name == operand.name:
                bits = (words >> np.uint64(field.shift)) & np.uint64(2**field.width - 1)
                values |= bits.astype(np.int64) << field.low
        if operand.values.start < 0:
            values -= (values >> (operand.width - 1)) << operand.width
        return values


UNKNOWN = Encoding(0, 0, 0, ())


def parse_bits(text: str, operands: Mapping[str, Operand]) -> Encoding:
    """Read a bits text, most significant first; raises `IsaError` unless each bit has one place."""
    mask = value = shift = 0
    fields: list[Field] = []
    for token in reversed(text.split()):
        fixed = _fixed(token)
        if fixed is None:
            field = _field(token, operands, shift, text)
            fields.append(field)
            shift += field.width
        else:
            mask |= (2 ** len(fixed) - 1) << shift
            value |= int(fixed, 2) << shift
            shift += len(fixed)
    if shift > WIDEST:
        raise IsaError(f"bits {text!r}: {shift} bits are more than {WIDEST}")
    for name in {field.name for field in fields}:
        _check_covered(operands[name], fields, text)
    ranges = tuple(_ranges(fields, operands))
    return Encoding(shift, mask, value, tuple(reversed(fields)), ranges)


def _ranges(fields: list[Field], operands: Mapping[str, Operand]) -> Iterator[Range]:
    for field in fields:
        operand = operands[field.name]
        ones = 2**field.width - 1
        if operand.width <= MOST_LISTED:
            codes = operand.piece(field.low, ones)
            if len(codes) <= ones:
                yield field.shift, ones, codes


def _fixed(token: str) -> str | None:
    return fixed_bits(token) or None


def _field(token: str, operands: Mapping[str, Operand], shift: int, text: str) -> Field:
    match = _NAME.fullmatch(token)
    if match is None:
        raise IsaError(f"bits {text!r}: {token!r} is neither binary digits nor an operand")
    name, high, low = match.groups()
    if name not in operands:
        raise IsaError(f"bits {text!r}: {name!r} is not in the operand table")
    if high is None:
        return Field(name, 0, operands[name].width, shift)
    lowest = int(low if low is not None else high)
    if int(high) < lowest:
        raise IsaError(f"bits {text!r}: {token!r} must name its higher bit first")
    return Field(name, lowest, int(high) - lowest + 1, shift)


def _check_covered(operand: Operand, fields: list[Field], text: str) -> None:
    mine = [field for field in fields if field.name == operand.name]
    if len(mine) == 1 and (mine[0].low, mine[0].low + mine[0].width) == (
        operand.implied,
        operand.width,
    ):
        return
    covered = sorted(field.low + bit for field in mine for bit in range(field.width))
    if covered != list(range(operand.implied, operand.width)):
        raise IsaError(
            f"bits {text!r}: each of the {operand.width - operand.implied} bits of {operand.name} "
            "must stand once"
        )

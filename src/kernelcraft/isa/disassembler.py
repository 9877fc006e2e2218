"""Machine words back to operations and to text."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kernelcraft.isa.encoder import bundle_of
from kernelcraft.isa.encoding import Words
from kernelcraft.isa.errors import DecodeError
from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.syntax import BundleFormat

Rows = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class _Decoded:
    """Operations with targets as operation indices, and a 1 at the last of each bundle."""

    ops: Rows
    ends: npt.NDArray[np.uint8]


def decode(isa: Isa, words: Sequence[int]) -> Rows:
    """The operations of `words`, as `Program.ops` holds them; an unused slot gives none.

    Raises `DecodeError` naming the first word that no instruction has.
    """
    return _decode(isa, words).ops


def disassemble(isa: Isa, words: Sequence[int]) -> str:
    """A text that assembles to `words`: one bundle a line, targets as `@index`."""
    decoded = _decode(isa, words)
    return "".join(f"{line}\n" for line in lines_of(isa, decoded.ops, decoded.ends))


def lines_of(isa: Isa, ops: Rows, ends: npt.NDArray[np.uint8]) -> list[str]:
    """The text of each bundle."""
    bundles = bundle_of(ends).tolist()
    lines: list[list[str]] = [[] for _ in range(bundles[-1])]
    for bundle, row in zip(bundles[:-1], ops.tolist(), strict=True):
        lines[bundle].append(operation_text(isa.table[row[0]], row, bundles))
    return [f" {isa.syntax.separator} ".join(parts) for parts in lines]


def operation_text(instruction: Instruction, row: list[int], bundles: list[int]) -> str:
    """The text of one operation; `bundles` has the bundle of each operation of its program."""
    columns = iter(instruction.columns)
    text = instruction.mnemonic
    for piece in instruction.template.pieces:
        if isinstance(piece, str):
            text += piece
            continue
        column = next(columns)
        value = row[column]
        text += piece.write(bundles[value] if column in instruction.targets else value)
    return text.removesuffix(", ")  # after it stood something optional that is not written


def _decode(isa: Isa, words: Sequence[int]) -> _Decoded:
    for index, word in enumerate(words):
        if not 0 <= word < 2**isa.word_bits:
            raise DecodeError(f"word {index}: {hex(word)} is outside {isa.word_bits} bits")
    if isa.bundle is None:
        rows = _matched(isa, isa.table, words, range(len(words)))
        return _resolved(isa, rows, np.ones(len(words), np.uint8))
    return _decode_bundles(isa, isa.bundle, words)


def _decode_bundles(isa: Isa, bundle_format: BundleFormat, words: Sequence[int]) -> _Decoded:
    found: list[Rows] = []
    places: list[npt.NDArray[np.int64]] = []
    for position, slot in enumerate(bundle_format.slots):
        table = [each for each in isa.table if each.unit == slot.name]
        shift, mask = bundle_format.shift(slot.name), 2**slot.bits - 1
        idle = any(not each.encoding.value and not each.operands for each in table)
        parts = {
            index: word >> shift & mask
            for index, word in enumerate(words)
            if word >> shift & mask or (not word and idle)
        }
        found.append(_matched(isa, table, list(parts.values()), list(parts)))
        places.append(np.array([index * 64 + position for index in parts], np.int64))
    place = np.concatenate(places)
    order = np.argsort(place)
    bundle = place[order] // 64
    missing = set(range(len(words))) - set(bundle.tolist())
    if missing:
        raise DecodeError(f"word {min(missing)}: an empty bundle")
    first_idle = _one_for_empty(words, bundle)
    rows, bundle = np.concatenate(found)[order][first_idle], bundle[first_idle]
    return _resolved(isa, rows, np.diff(bundle, append=len(words)).astype(bool).astype(np.uint8))


def _one_for_empty(words: Sequence[int], bundle: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Keep one idle instruction of a word that is all zeros, and everything of the others."""
    zero = np.array([word == 0 for word in words], np.bool_)[bundle]
    is_first: npt.NDArray[np.bool_] = np.diff(bundle, prepend=-1) != 0
    return np.logical_or(~zero, is_first)


def _matched(
    isa: Isa, table: Iterable[Instruction], words: Sequence[int], places: Sequence[int]
) -> Rows:
    """Rows of opcode and operands for words of one slot; `places` are their bundles."""
    array: Words = np.array(words, np.uint64)
    rows = np.zeros((len(array), 1 + isa.max_operands), np.int32)
    rows[:, 0] = -1
    total = any(each.encoding.matches_all for each in table)
    for instruction, found in _found(table, array):
        chosen = found[rows[found, 0] < 0]
        rows[chosen] = 0
        rows[chosen, 0] = instruction.opcode
        for column, operand in enumerate(instruction.operands, start=1):
            values = operand.decoded(instruction.encoding.unpack(array[chosen], operand))
            low, high = operand.values[0], operand.values[-1]
            wrong = np.flatnonzero((values < low) | (values > high))
            if len(wrong) and total:
                rows[chosen[wrong], 0] = -1
            elif len(wrong):
                raise DecodeError(
                    f"word {places[chosen[wrong[0]]]}: {instruction.mnemonic}: {operand.name}: "
                    f"{values[wrong[0]]} is outside {low}..{high}"
                )
            rows[chosen, column] = values
    unknown = np.flatnonzero(rows[:, 0] < 0)
    if len(unknown):
        word = int(array[unknown[0]])
        raise DecodeError(f"word {places[unknown[0]]}: {isa.name} has no instruction {hex(word)}")
    return rows


def _found(
    table: Iterable[Instruction], words: Words
) -> Iterator[tuple[Instruction, npt.NDArray[np.intp]]]:
    """Each instruction of the table that occurs, and where; the one that fits all words last."""
    by_mask: dict[int, dict[int, Instruction]] = {}
    for each in table:
        by_mask.setdefault(each.encoding.mask, {})[each.encoding.value] = each
    for mask in sorted(by_mask, reverse=True):
        fixed = words & np.uint64(mask)
        for value in np.unique(fixed).tolist():
            if value in by_mask[mask]:
                yield by_mask[mask][value], np.flatnonzero(fixed == np.uint64(value))


def _resolved(isa: Isa, rows: Rows, ends: npt.NDArray[np.uint8]) -> _Decoded:
    """Turn targets from bundle indices into operation indices."""
    starts = np.concatenate([[0], np.flatnonzero(ends) + 1])
    for instruction in isa.table:
        if not instruction.targets:
            continue
        chosen = np.flatnonzero(rows[:, 0] == instruction.opcode)
        for column in instruction.targets:
            bundles = rows[chosen, column]
            beyond = bundles[bundles >= len(starts)]
            if len(beyond):
                raise DecodeError(
                    f"{instruction.mnemonic}: @{beyond[0]} is beyond the end, @{len(starts) - 1}"
                )
            rows[chosen, column] = starts[bundles]
    return _Decoded(rows, ends)

"""Machine words back to operations and to text."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kernelcraft.isa.encoder import bundle_of
from kernelcraft.isa.encoding import Values, Words
from kernelcraft.isa.errors import DecodeError
from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.isa import FixedBits, Isa
from kernelcraft.isa.operand import Operand
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
        rows = _by_width(isa, words)
        return _resolved(isa, rows, np.ones(len(words), np.uint8))
    return _decode_bundles(isa, isa.bundle, words)


def _by_width(isa: Isa, words: Sequence[int]) -> Rows:
    """The rows of words, each of which is one of the instructions of its width."""
    if isa.lengths is None:
        return _matched(isa, isa.fixed_bits(isa.word_bits), words, range(len(words)))
    rows = np.zeros((len(words), 1 + isa.max_operands), np.int32)
    widths = np.array([isa.width(word) for word in words])
    for width in np.unique(widths).tolist():
        places = np.flatnonzero(widths == width).tolist()
        table = isa.fixed_bits(width)
        rows[places] = _matched(isa, table, [words[place] for place in places], places)
    return rows


def _decode_bundles(isa: Isa, bundle: BundleFormat, words: Sequence[int]) -> _Decoded:
    idle = {
        each.unit: each.encoding.value
        for each in isa.table
        if not each.operands and each.encoding.value == bundle.slot(each.unit).idle
    }
    parts = [_parts(isa, bundle, idle, index, word) for index, word in enumerate(words)]
    found: list[Rows] = []
    places: list[npt.NDArray[np.int64]] = []
    for position, slot in enumerate(bundle.slots):
        table = isa.fixed_bits(slot.bits, slot.name)
        here = {index: each[slot.name] for index, each in enumerate(parts) if slot.name in each}
        found.append(_matched(isa, table, list(here.values()), list(here)))
        places.append(np.array([index * 64 + position for index in here], np.int64))
    place = np.concatenate(places)
    order = np.argsort(place)
    ends = np.diff(place[order] // 64, append=len(words)).astype(bool).astype(np.uint8)
    names = bundle.addresses(words) if bundle.formats else None
    return _resolved(isa, np.concatenate(found)[order], ends, names)


def _parts(
    isa: Isa, bundle: BundleFormat, idle: Mapping[str, int], index: int, word: int
) -> dict[str, int]:
    """The slots that have to be written so that a text becomes this word again."""
    held = bundle.parts(word)
    if held is None:
        raise DecodeError(f"word {index}: {isa.name} has no bundle {hex(word)}")
    busy = {name: bits for name, bits in held.items() if bits != bundle.slot(name).idle}
    spare = {name: bits for name, bits in idle.items() if name in held and name not in busy}
    one_spare = ({**busy, name: bits} for name, bits in spare.items())
    for written in (busy, *one_spare, {**busy, **spare}):
        if written and bundle.word(written) == word:
            return written
    raise DecodeError(f"word {index}: an empty bundle")


def _matched(isa: Isa, table: FixedBits, words: Sequence[int], places: Sequence[int]) -> Rows:
    """Rows of opcode and operands for words of one slot; `places` are their bundles."""
    array: Words = np.array(words, np.uint64)
    rows = np.zeros((len(array), 1 + isa.max_operands), np.int32)
    rows[:, 0] = -1
    refused: dict[int, str] = {}
    for instruction, found in _found(table, array):
        chosen = found[rows[found, 0] < 0]
        columns = {each: _values(instruction, each, array[chosen]) for each in instruction.operands}
        fits = np.ones(len(chosen), np.bool_)
        for operand, values in columns.items():
            low, high = operand.values[0], operand.values[-1]
            fits &= (values >= low) & (values <= high)
            for index in np.flatnonzero(~fits).tolist():
                what = f"{instruction.mnemonic}: {operand.name}: {values[index]}"
                refused.setdefault(int(chosen[index]), f"{what} is outside {low}..{high}")
        rows[chosen[fits], 0] = instruction.opcode
        for column, values in enumerate(columns.values(), start=1):
            rows[chosen[fits], column] = values[fits]
    unknown = np.flatnonzero(rows[:, 0] < 0)
    if len(unknown):
        first = int(unknown[0])
        nothing = f"{isa.name} has no instruction {hex(int(array[first]))}"
        raise DecodeError(f"word {places[first]}: {refused.get(first, nothing)}")
    return rows


def _values(instruction: Instruction, operand: Operand, words: Words) -> Values:
    """Of one operand in each word; one without bits is that to which it is tied."""
    name = instruction.tied.get(operand.name, operand.name)
    source = next(each for each in instruction.operands if each.name == name)
    return operand.decoded(instruction.encoding.unpack(words, source))


def _found(table: FixedBits, words: Words) -> Iterator[tuple[Instruction, npt.NDArray[np.intp]]]:
    """Each instruction whose fixed bits some words have, and which; the least fixed bits last."""
    for mask in sorted(table, reverse=True):
        fixed = words & np.uint64(mask)
        for value in sorted(table[mask].keys() & set(fixed.tolist())):
            for instruction in table[mask][value]:
                yield instruction, np.flatnonzero(fixed == np.uint64(value))


def _resolved(
    isa: Isa, rows: Rows, ends: npt.NDArray[np.uint8], names: Sequence[int] | None = None
) -> _Decoded:
    """Turn targets, which are bundles' indices or these names of theirs, into operation indices."""
    starts = np.concatenate([[0], np.flatnonzero(ends) + 1])
    known = np.arange(len(starts)) if names is None else np.array(names)
    for instruction in isa.jumps:
        chosen = np.flatnonzero(rows[:, 0] == instruction.opcode)
        for column in instruction.targets:
            wanted = rows[chosen, column]
            beyond = wanted[wanted > known[-1]]
            if len(beyond):
                raise DecodeError(
                    f"{instruction.mnemonic}: @{beyond[0]} is beyond the end, @{known[-1]}"
                )
            bundles = np.searchsorted(known, wanted)
            between = wanted[known[bundles] != wanted]
            if len(between):
                raise DecodeError(f"{instruction.mnemonic}: no bundle begins at {between[0]:#x}")
            rows[chosen, column] = starts[bundles]
    return _Decoded(rows, ends)

"""An image of memory as a program: the words of its executable segments, decoded in advance."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from kernelcraft.isa.disassembler import decode, lines_of
from kernelcraft.isa.image import Image, Segment, Window
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.program import Program

GUARD = 0  # a word after each window, so that running off its end is an operation of its own


class ImageError(Exception):
    """An image that no program can be made of; the message is a sentence."""


def program_of(
    isa: Isa, image: Image, source: str | None = None, lines: Mapping[int, int] | None = None
) -> Program:
    """The program of an image; `lines` gives the line of `source` for each address.

    Without a source a listing of the code is made: one line for each word. Raises ImageError when
    there is no code, when segments overlap or when the entry lies outside the code.
    """
    windows, words = _windows(isa, image)
    first = next((w for w in windows if w.address <= image.entry < w.end), None)
    addresses = _addresses(isa, windows, words)
    if first is None or image.entry not in addresses[first.first :]:
        raise ImageError(f"the entry {image.entry:#x} is no address of code")
    entry = addresses.index(image.entry, first.first)
    ops = decode(isa, words)
    ends = np.ones(len(ops), np.uint8)
    if source is None:
        texts = lines_of(isa, ops, ends)
        source = "\n".join(_listed(image, addresses, texts))
        numbers = np.arange(1, len(ops) + 1, dtype=np.int32)
    else:
        known = lines or {}
        numbers = np.array(_carried(known.get(each, 0) for each in addresses), np.int32)
    for array in (ops, numbers, ends):
        array.setflags(write=False)
    places = np.array(addresses, np.int64)
    return Program(isa, source, ops, numbers, ends, (), entry, image, windows, places)


def _windows(isa: Isa, image: Image) -> tuple[tuple[Window, ...], list[int]]:
    """The executable segments as windows; one that begins where another ends continues it."""
    _refuse_overlap(image.segments)
    windows: list[Window] = []
    words: list[int] = []
    for segment in sorted(image.segments, key=lambda each: each.address):
        if not segment.executable or not segment.data:
            continue
        if segment.address % isa.alignment:
            raise ImageError(
                f"code at {segment.address:#x} is not aligned to {isa.alignment} bytes"
            )
        data = segment.data + bytes(-len(segment.data) % isa.alignment)
        first = len(words)
        words.extend(_words(isa, data))
        words.append(GUARD)
        windows.append(Window(segment.address, segment.address + len(data), first))
    if not windows:
        raise ImageError("the program holds no code")
    return tuple(windows), words


def _refuse_overlap(segments: Sequence[Segment]) -> None:
    ordered = sorted(segments, key=lambda each: each.address)
    for one, other in zip(ordered, ordered[1:], strict=False):
        if one.end > other.address and one.size and other.size:
            raise ImageError(f"two segments hold the address {other.address:#x}")


def _words(isa: Isa, data: bytes) -> list[int]:
    """The words of code; what the end of the code cuts off is filled with zeros."""
    if isa.lengths is None:
        return [int(word) for word in np.frombuffer(data, "<u4").tolist()]
    units = np.frombuffer(data + bytes(isa.word_bits // 8), f"<u{isa.alignment}").tolist()
    words: list[int] = []
    place, end = 0, len(data) // isa.alignment
    while place < end:
        if isa.lengths.is_short(units[place]):
            words.append(units[place])
            place += 1
        else:
            words.append(units[place] | units[place + 1] << isa.lengths.short)
            place += 2
    return words


def _addresses(isa: Isa, windows: Sequence[Window], words: Sequence[int]) -> list[int]:
    """The address of each operation, guards included."""
    addresses: list[int] = []
    for window, after in zip(windows, (*windows[1:], None), strict=True):
        address = window.address
        for word in words[window.first : after.first if after else len(words)]:
            addresses.append(address)
            address += isa.width(word) // 8
    return addresses


def _carried(lines: Iterator[int]) -> list[int]:
    """The lines, where an operation without one (a guard, padding) has that of the one before."""
    found: list[int] = []
    last = 1
    for line in lines:
        last = line or last
        found.append(last)
    return found


def _listed(image: Image, addresses: list[int], texts: list[str]) -> list[str]:
    names = {address: name for name, address in image.symbols.items()}
    return [
        f"{address:#010x}  {text}" + (f"  # {names[address]}" if address in names else "")
        for address, text in zip(addresses, texts, strict=True)
    ]

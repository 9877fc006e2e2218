"""ELF files: a good one becomes an image, every other one a sentence."""

from __future__ import annotations

import struct
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernelcraft.isa.elf import read_elf
from kernelcraft.isa.image import Image, Segment
from kernelcraft.isa.loader import ImageError
from tests.judges.qemu import elf

CODE = struct.pack("<II", 0x13, 0x0800_0073)
IMAGE = Image((Segment(0, CODE, 8, True), Segment(0x10000, b"ab", 6, False)), 4, {})
GOOD = elf(IMAGE)


def test_segments_and_entry() -> None:
    image = read_elf(GOOD, 243)
    assert image.entry == 4
    assert [(each.address, each.data[:8], each.size) for each in image.segments] == [
        (0, CODE, 8),
        (0x10000, b"ab\0\0\0\0", 6),
    ]


def changed(place: int, form: str, value: int) -> bytes:
    """The good file with a number changed."""
    data = bytearray(GOOD)
    struct.pack_into(form, data, place, value)
    return bytes(data)


BAD = [
    (b"text", "expected an ELF file, which begins with 7f 45 4c 46"),
    (GOOD[:30], "the ELF file ends inside its header"),
    (GOOD[:60], "the ELF file ends inside its program headers"),
    (GOOD[:-3], "the ELF file ends inside the segment at 0x10000"),
    (changed(4, "<B", 2), "expected a 32-bit little-endian ELF file"),
    (changed(16, "<H", 1), "the ELF file is no executable; link it first"),
    (changed(18, "<H", 62), "the ELF file is for machine 62, expected 243"),
    (changed(36, "<I", 1), "the ELF file uses instructions that this machine does not have"),
]


@pytest.mark.parametrize(("data", "message"), BAD, ids=[message for _, message in BAD])
def test_bad_files(data: bytes, message: str) -> None:
    with pytest.raises(ImageError, match=message.split(";")[0]):
        read_elf(data, 243, 1)


@given(st.integers(0, len(GOOD) - 1), st.integers(0, 255))
def test_any_changed_byte_gives_an_image_or_a_sentence(place: int, value: int) -> None:
    data = bytearray(GOOD)
    data[place] = value
    with suppress(ImageError):
        assert isinstance(read_elf(bytes(data), 243), Image)

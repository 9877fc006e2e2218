"""ELF files: a good one becomes an image, every other one a sentence."""

from __future__ import annotations

import struct
import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernelcraft.cells.simulation import SimulationFault
from kernelcraft.isa.elf import read_elf
from kernelcraft.isa.image import Image, Segment
from kernelcraft.isa.loader import ImageError
from kernelcraft.platforms.coral_npu.machine.random_programs import SMALL
from kernelcraft.platforms.coral_npu.machine.simulate import CoralBench
from tests.judges.qemu import elf

CODE = struct.pack("<II", 0x13, 0x0800_0073)
IMAGE = Image((Segment(0, CODE, 8, True), Segment(0x10000, b"ab", 6, False)), 4, {})
GOOD = elf(IMAGE)
BENCH = CoralBench(SMALL)


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


def linked(segments: tuple[tuple[int, int], ...] = ((0, 8),), symbols: bytes = b"") -> bytes:
    """A file with segments (address, bytes in memory) of `CODE`, and a table of symbols."""
    after = 52 + 32 * len(segments)
    end = after + len(CODE) + len(symbols)
    sections = ((0, 0, 0), (2, end - len(symbols), len(symbols)), (3, end, 3))
    return b"".join(
        (
            b"\x7fELF\1\1\1".ljust(16, b"\0"),
            struct.pack("<HHIIII", 2, 243, 1, 0, 52, end + 3),
            struct.pack("<IHHHHHH", 0, 52, 32, len(segments), 40, 3, 0),
            *(
                struct.pack("<8I", 1, after, at, at, min(size, 8), size, 5, 4)
                for at, size in segments
            ),
            CODE + symbols + b"\0a\0",
            *(
                struct.pack("<10I", 0, kind, 0, 0, place, size, 2, 0, 0, 0)
                for kind, place, size in sections
            ),
        )
    )


SYMBOL = struct.pack("<IIIBBH", 1, 4, 0, 1, 0, 1)
BEYOND: dict[str, tuple[bytes, str]] = {
    "more than any memory": (linked(((0, 0xFFFF_FFFF),)), "have more than 67,108,864 bytes"),
    "much together": (linked(((0, 1 << 25),) * 3), "have more than 67,108,864 bytes"),
    "beyond the last address": (linked(((0xFFFF_FFF0, 64),)), "ends beyond the addresses"),
    "overlapping": (linked(((0, 8), (4, 8))), "two segments hold the address 0x4"),
    "60,000 at one place": (linked(((0, 8),) * 60_000), "two segments hold the address 0x0"),
    "in no memory": (linked(((0, 8), (0x8000_0000, 8))), "at 0x80000000 lie in no memory"),
    "many symbols": (linked(symbols=SYMBOL * 200_001), "has more than 200,000 symbols"),
    "no segments": (linked(()), "the program holds no code"),
    "code between words": (linked(((2, 8),)), "code at 0x2 is not aligned to 4 bytes"),
    "headers behind the end": (changed(28, "<I", 0xFFFF_FFFF), "ends inside its program headers"),
    "an entry elsewhere": (changed(24, "<I", 0xFFFF_FFFE), "is no address of code"),
}


@pytest.mark.parametrize("name", BEYOND)
def test_files_written_to_break_the_loader(name: str) -> None:
    data, sentence = BEYOND[name]
    before = time.process_time()
    with pytest.raises(SimulationFault, match=sentence):
        BENCH.load(BENCH.reset(), BENCH.binary(data))
    assert time.process_time() - before < 10.0


def test_symbols_whose_names_lie_elsewhere_are_left_out() -> None:
    far = struct.pack("<IIIBBH", 0xFFFF_FFFF, 4, 0, 1, 0, 1)
    assert read_elf(linked(symbols=far + SYMBOL), 243).symbols == {"a": 4}

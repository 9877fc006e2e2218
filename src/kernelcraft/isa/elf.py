"""ELF executables (little-endian, of 32 or 64 bits) as images of memory."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from kernelcraft.isa.image import Image, Segment
from kernelcraft.isa.loader import ImageError

MAGIC = b"\x7fELF"
_IDENT = 16  # bytes before the header's numbers


@dataclass(frozen=True)
class _Class:
    """The tables of one width; `segment` and `symbol` are the places of what is read of a row."""

    bits: int
    mark: int
    header: struct.Struct
    program: struct.Struct
    segment: tuple[int, ...]  # kind, offset, address, held, size, flags
    section: struct.Struct
    row: struct.Struct
    symbol: tuple[int, ...]  # name, value, info, section


_CLASSES = {
    32: _Class(
        32,
        1,
        struct.Struct("<HHIIIIIHHHHHH"),
        struct.Struct("<IIIIIIII"),
        (0, 1, 2, 4, 5, 6),
        struct.Struct("<IIIIIIIIII"),
        struct.Struct("<IIIBBH"),
        (0, 1, 3, 5),
    ),
    64: _Class(
        64,
        2,
        struct.Struct("<HHIQQQIHHHHHH"),
        struct.Struct("<IIQQQQQQ"),
        (0, 2, 3, 5, 6, 1),
        struct.Struct("<IIQQQQIIQQ"),
        struct.Struct("<IBBHQQ"),
        (0, 4, 1, 3),
    ),
}
_EXECUTABLE, _LOAD, _CODE, _SYMTAB = 2, 1, 1, 2
MOST_BYTES = 1 << 26  # of all segments: more than any memory that a program could have
MOST_SYMBOLS = 200_000
LONGEST_NAME = 1_000
_NAMED = (0, 1, 2)  # kinds of symbols that name a place: none, object, function


def read_elf(data: bytes, machine: int, refused_flags: int = 0, bits: int = 32) -> Image:
    """The segments, the entry and the symbols of an executable for `machine` (EM_...).

    `refused_flags` are bits of the header's flags for extensions that the machine lacks.

    Raises ImageError with a sentence for every other file.
    """
    if not data.startswith(MAGIC):
        raise ImageError("expected an ELF file, which begins with 7f 45 4c 46")
    width = _CLASSES[bits]
    if data[4:6] != bytes((width.mark, 1)):
        raise ImageError(f"expected a {bits}-bit little-endian ELF file")
    header = _unpacked(width.header, data, _IDENT, "its header")
    kind, found, _, entry, programs, sections, flags, *sizes = header
    if found != machine:
        raise ImageError(f"the ELF file is for machine {found}, expected {machine}")
    if kind != _EXECUTABLE:
        raise ImageError("the ELF file is no executable; link it first")
    if flags & refused_flags:
        raise ImageError("the ELF file uses instructions that this machine does not have")
    _, program_size, program_count, section_size, section_count, _ = sizes
    known = width.program.size, width.section.size
    if program_size != known[0] or (section_count and section_size != known[1]):
        raise ImageError("the ELF file has tables of an unknown form")
    places = [programs + index * program_size for index in range(program_count)]
    segments = tuple(_segments(width, data, places))
    headers = [sections + i * section_size for i in range(section_count)]
    symbols = dict(_symbols(width, data, headers))
    return Image(segments, entry, symbols)


def _unpacked(form: struct.Struct, data: bytes, offset: int, what: str) -> tuple[int, ...]:
    if offset + form.size > len(data):
        raise ImageError(f"the ELF file ends inside {what}")
    return form.unpack_from(data, offset)


def _segments(width: _Class, data: bytes, places: list[int]) -> Iterator[Segment]:
    total = 0
    for place in places:
        row = _unpacked(width.program, data, place, "its program headers")
        kind, offset, address, held, size, flags = (row[at] for at in width.segment)
        if kind != _LOAD or not size:
            continue
        if offset + held > len(data) or held > size:
            raise ImageError(f"the ELF file ends inside the segment at {address:#x}")
        total += size
        if total > MOST_BYTES:
            raise ImageError(f"the segments of the ELF file have more than {MOST_BYTES:,} bytes")
        if address + size > 1 << width.bits:
            beyond = f"beyond the addresses of {width.bits} bits"
            raise ImageError(f"the segment at {address:#x} ends {beyond}")
        yield Segment(address, data[offset : offset + held], size, bool(flags & _CODE))


def _symbols(width: _Class, data: bytes, places: list[int]) -> Iterator[tuple[str, int]]:
    headers = [_unpacked(width.section, data, place, "its section headers") for place in places]
    step = width.row.size
    read = 0
    for _, kind, _, _, offset, size, link, *_ in headers:
        if kind != _SYMTAB or link >= len(headers):
            continue
        names = headers[link][4]
        for place in range(offset, min(offset + size, len(data)) - step + 1, step):
            read += 1
            if read > MOST_SYMBOLS:
                raise ImageError(f"the ELF file has more than {MOST_SYMBOLS:,} symbols")
            row = width.row.unpack_from(data, place)
            name, value, info, section = (row[at] for at in width.symbol)
            end = data.find(b"\0", names + name, names + name + LONGEST_NAME)
            if name and section and info & 15 in _NAMED and end > 0:
                yield data[names + name : end].decode("ascii", "replace"), value

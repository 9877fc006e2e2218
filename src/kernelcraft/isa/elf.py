"""ELF executables (32 bits, little-endian) as images of memory."""

import struct
from collections.abc import Iterator

from kernelcraft.isa.image import Image, Segment
from kernelcraft.isa.loader import ImageError

MAGIC = b"\x7fELF"
_IDENT = 16  # bytes before the header's numbers
_HEADER = struct.Struct("<HHIIIIIHHHHHH")
_PROGRAM = struct.Struct("<IIIIIIII")
_SECTION = struct.Struct("<IIIIIIIIII")
_SYMBOL = struct.Struct("<IIIBBH")
_EXECUTABLE, _LOAD, _CODE, _SYMTAB = 2, 1, 1, 2
MOST_BYTES = 1 << 26  # of all segments: more than any memory that a program could have
MOST_SYMBOLS = 200_000
LONGEST_NAME = 1_000
_NAMED = (0, 1, 2)  # kinds of symbols that name a place: none, object, function


def read_elf(data: bytes, machine: int, refused_flags: int = 0) -> Image:
    """The segments, the entry and the symbols of an executable for `machine` (EM_...).

    `refused_flags` are bits of the header's flags for extensions that the machine lacks.

    Raises ImageError with a sentence for every other file.
    """
    if not data.startswith(MAGIC):
        raise ImageError("expected an ELF file, which begins with 7f 45 4c 46")
    if data[4:6] != b"\x01\x01":
        raise ImageError("expected a 32-bit little-endian ELF file")
    header = _unpacked(_HEADER, data, _IDENT, "its header")
    kind, found, _, entry, programs, sections, flags, *sizes = header
    if found != machine:
        raise ImageError(f"the ELF file is for machine {found}, expected {machine}")
    if kind != _EXECUTABLE:
        raise ImageError("the ELF file is no executable; link it first")
    if flags & refused_flags:
        raise ImageError("the ELF file uses instructions that this machine does not have")
    _, program_size, program_count, section_size, section_count, _ = sizes
    if program_size != _PROGRAM.size or (section_count and section_size != _SECTION.size):
        raise ImageError("the ELF file has tables of an unknown form")
    places = [programs + index * program_size for index in range(program_count)]
    segments = tuple(_segments(data, places))
    symbols = dict(_symbols(data, [sections + i * section_size for i in range(section_count)]))
    return Image(segments, entry, symbols)


def _unpacked(form: struct.Struct, data: bytes, offset: int, what: str) -> tuple[int, ...]:
    if offset + form.size > len(data):
        raise ImageError(f"the ELF file ends inside {what}")
    return form.unpack_from(data, offset)


def _segments(data: bytes, places: list[int]) -> Iterator[Segment]:
    total = 0
    for place in places:
        kind, offset, address, _, held, size, flags, _ = _unpacked(
            _PROGRAM, data, place, "its program headers"
        )
        if kind != _LOAD or not size:
            continue
        if offset + held > len(data) or held > size:
            raise ImageError(f"the ELF file ends inside the segment at {address:#x}")
        total += size
        if total > MOST_BYTES:
            raise ImageError(f"the segments of the ELF file have more than {MOST_BYTES:,} bytes")
        if address + size > 1 << 32:
            raise ImageError(f"the segment at {address:#x} ends beyond the addresses of 32 bits")
        yield Segment(address, data[offset : offset + held], size, bool(flags & _CODE))


def _symbols(data: bytes, places: list[int]) -> Iterator[tuple[str, int]]:
    headers = [_unpacked(_SECTION, data, place, "its section headers") for place in places]
    read = 0
    for _, kind, _, _, offset, size, link, *_ in headers:
        if kind != _SYMTAB or link >= len(headers):
            continue
        names = headers[link][4]
        for place in range(offset, min(offset + size, len(data)) - _SYMBOL.size + 1, _SYMBOL.size):
            read += 1
            if read > MOST_SYMBOLS:
                raise ImageError(f"the ELF file has more than {MOST_SYMBOLS:,} symbols")
            name, value, _, info, _, section = _SYMBOL.unpack_from(data, place)
            end = data.find(b"\0", names + name, names + name + LONGEST_NAME)
            if name and section and info & 15 in _NAMED and end > 0:
                yield data[names + name : end].decode("ascii", "replace"), value

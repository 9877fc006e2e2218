"""Writes ELF executables as a linker does: a segment each, a table of symbols, their names."""

from __future__ import annotations

import struct

from kernelcraft.isa.image import Image

_HEADER, _PROGRAM, _SECTION, _SYMBOL = 52, 32, 40, 16
_LOAD, _SYMTAB, _STRTAB = 1, 2, 3
_RWX = 4 | 2  # readable, writable; 1 more where there is code


def executable(image: Image) -> bytes:
    """The image as a static executable for RISC-V, little-endian, 32 bits."""
    contents, table = b"", b""
    at = _HEADER + _PROGRAM * len(image.segments)
    for each in image.segments:
        place = at + len(contents)
        numbers = (_LOAD, place, each.address, each.address, len(each.data), each.size)
        table += struct.pack("<8I", *numbers, _RWX | each.executable, 4)
        contents += each.data
    symbols, names = _symbols(image)
    first = at + len(contents)
    sections = first + len(symbols) + len(names)
    ident = b"\x7fELF\x01\x01\x01" + bytes(9)
    counts = (_HEADER, _PROGRAM, len(image.segments), _SECTION, 3, 0)
    header = struct.pack("<HHIIIIIHHHHHH", 2, 243, 1, image.entry, _HEADER, sections, 0, *counts)
    headers = (
        bytes(_SECTION),
        _section(_SYMTAB, first, len(symbols), 2),
        _section(_STRTAB, first + len(symbols), len(names), 0),
    )
    return ident + header + table + contents + symbols + names + b"".join(headers)


def _symbols(image: Image) -> tuple[bytes, bytes]:
    symbols, names = bytes(_SYMBOL), b"\0"
    for name, address in image.symbols.items():
        symbols += struct.pack("<IIIBBH", len(names), address, 0, 0x10, 0, 1)
        names += name.encode() + b"\0"
    return symbols, names


def _section(kind: int, offset: int, size: int, link: int) -> bytes:
    return struct.pack("<10I", 0, kind, 0, 0, offset, size, link, 0, 4, _SYMBOL)

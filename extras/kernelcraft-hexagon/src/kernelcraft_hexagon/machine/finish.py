"""The assembler's last step: a program without names, with the table of its lines behind it.

Run as a program, with the linked file, the text, and the file that is to be written. A row of the
table is the address of a packet that was written as instructions, which the assembler has checked;
what data put into code has none. Names of a kernel's own must not be in the simulator's log, so the
list of sections is taken out, and code that could be written to is refused.
"""

from __future__ import annotations

import json
import re
import struct
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

MAGIC: Final = b"KCLN"
_PLAIN: Final = re.compile(r"^\s*[\w.$]+:|[\s{]")  # a label, the brace of a packet
_HEADER: Final = "<16xHHIIIIIHHHHHH"
_SECTIONS, _COUNT, _NAMES = 32, 48, 50  # offsets in the header
_ADVANCE_PC, _ADVANCE_LINE, _CONST_PC, _FIXED_PC, _COPY = 2, 3, 8, 9, 1
_WITH_OPERAND: Final = (4, 5, 12)  # file, column, instruction set
_END, _SET_ADDRESS = 1, 2  # extended ones
_EXECUTABLE, _WRITABLE, _LOADED = 1, 2, 1


def finished(linked: bytes, source: str) -> bytes:
    """The program; raises ValueError for what is no linked file with a table."""
    if any(flags & _WRITABLE and flags & _EXECUTABLE for flags in segments(linked)):
        raise ValueError("a section cannot be writable and executable")
    text = source.splitlines()
    found = lines(section(linked, ".debug_line"))
    rows = {address: _of_instruction(text, line) for address, line in found}
    program = bytearray(linked)
    struct.pack_into("<I", program, _SECTIONS, 0)
    struct.pack_into("<HH", program, _COUNT, 0, 0)
    table = json.dumps(rows).encode()
    return bytes(program) + table + struct.pack("<I", len(table)) + MAGIC


def table(program: bytes) -> Mapping[int, int]:
    """Line by address, of what `finished` gave."""
    if program[-4:] != MAGIC:
        raise ValueError("there is no table of lines")
    size = struct.unpack_from("<I", program, len(program) - 8)[0]
    rows: dict[str, int] = json.loads(program[len(program) - 8 - size : len(program) - 8])
    return {int(address): line for address, line in rows.items()}


def _of_instruction(text: Sequence[str], line: int) -> int:
    """The line of a packet's first instruction; a table has that of its closing brace."""
    code = [each.partition("//")[0] for each in text[:line]]
    if "}" in code[-1] and "{" not in code[-1]:
        while line > 1 and "{" not in code[line - 1]:
            line -= 1
        while line < len(code) and not _PLAIN.sub("", code[line - 1]):
            line += 1
    return line


def segments(linked: bytes) -> list[int]:
    """The rights of what is loaded."""
    fields = struct.unpack_from(_HEADER, linked)
    at, size, count = fields[4], fields[8], fields[9]
    heads = [struct.unpack_from("<8I", linked, at + size * index) for index in range(count)]
    return [head[6] for head in heads if head[0] == _LOADED]


def section(linked: bytes, name: str) -> bytes:
    """The contents of a section of an ELF file of 32 bits; empty where there is none."""
    fields = struct.unpack_from(_HEADER, linked)
    at, size, count, names = fields[5], fields[10], fields[11], fields[12]
    heads = [struct.unpack_from("<10I", linked, at + size * index) for index in range(count)]
    strings = heads[names][4] if heads else 0
    for head in heads:
        begin = strings + head[0]
        if linked[begin : linked.index(b"\0", begin)].decode() == name:
            return linked[head[4] : head[4] + head[5]]
    return b""


def lines(data: bytes) -> Iterator[tuple[int, int]]:
    """Address and line of every row of DWARF's line programs, version 4."""
    at = 0
    while at < len(data):
        length, version, header = struct.unpack_from("<IHI", data, at)
        if version != 4:
            raise ValueError(f"line table of version {version}, not 4")
        steps = _Steps(*struct.unpack_from("<BBBbBB", data, at + 10))
        yield from _rows(_Reader(data, at + 10 + header, at + 4 + length), steps)
        at += 4 + length


class _Steps(NamedTuple):
    """What the codes of a table mean: the shortest instruction, and how far a code goes."""

    shortest: int
    most: int
    is_statement: int
    base: int
    span: int
    first: int


class _Reader:
    """Numbers one after the other."""

    def __init__(self, data: bytes, at: int, end: int) -> None:
        self.data, self.at, self.end = data, at, end

    def byte(self) -> int:
        """The next one."""
        self.at += 1
        return self.data[self.at - 1]

    def number(self, *, signed: bool = False) -> int:
        """In bytes of seven bits, the lowest first."""
        result = shift = 0
        while True:
            part = self.byte()
            result |= (part & 127) << shift
            shift += 7
            if part < 128:
                return result - (1 << shift) if signed and part & 64 else result

    def little(self, size: int) -> int:
        """Of so many bytes."""
        self.at += size
        return int.from_bytes(self.data[self.at - size : self.at], "little")


def _rows(read: _Reader, steps: _Steps) -> Iterator[tuple[int, int]]:
    address, line = 0, 1
    while read.at < read.end:
        code = read.byte()
        if code >= steps.first:
            far, near = divmod(code - steps.first, steps.span)
            address, line = address + far * steps.shortest, line + steps.base + near
            yield address, line
        elif code == _COPY:
            yield address, line
        elif code == 0:
            size, kind = read.number(), read.byte()
            value = read.little(size - 1)
            address = value if kind == _SET_ADDRESS else address
            line = 1 if kind == _END else line
        elif code == _ADVANCE_LINE:
            line += read.number(signed=True)
        else:
            address += _distance(code, read, steps)


def _distance(code: int, read: _Reader, steps: _Steps) -> int:
    """How far a code without a row goes on."""
    if code == _ADVANCE_PC:
        return read.number() * steps.shortest
    if code == _CONST_PC:
        return (255 - steps.first) // steps.span * steps.shortest
    if code == _FIXED_PC:
        return read.little(2)
    if code in _WITH_OPERAND:
        read.number()
    return 0


if __name__ == "__main__":
    try:
        linked, source, program = map(Path, sys.argv[1:])
        program.write_bytes(finished(linked.read_bytes(), source.read_text(encoding="utf-8")))
    except ValueError as error:
        sys.exit(f"kernel.s:0: error: {error}")

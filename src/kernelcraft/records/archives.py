"""What the members of a zip archive inflate to, counted before anything holds them in memory."""

from __future__ import annotations

import os
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final, cast

MEMBER: Final = 256 << 20  # bytes of one sample; a log of 1,000 turns stays below a tenth
ARCHIVE: Final = 2 << 30  # bytes of all members
MEMBERS: Final = 100_000
_PIECE: Final = 1 << 16
_ZSTANDARD: Final = 93  # what Inspect writes
_END: Final = struct.Struct("<4s8xIIH")  # mark, ..., size and place of the directory, comment
_LOCATOR: Final = struct.Struct("<4s16x")
_END_64: Final = struct.Struct("<4s36xQQ")  # mark, ..., size and place of the directory
_WIDE: Final = 0xFFFFFFFF  # the number stands in the end of 64 bits
_LOCAL_HEADER: Final = struct.Struct("<4s22xHH")  # mark, ..., lengths of the name and the extras


class Unsound(Exception):
    """An archive that would fill the memory, or that two readers may read differently; the message
    is a sentence."""


def check_sizes(path: Path, member: int = MEMBER, archive: int = ARCHIVE) -> None:
    """Raises Unsound unless every member, and all together, inflate to no more than the bounds.

    Also for what is no file (a pipe would be waited for), and for an archive of which a reader may
    take another directory or another member of a name than the next reader does.

    First what the archive declares, then what its bytes give, a piece at a time: a declared size
    may be a lie. Raises what zipfile and the decompressors make of damaged bytes, too.
    """
    if not path.is_file():
        raise Unsound("is no file")
    with zipfile.ZipFile(path) as opened:
        infos = opened.infolist()
    check_directory(path)
    if len(infos) > MEMBERS:
        raise Unsound(f"holds {len(infos):,} members, more than {MEMBERS:,}")
    if len({info.filename for info in infos}) < len(infos):
        raise Unsound("is not opened: two of its members have one name")
    for info in infos:
        _bounded(info.filename, info.file_size, member, "declares")
    _bounded("the archive", sum(info.file_size for info in infos), archive, "declares")
    total = 0
    with path.open("rb") as file:
        for info in infos:
            size = 0
            for piece in _inflated(file, info):
                size += len(piece)
                _bounded(info.filename, size, member, "inflates to")
                _bounded("the archive", total + size, archive, "inflates to")
            total += size


def check_directory(path: Path) -> None:
    """Raises Unsound unless one directory is at the end of the file, where its end says it is."""
    with path.open("rb") as file:
        file.seek(0, os.SEEK_END)
        tail = min(file.tell(), _END.size + _LOCATOR.size + _END_64.size)
        place = file.seek(-tail, os.SEEK_END)
        ends = file.read()
    at = len(ends) - _END.size
    mark, size, start, comment = _END.unpack_from(ends, at) if at >= 0 else (b"", 0, 0, 0)
    if mark != b"PK\x05\x06" or comment:
        raise Unsound("is not opened: something follows the archive's directory")
    if at >= _LOCATOR.size + _END_64.size and ends[at - _LOCATOR.size :][:4] == b"PK\x06\x07":
        at -= _LOCATOR.size + _END_64.size
        mark, wide, begin = _END_64.unpack_from(ends, at)
        if mark != b"PK\x06\x06" or size not in (wide, _WIDE) or start not in (begin, _WIDE):
            raise Unsound("is not opened: the ends of its directory contradict each other")
        size, start = wide, begin
    if start + size != place + at:
        raise Unsound("is not opened: its directory is not where its end says")


def _bounded(name: str, size: int, bound: int, verb: str) -> None:
    if size > bound:
        least = "more than " if verb == "inflates to" else ""
        shown = f"{least}{bound if least else size:,} bytes"
        raise Unsound(
            f"is not opened: {name[:80]!a} {verb} {shown}"
            + ("" if least else f", more than {bound:,}")
        )


def _inflated(file: IO[bytes], info: zipfile.ZipInfo) -> Iterator[bytes]:
    """The member's bytes, in pieces of at most 64 KiB, however far they inflate."""
    file.seek(info.header_offset)
    mark, name, extras = _LOCAL_HEADER.unpack(file.read(_LOCAL_HEADER.size))
    if mark != b"PK\x03\x04":
        raise zipfile.BadZipFile(f"Bad magic number for file header of {info.filename[:80]!a}")
    file.seek(name + extras, 1)
    packed = _Span(file, info.compress_size)
    if info.compress_type == zipfile.ZIP_STORED:
        while piece := packed.read(_PIECE):
            yield piece
    elif info.compress_type == zipfile.ZIP_DEFLATED:
        yield from _inflated_by_zlib(packed)
    elif info.compress_type == _ZSTANDARD:
        import zstandard

        source = cast("IO[bytes]", packed)  # only its `read` is called
        with zstandard.ZstdDecompressor().stream_reader(source, read_across_frames=True) as reader:
            while piece := reader.read(_PIECE):
                yield piece
    else:
        raise Unsound(f"is not opened: it is packed by method {info.compress_type}")


def _inflated_by_zlib(packed: _Span) -> Iterator[bytes]:
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    while not inflater.eof and (more := packed.read(_PIECE)):
        while more and not inflater.eof:
            piece = inflater.decompress(more, _PIECE)
            more = inflater.unconsumed_tail
            yield piece


class _Span:
    """The next `size` bytes of a file, as a file."""

    def __init__(self, file: IO[bytes], size: int) -> None:
        self._file, self._left = file, size

    def read(self, size: int = -1) -> bytes:
        """At most `size` bytes; all that are left for -1."""
        found = self._file.read(min(size if size >= 0 else self._left, self._left))
        self._left -= len(found)
        return found

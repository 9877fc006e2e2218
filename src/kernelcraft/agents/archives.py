"""What the members of a zip archive inflate to, counted before anything holds them in memory."""

from __future__ import annotations

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
_LOCAL_HEADER: Final = struct.Struct("<4s22xHH")  # mark, ..., lengths of the name and the extras


class Oversized(Exception):
    """An archive that would fill the memory; the message is a sentence."""


def check_sizes(path: Path, member: int = MEMBER, archive: int = ARCHIVE) -> None:
    """Raises Oversized unless every member, and all together, inflate to no more than the bounds.

    First what the archive declares, then what its bytes give, a piece at a time: a declared size
    may be a lie. Raises what zipfile and the decompressors make of damaged bytes, too.
    """
    with zipfile.ZipFile(path) as opened:
        infos = opened.infolist()
    if len(infos) > MEMBERS:
        raise Oversized(f"holds {len(infos):,} members, more than {MEMBERS:,}")
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


def _bounded(name: str, size: int, bound: int, verb: str) -> None:
    if size > bound:
        least = "more than " if verb == "inflates to" else ""
        shown = f"{least}{bound if least else size:,} bytes"
        raise Oversized(
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
        raise Oversized(f"is not opened: it is packed by method {info.compress_type}")


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

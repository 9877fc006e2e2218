"""Which files a confined program reaches: some trees to read, one folder to write to (Landlock)."""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

CREATE, ADD, RESTRICT = 444, 445, 446  # the same numbers on every architecture
_VERSION: Final = 1
_BENEATH: Final = 1
# Rights by the version that has them: (first version, all rights up to then).
_RIGHTS: Final = ((1, (1 << 13) - 1), (2, (1 << 14) - 1), (3, (1 << 15) - 1), (5, (1 << 16) - 1))
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR, _TRUNCATE = 1, 2, 4, 8, 1 << 14
_REMOVE_FILE, _MAKE_DIR, _MAKE_REG = 1 << 5, 1 << 7, 1 << 8
_READ: Final = _EXECUTE | _READ_FILE | _READ_DIR
_WRITE: Final = (
    _WRITE_FILE | _READ_FILE | _READ_DIR | _REMOVE_FILE | _MAKE_REG | _MAKE_DIR | _TRUNCATE
)
_OF_FILES: Final = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
_NET, _SCOPED = 3, 3  # TCP: bind, connect; abstract sockets, signals
SYSTEM: Final = ("/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/alternatives")
LIBC: Final = ctypes.CDLL(None, use_errno=True)


def version() -> int:
    """Of Landlock in this kernel; 0 without it."""
    if not sys.platform.startswith("linux"):
        return 0
    return max(int(LIBC.syscall(CREATE, None, ctypes.c_size_t(0), _VERSION)), 0)


def ruleset(read: Iterable[Path], write: Iterable[Path]) -> int:
    """A descriptor of the rules; raises OSError."""
    known = version()
    rights = max((each for first, each in _RIGHTS if first <= known), default=0)
    words = [rights, *([_NET] if known >= 4 else []), *([_SCOPED] if known >= 6 else [])]
    attributes = struct.pack(f"={len(words)}Q", *words)
    found = _called(CREATE, attributes, ctypes.c_size_t(len(attributes)), 0)
    readable = [*map(Path, SYSTEM), Path(sys.prefix), Path(sys.base_prefix), *read]
    for path in readable:
        _add(found, path, _READ & rights)
    for path in write:
        _add(found, path, _WRITE & rights)
    for name in ("/dev/null", "/dev/zero", "/dev/urandom"):
        _add(found, Path(name), (_READ_FILE | _WRITE_FILE) & rights)
    return found


def _add(rules: int, path: Path, rights: int) -> None:
    if not path.exists():
        return
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        allowed = rights if path.is_dir() else rights & _OF_FILES
        _called(ADD, rules, _BENEATH, struct.pack("=Qi", allowed, place), 0)
    finally:
        os.close(place)


def _called(number: int, *arguments: object) -> int:
    result = int(LIBC.syscall(number, *arguments))
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result

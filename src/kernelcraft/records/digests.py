"""Digests of a log folder's `.eval` files: `SHA256SUMS`, in the form of `sha256sum --check`."""

from __future__ import annotations

import hashlib
import os
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from kernelcraft.records.archives import Unsound, check_sizes

FILE: Final = "SHA256SUMS"
LARGEST: Final = 16 << 20
"""Bytes of that file; a larger one is not read, and the archive's own checksums count."""


def seal(log_dir: Path, names: Iterable[str]) -> None:
    """Note the digests of logs that nobody writes to any more; a later evaluation has its own."""
    lines = [f"{_digest(log_dir / name)}  {name}\n" for name in names]
    with (log_dir / FILE).open("ab") as file:
        file.write("".join(lines).encode())
        file.flush()
        os.fsync(file.fileno())


def damage(path: Path) -> str | None:
    """What is wrong with the bytes of a log; None when they are as they were written.

    Any byte counts where the digest was noted; without (the evaluation was killed) those under
    the checksums of the archive's members do.
    """
    if not path.is_file():
        return "is no file"
    known = _known(path.parent)
    if path.name in known:
        same = known[path.name] == _digest(path)
        return None if same else f"its bytes are not those of its digest in {FILE}"
    import inspect_ai.log  # noqa: F401  teaches zipfile its compression

    try:
        check_sizes(path)
        with zipfile.ZipFile(path) as archive:
            member = archive.testzip()
    except Unsound as reason:
        return str(reason)
    except Exception as error:  # whatever a decompressor makes of damaged bytes
        return f"it cannot be read: {error}"
    return f"the checksum of {member} is wrong" if member else None


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _known(log_dir: Path) -> dict[str, str]:
    path = log_dir / FILE
    if not path.is_file() or path.stat().st_size > LARGEST:
        return {}
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    return {name: digest for digest, _, name in (line.partition("  ") for line in lines)}

"""Hashes that tell kernels, tasks and versions of what decides a grade apart."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from kernelcraft.cells import platforms

PACKAGE = Path(__file__).parents[1]


@cache
def code_hash(platform: str) -> str:
    """16 hex digits over the sources of the simulator, the platforms, the tasks and the grading.

    Those of a platform in another package count, too.
    """
    own = source_hash(
        *("isa", "sim", "riscv", "tasks", "cells"),
        *("platforms/*/machine", "platforms/*/cells", "grading", "scores/light.py"),
        "records/verdict.py",
    )
    return with_package(own, platform, "machine", "cells")


def with_package(own: str, platform: str, *folders: str) -> str:
    """The hash, of other sources if a platform's folder lies outside of this package."""
    place = platforms.folder(platform)
    if place.is_relative_to(PACKAGE):
        return own
    files = [file for folder in folders for file in (place / folder).rglob("*")]
    return _digest(own, place, files)


@cache
def task_hash() -> str:
    """16 hex digits over the task files and their sizes."""
    return source_hash("tasks", "platforms/*/cells/*.toml")


def kernel_hash(text: str) -> str:
    """SHA-256 of a kernel's text, in hex."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


_SOURCES = {".py", ".c", ".h", ".toml", ".json"}


def source_hash(*parts: str) -> str:
    """16 hex digits over the sources in folders and files of this package, given as patterns."""
    found = [path for part in parts for path in PACKAGE.glob(part)]
    files = [file for part in found for file in ([part] if part.is_file() else part.rglob("*"))]
    return _digest("", PACKAGE, files)


def _digest(start: str, root: Path, files: Iterable[Path]) -> str:
    sha = hashlib.sha256(start.encode())
    for file in sorted(file for file in files if file.suffix in _SOURCES):
        sha.update(file.relative_to(root).as_posix().encode())
        sha.update(file.read_bytes())
    return sha.hexdigest()[:16]

"""Hashes that tell kernels, tasks and versions of what decides a grade apart."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from kernelcraft import tasks
from kernelcraft.cells import platforms
from kernelcraft.packages import Entry

PACKAGE = Path(__file__).parents[1]


@cache
def code_hash(platform: str, task: str) -> str:
    """16 hex digits over the sources of the simulator, the platforms, the tasks and the grading.

    Those of a platform and a task in other packages count, too, with their names and versions.
    """
    own = source_hash(
        *("isa", "sim", "design", "riscv", "tasks", "cells"),
        *("platforms/*/machine", "platforms/*/cells", "grading", "scores/light.py"),
        "records/verdict.py",
    )
    return with_packages(own, platform, task, "machine", "cells")


def with_packages(own: str, platform: str, task: str, *folders: str) -> str:
    """The hash, of other sources if a platform or a task is of another package.

    Of the platform they are those in the folders.
    """
    entry = platforms.entry(platform)
    if not entry.own:
        place = platforms.folder(platform)
        files = [file for folder in folders for file in (place / folder).rglob("*")]
        own = _digest(own + entry.who, place, files)
    return _with_task(own, task)


@cache
def task_hash(task: str) -> str:
    """16 hex digits over our task files and their sizes, and those of a package's task."""
    return _with_task(source_hash("tasks", "platforms/*/cells/*.toml"), task)


@cache
def strategies_hash() -> str:
    """16 hex digits over the sources that decide what our offline agents do, and are told."""
    return source_hash(
        *("isa", "sim", "riscv", "tasks", "cells", "platforms", "grading", "agents"),
        *(f"experience/{name}.py" for name in ("advice", "evidence", "lineages", "learn")),
    )


def _with_task(own: str, task: str) -> str:
    entry = tasks.brought().get(task)
    return own if entry is None else package_hash(entry, own)


def package_hash(entry: Entry, start: str = "") -> str:
    """16 hex digits over all sources of what brings something, its name and version."""
    root = entry.root
    files = root.rglob("*") if root.is_dir() else [root]
    return _digest(start + entry.who, root.parent, files)


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

"""Hashes that tell kernels, tasks and versions of what decides a grade apart."""

import hashlib
from functools import cache
from pathlib import Path


@cache
def code_hash() -> str:
    """16 hex digits over the sources of the simulator, the platforms, the tasks and the grading."""
    return source_hash(
        *("isa", "sim", "riscv", "tasks", "cells"),
        *("platforms/*/machine", "platforms/*/cells", "grading", "scores/light.py"),
        "records/verdict.py",
    )


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
    package = Path(__file__).parents[1]
    found = [path for part in parts for path in package.glob(part)]
    files = [file for part in found for file in ([part] if part.is_file() else part.rglob("*"))]
    sha = hashlib.sha256()
    for file in sorted(file for file in files if file.suffix in _SOURCES):
        sha.update(file.relative_to(package).as_posix().encode())
        sha.update(file.read_bytes())
    return sha.hexdigest()[:16]

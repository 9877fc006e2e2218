"""What makes two jobs the same: what they ask, and everything that decides the answer."""

import contextlib
import hashlib
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from typing import Final

from kernelcraft import packages
from kernelcraft.grading.evaluation import Evaluation
from kernelcraft.grading.hashes import package_hash, source_hash
from kernelcraft.grading.job import Job
from kernelcraft.packages import BrokenPackage, Group
from kernelcraft.records.verdict import Verdict

_SOURCES: Final = (
    "isa",
    "sim",
    "tasks",
    "riscv",
    "platforms",
    "cells",
    "grading",
    "scores",
    "records",
)
_NEEDED: Final[tuple[Group, ...]] = ("platforms", "tasks")
_UNSURE: Final = ("limit", "crash")  # seconds or memory may have run out, or a process died


@cache
def versions() -> str:
    """16 hex digits over all packages' sources, Python and the libraries that compute.

    Read when it is first asked for; the sources that a process has imported are older.
    """
    libraries = (f"{name} {version(name)}" for name in ("numpy", "ml_dtypes"))
    text = "\n".join([source_hash(*_SOURCES), sys.version, *libraries, *_others()])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _others() -> Iterator[str]:
    """A hash of every package of others that a job may need."""
    for group in _NEEDED:
        for entry in packages.found(group).values():
            if not entry.own:
                with contextlib.suppress(BrokenPackage):  # it says so where it is needed
                    yield package_hash(entry)


def content_hash(job: Job[object]) -> str:
    """SHA-256 over the job's kind and fields (cell, kernel, profile, seed) and `versions`."""
    kind = type(job)
    text = f"{versions()} {kind.__module__}.{kind.__qualname__} {job!r}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def is_lasting(result: object) -> bool:
    """Whether the same job would give the same again, and the result is small enough to keep."""
    return isinstance(result, Evaluation | Verdict) and result.failure not in _UNSURE

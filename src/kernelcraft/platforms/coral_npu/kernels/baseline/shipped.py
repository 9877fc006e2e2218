"""The compiler's assembly as it comes with the package, and the list of what it was made from."""

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.baseline.clang import SOURCES

ASSEMBLY: Final = Path(__file__).parent / "assembly"
MANIFEST: Final = ASSEMBLY / "manifest.json"


class Manifest(BaseModel):
    """What the assembly was compiled by and from, in SHA-256; and each cell's faster origin."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    compiler: str
    options: tuple[str, ...]
    sources: Mapping[str, str]
    kernels: Mapping[str, str]
    faster: Mapping[str, str]


def path(cell: Cell, origin: str) -> Path:
    """Where the text of a published cell lies."""
    return ASSEMBLY / cell.task.name / f"{cell.configuration}.{origin}.s"


@cache
def manifest() -> Manifest:
    """The list beside the assembly; raises pydantic's ValidationError for a bad one."""
    return Manifest.model_validate_json(MANIFEST.read_bytes())


def source_hashes() -> dict[str, str]:
    """The hash of every C file as it is now."""
    return _hashes(SOURCES, "*.[ch]")


def kernel_hashes() -> dict[str, str]:
    """The hash of every text as it is now."""
    return _hashes(ASSEMBLY, "*/*.s")


def _hashes(folder: Path, pattern: str) -> dict[str, str]:
    files = sorted(folder.glob(pattern))
    return {
        file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in files
    }

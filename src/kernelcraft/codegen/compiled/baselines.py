"""A platform's compiled baselines: texts that come with the package, and what they were made from.

The assembly of every published cell is in `assembly`, beside a manifest; other sizes are compiled
when they are asked for, which needs `pip install kernelcraft[baseline]`.
"""

import hashlib
import os
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from kernelcraft.cells.cell import Cell
from kernelcraft.codegen.compiled import race
from kernelcraft.codegen.compiled.clang import version


class Manifest(BaseModel):
    """What the assembly was compiled by and from, in SHA-256; and each cell's faster origin."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    compiler: str
    options: tuple[str, ...]
    sources: Mapping[str, str]
    kernels: Mapping[str, str]
    faster: Mapping[str, str]


@dataclass(frozen=True)
class Baselines:
    """Those of one platform.

    `folder` has its C in `sources` and the texts in `assembly`; `origins` names the ways in which
    the C of a cell is written, `compiled` gives the text of one, which the `options` decide.
    """

    platform: str
    folder: Path
    options: tuple[str, ...]
    origins: Callable[[Cell], tuple[str, ...]]
    compiled: Callable[[Cell, str], str]
    texts: Callable[[Cell], Mapping[str, str]] = field(init=False)
    """Every origin's text of a cell, by name; raises `NoCompiler` for a held-out one without."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "texts", lru_cache(maxsize=256)(self._texts))

    def kernel(self, cell: Cell) -> str:
        """The text of the faster origin."""
        texts = self.texts(cell)
        if cell.held_out:
            return texts[race.faster(cell, texts)]
        return texts[self.manifest().faster[cell.usual_name]]

    @property
    def assembly(self) -> Path:
        """The folder of the texts."""
        return self.folder / "assembly"

    def path(self, cell: Cell, origin: str) -> Path:
        """Where the text of a published cell lies."""
        return self.assembly / cell.task.name / f"{cell.configuration}.{origin}.s"

    def manifest(self) -> Manifest:
        """The list beside the assembly; raises pydantic's ValidationError for a bad one."""
        return _manifest(self.assembly / "manifest.json")

    def source_hashes(self) -> dict[str, str]:
        """The hash of every C file as it is now."""
        return _hashes(self.folder / "sources", "*.[ch]")

    def kernel_hashes(self) -> dict[str, str]:
        """The hash of every text as it is now."""
        return _hashes(self.assembly, "*/*.s")

    def stale(self, cells: Iterable[Cell]) -> list[str]:
        """Compile again: a sentence for each text that differs from the package's."""
        return [
            f"{path.parent.name}/{path.name}: not what {version()} gives"
            for path, text in self._now(cells).items()
            if not path.is_file() or path.read_text() != text
        ]

    def write(self, cells: Iterable[Cell]) -> Manifest:
        """Compile all origins of all cells into the package, and nothing else stays there."""
        texts = self._now(cells)
        for old in set(self.assembly.glob("*/*.s")) - set(texts):
            old.unlink()
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return Manifest(
            compiler=version(),
            options=self.options,
            sources=self.source_hashes(),
            kernels=self.kernel_hashes(),
            faster={},
        )

    def raced(self, cells: Iterable[Cell]) -> dict[str, str]:
        """The faster origin of every cell, of the package's texts."""
        return {
            cell.name: race.faster(
                cell, {each: self.path(cell, each).read_text() for each in self.origins(cell)}
            )
            for cell in cells
        }

    def save(self, made: Manifest) -> None:
        """Put the list beside the assembly."""
        path = self.assembly / "manifest.json"
        path.write_text(made.model_dump_json(indent=1) + "\n")
        _manifest.cache_clear()

    def _texts(self, cell: Cell) -> Mapping[str, str]:
        if cell.held_out:
            return {each: self.compiled(cell, each) for each in self.origins(cell)}
        return {each: self.path(cell, each).read_text() for each in self.origins(cell)}

    def _now(self, cells: Iterable[Cell]) -> dict[Path, str]:
        pairs = [(cell, each) for cell in cells for each in self.origins(cell)]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            texts = pool.map(lambda pair: self.compiled(*pair), pairs)
            return {self.path(*pair): text for pair, text in zip(pairs, texts, strict=True)}


@lru_cache
def _manifest(path: Path) -> Manifest:
    return Manifest.model_validate_json(path.read_bytes())


def _hashes(folder: Path, pattern: str) -> dict[str, str]:
    files = sorted(folder.glob(pattern))
    return {
        file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in files
    }

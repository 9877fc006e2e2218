"""The package that `kernelcraft new platform` writes, as if it was installed."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

from kernelcraft.sim import on_demand
from tests.templates.installed import Outside, written


@dataclass(frozen=True)
class Package:
    """A platform outside of this tree; what is compiled of it stays beside it."""

    folder: Path
    name: str

    @classmethod
    def of(cls, folder: Path, name: str) -> Package:
        """As `pip install --editable` would leave it, without pip."""
        return cls(written("platform", name, folder), name)

    @property
    def sources(self) -> Path:
        """The package itself."""
        return self.folder / "src" / self.name

    def run(self, *words: str, code: int = 0, **variables: str) -> subprocess.CompletedProcess[str]:
        """`kernelcraft` where the package is installed."""
        kept = {on_demand.CACHE: str(self.folder.parent / "compiled"), **variables}
        return Outside(self.folder, (self.folder,))(*words, code=code, variables=kept)

    def change(self, file: str, old: str, new: str) -> None:
        """Replace a text of one of its files, which must have it."""
        path = self.sources / file
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

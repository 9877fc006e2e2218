"""The package that `kernelcraft new platform` writes, as if it was installed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from kernelcraft.sim import on_demand
from kernelcraft.templates import write

ENTRY = "[kernelcraft.platforms]\n{name} = {name}:PLATFORM\n"


@dataclass(frozen=True)
class Package:
    """A platform outside of this tree; what is compiled of it stays beside it."""

    folder: Path
    name: str

    @classmethod
    def of(cls, folder: Path, name: str) -> Package:
        """As `pip install --editable` would leave it, without pip."""
        write("platform", name, folder)
        facts = folder / "src" / f"{name}-0.1.0.dist-info"
        facts.mkdir()
        (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1.0\n")
        (facts / "entry_points.txt").write_text(ENTRY.format(name=name))
        return cls(folder, name)

    @property
    def sources(self) -> Path:
        """The package itself."""
        return self.folder / "src" / self.name

    def run(
        self, *words: str, code: int = 0, variables: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """`kernelcraft` where the package is installed."""
        named = {
            "PYTHONPATH": str(self.folder / "src"),
            on_demand.CACHE: str(self.folder.parent / "compiled"),
        }
        done = subprocess.run(
            [sys.executable, "-m", "kernelcraft", *words],
            env={**os.environ, **named, **(variables or {})},
            cwd=self.folder,
            capture_output=True,
            text=True,
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done

    def change(self, file: str, old: str, new: str) -> None:
        """Replace a text of one of its files, which must have it."""
        path = self.sources / file
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

"""Packages as `pip install --editable` leaves them, without pip, and commands that see them."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from kernelcraft.sim import on_demand
from kernelcraft.templates import write

PROJECT = """\
[project]
name = "{name}"
version = "0.1.0"
"""


def written(template: str, name: str, folder: Path) -> Path:
    """What `kernelcraft new` writes, installed."""
    write(template, name, folder)
    return installed(folder)


def made(folder: Path, group: str, module: str, files: dict[str, str], *, of: str = "") -> Path:
    """A package of these files that brings one thing; `of` is the entry point's value."""
    for path, text in files.items():
        file = folder / "src" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    entry = f'[project.entry-points."kernelcraft.{group}"]\n{module} = "{of or module}"\n'
    project = PROJECT.format(name=f"the-{module}") + entry
    (folder / "pyproject.toml").write_text(project, encoding="utf-8")
    return installed(folder)


def installed(folder: Path) -> Path:
    """The folder, with the facts that an installation leaves beside the sources."""
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name, version = project["name"], project["version"]
    facts = folder / "src" / f"{name.replace('-', '_')}-{version}.dist-info"
    facts.mkdir(exist_ok=True)
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    groups = "".join(
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in entries.items())
        for group, entries in project["entry-points"].items()
    )
    (facts / "entry_points.txt").write_text(groups)
    return folder


@dataclass(frozen=True)
class Outside:
    """Runs `kernelcraft` in a folder where packages are installed; what is compiled stays there."""

    folder: Path
    packages: tuple[Path, ...] = ()

    def __call__(
        self,
        *words: str,
        code: int = 0,
        packages: tuple[Path, ...] | None = None,
        variables: Mapping[str, str] | None = None,
    ) -> subprocess.CompletedProcess[str]:
        """What a command prints; it must end with `code`."""
        found = self.packages if packages is None else packages
        path = os.pathsep.join(str(each / "src") for each in found)
        named = {"PYTHONPATH": path, on_demand.CACHE: str(self.folder / "cache")}
        done = subprocess.run(
            [sys.executable, "-m", "kernelcraft", *words],
            env={**os.environ, **named, **(variables or {})},
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == code, (done.stdout, done.stderr)
        return done

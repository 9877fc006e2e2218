"""Packages that are not installed: what the folder of a project, or of a package, brings."""

from __future__ import annotations

import difflib
import importlib.util
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PLATFORM: Final = "PLATFORM"
"""What a package without a project brings: a platform of its own name."""
NEAR: Final = 0.5  # of folders' names


class NoPackage(Exception):
    """There is none in a folder; a sentence."""


@dataclass(frozen=True)
class Folder:
    """A package at `path`, imported from `root`; `declared` has for each group id and place."""

    path: Path
    root: Path
    name: str
    version: str
    declared: Mapping[str, Mapping[str, str]]

    def entries(self, group: str) -> list[tuple[str, str, str, str, str]]:
        """Id, module, attribute, package and version of what it brings."""
        return [
            (name, place.partition(":")[0], place.partition(":")[2], self.name, self.version)
            for name, place in self.declared.get(group, {}).items()
        ]


def read(path: Path) -> Folder:
    """The package in a folder, which can be imported from now on; raises NoPackage."""
    if not path.is_dir():
        raise NoPackage(f"there is no folder {path}{_meant(path)}")
    if (path / "__init__.py").is_file():
        found = _package(path)
    elif (path / "pyproject.toml").is_file():
        found = _project(path, path)
    else:
        expected = "expected a pyproject.toml, or a package's __init__.py"
        raise NoPackage(f"there is no package in {path}: {expected}")
    if not any(found.declared.values()):
        raise NoPackage(f"{path}/pyproject.toml has no entry points of KernelCraft's")
    if str(found.root) not in sys.path:
        sys.path.append(str(found.root))
    _expect_no_other(found)
    return found


def _expect_no_other(folder: Folder) -> None:
    """Raises NoPackage where one of its modules would be imported from elsewhere."""
    places = [place for entries in folder.declared.values() for place in entries.values()]
    for name in dict.fromkeys(map(_outermost, places)):
        spec = importlib.util.find_spec(name)
        if spec is None:
            raise NoPackage(f"{folder.path} says that it brings {name}, which is not there")
        origin = Path(spec.origin or folder.root)
        if not origin.resolve().is_relative_to(folder.root.resolve()):
            raise NoPackage(f"{folder.path}: another {name} is imported first, {origin}")


def _package(path: Path) -> Folder:
    """What its project says of it, where there is one; else it has a platform of its name."""
    for above in path.parents[:2]:
        if (above / "pyproject.toml").is_file():
            project = _project(path, above)
            of_it = {
                group: {n: v for n, v in entries.items() if _outermost(v) == path.name}
                for group, entries in project.declared.items()
            }
            if any(of_it.values()):
                return Folder(path, path.parent, project.name, project.version, of_it)
    declared = {"platforms": {path.name: f"{path.name}:{PLATFORM}"}}
    return Folder(path, path.parent, path.name, "0", declared)


def _project(path: Path, folder: Path) -> Folder:
    """What a project's pyproject.toml declares; sources lie in `src`, or beside the file."""
    file = folder / "pyproject.toml"
    try:
        project = tomllib.loads(file.read_text(encoding="utf-8")).get("project", {})
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise NoPackage(f"{file}: not TOML: {error}") from None
    groups = project.get("entry-points", {})
    declared = {
        group: groups.get(f"kernelcraft.{group}", {})
        for group in ("platforms", "tasks", "agents", "tools")
    }
    root = folder / "src" if (folder / "src").is_dir() else folder
    name, version = str(project.get("name", folder.name)), str(project.get("version", "0"))
    return Folder(path, root, name, version, declared)


def _outermost(place: str) -> str:
    return place.partition(":")[0].partition(".")[0]


def _meant(path: Path) -> str:
    """The folder beside it whose name is most like its own."""
    beside = [each.name for each in path.parent.iterdir()] if path.parent.is_dir() else []
    found = difflib.get_close_matches(path.name, beside, 1, NEAR)
    return f"; did you mean {path.parent / found[0]}?" if found else ""

"""What packages bring: platforms, tasks, agents and tools, by entry points of four groups.

Packages of others are trusted, and may be broken: none is imported before what it brings is wanted,
whatever goes wrong in it names it, and an import that does not end is given up.
"""

from __future__ import annotations

import contextlib
import difflib
import importlib
import importlib.util
import os
import re
import signal
import threading
import traceback
import warnings
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import FrameType, ModuleType
from typing import Final, Literal

from kernelcraft.packages import folders

Group = Literal["platforms", "tasks", "agents", "tools"]
"""Of entry points: `kernelcraft.platforms` and so on."""
ONE: Final[Mapping[Group, str]] = {
    "platforms": "platform",
    "tasks": "task",
    "agents": "agent",
    "tools": "tool",
}
OWN: Final = "kernelcraft"
SECONDS: Final = 20.0
"""For one import (assumed: the slowest library of the field that we know takes 8)."""
ENVIRONMENT: Final = "KERNELCRAFT_PACKAGES"
"""Folders of packages that are not installed; processes that are started from here read it, too."""
_ID: Final = re.compile(r"[a-z][a-z0-9_-]*")


class BrokenPackage(Exception):
    """A package cannot be imported, or is not what it says; a sentence that names it."""


class _TooLong(BaseException):
    """No `except Exception` of a package may catch it."""


@dataclass(frozen=True)
class Entry:
    """What brings one thing: `name` is its id, `attribute` may be empty; `package` and `version`
    are those of the distribution."""

    group: Group
    name: str
    module: str
    attribute: str
    package: str
    version: str
    alone: Path | None = None  # the file of one that is in no package

    @property
    def own(self) -> bool:
        """Whether it is of this package; an error in it is one of ours."""
        return self.alone is None and self.module.partition(".")[0] == OWN

    @property
    def who(self) -> str:
        """Such as "kernelcraft-my-npu 0.1.0"."""
        return f"{self.package} {self.version}".strip()

    @property
    def root(self) -> Path:
        """The outermost folder of its sources, or its only file."""
        if self.alone is not None:
            return self.alone
        place = _place(self.module.partition(".")[0])
        if place is None:
            raise self.broken(f"there is no {self.module}")
        return place.parent if place.name == "__init__.py" else place

    @property
    def file(self) -> Path:
        """Where its module is written; nothing is imported to find it."""
        place, steps = self.root, self.module.split(".")[1:]
        if not steps:
            return place / "__init__.py" if place.is_dir() else place
        place = place.joinpath(*steps)
        for each in (place / "__init__.py", place.with_suffix(".py")):
            if each.is_file():
                return each
        raise self.broken(f"there is no {self.module}")

    def broken(self, reason: str) -> BrokenPackage:
        """The error that names it."""
        if self.alone is not None:
            return BrokenPackage(f"{self.alone} is broken: {reason}")
        what = f"which brings the {ONE[self.group]} {self.name}"
        return BrokenPackage(f"the package {self.who}, {what}, is broken: {reason}")


@cache
def found(group: Group) -> Mapping[str, Entry]:
    """The entry points of a group by name: ours first, then those of `--platform`'s folders.

    One with a name that was seen before, or that nothing can have, is left out with a warning.
    """
    named = [Entry(group, *each) for folder in _given() for each in folder.entries(group)]
    installed = [
        Entry(group, each.name, each.module, each.attr or "", *_distribution(each.dist))
        for each in entry_points(group=f"{OWN}.{group}")
    ]
    kept: dict[str, Entry] = {}
    modules = {each.module for each in named}
    others = [each for each in installed if each.module not in modules]
    for entry in [*(e for e in installed if e.own), *named, *(e for e in others if not e.own)]:
        if entry.name in kept:
            _left_out(entry, f"{kept[entry.name].who} has one of that name")
        elif not _ID.fullmatch(entry.name):
            _left_out(entry, "an id is small letters, digits, _ and -")
        else:
            kept[entry.name] = entry
    return kept


def others(group: Group, taken: Collection[str]) -> Mapping[str, Entry]:
    """Those of a group that are not ours; one with the name of one of ours is left out."""
    return _others(group, frozenset(taken))


@cache
def _others(group: Group, taken: frozenset[str]) -> Mapping[str, Entry]:
    kept = {}
    for name, entry in found(group).items():
        if name in taken:
            _left_out(entry, f"{OWN} has one of that name")
        elif not entry.own:
            kept[name] = entry
    return kept


def imported(entry: Entry, module: str = "") -> ModuleType:
    """The entry point's module, or another one of its package.

    Raises BrokenPackage for whatever goes wrong in a package that is not ours.
    """
    module = module or entry.module
    if entry.own:
        return importlib.import_module(module)
    with mending(f"importing {module}", entry):
        return importlib.import_module(module)


@contextlib.contextmanager
def mending(doing: str, entry: Entry) -> Iterator[None]:
    """Whatever a package's code raises in the meantime, or that it does not end, is its fault."""
    try:
        with _at_most(SECONDS):
            yield
    except _TooLong as late:
        reason = f"{doing} takes more than {SECONDS:g} s{_where(late, entry)}"
        raise entry.broken(reason) from None
    except (Exception, SystemExit) as error:  # packages of others raise anything
        kind = type(error).__name__
        raise entry.broken(f"{doing} gives {kind}: {error}{_where(error, entry)}") from error


def culprit(error: BaseException) -> BrokenPackage | None:
    """An error that came by a package of others while something of it was used, as that."""
    kind = type(error).__name__
    for group in ONE:
        for entry in found(group).values():
            if not entry.own and (where := _where(error, entry)):
                return entry.broken(f"{kind}: {error}{where}")
    return None


def _where(error: BaseException, entry: Entry) -> str:
    """The innermost line of the package that an error came by."""
    with contextlib.suppress(BrokenPackage):
        root = entry.root
        inside = root if root.is_dir() else root.parent
        for frame in reversed(traceback.extract_tb(error.__traceback__)):
            if Path(frame.filename).is_relative_to(inside):
                return f" ({Path(frame.filename).relative_to(inside.parent)}, line {frame.lineno})"
    return ""


@contextlib.contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Ends what takes longer; only in the main thread, where a signal can."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def warn(reason: object) -> None:
    """Say that something of a package is left out, and go on."""
    warnings.warn(str(reason), stacklevel=2)


def _left_out(entry: Entry, reason: str) -> None:
    warn(f"the {ONE[entry.group]} {entry.name} of {entry.who} is left out: {reason}")


def _distribution(found: object) -> tuple[str, str]:
    """Name and version of an installed distribution."""
    return getattr(found, "name", "of no name"), getattr(found, "version", "0")


def _place(module: str) -> Path | None:
    """The file of a module that lies in no package."""
    try:
        spec = importlib.util.find_spec(module)
    except (ImportError, ValueError):
        return None
    return Path(spec.origin) if spec is not None and spec.origin is not None else None


@cache
def _given() -> tuple[folders.Folder, ...]:
    """The packages that lie in the folders of the environment."""
    paths = os.environ.get(ENVIRONMENT, "")
    return tuple(folders.read(Path(each)) for each in paths.split(os.pathsep) if each)


def add(folder: Path) -> tuple[str, ...]:
    """Find the package in a folder from now on, here and in processes that are started from here.

    Gives the platforms that it brings; raises `folders.NoPackage`.
    """
    new = folders.read(folder.resolve())
    known = [each for each in os.environ.get(ENVIRONMENT, "").split(os.pathsep) if each]
    if str(new.path) not in known:
        os.environ[ENVIRONMENT] = os.pathsep.join([*known, str(new.path)])
        for each in (_given, found, _others):
            each.cache_clear()
    return tuple(name for name, *_ in new.entries("platforms"))


def nearest(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """The names that were probably meant."""
    return tuple(difflib.get_close_matches(name, known))

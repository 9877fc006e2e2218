"""Reads a platform's `cells/sizes.toml`: on which sizes of which tasks it is measured."""

import difflib
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Final, get_args

from kernelcraft import tasks
from kernelcraft.cells.platforms import entry, file, names
from kernelcraft.cells.variants.names import base_of
from kernelcraft.cells.variants.shapes import absent, grains
from kernelcraft.packages import BrokenPackage, warn
from kernelcraft.tasks.task import Arithmetic

FILE: Final = "cells/sizes.toml"
SIZES: Final = "sizes.toml"
"""Of a package that brings a task."""

Configurations = dict[str, dict[str, dict[str, int]]]
"""`[task][configuration][dim]` -> size."""

_NAME = re.compile(r"C[1-9][0-9]*")

ARITHMETIC: Final = "arithmetic"
MACHINES: Final = "machines"
_ARITHMETICS: Final[tuple[Arithmetic, ...]] = get_args(Arithmetic)


class ConfigurationError(ValueError):
    """A configuration file is missing or wrong; each fault is a sentence with file and place."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "\n".join(self.faults)


@lru_cache(maxsize=64)
def arithmetic(platform: str) -> Arithmetic:
    """What the platform's file says that its tasks compute in: `arithmetic = "int8"`, or float."""
    found = _file(base_of(platform)).get(ARITHMETIC, "float")
    for known in _ARITHMETICS:
        if found == known:
            return known
    expected = " or ".join(map(repr, _ARITHMETICS))
    place = f"{_source(platform)}: {ARITHMETIC}"
    raise ConfigurationError([f"{place}: expected {expected}, found {found!r}"])


@lru_cache(maxsize=64)
def machines(platform: str) -> tuple[str, ...]:
    """Settings of the machine for which the platform's baselines are locked, too.

    The file has them as `machines = ["errata=official"]`.
    """
    found = _file(base_of(platform)).get(MACHINES, [])
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        place = f"{_source(platform)}: {MACHINES}"
        raise ConfigurationError([f"{place}: expected a list of settings, found {found!r}"])
    return tuple(found)


def configurations(platform: str) -> Configurations:
    """`[task][configuration]` -> dims of a platform, in the order of its file.

    A variant has its platform's, grown to the shape of its machine, but for tasks that it lacks.
    Raises `ConfigurationError` with one sentence a fault.
    """
    content = _file(base_of(platform))
    found = _parsed(content, _source(platform), tasks.dims(arithmetic(platform), content))
    missing = absent(platform)
    present = {task: rows for task, rows in found.items() if task not in missing}
    return _grown(platform, present) if grains(platform) else present


def _grown(platform: str, found: Configurations) -> Configurations:
    """The sizes that a variant of another shape has for those of its platform."""
    from kernelcraft.cells.size_rules import growth

    factors = growth(platform)
    return {
        task: {
            name: {dim: size * factors[task][dim] for dim, size in dims.items()}
            for name, dims in rows.items()
        }
        for task, rows in found.items()
    }


def brought(platform: str) -> Configurations:
    """The same of what packages of tasks say of their own tasks on the platform.

    What is wrong with a package is a warning, and its task is left out. Tasks that the platform's
    file has are its own affair. A variant has those of its platform.
    """
    return _brought(base_of(platform))


@cache
def _brought(platform: str) -> Configurations:
    own, found = _file(platform), Configurations()
    for task, brings in tasks.brought().items():
        path = tasks.file(task, SIZES)
        if path is None or task in own:
            continue
        source = f"{SIZES} of {brings.who}"
        try:
            rows = _toml(path.read_text(encoding="utf-8"), source).get(platform, {})
            if isinstance(rows, dict) and task in rows:
                dims = {task: tasks.load(task, arithmetic(platform)).dims}
                found |= _parsed({task: rows[task]}, f"{source}: {platform}", dims)
        except (ConfigurationError, BrokenPackage, tasks.UnknownTask) as fault:
            warn(fault)
    return found


def parse(text: str, source: str, needed: Mapping[str, tuple[str, ...]]) -> Configurations:
    """Checked configurations from TOML text; `source` is what faults call it.

    Every configuration has exactly the dims of its task, as positive whole numbers. All faults
    are reported at once.
    """
    return _parsed(_toml(text, source), source, needed)


def _parsed(
    content: Mapping[str, object], source: str, needed: Mapping[str, tuple[str, ...]]
) -> Configurations:
    tables = {name: table for name, table in content.items() if name not in (ARITHMETIC, MACHINES)}
    wrong = [
        f"{source}: {fault}" for name, table in tables.items() for fault in _shape(name, table)
    ]
    if wrong:
        raise ConfigurationError(wrong)
    found: Configurations = {
        task: {name: dict(dims) for name, dims in rows.items()}
        for task, rows in tables.items()
        if isinstance(rows, dict)
    }
    faults = [
        f"{source}: {fault}"
        for task, rows in found.items()
        for fault in _faults(task, rows, needed)
    ]
    if faults:
        raise ConfigurationError(faults)
    return found


@cache
def _file(platform: str) -> dict[str, object]:
    path = file(platform, FILE)
    if path is None:
        meant = _nearest(platform, names())
        raise ConfigurationError([f"no configurations for platform {platform!r}; {meant}"])
    return _toml(path.read_text(encoding="utf-8"), _source(platform))


def _source(platform: str) -> str:
    """What faults call the file: with the package where that is not ours."""
    brings = entry(platform)
    return f"{platform}/{FILE}" if brings.own else f"{FILE} of {brings.who}"


def _toml(text: str, source: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError([f"{source}: not TOML: {error}"]) from None


def _shape(task: str, rows: object) -> Iterator[str]:
    """What is not a table of configurations, which are tables of whole numbers above zero."""
    if not isinstance(rows, dict):
        yield f"{task}: expected a table, found {rows!r}"
        return
    for name, dims in rows.items():
        if not _NAME.fullmatch(name):
            yield f"{task}/{name}: expected a configuration name such as C1, found {name!r}"
        if not isinstance(dims, dict):
            yield f"{task}/{name}: expected a table, found {dims!r}"
            continue
        for dim, size in dims.items():
            if type(size) is not int:
                yield f"{task}/{name}/{dim}: expected a whole number, found {size!r}"
            elif size < 1:
                yield f"{task}/{name}/{dim}: expected a number above zero, found {size!r}"


def _faults(
    task: str, rows: Mapping[str, Mapping[str, int]], needed: Mapping[str, tuple[str, ...]]
) -> list[str]:
    if task not in needed:
        return [f"{task}: there is no such task; {_nearest(task, needed)}"]
    wanted = needed[task]
    return [
        f"{task}/{name}: expected the dims {', '.join(wanted)}, found {', '.join(dims) or 'none'}"
        for name, dims in rows.items()
        if set(dims) != set(wanted)
    ]


def _nearest(name: str, known: Iterable[str]) -> str:
    meant = difflib.get_close_matches(name, known)
    return f"did you mean {' or '.join(meant)}?" if meant else f"known: {', '.join(known)}"

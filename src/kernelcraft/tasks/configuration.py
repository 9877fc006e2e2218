"""Reads `configurations/<platform>.toml`: which sizes of which tasks a platform is measured on."""

import difflib
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, get_args

from kernelcraft.tasks.task import Arithmetic

FOLDER = Path(__file__).parent / "configurations"

Configurations = dict[str, dict[str, dict[str, int]]]
"""`[task][configuration][dim]` -> size."""

_NAME = re.compile(r"C[1-9][0-9]*")

ARITHMETIC: Final = "arithmetic"
_ARITHMETICS: Final[tuple[Arithmetic, ...]] = get_args(Arithmetic)


class ConfigurationError(ValueError):
    """A configuration file is missing or wrong; each fault is a sentence with file and place."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "\n".join(self.faults)


def arithmetic(platform: str) -> Arithmetic:
    """What the platform's file says that its tasks compute in: `arithmetic = "int8"`, or float."""
    path = _path(platform)
    found = _file(path).get(ARITHMETIC, "float")
    for known in _ARITHMETICS:
        if found == known:
            return known
    expected = " or ".join(map(repr, _ARITHMETICS))
    raise ConfigurationError([f"{path.name}: {ARITHMETIC}: expected {expected}, found {found!r}"])


def read(platform: str, tasks: Mapping[str, tuple[str, ...]]) -> Configurations:
    """The platform's file, checked; `tasks` gives the dims that each task needs."""
    path = _path(platform)
    return _parsed(_file(path), path.name, tasks)


def parse(text: str, file: str, tasks: Mapping[str, tuple[str, ...]]) -> Configurations:
    """Checked configurations from TOML text; `file` is the name used in faults.

    Every configuration has exactly the dims of its task, as positive whole numbers. All faults
    are reported at once.
    """
    return _parsed(_toml(text, file), file, tasks)


def _parsed(
    content: Mapping[str, object], file: str, tasks: Mapping[str, tuple[str, ...]]
) -> Configurations:
    tables = {name: table for name, table in content.items() if name != ARITHMETIC}
    wrong = [f"{file}: {fault}" for name, table in tables.items() for fault in _shape(name, table)]
    if wrong:
        raise ConfigurationError(wrong)
    found: Configurations = {
        task: {name: dict(dims) for name, dims in rows.items()}
        for task, rows in tables.items()
        if isinstance(rows, dict)
    }
    faults = [
        f"{file}: {fault}" for task, rows in found.items() for fault in _faults(task, rows, tasks)
    ]
    if faults:
        raise ConfigurationError(faults)
    return found


def _path(platform: str) -> Path:
    path = FOLDER / f"{platform}.toml"
    if not path.is_file():
        known = sorted(file.stem for file in FOLDER.glob("*.toml"))
        meant = _nearest(platform, known)
        raise ConfigurationError([f"no configurations for platform {platform!r}; {meant}"])
    return path


@cache
def _file(path: Path) -> dict[str, object]:
    return _toml(path.read_text(encoding="utf-8"), path.name)


def _toml(text: str, file: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError([f"{file}: not TOML: {error}"]) from None


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
    task: str, rows: Mapping[str, Mapping[str, int]], tasks: Mapping[str, tuple[str, ...]]
) -> list[str]:
    if task not in tasks:
        return [f"{task}: there is no such task; {_nearest(task, tasks)}"]
    wanted = tasks[task]
    return [
        f"{task}/{name}: expected the dims {', '.join(wanted)}, found {', '.join(dims) or 'none'}"
        for name, dims in rows.items()
        if set(dims) != set(wanted)
    ]


def _nearest(name: str, known: Iterable[str]) -> str:
    meant = difflib.get_close_matches(name, known)
    return f"did you mean {' or '.join(meant)}?" if meant else f"known: {', '.join(known)}"

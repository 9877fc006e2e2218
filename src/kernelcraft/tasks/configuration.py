"""Reads `configurations/<platform>.toml`: which sizes of which tasks a platform is measured on."""

import difflib
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Final, get_args

from pydantic import Field, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from kernelcraft.tasks.task import Arithmetic

FOLDER = Path(__file__).parent / "configurations"

Configurations = dict[str, dict[str, dict[str, int]]]
"""`[task][configuration][dim]` -> size."""

_Size = Annotated[int, Field(strict=True, ge=1)]
_Name = Annotated[str, Field(pattern=r"^C[1-9][0-9]*$")]
_File: TypeAdapter[Configurations] = TypeAdapter(dict[str, dict[_Name, dict[str, _Size]]])

ARITHMETIC: Final = "arithmetic"
_ARITHMETICS: Final[tuple[Arithmetic, ...]] = get_args(Arithmetic)
_EXPECTED = {
    "string_pattern_mismatch": "expected a configuration name such as C1",
    "int_type": "expected a whole number",
    "greater_than_equal": "expected a number above zero",
    "dict_type": "expected a table",
}


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
    found = _toml(path.read_text(encoding="utf-8"), path.name).get(ARITHMETIC, "float")
    for known in _ARITHMETICS:
        if found == known:
            return known
    expected = " or ".join(map(repr, _ARITHMETICS))
    raise ConfigurationError([f"{path.name}: {ARITHMETIC}: expected {expected}, found {found!r}"])


def read(platform: str, tasks: Mapping[str, tuple[str, ...]]) -> Configurations:
    """The platform's file, checked; `tasks` gives the dims that each task needs."""
    path = _path(platform)
    return parse(path.read_text(encoding="utf-8"), path.name, tasks)


def parse(text: str, file: str, tasks: Mapping[str, tuple[str, ...]]) -> Configurations:
    """Checked configurations from TOML text; `file` is the name used in faults.

    Every configuration has exactly the dims of its task, as positive whole numbers. All faults
    are reported at once.
    """
    tables = {name: table for name, table in _toml(text, file).items() if name != ARITHMETIC}
    try:
        found = _File.validate_python(tables)
    except ValidationError as error:
        raise ConfigurationError(_sentence(file, fault) for fault in error.errors()) from None
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


def _toml(text: str, file: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError([f"{file}: not TOML: {error}"]) from None


def _sentence(file: str, fault: ErrorDetails) -> str:
    place = "/".join(str(part) for part in fault["loc"] if part != "[key]")
    expected = _EXPECTED.get(fault["type"], fault["msg"])
    return f"{file}: {place}: {expected}, found {fault['input']!r}"


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

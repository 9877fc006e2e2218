"""The operators: each file with a `TASK`, `QUANTISED` or `PROGRAM` is one, and its name the id.

Packages bring others by the entry points `kernelcraft.tasks`, whose values are such modules. Beside
one there may be `sizes.toml` with tables `[platform.task]`, for platforms that do not name the task
themselves, and `kernels/baseline/<platform>.py` with its baselines there. Those of `designs` are
loaded by name, too, and in no list.
"""

import difflib
import importlib
import pkgutil
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Final

from kernelcraft import packages
from kernelcraft.packages import Entry
from kernelcraft.tasks import designs
from kernelcraft.tasks.task import (
    EXACT,
    Arithmetic,
    Dims,
    Element,
    FloatArray,
    Input,
    Rounding,
    Task,
    WithCache,
)

__all__ = [
    "ARITHMETICS",
    "EXACT",
    "Arithmetic",
    "Dims",
    "Element",
    "FloatArray",
    "Input",
    "Rounding",
    "Task",
    "UnknownTask",
    "WithCache",
    "brought",
    "load",
    "names",
]


class UnknownTask(LookupError):
    """No task has that name; `nearest` holds the names that were probably meant."""

    def __init__(self, message: str, nearest: tuple[str, ...]) -> None:
        super().__init__(message, nearest)
        self.message, self.nearest = message, nearest

    def __str__(self) -> str:
        return self.message


_ATTRIBUTE: Final[dict[Arithmetic, str]] = {
    "float": "TASK",
    "int8": "QUANTISED",
    "int32": "PROGRAM",
}
ARITHMETICS: Final = tuple(_ATTRIBUTE)


@cache
def names(arithmetic: Arithmetic = "float") -> tuple[str, ...]:
    """The ids of our tasks in this arithmetic, in alphabetical order."""
    attribute = _ATTRIBUTE[arithmetic]
    return tuple(name for name in _files() if hasattr(_module(name), attribute))


def brought() -> Mapping[str, Entry]:
    """What packages bring, by id; in which arithmetic is known when one is loaded."""
    return packages.others("tasks", _files())


def load(name: str, arithmetic: Arithmetic = "float") -> Task:
    """The task of that id in that arithmetic; `UnknownTask` names the nearest ones.

    Raises BrokenPackage where a package's module is none of a task.
    """
    attribute, entry = _ATTRIBUTE[arithmetic], brought().get(name)
    designed = entry is None and name in designs.names()
    if name not in names(arithmetic) and entry is None and not designed:
        raise _unknown(name, arithmetic)
    path = f"designs.{name}" if designed else name
    module = _module(path) if entry is None else packages.imported(entry)
    task = getattr(module, attribute, None)
    wanted = f"{attribute} must be a Task with the name {name!r}"
    if entry is not None and not any(hasattr(module, each) for each in _ATTRIBUTE.values()):
        raise entry.broken(f"{entry.module}: {wanted}")
    if task is None:
        raise _unknown(name, arithmetic)
    if isinstance(task, Task) and task.name == name:
        return task
    raise TypeError(f"tasks/{name}.py: {wanted}") if entry is None else entry.broken(wanted)


def dims(arithmetic: Arithmetic, wanted: Collection[str] = ()) -> dict[str, tuple[str, ...]]:
    """The names of the dims of each of our tasks in this arithmetic, and of the wanted others."""
    others = [name for name in brought() if name in wanted]
    return {name: load(name, arithmetic).dims for name in (*names(arithmetic), *others)}


def file(name: str, path: str) -> Path | None:
    """A file of the package that brings a task, such as "sizes.toml"; None without one."""
    entry = brought().get(name)
    if entry is None:
        return None
    found = entry.file.parent / path
    return found if found.is_file() else None


@cache
def _files() -> tuple[str, ...]:
    return tuple(sorted(each.name for each in pkgutil.iter_modules(__path__) if not each.ispkg))


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"{__name__}.{name}")


def _unknown(name: str, arithmetic: Arithmetic) -> UnknownTask:
    known = (*names(arithmetic), *brought())
    nearest = tuple(difflib.get_close_matches(name, known))
    hint = f"did you mean {' or '.join(nearest)}?" if nearest else f"known: {', '.join(known)}"
    where = f" in {arithmetic}" if any(name in names(each) for each in _ATTRIBUTE) else ""
    return UnknownTask(f"there is no task {name!r}{where}; {hint}", nearest)

"""The operators: each file here with a `TASK` or a `QUANTISED` is one, and its name the id."""

import difflib
import importlib
import pkgutil
from functools import cache
from types import ModuleType
from typing import Final

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


_ATTRIBUTE: Final[dict[Arithmetic, str]] = {"float": "TASK", "int8": "QUANTISED"}


@cache
def names(arithmetic: Arithmetic = "float") -> tuple[str, ...]:
    """The ids of all tasks that there are in this arithmetic, in alphabetical order."""
    attribute = _ATTRIBUTE[arithmetic]
    return tuple(name for name in _files() if hasattr(_module(name), attribute))


def load(name: str, arithmetic: Arithmetic = "float") -> Task:
    """The task of that id in that arithmetic; `UnknownTask` names the nearest ones."""
    if name not in names(arithmetic):
        raise _unknown(name, arithmetic)
    attribute = _ATTRIBUTE[arithmetic]
    task = getattr(_module(name), attribute)
    if not isinstance(task, Task) or task.name != name:
        raise TypeError(f"tasks/{name}.py: {attribute} must be a Task with the name {name!r}")
    return task


def dims(arithmetic: Arithmetic) -> dict[str, tuple[str, ...]]:
    """The names of the dims of every task that there is in this arithmetic."""
    return {name: load(name, arithmetic).dims for name in names(arithmetic)}


@cache
def _files() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"{__name__}.{name}")


def _unknown(name: str, arithmetic: Arithmetic) -> UnknownTask:
    known = names(arithmetic)
    nearest = tuple(difflib.get_close_matches(name, known))
    hint = f"did you mean {' or '.join(nearest)}?" if nearest else f"known: {', '.join(known)}"
    where = f" in {arithmetic}" if any(name in names(each) for each in _ATTRIBUTE) else ""
    return UnknownTask(f"there is no task {name!r}{where}; {hint}", nearest)

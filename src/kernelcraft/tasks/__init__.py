"""The operators: a file of this folder is one task and its name the id, but for `_NOT_TASKS`."""

import difflib
import importlib
import pkgutil
from functools import cache

from kernelcraft.tasks import held_out
from kernelcraft.tasks.configuration import ConfigurationError, Configurations, read
from kernelcraft.tasks.task import EXACT, Dims, FloatArray, Input, Rounding, Task, WithCache

__all__ = [
    "EXACT",
    "ConfigurationError",
    "Configurations",
    "Dims",
    "FloatArray",
    "Input",
    "Rounding",
    "Task",
    "UnknownTask",
    "WithCache",
    "configurations",
    "held_out_rules",
    "load",
    "names",
]

_NOT_TASKS = frozenset({"task", "configuration", "held_out", "multi_head"})


class UnknownTask(LookupError):
    """No task has that name; `nearest` holds the names that were probably meant."""

    def __init__(self, message: str, nearest: tuple[str, ...]) -> None:
        super().__init__(message, nearest)
        self.message, self.nearest = message, nearest

    def __str__(self) -> str:
        return self.message


@cache
def names() -> tuple[str, ...]:
    """Every task's id, in alphabetical order."""
    files = {module.name for module in pkgutil.iter_modules(__path__)}
    return tuple(sorted(files - _NOT_TASKS))


def load(name: str) -> Task:
    """The task of that id; `UnknownTask` names the nearest ones."""
    if name not in names():
        raise _unknown(name)
    task = importlib.import_module(f"{__name__}.{name}").TASK
    if not isinstance(task, Task) or task.name != name:
        raise TypeError(f"tasks/{name}.py: TASK must be a Task with the name {name!r}")
    return task


def configurations(platform: str) -> Configurations:
    """`[task][configuration]` -> dims of a platform, in the order of its file.

    Raises `ConfigurationError` with one sentence a fault.
    """
    return read(platform, {name: load(name).dims for name in names()})


def held_out_rules(platform: str) -> dict[str, held_out.Rules]:
    """`[task][dim]` -> the rule for its size in held-out cells of a platform.

    Raises `ConfigurationError` with one sentence a fault.
    """
    return held_out.read(platform, {name: load(name).dims for name in names()})


def _unknown(name: str) -> UnknownTask:
    nearest = tuple(difflib.get_close_matches(name, names()))
    hint = f"did you mean {' or '.join(nearest)}?" if nearest else f"known: {', '.join(names())}"
    return UnknownTask(f"there is no task {name!r}; {hint}", nearest)

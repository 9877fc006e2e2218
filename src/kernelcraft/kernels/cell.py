"""A cell: one task in one configuration on one platform, with its memory map; loaded by name."""

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from kernelcraft import platforms, tasks
from kernelcraft.platforms.platform import MemoryMap, Platform, Tensor
from kernelcraft.tasks.configuration import Configurations
from kernelcraft.tasks.task import Dims, Task


class UnknownName(LookupError):
    """Nothing has that name; `nearest` holds the names that were probably meant."""

    def __init__(self, message: str, nearest: tuple[str, ...]) -> None:
        super().__init__(message, nearest)
        self.message, self.nearest = message, nearest

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, eq=False)
class Cell:
    """What a kernel is written for. `constants` are rounded as the machine holds them.

    Cells are compared by identity: `load_cell` gives the same object for the same name.
    """

    platform: Platform
    task: Task
    configuration: str
    dims: Dims
    constants: dict[str, float]
    memory_map: MemoryMap

    @property
    def name(self) -> str:
        """Such as "plena/softmax/C1"."""
        return f"{self.platform.name}/{self.task.name}/{self.configuration}"

    @property
    def inputs(self) -> tuple[Tensor, ...]:
        """The tensors that a kernel reads."""
        return tuple(placement.tensor for placement in self.memory_map.inputs)

    @property
    def output(self) -> Tensor:
        """The tensor that a kernel writes."""
        return self.memory_map.output.tensor


def make_cell(platform: Platform, task: Task, configuration: str, dims: Dims) -> Cell:
    """A cell of any dims, also of sizes that are in no configuration file."""
    constants = {name: platform.constant(v) for name, v in task.constants(dims).items()}
    inputs = [Tensor(given.name, given.shape(dims), given.role) for given in task.inputs]
    output = Tensor("output", task.output_shape(dims), "activation")
    memory_map = platform.place(inputs, output, constants)
    return Cell(platform, task, configuration, dims, constants, memory_map)


@cache
def load_cell(name: str) -> Cell:
    """The cell called platform/task/configuration; `UnknownName` says which names are nearest."""
    parts = name.split("/")
    if len(parts) != 3 or not all(parts):
        message = f"expected a cell such as plena/softmax/C1, got {_quote(name)}"
        raise _unknown(message, name, list(_names()))
    platform, task, configuration = parts
    _known(
        "platform",
        platform,
        platforms.NAMES,
        [f"{p}/{task}/{configuration}" for p in _near_platforms(platform)],
    )
    rows = _configurations(platform)
    near_tasks = difflib.get_close_matches(task, rows)
    _known("task", task, rows, [f"{platform}/{t}/{configuration}" for t in near_tasks])
    row = rows[task]
    near_rows = difflib.get_close_matches(configuration, row) or list(row)
    _known("configuration", configuration, row, [f"{platform}/{task}/{c}" for c in near_rows])
    return make_cell(
        platforms.platform(platform), tasks.load(task), configuration, row[configuration]
    )


def find_cells(
    platform: str | None = None,
    level: int | None = None,
    task: str | None = None,
    config: str | None = None,
) -> list[Cell]:
    """Every cell that fits all filters, in the order of the configuration files.

    Raises `UnknownName` for a platform, level, task or configuration that exists nowhere.
    """
    names = [_Name(*name.split("/")) for name in _names()]
    _filter("platform", platform, {name.platform for name in names})
    _filter("task", task, {name.task for name in names})
    _filter("configuration", config, {name.configuration for name in names})
    levels = {str(tasks.load(name.task).level) for name in names}
    _filter("level", None if level is None else str(level), levels)
    return [
        load_cell(str(name))
        for name in names
        if platform in (None, name.platform)
        and task in (None, name.task)
        and config in (None, name.configuration)
        and level in (None, tasks.load(name.task).level)
    ]


@dataclass(frozen=True)
class _Name:
    platform: str
    task: str
    configuration: str

    def __str__(self) -> str:
        return f"{self.platform}/{self.task}/{self.configuration}"


@cache
def _configurations(platform: str) -> Configurations:
    return tasks.configurations(platform)


def _names() -> Iterator[str]:
    for platform in platforms.NAMES:
        for task, rows in _configurations(platform).items():
            yield from (f"{platform}/{task}/{configuration}" for configuration in rows)


def _near_platforms(platform: str) -> list[str]:
    return difflib.get_close_matches(platform, platforms.NAMES) or list(platforms.NAMES)


def _known(kind: str, found: str, known: Iterable[str], nearest: list[str]) -> None:
    """Raise unless `found` is a known name; `nearest` are whole cell names."""
    known = list(known)
    if found in known:
        return
    hint = f"did you mean {' or '.join(nearest)}?" if nearest else f"known: {', '.join(known)}"
    raise UnknownName(f"there is no {kind} {_quote(found)}; {hint}", tuple(nearest))


def _filter(kind: str, wanted: str | None, known: set[str]) -> None:
    if wanted is not None and wanted not in known:
        raise _unknown(f"there is no {kind} {_quote(wanted)}", wanted, sorted(known))


def _unknown(message: str, found: str, known: list[str]) -> UnknownName:
    nearest = tuple(difflib.get_close_matches(found, known))
    shown = ", ".join(known[:12])
    hint = f"did you mean {' or '.join(nearest)}?" if nearest else f"known: {shown}"
    return UnknownName(f"{message}; {hint}", nearest)


def _quote(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")

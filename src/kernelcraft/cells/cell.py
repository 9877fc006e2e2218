"""A cell: one task in one configuration on one platform, with its memory map; loaded by name."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from kernelcraft import tasks
from kernelcraft.cells import designs, platforms
from kernelcraft.cells import size_rules as held_out
from kernelcraft.cells.arguments import expect
from kernelcraft.cells.protocol import MemoryMap, PlacementError, Platform, Tensor
from kernelcraft.cells.size_rules import rules_for
from kernelcraft.cells.sizes import (
    ConfigurationError,
    Configurations,
    arithmetic,
    brought,
    configurations,
)
from kernelcraft.cells.variants.names import DESIGN_MARK, MARK, NoVariants, base_of, parsed
from kernelcraft.cells.variants.shapes import absent
from kernelcraft.isa.suggest import did_you_mean, nearest, quote
from kernelcraft.packages import BrokenPackage, warn
from kernelcraft.tasks.task import (
    EXACT,
    Dims,
    FloatArray,
    Given,
    Level,
    Passes,
    Rounding,
    Task,
    WithCache,
)

KEPT = 64  # cells of variants, which a trainer draws without end
SHOWN = 12  # names that a message lists where none is near


class UnknownName(LookupError):
    """Nothing has that name; `nearest` holds the names that were probably meant."""

    def __init__(self, message: str, nearest: tuple[str, ...]) -> None:
        super().__init__(message, nearest)
        self.message, self.nearest = message, nearest

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, eq=False, repr=False)
class Cell:
    """What a kernel is written for: one task in one configuration on one platform.

    `dims` are its sizes in elements, `constants` are rounded as the machine holds them, and
    `memory_map` says where every tensor lies, in the addresses of the machine.
    `settings` of the machine are those that differ from the platform's usual ones.
    `configuration` is the name of a published one, or the sizes, such as "rows=12,width=64".
    Cells are compared by identity: `load_cell` gives the same object for the same name.
    """

    platform: Platform
    task: Task
    configuration: str
    dims: Dims
    constants: dict[str, float]
    memory_map: MemoryMap
    settings: str = ""

    def __repr__(self) -> str:
        return f"<Cell {self.name}: {sizes_of(self.task, self.dims).replace(',', ', ')}>"

    @property
    def name(self) -> str:
        """Such as "plena/softmax/C1", or "plena/softmax/C1+errata=official"."""
        return f"{self.usual_name}+{self.settings}" if self.settings else self.usual_name

    @property
    def usual_name(self) -> str:
        """The name of the same cell on the platform's usual machine."""
        return f"{self.platform.name}/{self.task.name}/{self.configuration}"

    @property
    def held_out(self) -> bool:
        """Whether its sizes are none of the published configurations'."""
        return self.configuration not in _rows_for(self.platform.name, self.task.name)

    @property
    def inputs(self) -> tuple[Tensor, ...]:
        """The tensors that a kernel reads."""
        return tuple(placement.tensor for placement in self.memory_map.inputs)

    @property
    def output(self) -> Tensor:
        """The tensor that a kernel writes."""
        return self.memory_map.output.tensor

    @property
    def exact(self) -> bool:
        """Whether every element of the output must equal the reference."""
        return self.output.element != "float"

    def reference(self, inputs: Mapping[str, FloatArray]) -> FloatArray:
        """The right output in float64, of the output's shape, from inputs by their names.

        Where the machine stores a cache, it holds what the machine would store.
        """
        return self.given(inputs).output()

    def given(self, inputs: Mapping[str, FloatArray]) -> Given:
        """What the reference is computed from."""
        r = WithCache(EXACT, self.platform.rounding().cache)
        return Given(self.task, r, inputs, self.constants, self.dims)

    def compute(self, r: Rounding, inputs: Mapping[str, FloatArray]) -> FloatArray:
        """The output of the task's algorithm under `r`, for this cell's constants and dims."""
        return self.task.compute(r, inputs, self.constants, self.dims)


def make_cell(platform: Platform, task: Task, configuration: str, dims: Dims) -> Cell:
    """A cell of any dims, also of sizes that are in no configuration file."""
    task = task.on(platform.lacks)
    constants = {name: platform.constant(v) for name, v in task.constants(dims).items()}
    sizes = task.sizes(dims)
    inputs = [
        Tensor(
            each.name,
            each.shape(sizes),
            each.role,
            each.element,
            each.part,
            each.dims,
            _uses(each.name, task.passes),
        )
        for each in task.inputs
    ]
    shape = task.output_shape(sizes)
    output = Tensor("output", shape, "activation", task.element, task.part, task.output)
    memory_map = platform.place(inputs, output, constants)
    return Cell(platform, task, configuration, dims, constants, memory_map)


def _uses(name: str, passes: Passes) -> tuple[tuple[int, int], ...]:
    """The passes, and the groups in them, of an operand."""
    return tuple(
        (number, place)
        for number, groups in enumerate(passes)
        for place, group in enumerate(groups)
        if name in group
    )


def as_cell(cell: "Cell | str") -> Cell:
    """The cell, or the one of that name; raises `UnknownName` as `load_cell`, else TypeError."""
    expect("cell", cell, "a Cell or its name, such as 'plena/softmax/C1'", Cell, str)
    return cell if isinstance(cell, Cell) else load_cell(cell)


def load_cell(name: str) -> Cell:
    """The cell called platform/task/configuration; `UnknownName` says which names are nearest.

    Instead of a configuration there may be sizes, such as plena/silu/rows=12,width=64: all that the
    platform's rules for held-out cells allow and that no configuration has. Settings of the machine
    may follow, such as plena/silu/C1+errata=official. The same name gives the same object.
    """
    expect("name", name, "a cell's name (a str), such as 'plena/softmax/C1'", str)
    kept = MARK in name or DESIGN_MARK in name.partition("/")[0]
    return _of_variant(name) if kept else _of_platform(name)


@cache
def _of_platform(name: str) -> Cell:
    return _loaded(name)


@lru_cache(maxsize=KEPT)
def _of_variant(name: str) -> Cell:
    return _loaded(name)


def _loaded(name: str) -> Cell:
    wanted, slash, rest = name.partition("/")
    usual, plus, settings = rest.partition("+")
    if plus:
        return _on_machine(load_cell(f"{wanted}{slash}{usual}"), settings)
    rows = _named(wanted if platforms.known(wanted) else None)
    if name not in rows and platforms.known(wanted):
        rows = {**rows, **{str(row): row for row in design_rows(wanted)}}
    if name not in rows:
        rows = _named(None)
    if name not in rows:
        lacked = absent(wanted).get(name.split("/")[1]) if name.count("/") == 2 else None
        if lacked:
            raise UnknownName(f"{name} is not there: {lacked}", ())
        sized = _SIZED.fullmatch(name)
        if sized and (sized["platform"], sized["task"]) in {
            (row.platform, row.task) for row in _rows(sized["platform"])
        }:
            return _cell_of_sizes(sized["platform"], sized["task"], sized["sizes"])
        alike = f"{sized['platform']}/{sized['task']}/C1" if sized else name
        raise unknown(_what_is_wrong(name), alike, rows)
    row = rows[name]
    task = _task(row.platform, row.task)
    try:
        platform = platforms.platform(row.platform)
        return make_cell(platform, task, row.configuration, row.dims)
    except (NoVariants, designs.NoDesign) as error:
        raise UnknownName(str(error), ()) from None


def home(cell: Cell) -> Cell:
    """The same cell on the machine that a variant is drawn from; another cell as it is."""
    return cell if parsed(cell.platform.name) is None else _home(cell)


@lru_cache(maxsize=KEPT)
def _home(cell: Cell) -> Cell:
    from kernelcraft.cells.variants.platform import VariantPlatform

    assert isinstance(cell.platform, VariantPlatform)  # no other platform has such a name
    base = cell.platform.base
    if base == platforms.platform(base.name):
        return load_cell(f"{base.name}/{cell.task.name}/{cell.configuration}")
    return make_cell(base, cell.task, cell.configuration, cell.dims)


def with_machine(cell: Cell, settings: Mapping[str, str]) -> Cell:
    """The same cell on a machine with these settings, each an equal object for equal settings.

    Raises `UnknownName` for settings that the platform's cells cannot have.
    """
    if not settings:
        return cell
    pairs = ",".join(f"{key}={value}" for key, value in sorted(settings.items()))
    return load_cell(f"{cell.usual_name}+{pairs}")


def _on_machine(cell: Cell, settings: str) -> Cell:
    pairs = [pair.partition("=") for pair in settings.split(",")]
    try:
        platform = platforms.configured(cell.platform.name, {k: v for k, _, v in pairs})
        if platform == cell.platform:
            return cell
        found = make_cell(platform, cell.task, cell.configuration, cell.dims)
    except PlacementError as error:
        raise UnknownName(f"{cell.name} with {settings}: {error}", (cell.name,)) from None
    return replace(found, settings=settings)


def find_cells(
    platform: str | None = None,
    level: int | None = None,
    task: str | None = None,
    config: str | None = None,
) -> list[Cell]:
    """Every cell that fits all filters, in the order of the configuration files.

    They are those of the published sizes. `level` is 1, 2 or 3, the paper's. Raises `UnknownName`
    for a platform, level, task or configuration that exists nowhere.
    """
    return [load_cell(str(row)) for row in find_rows(platform, level, task, config)]


def find_rows(
    platform: str | None = None,
    level: int | None = None,
    task: str | None = None,
    config: str | None = None,
) -> "list[Row]":
    """The same as rows of the configuration files, which need no platform."""
    for name, given in (("platform", platform), ("task", task), ("config", config)):
        expect(name, given, "a name (a str) or None", str, type(None))
    expect("level", level, "1, 2, 3 or None", int, type(None))
    rows = _rows(platform)
    _check("platform", platform, (row.platform for row in rows))
    _check("task", task, (row.task for row in rows))
    _check("configuration", config, (row.configuration for row in rows))
    _check("level", level, (row.level for row in rows))
    return [
        row
        for row in rows
        if platform in (None, row.platform)
        and task in (None, row.task)
        and config in (None, row.configuration)
        and level in (None, row.level)
    ]


_SIZED = re.compile(r"(?P<platform>[^/]+)/(?P<task>[^/]+)/(?P<sizes>\w+=\w+(,\w+=\w+)*)")


def sizes_of(task: Task, dims: Dims) -> str:
    """The name of dims that have none, such as "rows=12,width=64"."""
    return ",".join(f"{name}={dims[name]}" for name in task.dims)


def published_as(platform: str, task: str, dims: Dims) -> str | None:
    """The configuration that has just these dims."""
    rows = _rows_for(platform, task)
    return next((name for name, row in rows.items() if row == dims), None)


def _rows_for(platform: str, task: str) -> Mapping[str, Dims]:
    """The configurations of a task on a platform, whoever says them."""
    for own in (configurations(platform), brought(platform)):
        if task in own:
            return own[task]
    return designs.configurations(base_of(platform))[task]


def _cell_of_sizes(platform: str, name: str, sizes: str) -> Cell:
    task, rules = _task(platform, name), rules_for(platform, name)
    start = f"{platform}/{name}"
    given = dict(pair.split("=") for pair in sizes.split(","))
    if set(given) != set(task.dims) or not all(value.isdecimal() for value in given.values()):
        wanted = ",".join(f"{dim}=..." for dim in task.dims)
        raise UnknownName(f"expected {start}/{wanted} with whole numbers, got {quote(sizes)}", ())
    dims = {dim: int(given[dim]) for dim in task.dims}
    published = published_as(platform, name, dims)
    if published is not None:
        same = f"{start}/{published}"
        raise UnknownName(f"these are the sizes of {same}", (same,))
    refused = held_out.refusal(rules, dims)
    if refused is not None:
        raise UnknownName(f"{start}: {refused}", ())
    return _sized_cell(platform, name, tuple(dims.items()))


@lru_cache(maxsize=4096)
def _sized_cell(platform: str, name: str, dims: tuple[tuple[str, int], ...]) -> Cell:
    """One object for all ways to write the same sizes."""
    task = _task(platform, name)
    configuration = sizes_of(task, dict(dims))
    try:
        return make_cell(platforms.platform(platform), task, configuration, dict(dims))
    except PlacementError as error:
        raise UnknownName(f"{platform}/{name}/{configuration}: {error}", ()) from None


def _task(platform: str, name: str) -> Task:
    """The task in the platform's arithmetic."""
    return tasks.load(name, arithmetic(platform))


@dataclass(frozen=True)
class Row:
    """One row of a configuration file; its text is the cell's name."""

    platform: str
    task: str
    configuration: str
    dims: Dims

    @property
    def level(self) -> Level:
        """The task's."""
        return _task(self.platform, self.task).level

    def __str__(self) -> str:
        return f"{self.platform}/{self.task}/{self.configuration}"


def row_of(cell: Cell) -> Row:
    """The row that a cell has, or would have if its sizes are not published."""
    return Row(cell.platform.name, cell.task.name, cell.configuration, cell.dims)


def _rows(platform: str | None = None) -> tuple[Row, ...]:
    """All, or those of a variant or of an extended platform, which are not among all."""
    if platform is None or not platforms.known(platform) or base_of(platform) == platform:
        return _all_rows()
    return _rows_of(platform)


@cache
def _all_rows() -> tuple[Row, ...]:
    """What is wrong with a package of others is a warning, and its rows are left out."""
    found: list[Row] = []
    for platform in platforms.names():
        try:
            found += [*_rows_of(platform), *_as_rows(platform, brought(platform))]
        except (ConfigurationError, BrokenPackage) as fault:
            if platforms.entry(platform).own:
                raise
            warn(f"{platforms.entry(platform).who} is left out: {fault}")
    return tuple(found)


@lru_cache(maxsize=64)
def _rows_of(platform: str) -> tuple[Row, ...]:
    """Those of the platform's own file."""
    return _as_rows(platform, configurations(platform))


def _as_rows(platform: str, found: Configurations) -> tuple[Row, ...]:
    return tuple(
        Row(platform, task, configuration, dims)
        for task, rows in found.items()
        for configuration, dims in rows.items()
    )


@lru_cache(maxsize=64)
def _named(platform: str | None) -> Mapping[str, Row]:
    """The rows of a platform, or of all, by the names of their cells."""
    rows = _rows() if platform is None else _rows_of(platform)
    return {str(row): row for row in rows}


def design_rows(platform: str) -> tuple[Row, ...]:
    """The rows of the cells that instructions are designed for, which `find_rows` leaves out."""
    return _as_rows(platform, designs.configurations(base_of(platform)))


def _what_is_wrong(name: str) -> str:
    """The first part of a cell's name that fits no cell."""
    parts = name.split("/")
    if len(parts) != 3:
        return f"expected a cell such as plena/softmax/C1, got {quote(name)}"
    platform, task, configuration = parts
    if not platforms.known(platform):
        return f"there is no platform {quote(platform)}"
    known = {**configurations(platform), **designs.configurations(base_of(platform))}
    if task not in {**known, **brought(platform)}:
        elsewhere = any(row.task == task for row in _rows())
        return f"there is no task {quote(task)}" + (f" for {platform}" if elsewhere else "")
    return f"there is no configuration {quote(configuration)}"


def _check(kind: str, wanted: str | int | None, known: Iterable[str | int]) -> None:
    names = dict.fromkeys(map(str, known))
    if wanted is not None and str(wanted) not in names:
        raise unknown(f"there is no {kind} {quote(str(wanted))}", str(wanted), names)


def unknown(message: str, found: str, known: Iterable[str]) -> UnknownName:
    """The error with the nearest of the names that there are, or the first of them."""
    known = list(known)
    more = ", ..." if len(known) > SHOWN else ""
    hint = did_you_mean(found, known) or f"; known: {', '.join(known[:SHOWN])}{more}"
    return UnknownName(message + hint, tuple(nearest(found, known)))

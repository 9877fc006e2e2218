"""Options that several commands share."""

import itertools
from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from kernelcraft.cli.errors import UsageFault

if TYPE_CHECKING:
    from kernelcraft.cells.cell import Cell, Row
    from kernelcraft.cells.held_out import HeldOut


class Rules(StrEnum):
    """The rules of grading."""

    strict = "strict"
    paper = "paper"


class Prompt(StrEnum):
    """How much of the instruction set a prompt holds."""

    compact = "compact"
    full = "full"


def platform_names(incomplete: str) -> list[str]:
    """For a shell: the platforms whose names go on so."""
    from kernelcraft.cells import platforms

    return [name for name in platforms.names() if name.startswith(incomplete)]


def known_platform(name: str) -> str:
    """The name of a platform that is installed, or of a variant of one; raises UsageFault with the
    nearest names."""
    import difflib

    from kernelcraft.cells import platforms

    known = platforms.names()
    if platforms.known(name):
        return name
    nearest = tuple(difflib.get_close_matches(name, known))
    hint = f"did you mean {' or '.join(nearest)}?" if nearest else f"known: {', '.join(known)}"
    raise UsageFault(f"there is no platform {name!r}; {hint}", nearest)


def cell_names(incomplete: str) -> list[str]:
    """For a shell: the cells whose names go on so; from the lock files, which are quick to read."""
    from kernelcraft.cells import platforms
    from kernelcraft.grading import locks

    files = [locks.read(name) for name in platforms.names()]
    names = (name for file in files if file is not None for name in file.cells)
    return [name for name in names if name.startswith(incomplete)]


CellName = Annotated[
    str,
    typer.Argument(metavar="CELL", help="Such as plena/softmax/C1.", autocompletion=cell_names),
]
KernelFile = Annotated[
    str, typer.Argument(metavar="FILE", help="A kernel; - reads standard input.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object on standard output.")]
Machine = Annotated[
    list[str] | None,
    typer.Option("--machine", metavar="KEY=VALUE", help="Change the hardware; may be repeated."),
]
RulesOption = Annotated[Rules, typer.Option("--rules", help="Rules of grading.")]
PromptOption = Annotated[
    Prompt,
    typer.Option("--prompt", help="full holds the page of every instruction."),
]
Seed = Annotated[
    int | None,
    typer.Option("--seed", min=0, help="Decides the hidden inputs; drawn freshly by default."),
]
WorkersOption = Annotated[
    int | None,
    typer.Option("--workers", min=1, help="Processes that grade; one for each core by default."),
]
ExecutorOption = Annotated[
    str,
    typer.Option(
        "--executor", metavar="PLACE", help="Where kernels run: local, ray or ray://HOST:PORT."
    ),
]
Platforms = Annotated[
    list[str] | None,
    typer.Option("--platform", help="Only this platform, or that of a folder; repeatable."),
]
OnePlatform = Annotated[
    str,
    typer.Argument(metavar="PLATFORM", help="Such as plena.", autocompletion=platform_names),
]
Levels = Annotated[
    list[int] | None, typer.Option("--level", help="Only tasks of this level; may be repeated.")
]
Tasks = Annotated[list[str] | None, typer.Option("--task", help="Only this task; may be repeated.")]
Configs = Annotated[
    list[str] | None, typer.Option("--config", help="Only this configuration; may be repeated.")
]
Part = Annotated[
    str | None,
    typer.Option("--part", metavar="K/N", help="Every Nth of the cells only, from the Kth on."),
]
HeldOutCount = Annotated[
    int | None,
    typer.Option(
        "--held-out", metavar="N", min=1, help="N cells of each task at sizes drawn by --seed."
    ),
]


def chosen_cells(
    platforms: list[str] | None,
    levels: list[int] | None,
    tasks: list[str] | None,
    configs: list[str] | None,
) -> "list[Cell]":
    """Every cell that fits one value of each filter that was given, in the cells' own order."""
    from kernelcraft.cells.cell import load_cell

    return [load_cell(str(row)) for row in chosen_rows(platforms, levels, tasks, configs)]


def chosen_rows(
    platforms: list[str] | None,
    levels: list[int] | None,
    tasks: list[str] | None,
    configs: list[str] | None,
) -> "list[Row]":
    """The same as rows of the configuration files, which need no platform."""
    from kernelcraft.cells.cell import find_rows

    filters = itertools.product(
        platforms or (None,), levels or (None,), tasks or (None,), configs or (None,)
    )
    found = {str(row): row for each in filters for row in find_rows(*each)}
    if not found:
        raise UsageFault("no cell fits all of these filters; `kernelcraft cells` lists them all")
    usual = [row for row in find_rows() if str(row) in found]
    return [*usual, *(row for row in found.values() if row not in usual)]


def one_of_each_task(cells: "Iterable[Cell]") -> "list[Cell]":
    """The first cell of each task: a generator is about all sizes of one."""
    found: dict[tuple[str, str], Cell] = {}
    for cell in cells:
        found.setdefault((cell.platform.name, cell.task.name), cell)
    return list(found.values())


def one_part(cells: "list[Cell]", part: str | None) -> "list[Cell]":
    """Every nth of the cells from the kth on, for a part written "k/n"; all without one."""
    if part is None:
        return cells
    first, _, every = part.partition("/")
    if not (first.isdecimal() and every.isdecimal() and 1 <= int(first) <= int(every)):
        raise UsageFault(f"--part: expected K/N with K from 1 to N, got {part!r}")
    found = cells[int(first) - 1 :: int(every)]
    if not found:
        raise UsageFault(f"--part: there are only {len(cells)} cells, none is left for {part}")
    return found


def unseen_cells(
    platforms: list[str] | None,
    levels: list[int] | None,
    tasks: list[str] | None,
    configs: list[str] | None,
    count: int,
    seed: int,
) -> "list[HeldOut]":
    """`count` held-out cells of every task that fits the filters, in the tasks' order.

    A platform whose baseline needs a compiler that is not installed is left out, which is said; it
    is an error only where nothing else was chosen.
    """
    from kernelcraft.cells.held_out import held_out_cells
    from kernelcraft.cells.unwritten import NoCompiler
    from kernelcraft.cli.answers import say

    if configs:
        raise UsageFault("--held-out draws sizes of its own; leave --config out")
    chosen = chosen_cells(platforms, levels, tasks, None)
    names = dict.fromkeys((cell.platform.name, cell.task.name) for cell in chosen)
    found: list[HeldOut] = []
    uncompiled: dict[str, NoCompiler] = {}
    for name, task in names:
        try:
            found += held_out_cells(name, task, count, seed) if name not in uncompiled else []
        except NoCompiler as fault:
            uncompiled[name] = fault
    if uncompiled and not found:
        raise next(iter(uncompiled.values()))
    for name, reason in uncompiled.items():
        say(f"the held-out sizes of {name} are left out: {reason}")
    return found


def on_machine(cells: "Iterable[Cell]", machine: list[str] | None) -> "list[Cell]":
    """The same cells on a machine with the settings of `--machine`; raises UnknownName for those
    that a platform's cells cannot have."""
    from kernelcraft.cells.cell import with_machine

    changes = settings(machine, "--machine")
    return [with_machine(cell, changes) for cell in cells]


def cell_on(name: str, machine: list[str] | None) -> "Cell":
    """The cell of that name on such a machine."""
    from kernelcraft.cells.cell import load_cell

    return on_machine([load_cell(name)], machine)[0]


def settings(pairs: list[str] | None, option: str) -> dict[str, str]:
    """`key=value` pairs of a repeated option."""
    split = [pair.partition("=") for pair in pairs or []]
    for pair, (key, equals, _) in zip(pairs or [], split, strict=True):
        if not key or not equals:
            raise UsageFault(f"{option}: expected key=value, got {pair!r}")
    return {key.strip(): value.strip() for key, _, value in split}


def with_parts(cells: "list[Cell]") -> "list[Cell]":
    """The cells, and those of the parts of composites among them; each once."""
    from kernelcraft.cells.cell import load_cell
    from kernelcraft.cells.parts import parts_of

    found = [parts for each in cells if (parts := parts_of(each)) is not None]
    names = [each.name for each in cells] + [name for each in found for name, _ in each.cells]
    return [load_cell(name) for name in dict.fromkeys(names)]

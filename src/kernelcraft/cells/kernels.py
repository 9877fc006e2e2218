"""What a platform has written for its cells: baseline, expert kernels, bounds, a lint.

All are parts of its package. `kernels/baseline` and `kernels/experts` have for each task a function
`kernel(cell) -> str`, found as `platforms.function` says; it raises `Unwritten` for sizes that it
does not cover. A package that brings a task may have them for platforms, in files of their names.
Where nobody has a baseline of a task, it is compiled from its lowering table,
the `TABLE` of `lowering` (see `codegen.tensors`). A bound is `kernels.bounds` with a function
`bound(cell) -> int | None`; a lint for a machine that waits for nothing is `kernels.hazards` with
`hazards(program)`, which gives `Hazard`s. What explains the cycles of such a machine is
`kernels.explanation`, an `Explainer`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, Protocol

from kernelcraft import tasks
from kernelcraft.cells.cell import Cell, home, load_cell
from kernelcraft.cells.platforms import ORIGINS, function, part
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.cells.variants.names import parsed
from kernelcraft.packages import imported

if TYPE_CHECKING:
    from kernelcraft.cells.moves import Move
    from kernelcraft.isa.program import Program
    from kernelcraft.sim.explanation import Explanation
    from kernelcraft.sim.run import Run
    from kernelcraft.sim.timeline import Event

Kind = Literal["compiler", "expert"]
_PARTS: Final[dict[Kind, str]] = {"compiler": "kernels.baseline", "expert": "kernels.experts"}


class Compiler(Protocol):
    """A machine's lowering table: what a compiler needs to write kernels for it."""

    def kernel(self, cell: Cell) -> str:
        """A kernel; raises `Unwritten` for a cell that the table has no instructions for."""
        ...

    def moves(self, cell: Cell) -> tuple[Move, ...]:
        """What a tuner may try."""
        ...

    def bound(self, cell: Cell) -> int | None:
        """The cycles of the work that every kernel has to do."""
        ...


class Hazard(Protocol):
    """What a lint found; as text a sentence with its line. Doubtful if it may well be meant so."""

    @property
    def doubtful(self) -> bool: ...


class Explainer(Protocol):
    """Says why cycles did no useful work: of a run of which the first `TRACED` bundles are traced.

    Of a run that is traced to its end, `events` are what the parts of the machine did when.
    """

    TRACED: int

    def explanation(self, cell: Cell, run: Run) -> Explanation: ...

    def events(self, run: Run) -> Iterable[Event]: ...


@lru_cache(maxsize=256)
def baseline(cell: Cell) -> str:
    """The compiler's kernel for the cell; raises `Unwritten` where there is none."""
    return _written(cell, "compiler")


def has_baseline(cell: Cell) -> bool:
    """Whether the compiler writes a kernel for the cell."""
    try:
        baseline(cell)
    except Unwritten:
        return False
    return True


def origins(cell: Cell) -> Mapping[str, str]:
    """What the cell's compiler gives in each of its ways, by name; empty where it has but one.

    The baseline is the fastest of those that are right on all inputs. A compiler that has a file
    for each task names the ways there. Raises `Unwritten` where there is no compiler.
    """
    usual = home(cell)
    write = function(usual.platform.name, _PARTS["compiler"], cell.task.name, ORIGINS)
    found: Mapping[str, str] = {} if write is None else write(usual)
    return {way: said(cell, text) for way, text in found.items()}


@lru_cache(maxsize=256)
def expert(cell: Cell) -> str:
    """Our best known kernel for the cell; raises `Unwritten` where there is none."""
    return _written(cell, "expert")


@lru_cache(maxsize=256)
def bound(cell: Cell) -> int | None:
    """The cycles that no kernel of the cell can beat on its machine; None while it is unknown."""
    usual = home(cell)
    own = _bound(usual)
    if own is None and usual is not cell and not _is_reshaped(cell):
        return _bound(load_cell(usual.name))  # a variant with other times is never faster
    return own


def _is_reshaped(cell: Cell) -> bool:
    variant = parsed(cell.platform.name)
    return variant is not None and variant.reshaped


def _bound(cell: Cell) -> int | None:
    module = part(cell.platform.name, "kernels.bounds")
    if module is not None:
        found: int | None = module.bound(cell)
        return found
    table = compiler(cell.platform.name)
    return None if table is None else table.bound(cell)


def hazards(cell: Cell, program: Program) -> tuple[Hazard, ...] | None:
    """What looks like a mistake of timing, doubtful ones last; None where there is no lint."""
    module = part(cell.platform.name, "kernels.hazards")
    if module is None:
        return None
    found: tuple[Hazard, ...] = tuple(module.hazards(at_home(cell, program)))
    language = cell.platform.isa.language
    if language is None:
        return found
    return tuple(_Said(language.prose.message(str(each)), each.doubtful) for each in found)


@dataclass(frozen=True)
class _Said:
    """A hazard in the language of a variant."""

    message: str
    doubtful: bool

    def __str__(self) -> str:
        return self.message


def explainer(cell: Cell) -> Explainer | None:
    """What explains the cycles of a kernel; None where the machine says it all."""
    found: Explainer | None = part(cell.platform.name, "kernels.explanation")
    return found if found is None or home(cell) is cell else _AtHome(found, found.TRACED)


@dataclass
class _AtHome:
    """Explains runs of a variant as those of the machine that it is drawn from."""

    usual: Explainer
    TRACED: int

    def explanation(self, cell: Cell, run: Run) -> Explanation:
        """The usual explainer's of the same run."""
        profile = replace(run.profile, program=at_home(cell, run.profile.program))
        return self.usual.explanation(home(cell), replace(run, profile=profile))

    def events(self, run: Run) -> Iterable[Event]:
        """The usual explainer's."""
        return self.usual.events(run)


def at_home(cell: Cell, program: Program) -> Program:
    """The same operations as a program of the machine that a variant is drawn from."""
    return replace(program, isa=home(cell).platform.isa)


def said(cell: Cell, text: str) -> str:
    """A text of the machine that a variant is drawn from, as the variant writes it.

    Raises `Unwritten` for one that uses what the variant does not have.
    """
    language = cell.platform.isa.language
    if language is None:
        return text
    if language.lacks(text):
        raise Unwritten(f"{cell.name}: it needs what this machine does not have")
    return language.said(text)


def meant(cell: Cell, text: str) -> str:
    """The inverse of `said`."""
    language = cell.platform.isa.language
    return text if language is None else language.meant(text)


def missing_writer(cell: Cell, kind: Kind) -> str:
    """That nobody of the kind writes kernels of the cell's task, at any size; "" where one does."""
    cell = home(cell)
    if _writer(cell, kind) is not None:
        return ""
    return f"no {kind} writes {cell.task.name} kernels for {cell.platform.name}"


def compiler(platform: str) -> Compiler | None:
    """What writes kernels from a platform's lowering table; None where it has none."""
    module = part(platform, "lowering")
    if module is None:
        return None
    found: Compiler = module.TABLE
    return found


def _writer(cell: Cell, kind: Kind) -> Callable[[Cell], str] | None:
    platform = cell.platform.name
    found = function(platform, _PARTS[kind], cell.task.name, "kernel") or _with_task(cell, kind)
    if found is None and kind == "compiler":
        table = compiler(platform)
        return None if table is None else table.kernel
    return found


def _with_task(cell: Cell, kind: Kind) -> Callable[[Cell], str] | None:
    """What the package that brings the task has for the platform, in a file of its name."""
    brings, platform = tasks.brought().get(cell.task.name), cell.platform.name
    path = f"{_PARTS[kind].replace('.', '/')}/{platform}.py"
    if brings is None or tasks.file(cell.task.name, path) is None:
        return None
    is_package = brings.file.name == "__init__.py"
    around = brings.module if is_package else brings.module.rpartition(".")[0]
    module = imported(brings, f"{around}.{_PARTS[kind]}.{platform}")
    found: Callable[[Cell], str] | None = getattr(module, "kernel", None)
    return found


def _written(cell: Cell, kind: Kind) -> str:
    from kernelcraft.isa.assembler import TextLimits

    usual = home(cell)
    if usual is not cell:
        return said(cell, _written(usual, kind))
    write = _writer(cell, kind)
    if write is None:
        raise Unwritten(missing_writer(cell, kind))
    # A text does not name the machine's settings: where they change nothing, it is the same.
    text = write(cell).replace(cell.name, cell.usual_name)
    too_long = TextLimits().complaint(text)
    if too_long is not None:
        raise Unwritten(f"{cell.name}: {too_long}")
    return text

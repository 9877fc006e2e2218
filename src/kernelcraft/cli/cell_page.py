"""The page about a cell for people: what is to be computed, where it lies, what is timed."""

import textwrap
from collections.abc import Iterator
from typing import Final

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell
from kernelcraft.grading import lockfile
from kernelcraft.grading.inputs import descriptions
from kernelcraft.workbench.prompt import workload

WIDTH: Final = 80
COMMANDS: Final = (  # what to do next, and what it shows
    ("baseline {cell} > {file}", "the {compiler}'s kernel, to begin with"),
    ("check {cell} {file}", "every error with its line"),
    ("run {cell} {file}", "where it is wrong, on public inputs"),
    ("simulate --cell {cell} {file} --stop-at LINE", "registers there"),
    ("profile {cell} {file}", "where the cycles go"),
    ("grade {cell} {file}", "the verdict, on hidden inputs"),
)


def page(cell: Cell) -> str:
    """A screen or two of lines that fit a terminal; the prompt of a model says more."""
    title = f"{cell.task.title} on {cell.platform.title} ({cell.name})"
    parts = [title, "=" * len(title)]
    for section in workload(cell):
        parts += ["", f"{section.title}:", *_indented(section.text)]
    for head, text in (
        ("Right if", _right(cell)),
        ("Timed", _timed(cell)),
        ("Next", "\n".join(_commands(cell))),
    ):
        parts += ["", f"{head}:", *_indented(text)]
    return "\n".join(parts)


def _indented(text: str) -> Iterator[str]:
    for line in text.strip().split("\n"):
        depth = "  " + " " * (len(line) - len(line.lstrip()))
        yield from textwrap.wrap(
            line.strip(),
            WIDTH,
            initial_indent=depth,
            subsequent_indent=f"{depth}  ",
            break_long_words=False,
            break_on_hyphens=False,
        )


def _right(cell: Cell) -> str:
    kinds, taus = descriptions(cell.task), lockfile.taus(cell)
    if cell.exact:
        return (
            "every element equals the reference of whole numbers, on inputs that you have not "
            f"seen: {'; '.join(kinds.values())}."
        )
    allowed = "\n".join(f"τ = {tau:.4g} on {kinds[name]}" for name, tau in taus.items())
    return (
        "rms(output - reference) / rms(reference) is at most τ over the output and 4 τ over each "
        "row, and no element is far off (docs/grading.md), on inputs that you have not seen:\n"
        f"{allowed}"
    )


def _timed(cell: Cell) -> str:
    locked, bound = lockfile.lock(cell), kernels.bound(cell)
    lines = [f"{cell.platform.timed}."]
    if locked is not None:
        lines.append(f"{cell.platform.compiler} baseline: {locked.baseline_cycles:,} cycles")
    if bound is not None:
        lines.append(f"bound, which no kernel beats: {bound:,} cycles")
    limits = lockfile.limits(cell)
    lines.append(
        f"a run is stopped after {limits.instructions:,} instructions or {limits.cycles:,} cycles"
    )
    return "\n".join(lines)


def _commands(cell: Cell) -> Iterator[str]:
    file = f"kernel{cell.platform.suffix}"
    for command, shows in COMMANDS:
        written = command.format(cell=cell.name, file=file)
        yield f"kernelcraft {written}"
        yield f"    {shows.format(compiler=cell.platform.compiler)}"

"""`profile`: where a kernel's cycles go, and the most that removing each cause could gain."""

from typing import TYPE_CHECKING, Annotated

import typer

from kernelcraft.cli.answers import answer, say
from kernelcraft.cli.errors import NoKernel, UsageFault
from kernelcraft.cli.options import CellName, Json, KernelFile, Machine, cell_on

if TYPE_CHECKING:
    from kernelcraft.cells.cell import Cell
    from kernelcraft.grading.recording import Window
    from kernelcraft.grading.workers import Workers
    from kernelcraft.workbench.tools.profile import ProfileResult

Listing = Annotated[
    bool, typer.Option("--listing", help="Show the kernel's text with cycles and reasons.")
]
Trace = Annotated[
    str | None,
    typer.Option(
        "--trace", metavar="OUT.json", help="Write what every unit did when, for ui.perfetto.dev."
    ),
]
Cycles = Annotated[
    str | None,
    typer.Option("--cycles", metavar="FROM:TO", help="Of --trace: what begins in these cycles."),
]

Compare = Annotated[
    str | None,
    typer.Option(
        "--compare", metavar="OTHER", help="Say what differs from another kernel to FILE."
    ),
]


def profile(
    cell: CellName,
    file: KernelFile,
    listing: Listing = False,
    trace: Trace = None,
    cycles: Cycles = None,
    compare: Compare = None,
    machine: Machine = None,
    as_json: Json = False,
) -> bool:
    """Show where a kernel's cycles go, and run it again with one cause after the other free."""
    from kernelcraft.cli import comparisons, listings, profiles, traces
    from kernelcraft.cli.terminal import show
    from kernelcraft.grading.workers import Workers

    found, window = cell_on(cell, machine), _window(trace, cycles)
    written: dict[str, object] = {}
    with Workers(1) as workers:
        other = None if compare is None else _profiled(found, compare, workers)
        text, result = _profiled(found, file, workers)
        if trace is not None and result.success:
            written = traces.write(found, file, text, window, trace, workers)
    said, shown = result.message, profiles.tables(result)
    if other is not None and not (other[1].ended and result.ended):
        name, which = (file, result) if other[1].ended else (compare, other[1])
        raise NoKernel(f"{name}: there is nothing to compare: {which.message}")
    if other is not None:
        pairs = comparisons.compared(found, other, (text, result))
        shown = comparisons.tables(other[1], result, pairs, every=listing)
        said = f"{said}; {comparisons.sentence(other[1], result, str(compare))}"
        written |= comparisons.record(other[1], str(compare), pairs)
    elif listing and result.success:
        shown = iter((listings.listing(text, result),))
    elif trace is not None:
        shown = iter(())
    record = {"cell": cell, "file": file, **result.model_dump(), **written}
    answer(record, f"{cell}: {said}", as_json=as_json)
    if "trace" in written:
        say(traces.sentence(written))
    for table in shown if not as_json else ():
        show(table, whole=listing)
    return result.ended


def _profiled(cell: "Cell", file: str, workers: "Workers") -> "tuple[str, ProfileResult]":
    """A kernel's text and its profile; none of a file that holds no kernel."""
    from kernelcraft.cli.files import read_kernel
    from kernelcraft.workbench.tools.profile import ProfileResult, profiled

    try:
        text = read_kernel(file)
    except NoKernel as refusal:
        return "", ProfileResult(success=False, message=str(refusal))
    return text, profiled(cell, text, workers)


def _window(trace: str | None, cycles: str | None) -> "Window":
    """What --cycles asks for; raises UsageFault for what is no window, or is for nothing."""
    from pathlib import Path

    from kernelcraft.cli.files import expect_writable
    from kernelcraft.grading.recording import Window

    if trace is None and cycles is not None:
        raise UsageFault("--cycles says what --trace writes; give --trace OUT.json, too")
    if trace is not None:
        expect_writable(Path(trace))
    if cycles is None:
        return Window()
    first, colon, last = cycles.partition(":")
    given = [each for each in (first, last) if each]
    if not colon or not given or not all(each.isdecimal() for each in given):
        raise UsageFault(f"--cycles: expected FROM:TO such as 0:2000, got {cycles!r}")
    begin, end = int(first or 0), int(last) if last else None
    if end is not None and end <= begin:
        raise UsageFault(f"--cycles: there are no cycles from {begin} to {end}")
    return Window(begin, end)

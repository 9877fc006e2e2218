"""`profile`: where a kernel's cycles go, and the most that removing each cause could gain."""

from typing import TYPE_CHECKING, Annotated

import typer

from kernelcraft.cli.answers import answer, say
from kernelcraft.cli.errors import NoKernel, UsageFault
from kernelcraft.cli.options import CellName, Json, KernelFile, Machine, cell_on

if TYPE_CHECKING:
    from kernelcraft.grading.recording import Window

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


def profile(
    cell: CellName,
    file: KernelFile,
    listing: Listing = False,
    trace: Trace = None,
    cycles: Cycles = None,
    machine: Machine = None,
    as_json: Json = False,
) -> bool:
    """Show where a kernel's cycles go, and run it again with one cause after the other free."""
    from kernelcraft.cli import listings, traces
    from kernelcraft.cli.files import read_kernel
    from kernelcraft.cli.profiles import tables
    from kernelcraft.cli.terminal import show
    from kernelcraft.grading.workers import Workers
    from kernelcraft.workbench.tools.profile import ProfileResult, profiled

    found, text = cell_on(cell, machine), ""
    window = _window(trace, cycles)
    written: dict[str, object] = {}
    try:
        text = read_kernel(file)
    except NoKernel as refusal:
        result = ProfileResult(success=False, message=str(refusal))
    else:
        with Workers(1) as workers:
            result = profiled(found, text, workers)
            if trace is not None and result.success:
                written = traces.write(found, file, text, window, trace, workers)
    record = {"cell": cell, "file": file, **result.model_dump(), **written}
    answer(record, f"{cell}: {result.message}", as_json=as_json)
    if written:
        say(traces.sentence(written))
    if not as_json and listing and result.success:
        show(listings.listing(text, result), whole=True)
    elif not as_json and trace is None:
        for table in tables(result):
            show(table)
    return result.ended


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

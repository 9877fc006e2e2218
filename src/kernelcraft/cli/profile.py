"""`profile`: where a kernel's cycles go, and the most that removing each cause could gain."""

from typing import Annotated

import typer

from kernelcraft.cli.answers import answer
from kernelcraft.cli.errors import NoKernel
from kernelcraft.cli.options import CellName, Json, KernelFile, Machine, cell_on

Listing = Annotated[
    bool, typer.Option("--listing", help="Show the kernel's text with cycles and reasons.")
]


def profile(
    cell: CellName,
    file: KernelFile,
    listing: Listing = False,
    machine: Machine = None,
    as_json: Json = False,
) -> bool:
    """Show where a kernel's cycles go, and run it again with one cause after the other free."""
    from kernelcraft.cli import listings
    from kernelcraft.cli.files import read_kernel
    from kernelcraft.cli.profiles import tables
    from kernelcraft.cli.terminal import show
    from kernelcraft.grading.workers import Workers
    from kernelcraft.workbench.tools.profile import ProfileResult, profiled

    found, text = cell_on(cell, machine), ""
    try:
        text = read_kernel(file)
    except NoKernel as refusal:
        result = ProfileResult(success=False, message=str(refusal))
    else:
        with Workers(1) as workers:
            result = profiled(found, text, workers)
    record = {"cell": cell, "file": file, **result.model_dump()}
    answer(record, f"{cell}: {result.message}", as_json=as_json)
    if not as_json and listing and result.success:
        show(listings.listing(text, result), whole=True)
    elif not as_json:
        for table in tables(result):
            show(table)
    return result.ended

"""`run`: one kernel on the public inputs, with everything that an agent is shown of it."""

from typing import Annotated

import typer

from kernelcraft.cli.answers import answer
from kernelcraft.cli.errors import NoKernel
from kernelcraft.cli.options import CellName, Json, KernelFile

MOST_ROWS = 64


def run(
    cell: CellName,
    file: KernelFile,
    rows: Annotated[
        int,
        typer.Option(
            "--rows", min=0, max=MOST_ROWS, help="Show the output's first rows by the reference."
        ),
    ] = 0,
    as_json: Json = False,
) -> bool:
    """Run a kernel on its public inputs: where is it wrong? How fast is it?"""
    from kernelcraft.cells.cell import load_cell
    from kernelcraft.cli.files import read_kernel
    from kernelcraft.cli.public_run import nothing_run, public_run
    from kernelcraft.grading.workers import Workers

    found = load_cell(cell)
    try:
        text = read_kernel(file)
    except NoKernel as refusal:
        seen = nothing_run(found, str(refusal))
    else:
        with Workers(1) as workers:
            seen = public_run(found, text, workers, rows)
    lines = [f"{cell}: {seen.result.message}", *seen.details(file)]
    answer({"cell": cell, "file": file, **seen.record()}, "\n".join(lines), as_json=as_json)
    return seen.result.correct

"""`simulate --cell CELL FILE`: runs a kernel on its cell's public inputs, up to a line if asked."""

from typing import Annotated, Final

import typer

from kernelcraft.cli.answers import answer
from kernelcraft.cli.options import Json, KernelFile

NAME: Final = "cell"
SENTENCE: Final = "Run a kernel on a cell's public inputs: simulate --cell CELL FILE."


def with_cell(arguments: list[str], platforms: tuple[str, ...]) -> list[str]:
    """The arguments after `simulate`, led by this command's name where they have --cell.

    A platform before it says nothing that the cell does not say, too.
    """
    if not any(word == "--cell" or word.startswith("--cell=") for word in arguments):
        return arguments
    rest = arguments[1:] if arguments[0] in (*platforms, NAME) else arguments
    return [NAME, *rest]


def cell(
    file: KernelFile,
    cell: Annotated[
        str, typer.Option("--cell", metavar="CELL", help="Such as amd_npu/softmax/C1.")
    ],
    stop_at: Annotated[
        int | None,
        typer.Option(
            "--stop-at",
            min=1,
            metavar="LINE",
            help="Stop before this line first executes, show the registers that changed.",
        ),
    ] = None,
    registers: Annotated[
        bool, typer.Option("--registers", help="Show all registers, there or at the end.")
    ] = False,
    dump: Annotated[
        list[str] | None,
        typer.Option("--dump", metavar="TENSOR", help="Show an input or the output; repeatable."),
    ] = None,
    show_rows: Annotated[
        str | None,
        typer.Option("--show-rows", metavar="A:B", help="Show these rows of on-chip memory."),
    ] = None,
    reference: Annotated[
        bool, typer.Option("--reference", help="Use the slow reference machine, the judge.")
    ] = False,
    max_seconds: Annotated[
        float, typer.Option("--max-seconds", min=0.01, help="Limit of wall-clock time.")
    ] = 120.0,
    as_json: Json = False,
) -> bool:
    """Run a kernel on a cell's public inputs, and look at the machine on the way."""
    from kernelcraft.cli.cell_simulation import Look, simulate_cell

    look = Look(stop_at, registers, tuple(dump or ()), show_rows, reference, max_seconds)
    outcome = simulate_cell(cell, file, look)
    answer({"cell": cell, "file": file, **outcome.record}, outcome.text, as_json=as_json)
    return outcome.right

"""The table of commands."""

from collections.abc import Sequence
from typing import Annotated

import typer
import typer.main

from kernelcraft.cli import (
    catalogue,
    craft,
    doctor,
    evaluate,
    kernels,
    lab,
    manual,
    mcp,
    profile,
    replay,
    report,
    report_card,
    selftest,
    simulate,
    soundness,
    suites,
    verify,
)

app = typer.Typer(
    name="kernelcraft",
    help="Lets agents write kernels for accelerators in their own assembly, and grades them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

LOOK = "Look"
ONE_KERNEL = "Work on one kernel"
MANY_CELLS = "Run many cells"

app.command(rich_help_panel=LOOK)(catalogue.cells)
app.command(rich_help_panel=LOOK)(catalogue.show)
app.command(rich_help_panel=LOOK)(catalogue.agents)
app.command(rich_help_panel=LOOK)(suites.suites)
app.command(rich_help_panel=LOOK)(doctor.doctor)
app.command(rich_help_panel=LOOK)(manual.manual)
app.command(rich_help_panel=LOOK)(kernels.baseline)
app.command(rich_help_panel=LOOK)(kernels.expert)
app.command(rich_help_panel=ONE_KERNEL)(kernels.check)
app.command(rich_help_panel=ONE_KERNEL)(kernels.assemble)
app.command(rich_help_panel=ONE_KERNEL)(kernels.disassemble)
app.command(rich_help_panel=ONE_KERNEL)(kernels.grade)
app.command(rich_help_panel=ONE_KERNEL)(profile.profile)
app.add_typer(simulate.app, name="simulate", rich_help_panel=ONE_KERNEL)
app.command(rich_help_panel=ONE_KERNEL)(craft.craft)
app.command(rich_help_panel=ONE_KERNEL)(mcp.mcp)
app.command(rich_help_panel=MANY_CELLS)(evaluate.evaluate)
app.command(rich_help_panel=MANY_CELLS)(verify.verify)
app.command(rich_help_panel=MANY_CELLS)(report.report)
app.command(rich_help_panel=MANY_CELLS)(replay.replay)
app.command(rich_help_panel=MANY_CELLS)(selftest.selftest)
app.command(rich_help_panel=MANY_CELLS)(soundness.soundness)
app.command(rich_help_panel=MANY_CELLS)(report_card.report_card)
app.add_typer(lab.app, name="lab", rich_help_panel=MANY_CELLS)


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        print(f"kernelcraft {version('kernelcraft')}")
        raise typer.Exit


@app.callback()
def options(
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", is_eager=True, callback=_version),
    ] = False,
) -> None:
    """Options of every command; `main` looks for --debug anywhere in the line."""


def command_line(arguments: Sequence[str]) -> object:
    """Run the command that the arguments name and give what it returns."""
    if "simulate" in arguments[:1]:
        simulate.add_platforms()
    command = typer.main.get_command(app)
    with command.make_context("kernelcraft", list(arguments)) as context:
        return command.invoke(context)

"""The table of commands; a command's module is imported when the command is used."""

import os
from collections.abc import Sequence
from typing import Annotated, Any

import typer
import typer.main

from kernelcraft.cli.folders import OPTION, without_folders
from kernelcraft.cli.lazy import LazyGroup, of_module
from kernelcraft.cli.plain_values import read_plainly

NAME = "kernelcraft"
COMPLETING = "_KERNELCRAFT_COMPLETE"  # what a shell sets that asks how a line could go on

LOOK = "Look"
ONE_KERNEL = "Work on one kernel"
MANY_CELLS = "Run many cells"
OWN = "Bring your own"

COMMANDS = (  # where the command is, its panel, the first sentence of its help
    ("catalogue.cells", LOOK, "List the cells with their sizes and the compiler's cycles."),
    ("catalogue.show", LOOK, "Print exactly what a model is told about a cell."),
    ("catalogue.agents", LOOK, "List the agents: language models and offline strategies."),
    ("suites.suites", LOOK, "List the suites: their cells, rules and models."),
    ("doctor.doctor", LOOK, "Say what works here and what is missing."),
    ("manual.manual", LOOK, "Print a platform's manual, or what it says about QUERY."),
    ("variant.variant", LOOK, "Draw another machine from a platform and print its name."),
    ("kernels.baseline", LOOK, "Print the compiler's kernel for a cell, and nothing else."),
    ("kernels.expert", LOOK, "Print our best known kernel for a cell, and nothing else."),
    ("generators.template", LOOK, "Print the compiler's template as a generator."),
    ("kernels.check", ONE_KERNEL, "Assemble a kernel and list every error and warning."),
    ("kernels.assemble", ONE_KERNEL, "Print the machine words of a text."),
    ("kernels.disassemble", ONE_KERNEL, "Turn machine code back into a kernel's text."),
    ("run.run", ONE_KERNEL, "Run a kernel on its public inputs: where is it wrong?"),
    (
        "run_on_hardware.run_on_hardware",
        ONE_KERNEL,
        "Run a kernel on the real accelerator with the public inputs; needs the vendor's tools.",
    ),
    ("kernels.grade", ONE_KERNEL, "Grade a kernel on hidden inputs: is it right, and how fast?"),
    ("prove.prove", ONE_KERNEL, "Show that a kernel uses all the inputs that it should."),
    ("generators.generate", ONE_KERNEL, "Print the kernel that a generator writes for a cell."),
    ("profile.profile", ONE_KERNEL, "Show where a kernel's cycles go."),
    ("simulate.app", ONE_KERNEL, "Run a program on a machine: simulate PLATFORM FILE."),
    ("craft.craft", ONE_KERNEL, "Let an agent craft one kernel."),
    ("mcp.mcp", ONE_KERNEL, "Offer the tools to a coding agent over the Model Context Protocol."),
    (
        "clock.clock",
        ONE_KERNEL,
        "Let a coding agent's own command write kernels under a clock, and grade what it leaves.",
    ),
    ("evaluate.evaluate", MANY_CELLS, "Let an agent craft kernels for every chosen cell."),
    ("verify.verify", MANY_CELLS, "Grade the baseline's or the expert's kernels."),
    ("report.report", MANY_CELLS, "Print the results of log folders."),
    ("replay.replay", MANY_CELLS, "Repeat recorded episodes without a model."),
    ("annotate.annotate", MANY_CELLS, "Say of a recorded episode what a person saw in it."),
    ("submit.submit", MANY_CELLS, "Pack a recorded run for a leaderboard."),
    (
        "leaderboard.leaderboard",
        MANY_CELLS,
        "Grade the submissions of a folder again and write those that hold as web pages.",
    ),
    (
        "experience.app",
        MANY_CELLS,
        "Look into a store of lessons, and replay what they are counted from.",
    ),
    ("export.export", MANY_CELLS, "Write recorded episodes as data to train on."),
    ("selftest.selftest", MANY_CELLS, "Compare the two simulators on random programs."),
    ("soundness.soundness", MANY_CELLS, "Test the cells: are wrong outputs refused?"),
    ("report_card.report_card", MANY_CELLS, "Examine the grader."),
    ("harbor.harbor", MANY_CELLS, "Write the chosen cells as task folders for harbor."),
    ("lab.app", MANY_CELLS, "Experiments about agents, without a model."),
    ("design.app", OWN, "Propose instructions: check them, show their pages and costs."),
    ("new.app", OWN, "Write a package to begin with: an accelerator, a task or an agent."),
    (
        "conformance.conformance",
        OWN,
        "Say what a platform has, what is missing and what it would bring.",
    ),
    ("build.build", OWN, "Compile a platform's native simulator now."),
    ("lock.lock", OWN, "Write a platform's lock file: tolerances and the baselines' cycles."),
)


class Commands(LazyGroup):
    """Every command of the table under its module's or function's name."""

    def __init__(self, **attributes: Any) -> None:  # what typer gives to any group
        super().__init__(**attributes)
        for place, panel, help in COMMANDS:
            module, _, function = place.partition(".")
            name = module if function == "app" else function
            self.stand_in(name.replace("_", "-"), help, panel, of_module(place))


app = typer.Typer(
    name=NAME,
    cls=Commands,
    help="Lets agents write kernels for accelerators in their own assembly, and grades them.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        from kernelcraft.cli import print_version

        print_version()
        raise typer.Exit


@app.callback()
def options(
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
    platform: Annotated[
        list[str] | None,
        typer.Option(OPTION, metavar="FOLDER", help="Use the platform's package in a folder, too."),
    ] = None,
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", is_eager=True, callback=_version),
    ] = False,
) -> None:
    """Options of every command, before or after its name; folders are taken out of the line."""
    if platform:
        from kernelcraft.cli.errors import UsageFault

        raise UsageFault(
            f"--platform {platform[0]}: before a command it is a folder, such as ./npu"
        )


def command_line(arguments: Sequence[str]) -> object:
    """Run the command that the arguments name and give what it returns."""
    read_plainly()
    command = typer.main.get_command(app)
    if os.environ.get(COMPLETING):
        command.main(list(arguments), NAME, COMPLETING)  # answers the shell and exits
    line = without_folders(arguments, lambda: _chooses_platforms(command, arguments))
    with command.make_context(NAME, line) as context:
        return command.invoke(context)


def _chooses_platforms(command: object, arguments: Sequence[str]) -> bool:
    """Whether the command that the arguments name has a --platform of its own."""
    assert isinstance(command, Commands)
    named = next((each for each in arguments if each in command.commands), None)
    if named is None:
        return False
    return any(OPTION in each.opts for each in command.loaded(named).params)

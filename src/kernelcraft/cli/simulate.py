"""`simulate PLATFORM FILE`: runs any program on raw memories; each platform adds its own files."""

import inspect
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
import typer.main

from kernelcraft.cells.platforms import names
from kernelcraft.cli import simulate_cell
from kernelcraft.cli.answers import answer
from kernelcraft.cli.lazy import LazyGroup, of
from kernelcraft.cli.options import Json, KernelFile, Machine, settings

if TYPE_CHECKING:
    from typer._click import Command, Context

    from kernelcraft.cells.simulation import MemoryFile, Simulation


class _Platforms(LazyGroup):
    """A command of every platform, loaded when used; `simulate --cell CELL FILE` needs none."""

    def __init__(self, **attributes: Any) -> None:  # what typer gives to any group
        super().__init__(**attributes)
        self.stand_in(simulate_cell.NAME, simulate_cell.SENTENCE, None, _of_cell)
        for name in names():
            self.stand_in(name, _sentence(name), None, partial(_of_platform, name))

    def parse_args(self, ctx: "Context", args: list[str]) -> list[str]:
        return super().parse_args(ctx, simulate_cell.with_cell(args, names()))


app = typer.Typer(
    cls=_Platforms,
    help="Run a program on a machine: simulate PLATFORM FILE, or simulate --cell CELL FILE.",
    no_args_is_help=True,
    add_completion=False,
)

StopAt = Annotated[
    int | None,
    typer.Option("--stop-at", min=1, metavar="LINE", help="Stop before this line, show registers."),
]
ShowRows = Annotated[
    str | None, typer.Option("--show-rows", metavar="A:B", help="Print these memory rows.")
]
MOST = 1 << 62  # what the simulators' counters hold
MaxCycles = Annotated[
    int | None, typer.Option("--max-cycles", min=1, max=MOST, help="Budget of cycles.")
]
MaxInstructions = Annotated[
    int | None,
    typer.Option("--max-instructions", min=1, max=MOST, help="Budget of executed instructions."),
]
MaxSeconds = Annotated[
    float, typer.Option("--max-seconds", min=0.01, help="Limit of wall-clock time.")
]
Reference = Annotated[
    bool, typer.Option("--reference", help="Use the slow reference machine, the judge.")
]


Mem = Annotated[
    list[str] | None,
    typer.Option("--mem", metavar="ADDR:FILE", help="Put a file into memory; may be repeated."),
]
Dump = Annotated[
    list[str] | None,
    typer.Option(
        "--dump", metavar="ADDR:LEN:FILE", help="Write memory to a file afterwards; repeatable."
    ),
]


@app.callback()
def group() -> None:
    """Run a program on a machine: simulate PLATFORM FILE, or simulate --cell CELL FILE."""


def _of_cell() -> "Command":
    return typer.main.get_command(of(simulate_cell.cell, simulate_cell.SENTENCE))


def _of_platform(name: str) -> "Command":
    from kernelcraft.cells.simulation import simulation

    offered = simulation(name)
    return typer.main.get_command(of(_command(name, offered), _help(name, offered)))


def _command(platform: str, simulation: "Simulation") -> Callable[..., bool]:
    """A command whose signature holds the platform's own options, for typer to read."""

    def command(
        file: KernelFile,
        machine: Machine = None,
        stop_at: StopAt = None,
        show_rows: ShowRows = None,
        max_cycles: MaxCycles = None,
        max_instructions: MaxInstructions = None,
        max_seconds: MaxSeconds = 120.0,
        reference: Reference = False,
        as_json: Json = False,
        mem: Mem = None,
        dump: Dump = None,
        **paths: Path | None,
    ) -> bool:
        from kernelcraft.cli.simulation import Request, placed_file, simulate

        outcome = simulate(
            simulation,
            Request(
                file=file,
                machine=settings(machine, "--machine"),
                files={option.replace("_", "-"): path for option, path in paths.items() if path},
                stop_at=stop_at,
                show_rows=show_rows,
                max_cycles=max_cycles,
                max_instructions=max_instructions,
                max_seconds=max_seconds,
                reference=reference,
                mem=[placed_file(each, 2, "--mem", "address:file") for each in mem or ()],
                dump=[placed_file(each, 3, "--dump", "address:length:file") for each in dump or ()],
            ),
        )
        record = {"platform": platform, "file": file, **outcome.record}
        answer(record, outcome.text, as_json=as_json)
        return outcome.right

    own = [_option(each) for each in (*simulation.loads, *simulation.dumps)]
    signature = inspect.signature(command)
    absent = set() if simulation.addressed else {"mem", "dump"}
    common = [
        p
        for p in signature.parameters.values()
        if p.kind is not p.VAR_KEYWORD and p.name not in absent
    ]
    command.__dict__["__signature__"] = signature.replace(parameters=[*common, *own])
    command.__annotations__ = {p.name: p.annotation for p in (*common, *own)}
    return command


def _option(file: "MemoryFile") -> inspect.Parameter:
    option = typer.Option(f"--{file.option}", metavar="FILE", help=file.doc)
    return inspect.Parameter(
        file.option.replace("-", "_"),
        inspect.Parameter.KEYWORD_ONLY,
        default=None,
        annotation=Annotated[Path | None, option],
    )


def _help(name: str, simulation: "Simulation") -> str:
    usual = ", ".join(f"{key}={value}" for key, value in simulation.settings.items())
    hardware = f"\n\nHardware: {usual}" if usual else ""
    return f"{_sentence(name)}{hardware}"


def _sentence(name: str) -> str:
    return f"Run a program on {name} with raw memories, zero where no file is given."

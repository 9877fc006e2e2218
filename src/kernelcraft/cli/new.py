"""The command `new`: packages to begin with."""

from collections.abc import Collection
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from kernelcraft.cli.answers import answer
from kernelcraft.cli.errors import UsageFault
from kernelcraft.cli.lazy import OnceEach
from kernelcraft.cli.options import Json

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Write a package to begin with: an accelerator, a task or an agent.",
)


@app.callback()
def new() -> None:
    """Write a package to begin with: an accelerator, a task or an agent."""


Into = Annotated[
    Path | None, typer.Option("--into", help="The new folder; by default kernelcraft-NAME.")
]


@app.command(cls=OnceEach)
def platform(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Of the platform, such as my_npu.")],
    into: Into = None,
    as_json: Json = False,
) -> None:
    """Write a package with a small machine that works: describe your accelerator in its place."""
    from kernelcraft.cells import platforms

    _write("platform", name, platforms.names(), into, f"{name}/relu/C1 --agent tuner", as_json)


@app.command(cls=OnceEach)
def task(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Of the task, such as my_task.")],
    into: Into = None,
    as_json: Json = False,
) -> None:
    """Write a package with a task that works, and sizes for it: write your mathematics there."""
    from kernelcraft import tasks

    known = (*chain.from_iterable(map(tasks.names, tasks.ARITHMETICS)), *tasks.brought())
    _write("task", name, known, into, f"plena/{name}/C1 --agent tuner", as_json)


@app.command(cls=OnceEach)
def agent(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Of the agent, such as my_agent.")],
    into: Into = None,
    as_json: Json = False,
) -> None:
    """Write a package with an agent without a model that works: write your strategy there."""
    from kernelcraft import agents

    _write("agent", name, agents.names(), into, f"plena/silu/C1 --agent {name}", as_json)


def _write(
    what: str, name: str, taken: Collection[str], into: Path | None, line: str, as_json: bool
) -> None:
    """`line` is what to craft with it."""
    from kernelcraft.templates import NameTaken, write

    if name in taken:
        raise UsageFault(f"there is {'an' if what[0] in 'aeiou' else 'a'} {what} {name} already")
    folder = into or Path(f"kernelcraft-{name.replace('_', '-')}")
    try:
        files = write(what, name, folder)
    except NameTaken as error:
        raise UsageFault(str(error)) from None
    lines = [f"wrote {len(files)} files to {folder}; next:", f"  cd {folder}", "  pip install -e ."]
    lines.append(f"  kernelcraft craft {line}")
    record = {what: name, "folder": str(folder), "files": [str(each) for each in files]}
    answer(record, "\n".join(lines), as_json=as_json)

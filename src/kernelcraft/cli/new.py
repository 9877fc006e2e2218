"""The command `new`: packages to begin with."""

from pathlib import Path
from typing import Annotated

import typer

from kernelcraft.cli.answers import answer
from kernelcraft.cli.errors import UsageFault
from kernelcraft.cli.options import Json

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Write a package to begin with: an accelerator of your own.",
)


@app.callback()
def new() -> None:
    """Write a package to begin with: an accelerator of your own."""


@app.command()
def platform(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Of the platform, such as my_npu.")],
    into: Annotated[
        Path | None, typer.Option("--into", help="The new folder; by default kernelcraft-NAME.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Write a package with a small machine that works: describe your accelerator in its place."""
    from kernelcraft.cells import platforms
    from kernelcraft.templates import NameTaken, write

    if name in platforms.names():
        raise UsageFault(f"there is a platform {name} already")
    folder = into or Path(f"kernelcraft-{name.replace('_', '-')}")
    try:
        files = write("platform", name, folder)
    except NameTaken as error:
        raise UsageFault(str(error)) from None
    lines = [f"wrote {len(files)} files to {folder}; next:", f"  cd {folder}", "  pip install -e ."]
    lines.append(f"  kernelcraft craft {name}/relu/C1 --agent tuner")
    record = {"platform": name, "folder": str(folder), "files": [str(each) for each in files]}
    answer(record, "\n".join(lines), as_json=as_json)

"""The command `harbor`: cells as task folders."""

from pathlib import Path
from typing import Annotated

import typer

from kernelcraft.cli.answers import answer, say
from kernelcraft.cli.errors import UsageFault
from kernelcraft.cli.options import (
    Configs,
    Json,
    Levels,
    Part,
    Platforms,
    Tasks,
    chosen_cells,
    one_part,
)


def harbor(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where a folder each goes.")],
    platform: Platforms = None,
    level: Levels = None,
    task: Tasks = None,
    config: Configs = None,
    part: Part = None,
    wheel: Annotated[
        Path | None,
        typer.Option("--wheel", help="What the images install; by default this version of PyPI."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Write the chosen cells as task folders for harbor: task, image, tests and solution."""
    from kernelcraft.cells.unwritten import Unwritten
    from kernelcraft.environments import harbor as door

    if wheel is not None and not wheel.is_file():
        raise UsageFault(f"there is no file {wheel}")
    written: list[str] = []
    for cell in one_part(chosen_cells(platform, level, task, config), part):
        try:
            written.append(str(door.write(cell, folder, wheel)))
        except Unwritten as reason:
            say(f"{cell.name} is left out: {reason}")
        except OSError as error:
            raise UsageFault(f"{folder}: cannot be written: {error.strerror}") from None
    answer({"folders": written}, f"wrote {len(written)} task folders to {folder}", as_json=as_json)

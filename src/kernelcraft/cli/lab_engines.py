"""`lab engines`: search engines of the field beside our strategies."""

from typing import Annotated

import typer

from kernelcraft.cli.answers import answer, say
from kernelcraft.cli.extras import need
from kernelcraft.cli.options import Json

TAKES = "this takes about 4 s of CPU for each seed"  # measured


def engines(
    seeds: Annotated[int, typer.Option("--seeds", min=2, help="Searches of each.")] = 10,
    as_json: Json = False,
) -> None:
    """Try GEPA on the same landscapes, with the same proposer and budget, counted here."""
    need("gepa")
    from kernelcraft.studies.lab.engines import hold, table
    from kernelcraft.studies.lab.with_gepa import GEPA, gepa_search

    say(TAKES)
    courses = hold(range(seeds), {GEPA: gepa_search})
    lines = [
        {"landscape": place, "contestant": name, "regrets": [each.regret for each in found]}
        for (place, name), found in courses.items()
    ]
    answer({"lines": lines}, "\n".join(table(courses)), as_json=as_json)

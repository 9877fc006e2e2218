"""`selftest`: a quick check that this installation works."""

from typing import Annotated

import typer

from kernelcraft.cli.answers import answer
from kernelcraft.cli.options import Json, Platforms, WorkersOption, known_platform


def selftest(
    platform: Platforms = None,
    programs: Annotated[
        int, typer.Option("--programs", min=1, help="Random programs of each platform.")
    ] = 100,
    workers: WorkersOption = None,
    as_json: Json = False,
) -> bool:
    """Compare the two simulators on random programs and grade a baseline kernel of every level."""
    from kernelcraft.cells import platforms
    from kernelcraft.cli.checks import all_checks

    chosen = [known_platform(name) for name in platform or platforms.names()]
    checks = all_checks(chosen, programs, workers)
    right = all(check.right for check in checks)
    lines = [f"{'ok  ' if check.right else 'FAIL'} {check.name}: {check.found}" for check in checks]
    record = {
        "correct": right,
        "checks": [
            {"name": each.name, "correct": each.right, "message": each.found} for each in checks
        ],
    }
    verdict = "this installation works" if right else "this installation does not work"
    answer(record, "\n".join([*lines, verdict]), as_json=as_json)
    return right

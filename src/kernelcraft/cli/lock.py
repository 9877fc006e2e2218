"""`lock`: writes down what a platform's cells are measured with, in the platform's own package."""

from typing import Annotated

import typer

from kernelcraft.cli.answers import answer
from kernelcraft.cli.options import Json, OnePlatform, known_platform


def lock(
    name: OnePlatform,
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; fail if something differs.")
    ] = False,
    as_json: Json = False,
) -> bool:
    """Write a platform's lock file: tolerances and the baselines' cycles, of every cell.

    It lies in the platform's own package. Until there is one they are measured in each process.
    """
    from kernelcraft.cells import platforms
    from kernelcraft.cells.cell import find_cells
    from kernelcraft.grading.lockfile import differences, measure_platform
    from kernelcraft.grading.locks import FILE, read
    from kernelcraft.records.verdict import BENCHMARK_VERSION

    known_platform(name)
    cells = find_cells(platform=name)
    old = read(name)
    new = measure_platform(name, cells)
    changes = differences(old, new)
    file = platforms.folder(name) / FILE
    lines = changes or ["the lock file is up to date"]
    unwritten = len(cells) - len(new.cells)
    if unwritten:
        lines.append(f"not locked: {unwritten} cells without a baseline")
    if not check:
        file.write_text(new.json() + "\n", encoding="utf-8")
        lines.append(f"wrote {file}")
        if changes and old is not None and old.benchmark_version == BENCHMARK_VERSION:
            lines.append("numbers changed: raise the platform's version; ours, BENCHMARK_VERSION")
    record = {"platform": name, "file": str(file), "written": not check, "changes": changes}
    answer(record, "\n".join(lines), as_json=as_json)
    return not (check and changes)

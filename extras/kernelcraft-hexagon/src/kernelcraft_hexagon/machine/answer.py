"""What the simulator's log says of a run: cycles, lines, and why a kernel did not end."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from kernelcraft.external import Answer
from kernelcraft.external.confinement import Ending
from kernelcraft.external.job import Folder
from kernelcraft_hexagon.machine import timing
from kernelcraft_hexagon.machine.finish import table
from kernelcraft_hexagon.machine.places import AROUND
from kernelcraft_hexagon.machine.trace import Escaped, read

BEFORE: Final = AROUND.read_text().count("\n")
"""The lines before a kernel's first one."""


def answer(place: Folder, ending: Ending) -> Answer:
    """The answer for one run, from the log that came on standard error."""
    rows = table((place.inside / "program").read_bytes())
    try:
        trace = read(ending.errors, rows)
    except Escaped as error:
        return Answer(fault=str(error))
    if not trace.blocks:
        return Answer(fault=f"the kernel did not begin: {ending}")
    times = timing.times(trace.blocks)
    budget = json.loads((place.inside / "job.json").read_text())["instructions"]
    if times.instructions > budget:
        return Answer(fault=f"more than {budget:,} instructions", limit=True)
    if ending.status:
        last = trace.blocks[-1].packets[0]
        line = max(rows.get(last.address, BEFORE) - BEFORE, 0)
        return Answer(fault=f"{ending}, here or in the packets that follow", line=line)
    if not trace.returned:
        return Answer(fault="its log is longer than what is kept of it", limit=True)
    return Answer(times.total, times.instructions, lines=by_line(times, rows))


def by_line(times: timing.Times, rows: Mapping[int, int]) -> dict[int, tuple[int, int]]:
    """Executions and cycles of the lines that packets begin in."""
    found: dict[int, tuple[int, int]] = {}
    for address, cycles in times.cycles.items():
        line = rows.get(address, BEFORE) - BEFORE
        before = found.get(line, (0, 0))
        found[line] = (max(before[0], times.executions[address]), before[1] + cycles)
    return found

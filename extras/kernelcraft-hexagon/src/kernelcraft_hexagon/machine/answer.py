"""What the simulator's log says of a run: cycles, lines, and why a kernel did not end."""

from __future__ import annotations

import json

from kernelcraft.external import Answer
from kernelcraft.external.confinement import Ending
from kernelcraft.external.job import Folder
from kernelcraft_hexagon.machine import timing
from kernelcraft_hexagon.machine.trace import Escaped, read


def answer(place: Folder, ending: Ending) -> Answer:
    """The answer for one run, from the log that came on standard error."""
    try:
        trace = read(ending.errors)
    except Escaped as error:
        return Answer(fault=str(error))
    if not trace.blocks:
        return Answer(fault=f"the kernel did not begin: {ending}")
    times = timing.times(trace.blocks)
    budget = json.loads((place.inside / "job.json").read_text())["instructions"]
    if times.instructions > budget:
        return Answer(fault=f"more than {budget:,} instructions", limit=True)
    last = trace.blocks[-1].packets[-1].address
    if ending.status:
        return Answer(fault=f"{ending}, in or after the packets before {last:#x}")
    if not trace.returned:
        return Answer(fault="its log is longer than what is kept of it", limit=True)
    return Answer(cycles=times.total, instructions=times.instructions)

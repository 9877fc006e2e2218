"""The file that `profile --trace` writes."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kernelcraft.cli.errors import UsageFault

COMPACT: Final = (",", ":")

if TYPE_CHECKING:
    from kernelcraft.cells.cell import Cell
    from kernelcraft.grading.job import Grader
    from kernelcraft.grading.recording import Window
    from kernelcraft.sim.recording import Recording


def write(
    cell: "Cell", file: str, text: str, window: "Window", out: str, grader: "Grader"
) -> dict[str, object]:
    """Record a kernel that runs and write it down; gives what the answer says of the file.

    Raises UsageFault where nothing is known, nothing happens in the window, or no file can be.
    """
    from kernelcraft.grading.job import Recorded

    found = grader.submit(Recorded(cell.name, text, window)).result()
    if not found.count and found.missing:
        raise UsageFault(f"{cell.name}: there is nothing to trace: {found.missing}")
    if not found.count and found.message:
        raise UsageFault(f"{cell.name}: there is nothing to trace: {found.message}")
    if not found.count:
        raise UsageFault(f"--cycles: nothing begins there: the run has {found.cycles:,} cycles")
    _write(Path(out), cell, file, found)
    said = {"trace": out, "events": found.count, "of_cycles": found.cycles}
    return {**said, "from_cycle": found.begin, "to_cycle": found.end}


def sentence(said: "dict[str, object]") -> str:
    """Where the trace is and what it has."""
    begin, end, whole = said["from_cycle"], said["to_cycle"], said["of_cycles"]
    part = "" if (begin, end) == (0, whole) else "; --cycles FROM:TO chooses others"
    return (
        f"trace: {said['trace']}, {said['events']:,} events of cycles {begin:,} to {end:,} "
        f"of {whole:,}{part}; open it at ui.perfetto.dev, where 1 us stands for 1 cycle"
    )


def _write(out: Path, cell: "Cell", file: str, found: "Recording") -> None:
    """One event a line, so that a long trace never is one text in memory."""
    from kernelcraft.sim.recording import SCALE, trace_events

    about = {
        "cell": cell.name,
        "kernel": file,
        "machine": f"{cell.platform.title} {cell.platform.version}",
        "time": SCALE,
        "cycles": found.cycles,
        "from": found.begin,
        "to": found.end,
    }
    try:
        with out.open("w", encoding="utf-8") as stream:
            stream.write(f'{{"displayTimeUnit": "ns", "otherData": {json.dumps(about)},\n')
            stream.write('"traceEvents": [')
            for number, event in enumerate(trace_events(found)):
                stream.write(f"{',' if number else ''}\n{json.dumps(event, separators=COMPACT)}")
            stream.write("\n]}\n")
    except OSError as error:
        raise UsageFault(f"{out}: cannot be written: {error.strerror}") from None

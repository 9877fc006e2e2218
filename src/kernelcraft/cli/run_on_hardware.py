"""`run-on-hardware`: one kernel on the real accelerator, beside what the simulator says."""

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from kernelcraft.cli.answers import answer
from kernelcraft.cli.errors import UsageFault
from kernelcraft.cli.options import CellName, Json


def run_on_hardware(
    cell: CellName,
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="A kernel; the best known one by default."),
    ] = None,
    keep: Annotated[
        Path | None,
        typer.Option("--keep", metavar="FOLDER", help="Keep the generated files there."),
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", min=1.0, help="Time limit of each tool and of the run.")
    ] = 300.0,
    as_json: Json = False,
) -> bool:
    """Run a kernel on the real accelerator with the public inputs; needs the vendor's tools."""
    from kernelcraft.cells import hardware, kernels
    from kernelcraft.cells.cell import load_cell
    from kernelcraft.cli.files import read_kernel
    from kernelcraft.cli.public_run import public_run
    from kernelcraft.grading import lockfile
    from kernelcraft.grading.input_set import public_set
    from kernelcraft.grading.tolerance import strict_rule
    from kernelcraft.grading.workers import Workers

    found = load_cell(cell)
    text = kernels.expert(found) if file is None else read_kernel(file)
    given = public_set(found)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) if keep is None else keep
        folder.mkdir(parents=True, exist_ok=True)
        try:
            measured = hardware.run_on_hardware(found, text, given.inputs, folder, seconds)
        except hardware.HardwareError as refusal:
            raise UsageFault(f"{cell}: {refusal}") from None
    rule = strict_rule(lockfile.tau(found, given.distribution))
    verdict = rule.compare(output=measured.output, reference=given.reference)
    with Workers(1) as workers:
        simulated = public_run(found, text, workers).result
    record = {
        "cell": cell,
        "device": measured.device,
        "correct": verdict.ok,
        "cycles": measured.cycles,
        "simulated_cycles": simulated.latency_cycles,
        "simulated_correct": simulated.correct,
    }
    cycles = "no cycles in the trace" if measured.cycles is None else f"{measured.cycles:,} cycles"
    lines = (
        f"{cell} on {measured.device}: {verdict.sentence()}",
        f"{cycles}; simulated: {simulated.message}",
    )
    answer(record, "\n".join(lines), as_json=as_json)
    return verdict.ok

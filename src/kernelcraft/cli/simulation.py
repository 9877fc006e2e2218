"""What `simulate` does: fills the memories, runs, writes the memories, and says what happened."""

import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from kernelcraft.cells.simulation import Bench, Simulation, SimulationFault, dump, load
from kernelcraft.cli.errors import NoKernel, UsageFault
from kernelcraft.cli.files import MOST_BYTES, read_bytes, read_program, text_of, write_bytes
from kernelcraft.grading.profiling import where
from kernelcraft.isa.elf import MAGIC
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.isa.program import Program
from kernelcraft.isa.suggest import did_you_mean, nearest
from kernelcraft.sim.run import Limits, Run
from kernelcraft.sim.state import State
from kernelcraft.workbench.cycle_lines import cycle_lines


@dataclass(frozen=True)
class PlacedFile:
    """A file and the bytes of memory that it is read into or written from."""

    option: str
    address: int
    size: int
    path: Path


def placed_file(text: str, parts: int, option: str, form: str) -> PlacedFile:
    """Read `address:file` or `address:length:file`; raises UsageFault."""
    split = text.split(":", parts - 1)
    try:
        numbers = [int(each, 0) for each in split[:-1]]
    except ValueError:
        numbers = []
    if len(split) != parts or not numbers or min(numbers) < 0 or not split[-1]:
        raise UsageFault(f"{option}: expected {form}, numbers decimal or 0x..., got {text!r}")
    return PlacedFile(f"{option} {text}", numbers[0], numbers[-1], Path(split[-1]))


@dataclass(frozen=True)
class Request:
    """One command line; `files` are paths by the options' names."""

    file: str
    machine: Mapping[str, str]
    files: Mapping[str, Path]
    stop_at: int | None
    show_rows: str | None
    max_cycles: int | None
    max_instructions: int | None
    max_seconds: float
    reference: bool
    mem: Sequence[PlacedFile] = ()
    dump: Sequence[PlacedFile] = ()

    @property
    def limits(self) -> Limits:
        """The usual limits where none are given."""
        usual = Limits()
        return Limits(self.max_instructions or usual.instructions, self.max_cycles or usual.cycles)


@dataclass(frozen=True)
class Outcome:
    """`right` says that the program assembled and ran without a fault."""

    record: Mapping[str, object]
    text: str
    right: bool


def simulate(simulation: Simulation, request: Request) -> Outcome:
    """Raises UsageFault for whatever is wrong with the request, but not with the program."""
    bench = _bench(simulation, request.machine)
    state = bench.reset()
    _fill(state, simulation, request.files)
    rows = request.show_rows
    if rows is not None:
        memory_rows(bench, state, rows)  # complains before a long run
    try:
        program = _program(bench, request.file)
        bench.load(state, program)
    except (AssemblyError, NoKernel, SimulationFault) as error:
        return no_program(str(error))
    for placed in request.mem:
        _placed(placed, lambda f: bench.write(state, f.address, read_bytes(f.path, MOST_BYTES)))
    for placed in request.dump:
        _placed(
            placed, lambda f: bench.read(state, f.address, f.size)
        )  # complains before a long run
    stop = None if request.stop_at is None else operation(program, request.stop_at)
    try:
        run = interruptible(
            lambda: bench.run(
                program, state, request.limits, stop_at=stop, reference=request.reference
            ),
            request.max_seconds,
        )
    except TimeoutError:
        return no_program(
            f"the run was stopped: it took longer than {request.max_seconds:g} seconds of "
            "wall-clock time (--max-seconds)"
        )
    for file in simulation.dumps:
        if file.option in request.files:
            write_bytes(request.files[file.option], dump(state, file.memory))
    for placed in request.dump:
        write_bytes(placed.path, bench.read(state, placed.address, placed.size))
    record = _record(run)
    warnings = [str(warning) for warning in program.warnings]
    record["warnings"] = warnings
    lines = [*_lines(run), *(f"warning: {warning}" for warning in warnings)]
    if request.stop_at is not None:
        record["registers"] = bench.registers(state)
        lines += [_where(run, request.stop_at), *bench.registers(state)]
    if rows is not None:
        record["rows"] = memory_rows(bench, state, rows)
        lines += memory_rows(bench, state, rows)
    return Outcome(record, "\n".join(lines), run.fault is None)


def _program(bench: Bench, name: str) -> Program:
    data = read_program(name)
    return bench.binary(data) if data.startswith(MAGIC) else bench.assemble(text_of(name, data))


def _placed(file: PlacedFile, act: Callable[[PlacedFile], object]) -> None:
    try:
        act(file)
    except SimulationFault as fault:
        raise UsageFault(f"{file.option}: {fault}") from None


def interruptible(work: Callable[[], Run], seconds: float) -> Run:
    """Run it in a thread, for the native simulator hears no Ctrl-C; raises TimeoutError.

    The thread of a run that is given up ends with the process.
    """
    future: Future[Run] = Future()

    def carry_out() -> None:
        try:
            future.set_result(work())
        except Exception as error:  # raised again where somebody waits for the run
            future.set_exception(error)

    threading.Thread(target=carry_out, daemon=True).start()
    return future.result(seconds)


def _bench(simulation: Simulation, changes: Mapping[str, str]) -> Bench:
    known = simulation.settings
    for key in changes:
        if key not in known:
            hint = did_you_mean(key, known) or f"; there are {', '.join(known)}"
            raise UsageFault(
                f"--machine: there is no setting {key!r}{hint}", tuple(nearest(key, known))
            )
    try:
        return simulation.bench(changes)
    except SimulationFault as fault:
        raise UsageFault(f"--machine: {fault}") from None


def _fill(state: State, simulation: Simulation, files: Mapping[str, Path]) -> None:
    for file in simulation.loads:
        path = files.get(file.option)
        if path is None:
            continue
        try:
            load(state, file.memory, read_bytes(path, state[file.memory].nbytes))
        except SimulationFault as fault:
            raise UsageFault(f"--{file.option} {path}: {fault}") from None


def no_program(reason: str) -> Outcome:
    """Of a text that was not run, or not to an end."""
    nothing = dict.fromkeys(("cycles", "instructions", "stopped_at", "profile", "warnings"))
    faults = reason.split("\n")
    return Outcome({**nothing, "fault": faults[0], "errors": faults}, reason, False)


def operation(program: Program, line: int) -> int:
    """The first operation on `line`, or on the next line that has one."""
    after = program.lines[program.lines >= line]
    if not len(after):
        last = int(program.lines.max())
        raise UsageFault(f"--stop-at {line}: the last instruction is on line {last}")
    return int(np.argmax(program.lines == after.min()))


def _numbers(text: str) -> tuple[int, int]:
    first, _, last = text.partition(":")
    try:
        return int(first), int(last or first)
    except ValueError:
        raise UsageFault(f"--show-rows: expected two row numbers A:B, got {text!r}") from None


def memory_rows(bench: Bench, state: State, numbers: str) -> list[str]:
    """The rows that --show-rows names; raises UsageFault for those that there are not."""
    try:
        return bench.rows(state, *_numbers(numbers))
    except SimulationFault as fault:
        raise UsageFault(f"--show-rows: {fault}") from None


def _record(run: Run) -> dict[str, object]:
    stopped = None if run.stopped_at is None else int(run.profile.program.lines[run.stopped_at])
    found = where(run)
    return {
        "cycles": run.cycles,
        "instructions": run.instructions,
        "fault": None if run.fault is None else str(run.fault),
        "stopped_at": stopped,
        "profile": {
            "by_unit": dict(found.by_unit),
            "by_reason": dict(found.by_reason),
            "by_instruction": run.profile.by_instruction(),
            "lines": [asdict(line) for line in found.lines],
            "loops": [asdict(loop) for loop in found.loops],
        },
    }


def _lines(run: Run) -> list[str]:
    fault = [] if run.fault is None else [f"fault: {run.fault}"]
    head = f"{run.cycles:,} cycles, {run.instructions:,} instructions executed"
    return [*fault, head, *cycle_lines(where(run))]


def _where(run: Run, line: int) -> str:
    if run.stopped_at is None:
        return f"line {line} was not reached; registers at the end:"
    return f"stopped before line {int(run.profile.program.lines[run.stopped_at])}; registers:"

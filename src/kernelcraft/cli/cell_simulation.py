"""What `simulate --cell` does: stages public inputs, runs, and shows the machine's state."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from kernelcraft.cells.cell import Cell, load_cell
from kernelcraft.cells.protocol import BoolArray, FloatArray
from kernelcraft.cells.simulation import simulation
from kernelcraft.cli.errors import NoKernel, UsageFault
from kernelcraft.cli.files import read_kernel
from kernelcraft.cli.simulation import Outcome, interruptible, memory_rows, no_program, operation
from kernelcraft.grading import lockfile
from kernelcraft.grading.input_set import InputSet, public_set
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.isa.suggest import did_you_mean, nearest
from kernelcraft.sim.run import Run

WIDTH: Final = 80
SHOWN_ROWS: Final = 32  # of a tensor; JSON has them all


@dataclass(frozen=True)
class Look:
    """What of the machine is to be shown, and where it stops."""

    stop_at: int | None = None
    registers: bool = False
    dump: tuple[str, ...] = ()
    rows: str | None = None
    reference: bool = False
    seconds: float = 120.0


def simulate_cell(name: str, file: str, look: Look) -> Outcome:
    """Raises UsageFault for whatever is wrong with the request, but not with the kernel."""
    cell = load_cell(name)
    for tensor in look.dump:
        _expect_tensor(cell, tensor)
    given = public_set(cell)
    state = given.staged.copy()
    bench = simulation(cell.platform.name).bench({})
    before = bench.registers(state)
    if look.rows is not None:
        memory_rows(bench, state, look.rows)  # complains before a long run
    try:
        program = cell.platform.assemble(read_kernel(file))
    except (AssemblyError, NoKernel) as error:
        return no_program(str(error))
    stop = None if look.stop_at is None else operation(program, look.stop_at)
    limits = lockfile.limits(cell)
    try:
        run = interruptible(
            lambda: cell.platform.run(
                program, state, limits, stop_at=stop, reference=look.reference
            ),
            look.seconds,
        )
    except TimeoutError:
        return no_program(f"the run was stopped: it took longer than {look.seconds:g} seconds")
    after = bench.registers(state)
    stopped = None if run.stopped_at is None else int(program.lines[run.stopped_at])
    lines = [*_what_happened(cell, run, look, stopped)]
    if look.registers:
        lines += ["registers:", *_wrapped([part for line in after for part in _parts(line)])]
    elif look.stop_at is not None:
        lines += ["registers that changed:", *(_wrapped(changed(before, after)) or ["  none"])]
    tensors = {tensor: _values(cell, given, run, tensor) for tensor in dict.fromkeys(look.dump)}
    for tensor, (values, missing) in tensors.items():
        lines += _drawn(tensor, values, missing)
    shown = [] if look.rows is None else memory_rows(bench, state, look.rows)
    record = {
        "cycles": run.cycles,
        "instructions": run.instructions,
        "fault": None if run.fault is None else str(run.fault),
        "stopped_at": stopped,
        "warnings": [str(warning) for warning in program.warnings],
        "registers": after,
        "changed_registers": changed(before, after),
        "tensors": {tensor: values.tolist() for tensor, (values, _) in tensors.items()},
        "rows": shown,
    }
    return Outcome(record, "\n".join([*lines, *shown]), run.fault is None)


def changed(before: list[str], after: list[str]) -> list[str]:
    """The registers, written "name = value", that have another value; left out means zero."""
    old, new = (
        dict(part.partition(" = ")[::2] for line in lines for part in _parts(line))
        for lines in (before, after)
    )
    gone = [f"{name} = 0" for name in old if name not in new]
    return [f"{name} = {value}" for name, value in new.items() if old.get(name) != value] + gone


def _expect_tensor(cell: Cell, name: str) -> None:
    known = [*(tensor.name for tensor in cell.inputs), cell.output.name]
    if name not in known:
        hint = did_you_mean(name, known) or f"; there are {', '.join(known)}"
        raise UsageFault(
            f"--dump: {cell.name} has no tensor {name!r}{hint}", tuple(nearest(name, known))
        )


def _what_happened(cell: Cell, run: Run, look: Look, stopped: int | None) -> Iterator[str]:
    took = f"{run.cycles:,} cycles, {run.instructions:,} instructions"
    if stopped is not None:
        text = run.profile.program.source.split("\n")[stopped - 1].strip()
        yield f"{cell.name}: stopped before line {stopped}, after {took}"
        yield from textwrap.wrap(f"{stopped}: {text}", WIDTH, initial_indent="  ")
        return
    if run.fault is not None:
        yield f"{cell.name}: {run.fault}"
    else:
        yield f"{cell.name}: it ran to its end in {took}"
    if look.stop_at is not None:
        yield f"line {look.stop_at} was not reached; this is the state at the end"


def _values(cell: Cell, given: InputSet, run: Run, name: str) -> tuple[FloatArray, BoolArray]:
    """A tensor now, and where nothing has been written to it; inputs are those that were staged."""
    if name != cell.output.name:
        return given.inputs[name], np.zeros(given.inputs[name].shape, np.bool_)
    placement = cell.memory_map.output
    values = cell.platform.read(placement, run.state)
    return values, cell.platform.unwritten(placement, given.staged, run.state)


def _drawn(name: str, values: FloatArray, missing: BoolArray) -> Iterator[str]:
    """A tensor row by row, with the index of the first number of a line."""
    shape = " x ".join(map(str, values.shape))
    yield f"{name} [{shape}]{', - where nothing was written' if missing.any() else ''}:"
    length = values.shape[-1]
    rows = values.reshape(-1, length)
    words = np.array([f"{value:.4g}" for value in rows[:SHOWN_ROWS].flat])
    words[missing.reshape(rows.shape)[:SHOWN_ROWS].ravel()] = "-"
    wide = max(map(len, words.tolist()))
    heads = [f"  {_place(index, values.shape)}" for index in range(len(words))]
    margin = max(map(len, heads))
    count = max(1, (WIDTH - margin) // (wide + 1))
    for row, parts in enumerate(words.reshape(-1, length).tolist()):
        for at in range(0, length, count):
            numbers = " ".join(f"{word:>{wide}}" for word in parts[at : at + count])
            yield f"{heads[row * length + at]:<{margin}} {numbers}"
    if len(rows) > SHOWN_ROWS:
        yield f"  ... and {len(rows) - SHOWN_ROWS:,} more rows; --json has them all"


def _place(flat: int, shape: tuple[int, ...]) -> list[int]:
    """The index of an element by its number in memory order."""
    return list(map(int, np.unravel_index(flat, shape)))


def _parts(line: str) -> list[str]:
    """The registers on a line of a bench, which two blanks separate."""
    return [part.strip() for part in line.split("  ") if part.strip()]


def _wrapped(parts: list[str]) -> list[str]:
    """As many on a line as fit; one that is longer than a line has one of its own."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + 2 + len(part) <= WIDTH:
            lines[-1] += f"  {part}"
        else:
            lines.append(f"  {part}")
    return lines

"""One execution of a program: its limits, its fault, its profile and its result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from kernelcraft.sim.state import State

if TYPE_CHECKING:
    from kernelcraft.isa.program import Program

Counts = npt.NDArray[np.int64]
NOWHERE = -1


@dataclass(frozen=True)
class Limits:
    """Where a run stops: after `instructions` bundles, or when `cycles` have passed.

    `traced` bundles are written down at most, the first ones that begin at `traced_from` or later.
    """

    instructions: int = 1_000_000_000
    cycles: int = 1 << 62
    traced: int = 0
    traced_from: int = 0


@dataclass(frozen=True)
class Fault:
    """Why a run stopped early; the string is one sentence with the line and the instruction."""

    line: int
    instruction: str
    message: str
    kind: str  # "machine", "instruction budget", "cycle budget" or "watchdog"

    def __str__(self) -> str:
        return f"line {self.line}: {self.instruction}: {self.message}"


@dataclass(frozen=True)
class Trace:
    """Bundles that follow each other in a run; `first` is the number of the first one, from 0.

    A row of `rows` is a bundle: its first operation, the cycle in which it begins, the cycles
    charged to it by reason, and what the words that the machine follows hold after it.
    """

    rows: Counts
    reasons: int
    first: int = 0

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def places(self) -> Counts:
        """(bundles,): the first operation of each."""
        return self.rows[:, 0]

    @property
    def begins(self) -> Counts:
        """(bundles,): the cycle in which each begins, which is when the one before has ended."""
        return self.rows[:, 1]

    @property
    def spent(self) -> Counts:
        """(bundles, reasons): the cycles charged to each."""
        return self.rows[:, TRACE_HEAD : TRACE_HEAD + self.reasons]

    @property
    def words(self) -> Counts:
        """(bundles, followed words): what they hold after each."""
        return self.rows[:, TRACE_HEAD + self.reasons :]

    def until(self, cycle: int) -> Trace:
        """The bundles that begin before a cycle."""
        count = int(np.searchsorted(self.begins, cycle))
        return Trace(self.rows[:count], self.reasons, self.first)


TRACE_HEAD: Final = 2  # of a row: place and cycle
NO_TRACE: Final = Trace(np.empty((0, TRACE_HEAD), dtype=np.int64), 0)


@dataclass(frozen=True)
class Profile:
    """Where the cycles of a run went, per operation of the program.

    executions: (operations,) times each ran; cycles: (operations, reasons) charged to each; jumps:
    (operations,) where each, or the bundle it ends, jumped to last, NOWHERE if it did not.
    """

    program: Program
    reasons: tuple[str, ...]
    executions: Counts
    cycles: Counts
    jumps: Counts

    def by_line(self) -> dict[int, tuple[int, int]]:
        """Source line -> (executions, cycles), in source order, executed lines only."""
        totals = self.cycles.sum(axis=1)
        found: dict[int, tuple[int, int]] = {}
        for line, count, cycles in zip(
            self.program.lines.tolist(), self.executions.tolist(), totals.tolist(), strict=True
        ):
            if count:
                before = found.get(line, (0, 0))
                found[line] = (max(before[0], count), before[1] + cycles)
        return found

    def line_reasons(self) -> dict[int, dict[str, int]]:
        """Source line -> reason -> cycles, where there are some."""
        found: dict[int, dict[str, int]] = {}
        for index, reason in np.argwhere(self.cycles).tolist():
            of = found.setdefault(int(self.program.lines[index]), {})
            name = self.reasons[reason]
            of[name] = of.get(name, 0) + int(self.cycles[index, reason])
        return found

    def by_unit(self) -> dict[str, int]:
        """Unit -> cycles, largest first, units that were used only."""
        table = self.program.isa.table
        totals: dict[str, int] = {}
        per_operation = self.cycles.sum(axis=1)
        for opcode in np.unique(self.program.ops[self.executions > 0, 0]):
            chosen = self.program.ops[:, 0] == opcode
            unit = table[int(opcode)].unit
            totals[unit] = totals.get(unit, 0) + int(per_operation[chosen].sum())
        return dict(sorted(totals.items(), key=lambda item: -item[1]))

    def by_reason(self) -> dict[str, int]:
        """Reason -> cycles, in the machine's order."""
        return dict(zip(self.reasons, self.cycles.sum(axis=0).tolist(), strict=True))

    def by_instruction(self) -> dict[str, int]:
        """Name of an instruction -> executions, in the order of the table, executed ones only."""
        counts: dict[str, int] = {}
        for opcode, instruction in enumerate(self.program.isa.table):
            total = int(self.executions[self.program.ops[:, 0] == opcode].sum())
            if total:
                counts[instruction.name] = total
        return counts


@dataclass(frozen=True, repr=False)
class Run:
    """What one execution gave; `state` is the machine afterwards.

    `cycles` are those of the machine's clock, `instructions` are executed bundles, `fault` says why
    it stopped early (None if it did not), `profile` where the cycles went. `trace` has the
    bundles that were begun, as far as the limits asked.
    Where a program is run several times, `cycles` are the last run's and `cold` those of the first.
    """

    cycles: int
    instructions: int
    fault: Fault | None
    stopped_at: int | None  # the operation before which a run with `stop_at` stopped
    profile: Profile
    state: State
    trace: Trace = NO_TRACE
    cold: int | None = None

    def __repr__(self) -> str:
        end = "" if self.fault is None else f"; {self.fault}"
        return f"<Run: {self.cycles:,} cycles, {self.instructions:,} instructions{end}>"


class _Spoken(int):
    """A number in a sentence; in hexadecimal a negative one is the 64 bits that hold it."""

    def __format__(self, form: str) -> str:
        return format(self + (1 << 64 if self < 0 and form.endswith("x") else 0), form)


def fault_at(
    program: Program, pc: int, template: str, values: Mapping[str, int | str], kind: str
) -> Fault:
    """The fault of the operation at `pc`, with its source line quoted."""
    line = int(program.lines[min(pc, len(program.lines) - 1)])
    text = program.source.split("\n")[line - 1].strip()
    said = {
        name: _Spoken(value) if isinstance(value, int) else value for name, value in values.items()
    }
    return Fault(line, text[:80], template.format(**said), kind)


def not_begun(program: Program, state: State, fault: Fault) -> Run:
    """A run that ended before its first instruction."""
    count, reasons = len(program.ops), state.machine.reasons
    nothing = np.zeros(count, np.int64)
    jumps = np.full(count, NOWHERE, np.int64)
    charged = np.zeros((count, len(reasons)), np.int64)
    return Run(0, 0, fault, None, Profile(program, reasons, nothing, charged, jumps), state)

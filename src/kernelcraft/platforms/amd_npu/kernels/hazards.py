"""A lint for hand-written bundles: what is read too early, clashes at a port, or idles.

The machine does not wait and does not complain: a register that is read too early shows its old
value. Every way through the program is followed, as far as what is under way differs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from kernelcraft.codegen.operation import Operation, Read
from kernelcraft.codegen.reading import operation_of
from kernelcraft.isa.program import Program
from kernelcraft.platforms.amd_npu.kernels.schedule import AIE2
from kernelcraft.platforms.amd_npu.machine.registers import NUMBER
from kernelcraft.platforms.amd_npu.machine.state import DELAY_SLOTS, NOTHING

STATES = 20_000  # ways into bundles that are looked at
LAST = frozenset({"j", "ret", "done"})  # after their delay slots nothing follows
_Value = tuple[str, int]  # a part of the registers, and the operation that made what is there
_Held = tuple[str, int, bool]  # the same, and whether it was read
_PROMISED: frozenset[_Held] = frozenset(
    (name, -1, False) for name in (*(f"r{number}" for number in range(8)), "p0", "sp", "lr")
)


@dataclass(frozen=True)
class Hazard:
    """One sentence about a line; doubtful if code may well be meant so."""

    line: int
    message: str
    doubtful: bool = False

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


@dataclass(frozen=True)
class _Issued:
    """An operation at its place; they are told apart by their numbers."""

    number: int
    operation: Operation = field(compare=False)
    mnemonic: str = field(compare=False)
    line: int = field(compare=False)


@dataclass(frozen=True)
class _Flying:
    """A result under way."""

    part: str
    left: int  # bundles until it has landed
    bypass: str | None
    source: _Issued
    spent: bool  # whether what it replaces was read before

    def hides(self, read: Read) -> bool:
        """Whether an operand sampled now still misses it."""
        met = self.bypass is not None and self.bypass == read.bypass
        return self.left > read.stage - 1 + met


@dataclass(frozen=True)
class _Place:
    """A bundle about to be issued, and everything that is under way to it."""

    bundle: int
    jump: tuple[int, tuple[int, ...]] | None  # bundles until it is taken, and where to
    flying: tuple[_Flying, ...]
    claims: tuple[tuple[str, int, int], ...]  # port, bundles until it is taken, line
    landed: frozenset[_Held]


@dataclass(frozen=True)
class _Early:
    """A read while a result is under way to what is read."""

    reader: _Issued
    value: _Value
    source: _Issued
    short: int  # bundles until it would be there
    nothing: bool  # was there before
    spent: bool  # what was there is of another kind and was read before


@dataclass
class _Lint:
    program: Program
    bundles: list[list[_Issued]]
    starts: Mapping[int, int]  # the bundle that begins with an operation
    at: Mapping[int, int]  # the bundle at an address
    found: set[Hazard] = field(default_factory=set)
    kinds: Mapping[int, str] = field(default_factory=dict)  # the mnemonics by number
    early: set[_Early] = field(default_factory=set)
    used: set[_Value] = field(default_factory=set)  # that something read when they were there


def hazards(program: Program) -> list[Hazard]:
    """Everything that looks like a mistake, by line.

    A read while a result is under way is one if nobody reads that result later, when it is there,
    or if nothing was there before; in software-pipelined loops both are otherwise. It is a doubtful
    one, and these come last, if what was there had been read already and is of another kind.
    """
    lint = _read(program)
    lint.found.update(_idle_slots(lint))
    ends, heads = _set(lint, "le"), _set(lint, "ls")
    seen: set[_Place] = set()
    waiting = [_Place(lint.starts.get(program.entry, 0), None, (), (), _PROMISED)]
    while waiting and len(seen) < STATES:
        place = waiting.pop()
        if place in seen or place.bundle >= len(lint.bundles):
            continue
        seen.add(place)
        waiting.extend(_step(lint, place, ends, heads))
    lint.found.update(_too_early(lint))
    left = [each for each in waiting if each.bundle < len(lint.bundles) and each not in seen]
    if left:
        line = lint.bundles[left[-1].bundle][0].line
        lint.found.add(Hazard(line, f"more than {STATES:,} ways: not all from here were followed"))
    return sorted(lint.found, key=lambda each: (each.doubtful, each.line, each.message))


def _read(program: Program) -> _Lint:
    bundles: list[list[_Issued]] = []
    starts: dict[int, int] = {}
    begun = True
    for index, row in enumerate(program.ops.tolist()):
        if begun:
            starts[index] = len(bundles)
            bundles.append([])
        instruction = program.isa.table[row[0]]
        operands = tuple(row[1 : 1 + len(instruction.operands)])
        operation = operation_of(AIE2, instruction, operands)
        line = int(program.lines[index])
        bundles[-1].append(_Issued(index, operation, instruction.mnemonic, line))
        begun = bool(program.ends[index])
    at = {int(address): bundle for bundle, address in enumerate(program.addresses[:-1])}
    kinds = {each.number: each.mnemonic for bundle in bundles for each in bundle}
    return _Lint(program, bundles, starts, at, kinds=kinds)


def _step(
    lint: _Lint,
    place: _Place,
    ends: set[int],
    heads: set[int],
) -> Iterator[_Place]:
    flying, claims = list(place.flying), list(place.claims)
    jump = place.jump
    issued = lint.bundles[place.bundle]
    landed = {part: (number, read) for part, number, read in place.landed}
    for each in issued:
        _sample(lint, each, place.flying, landed)
    for each in issued:
        for port, stage in each.operation.ports:
            lint.found.update(_clash(each, port, stage, claims))
            claims.append((port, stage, each.line))
        for write in each.operation.writes:
            if any(f.part == write.part and f.left == write.stage for f in flying):
                lint.found.add(Hazard(each.line, f"two results land in {write.part} at a time"))
            spent = write.part in landed and landed[write.part][1]
            flying.append(_Flying(write.part, write.stage, write.bypass, each, spent))
        if each.operation.delay_slots is not None and jump is None:
            jump = (DELAY_SLOTS + 1, tuple(_targets(lint, each, place.bundle)))
    following = [place.bundle + 1]
    if place.bundle in ends:
        following += [max((head for head in heads if head <= place.bundle), default=0)]
    if jump is not None:
        jump = (jump[0] - 1, jump[1])
        if not jump[0]:
            following, jump = list(jump[1]), None
    landed |= {f.part: (f.source.number, False) for f in flying if f.left <= 1}
    later = tuple(replace(f, left=f.left - 1) for f in flying if f.left > 1)
    taken = tuple((port, left - 1, line) for port, left, line in claims if left > 1)
    for bundle in following:
        held = frozenset((part, number, read) for part, (number, read) in landed.items())
        yield _Place(bundle, jump, later, taken, held)


def _sample(
    lint: _Lint, each: _Issued, flying: Iterable[_Flying], landed: dict[str, tuple[int, bool]]
) -> None:
    """Note which values an operation sees and which it misses.

    What is read twice may be anything: it is subtracted from itself.
    """
    parts = [read.part for read in each.operation.reads]
    for read in each.operation.reads:
        found = [value for value in flying if value.part == read.part]
        hidden = [value for value in found if value.hides(read)]
        there = [value.source.number for value in found if not value.hides(read)]
        seen = there[-1] if there else landed.get(read.part, (None, False))[0]
        if seen is not None:
            lint.used.add((read.part, seen))
        if hidden:
            last = hidden[-1]
            nothing = seen is None and parts.count(read.part) == 1
            kind = None if seen is None else lint.kinds.get(seen)
            spent = len(found) == 1 and last.spent and kind != last.source.mnemonic
            value, short = (read.part, last.source.number), last.left - (read.stage - 1)
            lint.early.add(_Early(each, value, last.source, short, nothing, spent))
        elif not there and seen is not None:
            landed[read.part] = (seen, True)


def _too_early(lint: _Lint) -> Iterator[Hazard]:
    for each in lint.early:
        certain = each.nothing or each.value not in lint.used
        if certain or each.spent:
            source = f"{each.source.mnemonic} in line {each.source.line}"
            meant = "" if certain else ", unless what was there before is meant"
            yield Hazard(
                each.reader.line,
                f"{each.reader.mnemonic} reads {each.value[0]} before the result of {source} is "
                f"there; it is {each.short} bundle{'s' * (each.short > 1)} too early{meant}",
                doubtful=not certain,
            )


def _clash(
    each: _Issued, port: str, stage: int, claims: Iterable[tuple[str, int, int]]
) -> Iterator[Hazard]:
    for other, left, line in claims:
        if (other, left) == (port, stage):
            message = f"{each.mnemonic} and line {line} pass the port {port} in the same cycle"
            yield Hazard(each.line, message)


def _targets(lint: _Lint, each: _Issued, bundle: int) -> Iterator[int]:
    """The bundles where a branch may go on."""
    if each.mnemonic not in LAST:
        yield bundle + 1 + DELAY_SLOTS
    first = [i for i, b in lint.starts.items() if b == bundle][0]
    for row in lint.program.ops[first : first + len(lint.bundles[bundle])].tolist():
        instruction = lint.program.isa.table[row[0]]
        if instruction.mnemonic == each.mnemonic:
            yield from (lint.starts[row[column]] for column in instruction.targets)
            if not instruction.targets:
                pointers = [r.part for r in each.operation.reads if r.part.startswith("p")]
                yield from (bundle for name in pointers for bundle in sorted(_set(lint, name)))


def _set(lint: _Lint, register: str) -> set[int]:
    """The bundles whose addresses are put into a register somewhere."""
    found = set()
    for row in lint.program.ops.tolist():
        instruction = lint.program.isa.table[row[0]]
        if instruction.mnemonic == "movxm" and row[1] == NUMBER[register] and row[2] in lint.at:
            found.add(lint.at[row[2]])
    return found


def _idle_slots(lint: _Lint) -> Iterator[Hazard]:
    for index, bundle in enumerate(lint.bundles):
        for each in bundle:
            if each.operation.delay_slots:
                slots = lint.bundles[index + 1 : index + 1 + DELAY_SLOTS]
                idle = sum(all(one.mnemonic in NOTHING for one in slot) for slot in slots)
                if idle:
                    text = f"{idle} of the {DELAY_SLOTS} delay slots of {each.mnemonic} are idle"
                    yield Hazard(each.line, text if idle > 1 else text.replace(" are ", " is "))

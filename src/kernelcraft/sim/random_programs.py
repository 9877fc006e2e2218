"""Random programs: reference and native machine must agree on everything they leave behind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Protocol

import numpy as np

from kernelcraft.isa.assembler import assemble
from kernelcraft.isa.operand import BranchTarget
from kernelcraft.sim.reference import run_reference
from kernelcraft.sim.run import Limits

if TYPE_CHECKING:
    from kernelcraft.isa.instruction import Instruction
    from kernelcraft.isa.isa import Isa
    from kernelcraft.isa.operand import Operand
    from kernelcraft.isa.program import Program
    from kernelcraft.sim.emit import Interpreter
    from kernelcraft.sim.native import Native
    from kernelcraft.sim.run import Run
    from kernelcraft.sim.state import State

TRACED_EVERY = 4
BUDGET = Limits(instructions=2_000, cycles=1_000_000)
Draw = Callable[[Random, "Instruction", "Operand"], int]


class Recipe(Protocol):
    """What a platform adds: programs of which most run to their end, and states to run them on."""

    @property
    def interpreter(self) -> Interpreter:
        """The machine."""

    def text(self, random: Random) -> str:
        """A program."""

    def assemble(self, text: str) -> Program:
        """The program of a text."""

    def state(self, random: Random) -> State:
        """A machine full of values that are worth computing with."""

    def load(self, state: State, program: Program) -> None:
        """Put the program where the machine looks for it, if it does not run it by itself."""


class FlatRecipe:
    """What the recipes of machines with flat programs have in common."""

    interpreter: Interpreter

    def assemble(self, text: str) -> Program:
        """One instruction or bundle on each line."""
        return assemble(self.interpreter.isa, text)

    def load(self, state: State, program: Program) -> None:
        """The operations are all there is."""


@dataclass(frozen=True)
class Case:
    """One random program with the state, the limits and the stop that it runs with."""

    seed: int
    program: Program
    state: State
    limits: Limits
    stop_at: int | None


@dataclass
class Tally:
    """What a set of random programs covered."""

    programs: int = 0
    finished: int = 0
    executions: Counter[str] = field(default_factory=Counter)  # by name
    faults: Counter[str] = field(default_factory=Counter)  # by kind

    def add(self, run: Run) -> None:
        """Count one run."""
        self.programs += 1
        self.finished += run.fault is None and run.stopped_at is None
        self.executions.update(run.profile.by_instruction())
        if run.fault is not None:
            self.faults[run.fault.kind] += 1

    def rarest(self, isa: Isa) -> tuple[str, int]:
        """The instruction that was executed least often."""
        return min(((name, self.executions[name]) for name in isa.instructions), key=lambda x: x[1])


class Disagreement(Exception):
    """Two machines differ; the message says in what, with the seed and the program."""


def any_value(random: Random, operand: Operand) -> int:
    """Any value an operand can have; the first and the last are drawn often."""
    if random.random() < 0.2:
        return random.choice((operand.values[0], operand.values[-1]))
    return random.choice(operand.values)


def line(instruction: Instruction, values: Mapping[str, int]) -> str:
    """The text of one instruction; a target is written as the index of its bundle."""
    template, names = instruction.template, iter(instruction.template.operands)
    pieces = (
        p if isinstance(p, str) else p.write(values[next(names).name]) for p in template.pieces
    )
    return (instruction.mnemonic + "".join(pieces)).removesuffix(", ")


def free_text(random: Random, isa: Isa, bundles: int, draw: Draw) -> str:
    """A program without structure: jumps go anywhere, two of three a little forward."""
    return "\n".join(_bundle(random, isa, index, bundles, draw) for index in range(bundles))


def _bundle(random: Random, isa: Isa, index: int, bundles: int, draw: Draw) -> str:
    def operation(instruction: Instruction) -> str:
        values = {
            operand.name: _goal(random, index, bundles)
            if isinstance(operand, BranchTarget)
            else draw(random, instruction, operand)
            for operand in instruction.operands
        }
        return line(instruction, values)

    if isa.bundle is None:
        return operation(random.choice(isa.table))
    slots = [slot.name for slot in isa.bundle.slots]
    used = random.sample(slots, random.randint(1, len(slots)))
    chosen = [random.choice([i for i in isa.table if i.unit == slot]) for slot in used]
    return f" {isa.syntax.separator} ".join(map(operation, chosen))


def _goal(random: Random, index: int, bundles: int) -> int:
    if random.random() < 0.67:
        return min(bundles, index + random.randint(1, 4))
    return random.randint(0, bundles)


def case(recipe: Recipe, seed: int) -> Case:
    """The random program number `seed`; some get a tight budget, a place to stop, free causes.

    Every fourth is traced, from a cycle near its beginning on.
    """
    random = Random(seed)
    program = recipe.assemble(recipe.text(random))
    limits, stop_at = BUDGET, None
    chance = random.random()
    if chance < 0.03:
        limits = Limits(instructions=random.randint(0, len(program)))
    elif chance < 0.06:
        limits = Limits(instructions=BUDGET.instructions, cycles=random.randint(0, 100))
    elif chance < 0.1:
        starts = np.flatnonzero(np.concatenate([[1], program.ends]))
        stop_at = int(random.choice(starts.tolist()))
    state = recipe.state(random)
    if random.random() < 0.2:
        causes = [cause.name for cause in state.machine.causes]
        state = state.freeing(*random.sample(causes, random.randint(0, len(causes))))
    recipe.load(state, program)
    if seed % TRACED_EVERY == 0:
        limits = replace(limits, traced=BUDGET.instructions, traced_from=seed % 64)
    return Case(seed, program, state, limits, stop_at)


def compare(recipe: Recipe, native: Native, seeds: Iterable[int]) -> Tally:
    """Run the programs of `seeds` on both machines; raises Disagreement at the first difference."""
    tally = Tally()
    for seed in seeds:
        one = case(recipe, seed)
        found = native.run(one.program, one.state.copy(), one.limits, one.stop_at)
        expected = run_reference(one.program, one.state, one.limits, one.stop_at)
        wrong = list(differences(expected, found))
        if wrong:
            listed = "\n".join(wrong[:20])
            raise Disagreement(
                f"{recipe.interpreter.name}, program {seed}: the native machine differs from the "
                f"reference\n{listed}\n{one.state.parameters}\n{one.program.source}"
            )
        tally.add(expected)
    return tally


def differences(expected: Run, found: Run) -> Iterator[str]:
    """Sentences on everything in which two runs of one program differ."""
    for name in ("cycles", "instructions", "fault", "stopped_at"):
        one, other = getattr(expected, name), getattr(found, name)
        if one != other:
            yield f"{name}: expected {one}, found {other}"
    for name in ("executions", "cycles", "jumps"):
        yield from _array(
            f"profile {name}", getattr(expected.profile, name), getattr(found.profile, name)
        )
    both = min(len(expected.trace), len(found.trace))
    yield from _array("trace", expected.trace.rows[:both], found.trace.rows[:both])
    for name, array in expected.state.arrays.items():
        yield from _array(name, array, found.state[name])


def _array(
    name: str, expected: np.ndarray[tuple[int, ...], np.dtype[np.generic]], found: object
) -> Iterator[str]:
    """At most one sentence, about the first element whose bytes differ."""
    assert isinstance(found, np.ndarray)
    if expected.tobytes() == found.tobytes():
        return
    size = expected.dtype.itemsize
    one, other = (np.frombuffer(a.tobytes(), np.uint8).reshape(-1, size) for a in (expected, found))
    wrong = np.flatnonzero((one != other).any(axis=1))
    first = int(wrong[0])
    yield (
        f"{name}: {len(wrong)} elements, the first is {first}: "
        f"expected {expected.flat[first]}, found {found.flat[first]}"
    )

"""Part (d): right kernels with one instruction changed, graded strictly; one job a kernel."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from kernelcraft.audit.first_time import shows
from kernelcraft.audit.mutation import Mutant, Site, mutant, text_of, without
from kernelcraft.audit.outputs import output_bits
from kernelcraft.audit.records import KernelMutants, Survivor
from kernelcraft.audit.survivors import classify
from kernelcraft.audit.trial import SEED, Say
from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, find_cells, load_cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.grading import lockfile
from kernelcraft.grading.input_set import public_set
from kernelcraft.grading.job import Grader
from kernelcraft.grading.verification import grade
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.isa.program import Program
from kernelcraft.records.verdict import Failure

LEAST = 500  # mutants a platform, where it has as many kernels
SHARE = 0.95
A_KERNEL = 12  # mutants
SMALL = 20_000  # executed instructions of a second configuration's baseline
DRAWS = 100 * A_KERNEL
WRITERS = {"baseline": kernels.baseline, "expert": kernels.expert}


@dataclass(frozen=True)
class Tally:
    """What became of the mutants of one kernel; answers are failures, or "right"."""

    answers: tuple[str, ...]
    survivors: tuple[Survivor, ...]


@dataclass(frozen=True)
class MutantsOf:
    """A job: 12 mutants of one writer's kernel for a cell."""

    cell: str
    writer: str

    def perform(self) -> Tally:
        """Draw and grade them."""
        cell = load_cell(self.cell)
        text = WRITERS[self.writer](cell)
        if text is None:
            raise ValueError(f"{self.cell}: no {self.writer}")
        answers: list[str] = []
        survivors: list[Survivor] = []
        program = cell.platform.assemble(text)
        for each in mutants(cell, program, random.Random(f"{self.cell} {self.writer}")):
            verdict = grade(cell, each.text, seed=SEED, second_run=False)
            answers.append(verdict.failure or "right")
            if verdict.correct:
                survivors.append(classify(cell, self.writer, program, each))
        return Tally(tuple(answers), tuple(survivors))

    def failed(self, failure: Failure, message: str) -> Tally:
        """Nothing was learnt."""
        raise RuntimeError(f"{self.cell} {self.writer}: {failure}: {message}")


def mutants(cell: Cell, program: Program, rng: random.Random) -> Iterator[Mutant]:
    """12 mutants that assemble, at operations without which the public output is another, and
    that do something else than before when they first run."""
    given, limits = public_set(cell), lockfile.limits(cell)
    whole = output_bits(cell, program, given)
    found = 0
    for _ in range(DRAWS):
        site = Site(program, given.staged.machine, rng.randrange(len(program)))
        changed = mutant(site, rng)
        if changed is None or not _assembles(cell, changed.text):
            continue
        if not _matters(cell, site, whole) or not shows(cell, site, changed, limits):
            continue
        yield changed
        found += 1
        if found == A_KERNEL:
            return
    raise ValueError(f"{cell.name}: {DRAWS} draws gave only {found} mutants")


def try_kernel_mutants(pool: Grader, names: Sequence[str], say: Say) -> tuple[KernelMutants, ...]:
    """Part (d) of each platform."""
    return tuple(_platform(pool, name, say) for name in names)


def _platform(pool: Grader, platform: str, say: Say) -> KernelMutants:
    jobs = list(_jobs(platform))
    say(f"mutants of {platform} kernels: {A_KERNEL} each of {len(jobs)} kernels")
    tallies = [future.result() for future in [pool.submit(job) for job in jobs]]
    answers = Counter(answer for tally in tallies for answer in tally.answers)
    return KernelMutants(
        platform=platform,
        kernels=len(jobs),
        tasks=len({job.cell.split("/")[1] for job in jobs}),
        mutants=answers.total(),
        answers=dict(sorted(answers.items())),
        survivors=tuple(each for tally in tallies for each in tally.survivors),
        least=min(LEAST, A_KERNEL * len(jobs)),
        share=SHARE,
    )


def _jobs(platform: str) -> Iterator[MutantsOf]:
    """Both writers' kernels for the first configuration of a task, and for a small second one."""
    seen: Counter[str] = Counter()
    for cell in find_cells(platform=platform):
        seen[cell.task.name] += 1
        number, locked = seen[cell.task.name], lockfile.lock(cell)
        small = locked is not None and locked.baseline_instructions <= SMALL
        if locked is None or number > 2 or (number == 2 and not small):
            continue
        yield MutantsOf(cell.name, "baseline")
        with suppress(Unwritten):
            kernels.expert(cell)
            yield MutantsOf(cell.name, "expert")


def _assembles(cell: Cell, text: str) -> bool:
    try:
        cell.platform.assemble(text)
    except AssemblyError:
        return False
    return True


def _matters(cell: Cell, site: Site, whole: bytes) -> bool:
    """Whether the kernel gives another public output without the operation, or is no program.

    What changes nothing when it is left out is dead, and so are most changes of it.
    """
    try:
        program = cell.platform.assemble(
            text_of(without(site.program, site.operation), site.program)
        )
    except AssemblyError:
        return True
    return output_bits(cell, program, public_set(cell)) != whole

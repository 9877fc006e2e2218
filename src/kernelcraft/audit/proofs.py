"""Do proofs tell wrong kernels from right ones? Mutants that are refuted, oddities that are not.

`python -m kernelcraft.audit.proofs N PLATFORM...` draws N wrong mutants of the platform's own
kernels for cells C1, tries to prove each in both ways, and prints a row of counts; then another of
N honest oddities. Wrong kernels that are not refuted, and odd ones that are, are named on stderr.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal

from kernelcraft.audit.kernel_mutants import WRITERS
from kernelcraft.audit.mutation import Site, mutant
from kernelcraft.audit.trial import KNOWN, odd_kernels
from kernelcraft.cells.cell import Cell, find_cells
from kernelcraft.cells.suspects import Suspect
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.grading.input_set import public_set
from kernelcraft.grading.verification import grade
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.isa.program import Program
from kernelcraft.proofs.dependence import NoRun, dependence
from kernelcraft.proofs.page import limited

SEED: Final = 1
ALGEBRA: Final = 8.0  # seconds
RUNS: Final = 1.0
Word = Literal["changes", "public", "elements", "unknown", "proved"]
WORDS: Final[dict[Word, str]] = {
    "changes": "refuted by changed elements",
    "public": "wrong on public inputs",
    "elements": "refuted for all inputs",
    "unknown": "unknown",
    "proved": "proved",
}


@dataclass(frozen=True)
class Wrong:
    """A mutant that ends, and whose output the strict rule refuses on inputs that were drawn."""

    cell: Cell
    writer: str
    text: str
    change: str


def wrong_mutants(platform: str, seed: int = SEED) -> Iterator[Wrong]:
    """Mutants of both writers' kernels for cells C1, each of a cell and an operation drawn anew."""
    rng = random.Random(f"{platform} {seed}")
    kernels = list(_kernels(platform))
    while True:
        cell, writer, program = rng.choice(kernels)
        site = Site(program, public_set(cell).staged.machine, rng.randrange(len(program)))
        changed = mutant(site, rng)
        if changed is None:
            continue
        with suppress(AssemblyError):
            cell.platform.assemble(changed.text)
            if grade(cell, changed.text, seed=seed, second_run=False).failure == "wrong":
                change = f"{changed.operation}: {changed.before} -> {changed.after}"
                yield Wrong(cell, writer, changed.text, change)


def _kernels(platform: str) -> Iterator[tuple[Cell, str, Program]]:
    for cell in find_cells(platform, config="C1"):
        for writer, write in WRITERS.items():
            with suppress(Unwritten):
                yield cell, writer, cell.platform.assemble(write(cell))


def verdict(
    cell: Cell, text: str, *, algebra: float = ALGEBRA, runs: float = RUNS
) -> tuple[Word, str]:
    """What is shown of a kernel, by what shows it first, and a sentence."""
    try:
        found = dependence(cell, text, seconds=runs)
    except NoRun as reason:
        return "public", str(reason)
    if found.refuted:
        return "changes", found.sentence()
    if not found.right:
        return "public", found.message
    proof = limited(cell, text, algebra)
    if proof.refuted:
        return "elements", proof.sentence()
    return "proved" if proof.proved else "unknown", proof.sentence()


def row(name: str, words: list[Word]) -> str:
    """Counts, and the share refuted."""
    count = Counter(words)
    refuted = len(words) - count["unknown"] - count["proved"]
    cells = (name, len(words), *(count[word] for word in WORDS), f"{refuted / len(words):.1%}")
    return f"| {' | '.join(map(str, cells))} |"


def odd(platform: str, number: int, seed: int = SEED) -> Iterator[tuple[Cell, Suspect]]:
    """So many honest oddities for cells C1, drawn by the seed; all, where there are no more."""
    cells = {cell.name: cell for cell in find_cells(platform, config="C1")}
    found = [suspect for family in odd_kernels(platform) for suspect in family.write(KNOWN)]
    small = [(cells[each.cell], each) for each in found if each.cell in cells]
    yield from random.Random(f"{platform} {seed}").sample(small, min(number, len(small)))


def main() -> int:
    """The command; gives its exit code."""
    number, names = int(sys.argv[1]), sys.argv[2:]
    heads = ("kernels", "n", *WORDS.values(), "refuted")
    print(f"| {' | '.join(heads)} |\n| --- |{' ---: |' * (len(heads) - 1)}", flush=True)
    for platform in names:
        words: list[Word] = []
        notes: list[str] = []
        for wrong in islice(wrong_mutants(platform), number):
            word, sentence = verdict(wrong.cell, wrong.text)
            words.append(word)
            if word in ("unknown", "proved"):
                name = f"{wrong.cell.name} ({wrong.writer}), {wrong.change}"
                notes.append(f"{word}: {name}: {sentence}")
        print(row(f"{platform}, wrong mutants", words), flush=True)
        words = []
        for cell, suspect in odd(platform, number):
            word, sentence = verdict(cell, suspect.text)
            words.append(word)
            if word not in ("unknown", "proved"):
                notes.append(f"{word}: {cell.name}, {suspect.name}: {sentence}")
        print(row(f"{platform}, honest oddities", words), flush=True)
        print(*notes, sep="\n", file=sys.stderr, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Hold the native simulators to the reference machine with many random programs: `make fuzz`.

`python -m benchmarks.fuzz [PROGRAMS]` from the repository's root; 100,000 programs per machine by
default. Exits with 1 at the first disagreement, after printing it with the program.
"""

from __future__ import annotations

import multiprocessing
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from kernelcraft.cells import platforms
from kernelcraft.cells.recipes import recipe
from kernelcraft.sim.build import build
from kernelcraft.sim.native import MODULE, Native, load
from kernelcraft.sim.random_programs import Disagreement, Recipe, Tally, compare
from tests.toys.recipes import AccumulatorRecipe, VliwRecipe

PROGRAMS = 100_000
CHUNK = 500
TOYS = "kernelcraft_fuzz_toys"
RECIPES: dict[str, tuple[Recipe, str]] = {
    **{name: (recipe(name), MODULE) for name in platforms.names()},
    "accumulator": (AccumulatorRecipe(), TOYS),
    "vliw": (VliwRecipe(), TOYS),
}


def chunk(name: str, first: int, count: int) -> Tally | str:
    """Programs first .. first + count - 1 of one machine: what they covered, or what is wrong."""
    recipe, module = RECIPES[name]
    native = load(recipe.interpreter, module)
    if not isinstance(native, Native):
        return native
    try:
        return compare(recipe, native, range(first, first + count))
    except Disagreement as wrong:
        return str(wrong)


def _results(pool: ProcessPoolExecutor, name: str, programs: int) -> Iterator[Tally | str]:
    firsts = range(0, programs, CHUNK)
    counts = [min(CHUNK, programs - first) for first in firsts]
    return pool.map(chunk, [name] * len(counts), firsts, counts)


def fuzz(pool: ProcessPoolExecutor, name: str, programs: int) -> bool:
    """Run the programs of one machine and print what they covered; False at a disagreement."""
    start, total = time.perf_counter(), Tally()
    for result in _results(pool, name, programs):
        if isinstance(result, str):
            print(result)
            return False
        total.programs += result.programs
        total.finished += result.finished
        total.executions += result.executions
        total.faults += result.faults
    rarest, count = total.rarest(RECIPES[name][0].interpreter.isa)
    faults = ", ".join(f"{kind} {number:,}" for kind, number in total.faults.most_common())
    print(
        f"{name}: {total.programs:,} programs agree, {total.finished:,} ran to the end "
        f"(stopped by: {faults}), {total.executions.total():,} instructions, "
        f"at least {count:,} of each ({rarest}), {time.perf_counter() - start:.0f} s",
        flush=True,
    )
    return True


def main() -> int:
    """Every machine in turn; 1 when two machines disagree."""
    programs = int(sys.argv[1]) if len(sys.argv) > 1 else PROGRAMS
    targets = [recipe.interpreter for recipe, module in RECIPES.values() if module == TOYS]
    with tempfile.TemporaryDirectory() as folder:
        build(TOYS, targets, Path(folder))
        context = multiprocessing.get_context("fork")  # keeps the folder on the search path
        with ProcessPoolExecutor(mp_context=context) as pool:
            for name in RECIPES:
                if not fuzz(pool, name, programs):
                    pool.shutdown(cancel_futures=True)
                    return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The command that compiles a platform's baselines again: `python -m ….kernels.baseline`.

With `--check` it changes nothing and exits with 1 where a text is not what the compiler gives now,
with `--part K/N` only every Nth cell from the Kth on is compared. `--race` only runs all origins
of every cell again, after a change of the machine.
"""

import argparse

from kernelcraft.cells.cell import find_cells
from kernelcraft.codegen.compiled.baselines import Baselines
from kernelcraft.codegen.compiled.clang import version


def main(baselines: Baselines, arguments: list[str]) -> int:
    """The command; gives its exit code."""
    program = f"python -m kernelcraft.platforms.{baselines.platform}.kernels.baseline"
    parser = argparse.ArgumentParser(prog=program)
    parser.add_argument("--check", action="store_true", help="change nothing, exit 1 if stale")
    parser.add_argument("--part", default="1/1", metavar="K/N", help="what --check compiles")
    parser.add_argument("--race", action="store_true", help="compile nothing, compare cycles")
    options = parser.parse_args(arguments)
    cells = find_cells(platform=baselines.platform)
    if options.check:
        first, step = map(int, options.part.split("/"))
        stale = baselines.stale(cells[first - 1 :: step])
        print("\n".join(stale) or "the compiler gives the same assembly")
        return 1 if stale else 0
    made = baselines.manifest() if options.race else baselines.write(cells)
    faster = baselines.raced(cells)
    baselines.save(made.model_copy(update={"faster": faster}))
    print(f"{len(made.kernels)} texts by {version()}; the faster ones:")
    print("\n".join(f"  {name}: {origin}" for name, origin in faster.items()))
    return 0

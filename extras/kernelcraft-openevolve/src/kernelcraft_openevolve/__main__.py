"""`python -m kernelcraft_openevolve [SEEDS]`: the table of `kernelcraft lab engines`, with it."""

import sys

from kernelcraft.studies.lab.engines import hold, table
from kernelcraft_openevolve.search import OPENEVOLVE, openevolve_search

if __name__ == "__main__":
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    print(*table(hold(range(seeds), {OPENEVOLVE: openevolve_search})), sep="\n")

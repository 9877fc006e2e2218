"""A program for the environment that has OpenEvolve: a search on a landscape, counted, as JSON."""

import json
import tempfile
from pathlib import Path

from kernelcraft_openevolve.search import Counted, openevolve_search

from kernelcraft.studies.lab.synthetic import Deceptive

BUDGET = 40
WORST, BEST = " ".join("0" * 14), " ".join("1" * 14)


def counted() -> list[float]:
    """What two processes are told of a point each, of one that is known, and of the last one."""
    with tempfile.TemporaryDirectory() as folder:
        log, program = Path(folder, "log"), Path(folder, "program")
        log.touch()
        found = []
        for text in (WORST, WORST, BEST, f"1 {WORST[2:]}", f"0 1 {WORST[4:]}"):
            program.write_text(text)
            found.append(Counted(Deceptive(), 3, log)(str(program))["combined_score"])
        return [*found, len(log.read_text().splitlines())]


if __name__ == "__main__":
    course = openevolve_search(Deceptive(), BUDGET, 1)
    print(json.dumps({"counted": counted(), "regrets": list(course.regrets)}))

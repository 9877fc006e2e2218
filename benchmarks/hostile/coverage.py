"""Which branches of what takes input from outside the tests and hostile inputs go through.

`python -m benchmarks.hostile.coverage` exits with 1 if a test fails, or if less than 90 % of a
part's branches are covered; `--write-docs` puts the table into docs/fuzz.md.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import BaseModel

from benchmarks.hostile.page import write_table

ENOUGH: Final = 0.9
HEAD: Final = (
    "| part | modules | branches | covered | statements covered |\n|---|--:|--:|--:|--:|\n"
)
SOURCES: Final = "src/kernelcraft/"
PARTS: Final = {
    "assemblers and disassembler": ("isa/*", "isa/gnu/*"),
    "ELF loader": ("isa/elf.py", "isa/image.py", "isa/loader.py"),
    "simulators": ("sim/*",),
    "log reader": (
        "agents/replay.py",
        "evaluation/journal.py",
        "records/*",
        "evaluation/transcripts.py",
    ),
    "tool arguments": ("mcp/arguments.py", "mcp/visit.py", "workbench/*"),
}
"""What takes input from outside; a module belongs to the last part that names it."""
TESTS: Final = (
    *("tests/isa", "tests/sim", "tests/workbench", "tests/mcp", "tests/test_hostile.py"),
    *("tests/agents/test_replay.py", "tests/cli/test_replay.py"),
    *("tests/records", "tests/evaluation/test_runner.py"),
    *("--deselect", "tests/isa/test_speed.py"),  # whoever counts branches is slow
)


class Covered(BaseModel):
    """Counts of one module, by coverage's names."""

    num_statements: int
    covered_lines: int
    num_branches: int
    covered_branches: int


class _Module(BaseModel):
    summary: Covered


class Measured(BaseModel):
    """What `coverage json` writes, as far as we read it."""

    files: dict[str, _Module]


@dataclass(frozen=True)
class Part:
    """The modules of one part together."""

    name: str
    modules: tuple[Covered, ...]

    @property
    def branches(self) -> float:
        """Share of the branches that were gone through."""
        every = sum(each.num_branches for each in self.modules)
        return sum(each.covered_branches for each in self.modules) / every

    def row(self) -> str:
        """One line of the table."""
        branches = sum(each.num_branches for each in self.modules)
        statements = sum(each.num_statements for each in self.modules)
        lines = sum(each.covered_lines for each in self.modules) / statements
        return (
            f"| {self.name} | {len(self.modules)} | {branches:,} | {self.branches:.1%} "
            f"| {lines:.1%} |\n"
        )


def parts(measured: Measured) -> list[Part]:
    """The parts in the order of `PARTS`; modules that no part names are left out."""
    found: dict[str, list[Covered]] = {name: [] for name in PARTS}
    for path, module in measured.files.items():
        for name in reversed(PARTS):
            if any(Path(path).match(SOURCES + pattern) for pattern in PARTS[name]):
                found[name].append(module.summary)
                break
    return [Part(name, tuple(modules)) for name, modules in found.items()]


def measured(tests: tuple[str, ...]) -> Measured:
    """Run the tests; raises CalledProcessError if one of them fails."""
    coverage = (sys.executable, "-m", "coverage")
    with tempfile.TemporaryDirectory() as folder:
        data, found = Path(folder, "data"), Path(folder, "found.json")
        sources = ",".join(SOURCES + each for modules in PARTS.values() for each in modules)
        run = ("run", "--branch", f"--include={sources}", f"--data-file={data}", "-m", "pytest")
        subprocess.run([*coverage, *run, *tests], check=True)
        report = ("json", "--quiet", f"--data-file={data}", "-o", str(found))
        subprocess.run([*coverage, *report], check=True)
        return Measured.model_validate_json(found.read_bytes())


def main(write: bool) -> int:
    """Measure and print the table."""
    found = parts(measured(TESTS))
    table = HEAD + "".join(part.row() for part in found)
    print(table, end="")
    if write:
        write_table("coverage", table)
    return 0 if all(part.branches >= ENOUGH for part in found) else 1


if __name__ == "__main__":
    sys.exit(main("--write-docs" in sys.argv[1:]))

"""A million hostile inputs: `python -m benchmarks.hostile [INPUTS]`, `... TARGET NUMBER` for one.

Exits with 1 if one of them crashed or hung something, or if memory only grew. `--write-docs` puts
the table into docs/fuzz.md.
"""

from __future__ import annotations

import argparse
import os
import sys
import time

from benchmarks.hostile.page import write_table
from benchmarks.hostile.targets import TARGETS
from benchmarks.hostile.watch import Tally, all_of, random_of

HEAD = (
    "| input of | inputs | what became of them | slowest | memory gained |\n|---|--:|---|--:|--:|\n"
)
MILLION = 1_000_000


def row(name: str, tally: Tally) -> str:
    """One line of the table."""
    outcomes = ", ".join(f"{what} {n:,}" for what, n in tally.outcomes.most_common())
    return (
        f"| {name} | {tally.inputs:,} | {outcomes} | {tally.slowest[0] * 1000:,.0f} ms "
        f"| {tally.growth / 2**20:.1f} MiB |\n"
    )


def one(name: str, number: int) -> int:
    """Try one input again, in this process."""
    target = next(each for each in TARGETS if each.name == name)
    print(target.attempt(random_of(target.name, number)))
    return 0


def every(inputs: int, *, write: bool) -> int:
    """Try all targets, each with its share of the inputs."""
    start, lines, findings = time.perf_counter(), [], 0
    for target in TARGETS:
        tally = all_of(target, max(1, target.share * inputs // MILLION), os.cpu_count() or 1)
        lines.append(row(target.name, tally))
        print(lines[-1], end="", flush=True)
        for finding in tally.findings[:20]:
            print(finding, file=sys.stderr, flush=True)
        findings += len(tally.findings)
    print(f"{inputs:,} inputs, {findings:,} findings, {time.perf_counter() - start:.0f} s")
    if write:
        write_table("inputs", HEAD + "".join(lines))
    return 1 if findings else 0


def main() -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hostile")
    parser.add_argument("inputs", nargs="*", default=[str(MILLION)])
    parser.add_argument("--write-docs", action="store_true")
    given = parser.parse_args()
    if len(given.inputs) == 2:
        return one(given.inputs[0], int(given.inputs[1]))
    return every(int(given.inputs[0]), write=given.write_docs)


if __name__ == "__main__":
    sys.exit(main())
